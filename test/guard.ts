import { Socket } from 'node:net';
import * as fc from 'fast-check';

const LOOPBACK = /^(127(?:\.\d{1,3}){3}|localhost|::1)$/;

/** A connection of any client to another machine fails at once, without a lookup. */
function guarded(connect: typeof Socket.prototype.connect) {
  return function guard(this: Socket, ...given: unknown[]): Socket {
    const [first, second] = given.flat();
    const host: unknown = typeof first === 'object' && first !== null && 'host' in first ? first.host : second;
    if (typeof host !== 'string' || LOOPBACK.test(host)) return Reflect.apply(connect, this, given) as Socket;
    const error = Object.assign(new Error(`a test connects to ${host}`), { code: 'ENETUNREACH' });
    setImmediate(() => this.destroy(error));
    return this;
  };
}

// Files that share a process share the guard.
if (Socket.prototype.connect.name !== 'guard')
  Object.defineProperty(Socket.prototype, 'connect', { value: guarded(Socket.prototype.connect) });

// A change lands or not by the same cases each time; where a person runs the tests they look further, at other and more cases.
if (process.env['CI'] === 'true') fc.configureGlobal({ seed: 20_261_120, numRuns: 25 });

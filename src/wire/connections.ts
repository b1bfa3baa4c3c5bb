import { Agent, buildConnector } from 'undici';
import { tlsFaultOf } from '../core/tls.ts';

/**
 * Opens connections of our own, never Node's global ones. The server ends an idle connection after at most 4 s (message API
 * 2.1). Verification is set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED changes Node's default.
 * @param ca authorities in place of Node's
 */
export function openConnections(insecureTls: boolean, ca?: Uint8Array): Agent {
  const connect = buildConnector({
    timeout: 15_000,
    rejectUnauthorized: !insecureTls,
    ...(ca ? { ca: Buffer.from(ca) } : {}),
  });
  return new Agent({
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    pipelining: 1,
    connect: (options, done) =>
      connect(options, (...made) => {
        const [, socket] = made;
        // The TLS error comes just before the connection closes. Without this, the client reports only the close.
        socket?.once('error', (error) => {
          if ('code' in error && tlsFaultOf(String(error.code))) socket.destroy(error);
        });
        done(...made);
      }),
  });
}

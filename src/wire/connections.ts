import { Agent, buildConnector } from 'undici';
import { tlsFaultOf } from '../core/tls.ts';

/**
 * Connections of our own, never the global ones. The server ends an idle one after 4 s at most (message API 2.1).
 * Whether certificates are verified is said explicitly: NODE_TLS_REJECT_UNAUTHORIZED switches off what Node does by default.
 * @param ca authorities in place of those of Node
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
        // The server's reason comes just before the end of the connection, which the client would report in its place.
        socket?.once('error', (error) => {
          if ('code' in error && tlsFaultOf(String(error.code))) socket.destroy(error);
        });
        done(...made);
      }),
  });
}

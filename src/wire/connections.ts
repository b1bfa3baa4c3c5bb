import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { tlsFaultOf } from '../core/tls.ts';
import type { ProxyFor, ProxyRoute } from './proxy.ts';
import { credentialsOf } from './proxy-address.ts';

/** The server ends an idle connection after at most 4 s (message API 2.1). */
const POOL = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000, pipelining: 1 };

type Connect = buildConnector.connector;

/**
 * Opens connections of our own, never Node's global ones. Verification is set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED
 * changes Node's default.
 * @param ca authorities in place of Node's
 * @param proxyFor which connections go through a proxy; none if left out
 */
export function openConnections(insecureTls: boolean, ca?: Uint8Array, proxyFor?: ProxyFor): Dispatcher {
  const tls = { timeout: 15_000, rejectUnauthorized: !insecureTls, ...(ca ? { ca: Buffer.from(ca) } : {}) };
  return new Agent({
    ...POOL,
    connect: reporting(buildConnector(tls)),
    factory: (origin, options: Pool.Options) => {
      const proxy = proxyFor?.(new URL(origin));
      return proxy ? proxied(proxy, tls) : new Pool(origin, options);
    },
  });
}

/** The TLS error comes just before the connection closes. Without this, the client reports only the close. */
function reporting(connect: Connect): Connect {
  return (options, done) =>
    connect(options, (...made) => {
      const [, socket] = made;
      socket?.once('error', (error) => {
        if ('code' in error && tlsFaultOf(String(error.code))) socket.destroy(error);
      });
      done(...made);
    });
}

// The setting about certificates is for the service, not for the proxy.
const connectToProxy = buildConnector({ timeout: 15_000, rejectUnauthorized: true });

/** Connects to a proxy. The code of a TLS error says that the proxy caused it, not the service. */
const toProxy: Connect = ({ servername = '', ...options }, done) =>
  connectToProxy(
    { ...options, ...(isIP(options.hostname.replace(/^\[(.*)\]$/, '$1')) === 0 ? { servername } : {}) },
    (...made) => {
      const [error] = made;
      if (error && 'code' in error && tlsFaultOf(String(error.code)))
        done(Object.assign(error, { code: `PROXY_TLS_${error.code}` }), null);
      else done(...made);
    },
  );

/** Ends the call if the proxy closes the connection. On the error of the client itself, the client connects again at once, without end. */
function endedByClose(connect: Connect): Connect {
  return (options, done) =>
    connect(options, (...made) => {
      const [error] = made;
      if (error && 'code' in error && /^UND_ERR_(?:SOCKET|INFO)$/.test(String(error.code)))
        done(Object.assign(new Error(error.message), { code: 'ECONNRESET' }), null);
      else done(...made);
    });
}

/** Connections through a proxy, which connects to the server (CONNECT) also for http: */
function proxied({ url }: ProxyRoute, tls: buildConnector.BuildOptions): Dispatcher {
  return new ProxyAgent({
    ...POOL,
    uri: url.origin,
    ...(url.username === '' ? {} : { token: `Basic ${credentialsOf(url)}` }),
    clientFactory: (origin) => new Pool(origin, { connect: toProxy }),
    requestTls: tls,
    factory: (origin, { connect, ...options }: Pool.Options) =>
      new Pool(origin, {
        ...options,
        ...(typeof connect === 'function' ? { connect: reporting(endedByClose(connect)) } : {}),
      }),
  });
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { NotiformError } from '../core/problem.ts';
import type { Bindings } from './bindings.ts';

const LOOPBACK = '127.0.0.1';
/** Every IPv4 interface: containers and CI services call from another machine. */
const EVERYWHERE = '0.0.0.0';

/** The address to listen on. Port 0 takes a free port. */
export interface Address {
  port: number;
  /** True for every interface, false for loopback only. */
  everywhere: boolean;
}

/** How long a client may take, in milliseconds (assumption 138). The service closes idle connections after 4 s (message API 2.1). */
const PATIENCE = { headers: 10_000, request: 60_000, idle: 3000 };

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens for both APIs. Throws if the port is taken. Node answers requests that are not valid HTTP.
 * @param now the emulator's time, for the `Date` header
 * @param idleMs when an idle connection is closed. Newer Node releases add one second
 */
export async function listen(
  app: Hono<Bindings>,
  address: Address,
  now: () => number,
  idleMs = PATIENCE.idle,
): Promise<Listening> {
  const handle = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Node reads the rest of a body itself. The cleanup of hono would cut connections whose answer is not sent yet.
    autoCleanupIncoming: false,
  });
  const options = {
    keepAliveTimeout: idleMs,
    headersTimeout: PATIENCE.headers,
    requestTimeout: PATIENCE.request,
  };
  const server = createServer(options, (incoming, outgoing) => {
    outgoing.setHeader('date', new Date(now()).toUTCString());
    void handle(incoming, outgoing);
  });
  // A process without processor time has waiting bytes and a due timer, and timers run first.
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
  const { port, everywhere } = address;
  await once(server.listen(port, everywhere ? EVERYWHERE : LOOPBACK), 'listening').catch((error: Error) => {
    throw unavailable(port, error);
  });
  const opening = server.address();
  return { port: typeof opening === 'object' && opening ? opening.port : port, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function unavailable(port: number, error: Error): NotiformError {
  const why = 'code' in error ? ` (${String(error.code)})` : '';
  return new NotiformError({
    code: 'emulator-port',
    severity: 'error',
    message: `the emulator cannot listen on port ${port}${why}`,
    hint: 'Stop what listens there, or choose another port.',
  });
}

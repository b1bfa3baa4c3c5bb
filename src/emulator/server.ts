import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { NotiformError } from '../core/problem.ts';
import { result } from './answers.ts';
import type { Bindings } from './resource/router.ts';

const LOOPBACK = '127.0.0.1';
/** Idle connections are closed after 4 s at most (message API 2.1); newer Nodes add a second of their own. */
const KEEP_ALIVE_MS = 3000;

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Listens on loopback alone; port 0 takes a free one. Throws where the port is taken. */
export async function listen(app: Hono<Bindings>, port: number): Promise<Listening> {
  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
    void handle(incoming, outgoing);
  });
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return;
    const body = JSON.stringify({ code: result.parameters, message: 'the request is no HTTP' });
    const head = `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    socket.end(`${head}\r\n\r\n${body}`);
  });
  await opened(server, port);
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : port, close: () => closed(server) };
}

function opened(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(unavailable(port, error)));
    server.listen(port, LOOPBACK, () => resolve());
  });
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

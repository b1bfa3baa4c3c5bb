import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { NotiformError } from '../core/problem.ts';
import { result } from './answers.ts';
import type { Bindings } from './bindings.ts';
import { endBody } from './body.ts';

const LOOPBACK = '127.0.0.1';
/** Every IPv4 interface: containers and CI services call from another machine. */
const EVERYWHERE = '0.0.0.0';

/** The address to listen on. Port 0 takes a free port. */
export interface Address {
  port: number;
  /** True for every interface, false for loopback only. */
  everywhere: boolean;
}
/** How long a client may take (assumption 138). */
export interface Patience {
  /** Milliseconds until the headers of a request have arrived. */
  headersMs: number;
  /** Milliseconds until the whole request has arrived. */
  requestMs: number;
  /** Milliseconds until an idle connection is closed. Newer Node releases add one second. */
  idleMs: number;
}

/** The service closes idle connections after 4 s (message API 2.1). */
const PATIENCE: Patience = { headersMs: 10_000, requestMs: 60_000, idleMs: 3000 };
/** How often Node checks for slow requests. */
const CHECK_MS = 1000;

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens for both APIs. Throws if the port is taken.
 * @param now the emulator's time, for the `Date` header
 */
export async function listen(
  app: Hono<Bindings>,
  address: Address,
  now: () => number,
  patience: Partial<Patience> = {},
): Promise<Listening> {
  const handle = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Node reads the rest of a body itself. The cleanup of hono would cut connections whose answer is not sent yet.
    autoCleanupIncoming: false,
    errorHandler: () => Response.json({ code: result.parameters, message: 'the request has no host' }, { status: 400 }),
  });
  const { headersMs, requestMs, idleMs } = { ...PATIENCE, ...patience };
  const options = {
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // Node would refuse the request without a body.
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
  };
  const exchanges = new WeakMap<Duplex, Exchange>();
  const server = createServer(options, (incoming: IncomingMessage, outgoing) => {
    exchanges.set(incoming.socket, { incoming, outgoing });
    outgoing.setHeader('date', new Date(now()).toUTCString());
    void handle(incoming, outgoing);
  });
  server.on('clientError', (error, socket) => closeBroken(socket, reasonOf(error), exchanges.get(socket)));
  server.on('checkExpectation', ({ socket }: IncomingMessage) => closeWith(socket, 417));
  server.on('connect', (_incoming, socket) => closeWith(socket, 405));
  server.on('timeout', (socket) => ifSilent(socket, () => socket.destroy()));
  const { port, everywhere } = address;
  await once(server.listen(port, everywhere ? EVERYWHERE : LOOPBACK), 'listening').catch((error: Error) => {
    throw unavailable(port, error);
  });
  const opening = server.address();
  return { port: typeof opening === 'object' && opening ? opening.port : port, close: () => closed(server) };
}

/** The answers to requests that never reach an API. */
const REASONS = {
  400: { phrase: 'Bad Request', message: 'the request is not valid HTTP' },
  405: { phrase: 'Method Not Allowed', message: 'the method must be POST' },
  408: { phrase: 'Request Timeout', message: 'the request took too long to arrive' },
  413: { phrase: 'Payload Too Large', message: 'the extensions of a chunk are too large' },
  417: { phrase: 'Expectation Failed', message: 'nothing but 100-continue can be expected' },
  431: { phrase: 'Request Header Fields Too Large', message: 'the headers of the request are too large' },
} as const;

type Reason = keyof typeof REASONS;

const REASON_OF: Readonly<Record<string, Reason>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

function reasonOf(error: Error): Reason {
  return REASON_OF['code' in error ? String(error.code) : ''] ?? 400;
}

/** Acts unless bytes arrive just now: a process without processor time has both waiting, and timers run first. */
function ifSilent(socket: Duplex & { bytesRead?: number }, act: () => void): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) act();
  });
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** Ends a broken connection. Never mixes the reason into an answer that is being sent. */
function closeBroken(socket: Duplex, reason: Reason, exchange: Exchange | undefined): void {
  if (!socket.writable) socket.destroy();
  else if (exchange === undefined || exchange.outgoing.writableFinished) {
    if (reason === 408) ifSilent(socket, () => closeWith(socket, reason));
    else closeWith(socket, reason);
  } else if (exchange.outgoing.headersSent) socket.destroy();
  else if (reason === 408) closeWith(socket, reason);
  else endRequest(exchange);
}

/** Ends the body of the request. The endpoint that reads it then answers. */
function endRequest({ incoming, outgoing }: Exchange): void {
  outgoing.shouldKeepAlive = false;
  endBody(incoming);
}

function closeWith(socket: Duplex, reason: Reason): void {
  const body = JSON.stringify({ code: result.parameters, message: REASONS[reason].message });
  const head = [
    `HTTP/1.1 ${reason} ${REASONS[reason].phrase}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
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

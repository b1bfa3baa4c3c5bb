import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { slept } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import type { DeliveryResult } from './message.ts';
import { parseWebhook } from './report.ts';
import type { ResultWait, Sent } from './results.ts';

/** Receives the results that the service pushes (message API 6). */
export interface ResultListener {
  /** The address that it listens on, as `http://127.0.0.1:8080`. */
  url: string;
  /** The result of a message, known by its message key or our refkey; undefined if none came in time. */
  waitFor(sent: Sent, waiting: ResultWait): Promise<DeliveryResult | undefined>;
  close(): Promise<void>;
}

/** A result has a few hundred bytes. */
const LARGEST_BODY = 64 * 1024;

/**
 * Listens on the loopback interface: the service reaches it through a tunnel or a proxy. Port 0 takes a free one.
 * Throws a NotiformError if the port is not available.
 */
export async function openListener(port: number): Promise<ResultListener> {
  const received: DeliveryResult[] = [];
  const waiting = new Set<() => void>();
  const take = (result: DeliveryResult): void => {
    received.push(result);
    for (const wake of waiting) wake();
  };
  const server = createServer((request, response) => {
    void answer(request, response, take);
  });
  const address = await listen(server, port);
  return {
    url: `http://127.0.0.1:${address}`,
    waitFor: (sent, limits) => waitFor(sent, limits, received, waiting),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(
        new NotiformError({
          code: 'send-listener',
          severity: 'error',
          message: `Results cannot be listened for on port ${port}: ${error.message}`,
        }),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

/** Answers 200 to a result, so that it is not pushed again; 400 to another body, 405 and 413 to requests that cannot have one. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  take: (result: DeliveryResult) => void,
): Promise<void> {
  const reply = (status: number): void => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end('{}');
  };
  if (request.method !== 'POST') return reply(405);
  const body = await readBody(request);
  if (body === undefined) return reply(413);
  const read = parseWebhook(parseJson(body));
  if ('problem' in read) return reply(400);
  take(read.result);
  reply(200);
}

/** Returns the body, or undefined if it is too large or incomplete. Reads it to its end, or the client would not get the answer. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size <= LARGEST_BODY) chunks.push(bytes);
    }
  } catch {
    return undefined;
  }
  return size <= LARGEST_BODY ? Buffer.concat(chunks).toString('utf8') : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits for a result. It may already have arrived, since the push can be faster than the answer to the send. */
async function waitFor(
  sent: Sent,
  { deadline, clock, signal }: ResultWait,
  received: readonly DeliveryResult[],
  waiting: Set<() => void>,
): Promise<DeliveryResult | undefined> {
  const find = (): DeliveryResult | undefined => received.find((result) => belongs(result, sent));
  if (find()) return find();
  const stop = new AbortController();
  const wake = (): void => {
    if (find()) stop.abort();
  };
  waiting.add(wake);
  try {
    await slept(clock, Math.max(0, deadline - clock.now()), AbortSignal.any([signal, stop.signal]));
  } finally {
    waiting.delete(wake);
  }
  return find();
}

/** Compares message keys if both have one, otherwise the refkey, which is unique. */
function belongs(result: DeliveryResult, { messageKey, refKey }: Sent): boolean {
  if (messageKey !== undefined && result.messagekey !== undefined) return result.messagekey === messageKey;
  return result.refkey === refKey;
}

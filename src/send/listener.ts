import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isObject, parsedJson } from '../core/json.ts';
import { slept } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { type DeliveryResult, resultIn, UNCERTAIN } from './report.ts';
import type { ResultWait } from './results.ts';

/** Receives the results that the service pushes (message API 6). */
export interface ResultListener {
  /** The address that it listens on, as `http://127.0.0.1:8080`. */
  url: string;
  /** Announces a message before its call: the push can be faster than the answer. Only results of these are taken. */
  expect(refKey: string): void;
  /** The result of an announced message; undefined if none came in time. */
  waitFor(refKey: string, waiting: ResultWait): Promise<DeliveryResult | undefined>;
  close(): Promise<void>;
}

/** A result has a few hundred bytes. */
const LARGEST_BODY = 64 * 1024;

/** How long a client may take for a request, and how many clients are served at the same time. */
const REQUEST_MS = 10_000;
const MOST_CLIENTS = 100;

/**
 * Listens on the loopback interface: the service reaches it through a tunnel or a proxy. Port 0 takes a free one.
 * Throws a NotiformError if the port is not available.
 */
export async function openListener(port: number): Promise<ResultListener> {
  const inbox: Inbox = new Map();
  const server = createServer(
    { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: 1000 },
    (request, response) => {
      void answer(request, response, inbox);
    },
  );
  server.maxConnections = MOST_CLIENTS;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    const message = `Results cannot be listened for on port ${port}: ${why}`;
    throw new NotiformError({ code: 'send-listener', severity: 'error', message });
  });
  const bound = server.address();
  const address = isObject(bound) ? bound['port'] : port;
  return {
    url: `http://127.0.0.1:${address}`,
    expect: (refKey) => void inbox.set(refKey, {}),
    waitFor: async (refKey, { deadline, clock, signal }) => {
      const expected = inbox.get(refKey);
      if (!expected || expected.result) return expected?.result;
      const stop = new AbortController();
      expected.wake = () => stop.abort();
      await slept(clock, Math.max(0, deadline - clock.now()), AbortSignal.any([signal, stop.signal]));
      return expected.result;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The results of this run's messages, by their refkeys, which are random: at most one for each. */
type Inbox = Map<string, { result?: DeliveryResult; wake?: () => void }>;

/**
 * Takes a result of an expected message. A repeated push changes nothing, unless the first result was uncertain. Returns false
 * for the result of any other message.
 */
function take(inbox: Inbox, result: DeliveryResult): boolean {
  const mine = inbox.get(result.refkey ?? '');
  if (!mine) return false;
  if (!mine.result || mine.result.result === UNCERTAIN) mine.result = result;
  mine.wake?.();
  return true;
}

/**
 * Answers 200 to a result of this run, also if it is pushed again. Answers 404 to a result of another message, so that the service
 * keeps it for its receiver (assumption 343); 400 to another body, 405 and 413 to requests that cannot have a result.
 */
async function answer(request: IncomingMessage, response: ServerResponse, inbox: Inbox): Promise<void> {
  const body = await readBody(request);
  const result = body && resultIn(parsedJson(body));
  const wrong = request.method !== 'POST' ? 405 : body === undefined ? 413 : 400;
  const status = result && wrong !== 405 ? (take(inbox, result) ? 200 : 404) : wrong;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end('{}');
}

/** Returns the body, or undefined if it is too large or incomplete. Reads it to its end, or the client would not get the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size <= LARGEST_BODY) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return size <= LARGEST_BODY ? Buffer.concat(chunks) : undefined;
}

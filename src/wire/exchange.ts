import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Dispatcher, FormData } from 'undici';
import type { Clock } from '../core/ports.ts';

/** One HTTP request as bytes. */
export interface WireRequest {
  method: 'POST' | 'GET';
  origin: string;
  path: string;
  headers: Record<string, string>;
  body?: string | FormData | Readable;
  /** From begin to the answer's last byte, in milliseconds. */
  timeoutMs: number;
  /** The longest body that is read, in bytes. */
  mostBytes: number;
}

export interface WireResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

/**
 * How an exchange ended. `sent` tells whether a byte may have reached the other side: it is true from the moment the
 * request is handed to an open connection.
 */
export type Exchange =
  | { ended: 'answered'; response: WireResponse }
  | { ended: 'broken'; sent: boolean; cause: Error }
  | { ended: 'timed-out'; sent: boolean }
  | { ended: 'too-long' }
  | { ended: 'interrupted'; sent: boolean };

/** A connection that has not come about by then will not. */
const CONNECT_MS = 10_000;

/**
 * Sends one request and reads the whole answer. Never throws for what the network does. An error is a plain value here,
 * so that the one thing that matters, whether anything was sent, is known and not guessed from an error's code.
 */
export async function exchange(
  dispatcher: Dispatcher,
  clock: Clock,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  const ended = await run(dispatcher, clock, request, signal);
  // the client takes a connection back one turn of the event loop after its answer; the next call would open another
  if (ended.ended === 'answered') await setImmediate();
  return ended;
}

function run(dispatcher: Dispatcher, clock: Clock, request: WireRequest, signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve) => {
    const watch = new AbortController();
    const chunks: Buffer[] = [];
    let sent = false;
    let settled = false;
    let size = 0;
    let head: Omit<WireResponse, 'body'> | undefined;
    let abort: (reason: Error) => void = () => {};

    const settle = (result: Exchange): void => {
      if (settled) return;
      settled = true;
      watch.abort();
      signal.removeEventListener('abort', interrupt);
      resolve(result);
      if (result.ended !== 'answered') abort(new Error(result.ended));
    };
    const interrupt = (): void => settle({ ended: 'interrupted', sent });
    const after = (ms: number, act: () => void): void => {
      clock.sleep(ms, watch.signal).then(act, () => {});
    };

    if (signal.aborted) return interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    after(request.timeoutMs, () => settle({ ended: 'timed-out', sent }));
    after(Math.min(CONNECT_MS, request.timeoutMs), () => {
      if (!sent) settle({ ended: 'timed-out', sent });
    });

    dispatcher.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart(controller) {
          abort = (reason) => controller.abort(reason);
          if (settled) return abort(new Error('settled'));
          sent = true;
        },
        onResponseStart(_controller, status, headers) {
          head = { status, headers };
        },
        onResponseData(_controller, chunk) {
          size += chunk.length;
          if (size > request.mostBytes) settle({ ended: 'too-long' });
          else chunks.push(chunk);
        },
        onResponseEnd() {
          if (head) settle({ ended: 'answered', response: { ...head, body: Buffer.concat(chunks) } });
        },
        onResponseError(_controller, cause) {
          settle({ ended: 'broken', sent, cause });
        },
      },
    );
  });
}

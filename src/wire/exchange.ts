import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Dispatcher, FormData } from 'undici';
import type { Alarm, Clock } from '../core/ports.ts';
import type { Redaction } from '../text/redaction.ts';
import { onAbort } from './on-abort.ts';
import type { ProxyFor } from './proxy.ts';

/** Dependencies of every call, to the APIs and to file servers. */
export interface ExchangeParts {
  dispatcher: Dispatcher;
  clock: Clock;
  /** Runs the timeouts. */
  watch: Alarm;
  /** Time of one call in milliseconds, without its upload. */
  timeoutMs: number;
  /** The secrets and numbers of this run. */
  redaction: Redaction;
  /** Which connections go through a proxy; none if left out. */
  proxyFor?: ProxyFor | undefined;
  /** Receives one line for each call and try, without secrets. */
  trace: (line: string) => void;
  /** Aborts when the client closes. */
  closing: AbortSignal;
}

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

/** How an exchange ended. `sent` is true if a byte may have reached the server: from when an open connection takes the request. */
export type Exchange =
  | { ended: 'answered'; response: WireResponse }
  | { ended: 'broken'; sent: boolean; cause: Error }
  | { ended: 'timed-out'; sent: boolean }
  | { ended: 'too-long' }
  | { ended: 'interrupted'; sent: boolean };

/** The longest wait for a connection. */
const CONNECT_MS = 10_000;

/**
 * Sends one request and reads the whole answer. Never throws for what the network does. A network error is a plain value,
 * because the error's code does not show if anything was sent.
 */
export async function exchange(
  dispatcher: Dispatcher,
  watch: Alarm,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  const ended = await run(dispatcher, watch, request, signal);
  // The client reuses a connection only one turn of the event loop after its answer. A call before that opens another one.
  if (ended.ended === 'answered') await setImmediate();
  return ended;
}

function run(dispatcher: Dispatcher, watch: Alarm, request: WireRequest, signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve) => {
    const watches: (() => void)[] = [];
    const chunks: Buffer[] = [];
    let sent = false;
    let hasEnded = false;
    let size = 0;
    let head: Omit<WireResponse, 'body'> | undefined;
    let abort: (reason: Error) => void = () => {};

    const end = (result: Exchange): void => {
      if (hasEnded) return;
      hasEnded = true;
      for (const cancel of watches) cancel();
      resolve(result);
      if (result.ended !== 'answered') abort(new Error(result.ended));
    };
    const interrupt = (): void => end({ ended: 'interrupted', sent });
    const timeOut = (): void => end({ ended: 'timed-out', sent });

    if (signal.aborted) return interrupt();
    watches.push(
      onAbort(signal, interrupt),
      watch.after(request.timeoutMs, timeOut),
      watch.after(Math.min(CONNECT_MS, request.timeoutMs), () => {
        if (!sent) timeOut();
      }),
    );

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
          if (hasEnded) return abort(new Error('ended'));
          sent = true;
        },
        onResponseStart(_controller, status, headers) {
          head = { status, headers };
        },
        onResponseData(_controller, chunk) {
          size += chunk.length;
          if (size > request.mostBytes) end({ ended: 'too-long' });
          else chunks.push(chunk);
        },
        onResponseEnd() {
          if (head) end({ ended: 'answered', response: { ...head, body: Buffer.concat(chunks) } });
        },
        onResponseError(_controller, cause) {
          end({ ended: 'broken', sent, cause });
        },
      },
    );
  });
}

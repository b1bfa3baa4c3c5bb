import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { createServer as createNetServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { ServiceFailure } from '../../src/core/failure.ts';
import type { Alarm, Clock, Random } from '../../src/core/ports.ts';
import type { ProfileRef } from '../../src/core/resource.ts';
import { neutralWire } from '../../src/core/wire.ts';
import { systemFiles } from '../../src/files/system.ts';
import { messageEndpoints } from '../../src/send/endpoints.ts';
import { type Client, type ClientOptions, createClient } from '../../src/wire/client.ts';

/** 2026-11-20 09:00:00 in Korea. */
export const START = Date.UTC(2026, 10, 20);

/** A clock whose sleeps take no time and are remembered. */
class QuickClock implements Clock {
  readonly slept: number[] = [];
  #now = START;
  now(): number {
    return this.#now;
  }
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.slept.push(ms);
    const end = this.#now + ms;
    await settled();
    this.#now = Math.max(this.#now, end);
  }
}

/** A clock that stands still until it is turned. */
export class HandClock implements Clock, Alarm {
  #now = START;
  #sleepers: { at: number; wake: () => void }[] = [];
  now(): number {
    return this.#now;
  }
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      });
    });
  }
  after(ms: number, act: () => void): () => void {
    const sleeper = { at: this.#now + ms, wake: act };
    this.#sleepers.push(sleeper);
    return () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
    };
  }
  get sleeping(): number {
    return this.#sleepers.length;
  }
  async turn(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.at);
      this.#sleepers = this.#sleepers.filter((other) => other !== next);
      next.wake();
      await settled();
    }
    this.#now = end;
  }
  #next(end: number): { at: number; wake: () => void } | undefined {
    return this.#sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets everything run that waits for nothing. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** Always the middle. */
export const half: Random = { next: () => 0.5, hex: (bytes) => '0'.repeat(bytes * 2) };

export const shop: ProfileRef = { alias: 'shop', key: 'a'.repeat(40), type: 'S' };
export const mall: ProfileRef = { alias: 'mall', key: 'g'.repeat(40), type: 'G' };

export const credentials = { bizId: 'biz', apiKey: 'key-of-the-api', account: 'account', password: 'pass:word' };

export interface Made {
  service: Client;
  trace: string[];
  clock: QuickClock;
  watch: HandClock;
}

/** A service of its own for one test, closed at its end. */
export function make(options: Partial<ClientOptions>): Made {
  const trace: string[] = [];
  const clock = new QuickClock();
  const watch = new HandClock();
  const service = createClient({
    token: messageEndpoints.token,
    credentials,
    wire: neutralWire,
    limits: { inFlight: 8, perSecond: 50, timeoutMs: 40_000 },
    insecureTls: false,
    ports: { clock, random: half, files: systemFiles },
    watch,
    trace: (line) => trace.push(line),
    ...options,
  });
  onTestFinished(() => service.close());
  return { service, trace, clock, watch };
}

/** What a server was asked. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Listening {
  url: string;
  asked: Asked[];
}

/** An HTTP server that answers what `reply` says; a string is sent as it is, everything else as JSON. */
export async function answering(reply: (asked: Asked, count: number) => Reply): Promise<Listening> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      write(response, reply(one, asked.length));
    });
  });
  return { url: await listen(server), asked };
}

function write(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}

export async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** A bare TCP server: what comes in is given whole requests at a time to `talk`. */
export async function talking(
  talk: (socket: Socket, request: string, count: number) => void,
): Promise<Listening & { sockets: Socket[] }> {
  const asked: Asked[] = [];
  const sockets: Socket[] = [];
  const server = createNetServer((socket) => {
    sockets.push(socket);
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      const [line = ''] = text.split('\r\n');
      const [method = '', path = ''] = line.split(' ');
      asked.push({ method, path, headers: {}, body: text.slice(end + 4) });
      const whole = text;
      text = '';
      talk(socket, whole, asked.length);
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: await listen(server), asked, sockets };
}

export async function listen(server: Server | NetServer, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A whole HTTP/1.1 answer as text. */
export function http(body: unknown, { status = '200 OK', headers = '' } = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n${headers}\r\n${text}`;
}

/** The failure of a call that has to fail. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceFailure> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceFailure) return error;
    throw error;
  }
  throw new Error('the call went well');
}

/** Kind and problem, with the port of the test's server written as PORT. */
export async function told(call: Promise<unknown>): Promise<object> {
  const { kind, problem } = await failureOf(call);
  return JSON.parse(JSON.stringify({ kind, ...problem }).replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')) as object;
}

export const never = new AbortController().signal;

export const template = {
  templateCode: 'order_paid',
  templateName: '주문 결제 안내',
  templateMessageType: 'BA',
  templateEmphasizeType: 'NONE',
  templateContent: '#{이름}님, 결제가 완료되었습니다.',
  categoryCode: '001001',
} as const;

export const detail = { ...template, inspectionStatus: 'REG', status: 'R' };

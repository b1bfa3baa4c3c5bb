import { Dispatcher } from 'undici';
import type { Alarm, Clock, Files, Random } from '../../src/core/ports.ts';
import type { SendResult } from '../../src/core/send-result.ts';
import { neutralWire } from '../../src/core/wire.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { warnOfEarlier } from '../../src/send/earlier.ts';
import { messageApi, messageEndpoints } from '../../src/send/endpoints.ts';
import { type JournaledSend, openJournal } from '../../src/send/journal.ts';
import { openClaims } from '../../src/send/once.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import { runSends } from '../../src/send/run.ts';
import { keyedDigest } from '../../src/state/account.ts';
import type { StateDocument } from '../../src/state/document.ts';
import { createClient } from '../../src/wire/client.ts';
import { ONCE } from '../../src/wire/once.ts';
import { seededRandom } from '../random.ts';
import { memoryFiles, NOW, noFiles, prepared, testSend } from '../send/support.ts';

/** Worlds in which test sends are repeated, killed and badly answered. The service is written from the documents. */

/** A message that the service accepted. */
export interface Accepted {
  refkey: string;
  to: string;
  key: string;
  /** Undefined if there is never a result. */
  result: string | undefined;
}

/** The death of a process: nothing that it does afterwards has an effect. */
class Killed extends Error {}

/** Counts the effects of a run, and ends it at one of them. */
class Fate {
  isDead = false;
  readonly stop = new AbortController();
  #events = 0;
  readonly #death: number;
  readonly #signal: number;

  constructor(death: number, signal: number) {
    this.#death = death;
    this.#signal = signal;
  }

  /** An effect of the run: it can be killed or stopped just before. */
  pass(): void {
    this.#events += 1;
    if (this.#events >= this.#death) this.isDead = true;
    if (this.#events === this.#signal) this.stop.abort();
    if (this.isDead) throw new Killed();
  }
}

/** How one call ends. */
const ENDS = [
  'answer',
  'answer',
  'answer',
  'error',
  'refused',
  'reset',
  'cut',
  'page',
  'code',
  'hang',
  'no-line',
] as const;

/** A service that answers as `random` decides, over lines that break. Time-outs come from `watch`. */
class Service extends Dispatcher {
  readonly accepted: Accepted[] = [];
  readonly calls = new Map<string, number>();
  /** The line of this run. */
  fate = new Fate(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  readonly #random: Random;
  readonly #trouble: number;
  readonly #watch: Watch;
  #tokens = new Set<string>();

  constructor(random: Random, trouble: number, watch: Watch) {
    super();
    this.#random = random;
    this.#trouble = trouble;
    this.#watch = watch;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const fail = (code: string): void => handler.onResponseError?.(LINE, Object.assign(new Error(code), { code }));
    try {
      this.fate.pass();
      const end = this.#random.next() < this.#trouble ? pick(this.#random, ENDS) : 'answer';
      if (end === 'no-line') {
        fail('ECONNREFUSED');
        return true;
      }
      handler.onRequestStart?.(LINE, {});
      const { status, body, headers } = this.#answer(String(options.path), options, end);
      this.fate.pass();
      if (end === 'reset') fail('ECONNRESET');
      else if (end === 'hang') this.#watch.expire();
      else if (end === 'cut') {
        handler.onResponseStart?.(LINE, 200, {});
        handler.onResponseData?.(LINE, Buffer.from(body.slice(0, 9)));
        fail('UND_ERR_SOCKET');
      } else {
        handler.onResponseStart?.(LINE, status, headers);
        handler.onResponseData?.(LINE, Buffer.from(body));
        handler.onResponseEnd?.(LINE, {});
      }
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      handler.onRequestStart?.(LINE, {});
      fail('KILLED');
    }
    return true;
  }

  #answer(path: string, options: Dispatcher.DispatchOptions, end: (typeof ENDS)[number]) {
    const random = this.#random;
    const json = (value: unknown, status = 200, headers = {}) => ({ status, headers, body: JSON.stringify(value) });
    // A documented error proves that nothing was done. Everything else may come after the work, or in its place.
    const errors = [...ONCE];
    const [code, [status]] = errors[Math.floor(random.next() * errors.length)] ?? [9000, [500]];
    if (end === 'error') return json({ code, description: 'no' }, status, { 'ratelimit-reset': '2' });
    if (end === 'refused') return json({ code: 2000, description: 'no' }, 400);
    const done =
      end === 'answer' || end === 'cut' || random.next() < 0.5 ? this.#work(path, options) : json({ code: 9000 }, 500);
    if (end === 'page')
      return {
        status: pick(random, [200, 400, 429, 500, 502, 503, 504]),
        body: '<html>Bad Gateway</html>',
        headers: {},
      };
    if (end === 'code') return json({ code: pick(random, [1001, 2000, 4999, 5002, 9000]), description: 'no' }, 200);
    return done;
  }

  #work(path: string, { headers, body }: Dispatcher.DispatchOptions) {
    const random = this.#random;
    const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value), headers: {} });
    if (path === '/v1/token') {
      const accesstoken = `token-${random.hex(4)}`;
      this.#tokens.add(accesstoken);
      return json({ accesstoken, type: 'Bearer', expired: '20270101000000' });
    }
    const given = new Map(Object.entries(headers ?? {})).get('authorization');
    if (random.next() < 0.05) this.#tokens.clear();
    if (!this.#tokens.has(String(given).replace('Bearer ', ''))) return json({ code: 3002, description: 'no' }, 400);
    const request = JSON.parse(String(body)) as { refkey: string; to: string; messagekey: string };
    if (path === '/v3/message') {
      const { refkey, to } = request;
      const key = random.hex(16);
      this.accepted.push({
        refkey,
        to,
        key,
        result: pick(random, ['7000', '7000', '7000', '7000', '7204', '7305', undefined]),
      });
      return json({ code: 1000, description: 'success', messagekey: key, refkey });
    }
    const message = this.accepted.find(({ key }) => key === request.messagekey);
    if (!message) return json({ code: 2000, description: 'no' }, 400);
    const result = message.result && { CMSGID: message.key, REFKEY: message.refkey, RESULT: message.result };
    return json({ code: 1000, description: 'success', messagekey: message.key, ...(result ? { result } : {}) });
  }
}

const LINE: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
};

/** Time-outs that end when the service lets a call hang. */
class Watch implements Alarm {
  #timeouts = new Set<() => void>();
  after(_ms: number, act: () => void): () => void {
    this.#timeouts.add(act);
    return () => this.#timeouts.delete(act);
  }
  expire(): void {
    for (const act of this.#timeouts) act();
    this.#timeouts.clear();
  }
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random.next() * list.length)] as T;
}

/** What a run showed. Undefined results: it was killed, and showed nothing. */
export interface Ran {
  sends: PreparedSend[];
  results: SendResult[] | undefined;
  /** The recipients of the messages that the run warned about before it sent. */
  warned: string[];
  /** The messages that the service accepted during the run. */
  accepted: Accepted[];
}

/** A project, its service and its store. A run is one process. */
export class SendWorld {
  readonly #random: Random;
  readonly #files = memoryFiles();
  readonly #service: Service;
  readonly #watch = new Watch();
  readonly #isUnlessSent: boolean;
  #document: StateDocument | undefined;
  #now = NOW;

  constructor(seed: number, isUnlessSent: boolean) {
    this.#random = seededRandom(seed);
    this.#isUnlessSent = isUnlessSent;
    this.#service = new Service(this.#random, pick(this.#random, [0.02, 0.4, 0.8]), this.#watch);
  }

  async run(): Promise<Ran> {
    const random = this.#random;
    const at = (chance: number): number =>
      random.next() < chance ? 1 + Math.floor(random.next() * 16) : Number.POSITIVE_INFINITY;
    const fate = new Fate(at(0.5), at(0.2));
    const service = this.#service;
    service.fate = fate;
    const clock: Clock = {
      now: () => this.#now,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        this.#now += ms;
      },
    };
    const files = this.#disk(fate);
    const client = createClient({
      token: messageEndpoints.token,
      messageUrl: 'https://messages.example.com',
      credentials: { bizId: 'b', apiKey: 'k', account: 'account', password: 'password' },
      wire: neutralWire,
      limits: { inFlight: 4, perSecond: 1000, timeoutMs: 40_000 },
      insecureTls: false,
      ports: { clock, random, files },
      watch: this.#watch,
      dispatcher: service,
    });
    // A fresh runner has no journal; only the store is shared.
    if (this.#isUnlessSent && random.next() < 0.5) this.#files.texts.clear();
    const before = service.accepted.length;
    const sends = prepared({ test: testSend({ to: ['qa', 'dev', 'ops'] }), random, clock });
    const keyed = keyedDigest('key');
    const journal = openJournal({ files, path: 'sends.jsonl', clock, environment: 'local', keyed });
    const warnings = await warnOfEarlier(sends, { journal, environment: 'local' });
    const warned = ['qa', 'dev', 'ops'].filter((name) =>
      warnings.some(({ message }) => message.includes(` to ${name} at `)),
    );
    const results = await runSends(sends, {
      message: messageApi(client),
      keyOf: noFiles,
      journal,
      clock,
      signal: fate.stop.signal,
      confirmed: [],
      waitMs: 30_000,
      claims: this.#isUnlessSent
        ? openClaims({
            store: this.#store(fate),
            journal,
            clock,
            environment: 'local',
            account: 'a',
            keyed,
            unlessSentMs: 24 * 3_600_000,
            holder: { pid: 1, host: 'h', command: 'send' },
          })
        : undefined,
    }).catch((error: unknown) => {
      if (!fate.isDead) throw error;
      return undefined;
    });
    await client.close();
    this.#now += 60_000;
    return { sends, warned, accepted: service.accepted.slice(before), results: fate.isDead ? undefined : results };
  }

  /** The sends of the journal, by refkey, as another machine would read it. */
  async journaled(): Promise<ReadonlyMap<string, JournaledSend>> {
    const clock: Clock = { now: () => this.#now, sleep: () => Promise.reject(new Error('no time')) };
    const journal = openJournal({ files: this.#files, path: 'sends.jsonl', clock, environment: 'local' });
    return new Map((await journal.sends()).map((send) => [send.refkey, send]));
  }

  get accepted(): readonly Accepted[] {
    return this.#service.accepted;
  }

  /** The journal's file: a killed process may leave a part of a line, and a disk may be full. */
  #disk(fate: Fate): Files {
    const files = this.#files;
    const random = this.#random;
    const isFull = random.next() < 0.05;
    return {
      ...files,
      append: async (path, text) => {
        try {
          fate.pass();
        } catch (error) {
          if (random.next() < 0.3) await files.append(path, text.slice(0, Math.floor(random.next() * text.length)));
          throw error;
        }
        if (isFull && random.next() < 0.3) throw new FileFailure('written', path, 'ENOSPC');
        await files.append(path, text);
        fate.pass();
      },
    };
  }

  #store(fate: Fate): Parameters<typeof openClaims>[0]['store'] {
    return {
      read: async () => this.#document,
      edit: async (_name, _holder, edit) => {
        fate.pass();
        this.#document = edit(this.#document) ?? this.#document;
        fate.pass();
      },
    };
  }
}

import type { Dispatcher } from 'undici';
import type { ServiceFailure } from '../core/failure.ts';
import type { Clock, Random } from '../core/ports.ts';
import type { Redaction } from '../core/redaction.ts';
import { exchangeCouponWord, type Wire } from '../core/wire.ts';
import type { Base } from './base.ts';
import type { Dialect } from './dialect.ts';
import { type Endpoint, pathOf } from './endpoint.ts';
import { exchange, type WireRequest, type WireResponse } from './exchange.ts';
import { failureOf } from './failures.ts';
import { fitTo } from './fit.ts';
import type { Gate } from './gate.ts';
import { judge } from './judgement.ts';
import { type Failed, mayRepeat, outcomeOf, wasTimeout } from './outcome.ts';
import type { Outgoing } from './outgoing.ts';
import { backoff, MOST_TRIES, type RetryBudget } from './retry.ts';
import { dateOf, waitOf } from './server-wait.ts';
import { shown, type Told } from './telling.ts';
import { uploadMs } from './upload-time.ts';

/** What a transport stands on: one of the two APIs, its address and the rules for calling it. */
export interface TransportParts {
  dialect: Dialect;
  base: Base;
  setting: string;
  wire: Wire;
  dispatcher: Dispatcher;
  gate: Gate;
  budget: RetryBudget;
  clock: Clock;
  watch: Clock;
  random: Random;
  timeoutMs: number;
  deadline: number;
  redaction: Redaction;
  trace: (line: string) => void;
  /** Called with the `Date` of each good answer: milliseconds since the epoch by the server's clock. */
  dated?: ((date: number) => void) | undefined;
  closing: AbortSignal;
}

/** The longest that one call waits because the server says so, where the command has no deadline of its own. */
const PATIENCE_MS = 300_000;

/** A megabyte in the spec's longest list of 1,000 rows would be much; this only keeps a wrong server from filling memory. */
const MOST_BYTES = 32 * 1024 * 1024;

type Tried<T> =
  | { is: 'good'; value: T; code: string; date: number | undefined }
  | { is: 'failed'; failed: Failed; waitMs: number | undefined };

/** An answer and when it was: milliseconds since the epoch by the server's clock, undefined where it does not say. */
export interface Dated<T> {
  answer: T;
  date: number | undefined;
}

/** Calls endpoints of one API: gate, tries, judgement, shape, failure. Knows no endpoint by name. */
export class Transport {
  readonly #parts: TransportParts;

  constructor(parts: TransportParts) {
    this.#parts = parts;
  }

  /** Calls until there is an answer, or the call may not be repeated. Throws `ServiceFailure`. */
  async call<T>(endpoint: Endpoint<T>, outgoing: Outgoing, caller: AbortSignal): Promise<Dated<T>> {
    const signal = AbortSignal.any([caller, this.#parts.closing]);
    for (let tries = 1; ; tries += 1) {
      const tried = await this.#try(endpoint, outgoing, tries, signal);
      if (tried.is === 'good') {
        if (tried.date !== undefined) this.#parts.dated?.(tried.date);
        return { answer: tried.value, date: tried.date };
      }
      const stop = await this.#rest(endpoint, tried, tries, signal);
      if (stop) throw this.#failure(stop, endpoint, outgoing, tries);
    }
  }

  /** Waits before the next try; gives what to fail with where there is none. */
  async #rest<T>(
    endpoint: Endpoint<T>,
    { failed, waitMs }: Extract<Tried<T>, { is: 'failed' }>,
    tries: number,
    signal: AbortSignal,
  ): Promise<Failed | undefined> {
    const { clock, random, budget, gate } = this.#parts;
    if (failed.is === 'throttled' && waitMs !== undefined) gate.close(waitMs);
    if (tries >= MOST_TRIES || !mayRepeat(endpoint.kind, failed)) return failed;
    if (!budget.spend(wasTimeout(failed) ? 'time-out' : 'failure')) return failed;
    const wait = (waitMs ?? 0) + backoff(tries + 1, random);
    if (clock.now() + wait > this.#latest()) return { is: 'wait-too-long', waitMs: wait };
    try {
      await clock.sleep(wait, signal);
      return undefined;
    } catch {
      return { is: 'interrupted', sent: false };
    }
  }

  async #try<T>(endpoint: Endpoint<T>, outgoing: Outgoing, tries: number, signal: AbortSignal): Promise<Tried<T>> {
    try {
      const passed = await this.#parts.gate.pass(
        () => this.#once(endpoint, outgoing, tries, signal),
        this.#latest(),
        signal,
      );
      return 'done' in passed ? passed.done : without({ is: 'wait-too-long', waitMs: passed.waitMs });
    } catch (error) {
      if (signal.aborted) return without({ is: 'interrupted', sent: false });
      throw error;
    }
  }

  async #once<T>(endpoint: Endpoint<T>, outgoing: Outgoing, tries: number, signal: AbortSignal): Promise<Tried<T>> {
    const { dispatcher, watch, clock, gate } = this.#parts;
    const request = this.#request(endpoint, outgoing);
    const began = clock.now();
    const ended = await exchange(dispatcher, watch, request, signal);
    const line = (said: string): void =>
      this.#parts.trace(`${request.method} ${request.path} ${said} ${clock.now() - began} ms, try ${tries}`);
    if (ended.ended !== 'answered') {
      const failed = outcomeOf(ended);
      line(`- ${nameOf(failed)}`);
      return without(failed);
    }
    gate.learn(ended.response.headers);
    const tried = this.#read(endpoint, ended.response);
    line(`${ended.response.status} ${this.#codeOf(tried)}`);
    return tried;
  }

  #request<T>(endpoint: Endpoint<T>, outgoing: Outgoing): WireRequest {
    const { base, wire } = this.#parts;
    const { json, form } = outgoing;
    const body = json === undefined ? form : JSON.stringify(exchangeCouponWord(json, wire));
    return {
      method: 'POST',
      origin: base.origin,
      path: `${base.prefix}${pathOf(endpoint, wire)}`,
      headers: { accept: 'application/json', 'user-agent': 'notiform', ...outgoing.headers },
      ...(body === undefined ? {} : { body }),
      timeoutMs: this.#timeout(outgoing),
      mostBytes: MOST_BYTES,
    };
  }

  #read<T>(endpoint: Endpoint<T>, response: WireResponse): Tried<T> {
    const { dialect, clock, budget, wire, redaction } = this.#parts;
    const judgement = judge(dialect, response);
    if (judgement.is !== 'good') {
      return { is: 'failed', failed: judgement, waitMs: waitOf(response.headers, clock.now()) };
    }
    budget.earn();
    const read = fitTo(endpoint.answer, exchangeCouponWord(judgement.body, wire));
    if ('value' in read) {
      const refusal = endpoint.refusal?.(read.value);
      if (refusal) return without({ is: 'refused', words: refusal });
      return {
        is: 'good',
        value: endpoint.clean?.(read.value, (text) => redaction.clean(text)) ?? read.value,
        code: judgement.words?.code ?? '-',
        date: dateOf(response.headers),
      };
    }
    const words = judgement.words ? { words: judgement.words } : {};
    return without({ is: 'misfit', misfit: read.misfit, ...words });
  }

  #codeOf(tried: Tried<unknown>): string {
    if (tried.is === 'good') return tried.code;
    const { failed } = tried;
    return 'words' in failed && failed.words ? shown(failed.words.code, this.#parts.redaction, 40) : nameOf(failed);
  }

  #timeout(outgoing: Outgoing): number {
    return uploadMs(this.#parts.timeoutMs, outgoing.bytes);
  }

  #latest(): number {
    return Math.min(this.#parts.deadline, this.#parts.clock.now() + PATIENCE_MS);
  }

  #failure<T>(failed: Failed, endpoint: Endpoint<T>, outgoing: Outgoing, tries: number): ServiceFailure {
    const { base, setting, dialect, redaction } = this.#parts;
    const told: Told = {
      name: endpoint.name,
      help: (failed.is === 'refused' && endpoint.helpByCode?.[failed.words.code]) || endpoint.help,
      kind: endpoint.kind,
      host: base.host,
      isPlain: base.origin.startsWith('http:'),
      setting,
      dialect,
      timeoutMs: this.#timeout(outgoing),
      tries,
      redaction,
    };
    return failureOf(failed, told);
  }
}

function without<T>(failed: Failed): Tried<T> {
  return { is: 'failed', failed, waitMs: undefined };
}

/** A word for a trace. */
function nameOf(failed: Failed): string {
  if (failed.is !== 'lost' && failed.is !== 'unsent') return failed.is;
  return failed.fault === 'time-out' ? `${failed.is} time-out` : `${failed.is} ${failed.fault.code}`;
}

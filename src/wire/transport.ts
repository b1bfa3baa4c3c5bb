import type { ServiceFailure } from '../core/failure.ts';
import type { Random } from '../core/ports.ts';
import { exchangeCouponWord, type Wire } from '../core/wire.ts';
import type { Base } from './base.ts';
import type { Dialect } from './dialect.ts';
import { type Endpoint, pathOf } from './endpoint.ts';
import { type Exchange, type ExchangeParts, exchange, type WireRequest } from './exchange.ts';
import { failureOf } from './failures.ts';
import { fitTo } from './fit.ts';
import type { Gate } from './gate.ts';
import { TIME_OUT } from './network.ts';
import { type Failed, outcomeOf } from './outcome.ts';
import { type Outgoing, uploadMs } from './outgoing.ts';
import { backoff, MOST_TRIES, mayRepeat, type RetryBudget, throttledWait } from './retry.ts';
import { dateOf, waitOf } from './server-wait.ts';
import { shown } from './shown.ts';

/** One of the two APIs, its address and the rules for calling it. */
export interface TransportParts extends ExchangeParts {
  dialect: Dialect;
  base: Base;
  setting: string;
  wire: Wire;
  gate: Gate;
  budget: RetryBudget;
  random: Random;
  /** Called with the `Date` of each good answer and the time of its call: milliseconds since the epoch, by the server's clock and by ours. */
  dated?: ((date: number, calledAt: number) => void) | undefined;
}

/** The longest wait that a server may ask for. */
const PATIENCE_MS = 300_000;

/** Far more than the spec's longest list of 1,000 rows has. The limit only keeps a wrong server from filling memory. */
const MOST_BYTES = 32 * 1024 * 1024;

type Tried<T> =
  | { is: 'good'; value: T; code: string; date: number | undefined }
  | { is: 'failed'; failed: Failed; waitMs?: number | undefined };

export interface Dated<T> {
  answer: T;
  /** Milliseconds since the epoch by the server's clock. Undefined if the answer has no `Date`. */
  date: number | undefined;
}

/** How often a request was repeated after a failure that allows it. */
interface Spent {
  repetitions: number;
}

/** Calls endpoints of one API: gate, tries, outcome, shape, failure. Knows no endpoint by name. */
export class Transport {
  readonly #parts: TransportParts;
  readonly #signals = new WeakMap<AbortSignal, AbortSignal>();

  constructor(parts: TransportParts) {
    this.#parts = parts;
  }

  /**
   * Calls until there is an answer, or the call may not be repeated. Throws `ServiceFailure`.
   * @param spent counts the repetitions of one request, also if it is called again with a new token
   */
  async call<T>(
    endpoint: Endpoint<T>,
    outgoing: Outgoing,
    caller: AbortSignal,
    spent: Spent = { repetitions: 0 },
  ): Promise<Dated<T>> {
    const signal = this.#signalOf(caller);
    for (;;) {
      const tries = spent.repetitions + 1;
      const tried = await this.#try(endpoint, outgoing, tries, signal);
      if (tried.is === 'good') return { answer: tried.value, date: tried.date };
      const stop = await this.#waitForRetry(endpoint, tried, tries, signal);
      if (stop) throw this.#failure(stop, endpoint, outgoing, tries);
      spent.repetitions = tries;
    }
  }

  /** A signal that aborts with the caller's or when the client closes. A command makes thousands of calls with one signal. */
  #signalOf(caller: AbortSignal): AbortSignal {
    const known = this.#signals.get(caller);
    if (known) return known;
    const signal = AbortSignal.any([caller, this.#parts.closing]);
    this.#signals.set(caller, signal);
    return signal;
  }

  /** Waits before the next try. Returns the failure of the call if there is no next try. */
  async #waitForRetry<T>(
    endpoint: Endpoint<T>,
    { failed, waitMs }: Extract<Tried<T>, { is: 'failed' }>,
    tries: number,
    signal: AbortSignal,
  ): Promise<Failed | undefined> {
    const { clock, budget, gate } = this.#parts;
    if (failed.is === 'throttled' && waitMs !== undefined) gate.close(waitMs);
    if (tries >= MOST_TRIES[endpoint.kind] || !mayRepeat(endpoint.kind, failed)) return failed;
    if (!budget.spend('fault' in failed && failed.fault === TIME_OUT ? 'time-out' : 'failure')) return failed;
    const wait = this.#waitBefore(tries + 1, failed, waitMs);
    if (clock.now() + wait > this.#latest()) return { is: 'wait-too-long', waitMs: wait };
    try {
      await clock.sleep(wait, signal);
      return undefined;
    } catch {
      return { is: 'interrupted', sent: false };
    }
  }

  #waitBefore(next: number, failed: Failed, waitMs: number | undefined): number {
    const { random } = this.#parts;
    if (failed.is === 'throttled' && waitMs === undefined) return throttledWait(random);
    return (waitMs ?? 0) + backoff(next, random);
  }

  async #try<T>(endpoint: Endpoint<T>, outgoing: Outgoing, tries: number, signal: AbortSignal): Promise<Tried<T>> {
    try {
      const passed = await this.#parts.gate.pass(
        () => this.#once(endpoint, outgoing, tries, signal),
        this.#latest(),
        signal,
      );
      return 'done' in passed ? passed.done : failedTry({ is: 'wait-too-long', waitMs: passed.waitMs });
    } catch (error) {
      if (signal.aborted) return failedTry({ is: 'interrupted', sent: false });
      throw error;
    }
  }

  async #once<T>(endpoint: Endpoint<T>, outgoing: Outgoing, tries: number, signal: AbortSignal): Promise<Tried<T>> {
    const { dispatcher, watch, clock, closing } = this.#parts;
    if (outgoing.mayBegin?.() === false) return failedTry({ is: 'interrupted', sent: false });
    const request = this.#request(endpoint, outgoing);
    const began = clock.now();
    // A send that is stopped after it began would have an unknown outcome, so its answer is waited for.
    const stop = endpoint.kind === 'once' ? closing : signal;
    const ended = await exchange(dispatcher, watch, request, stop);
    const tried = this.#read(endpoint, ended, began);
    const status = ended.ended === 'answered' ? ended.response.status : '-';
    const took = clock.now() - began;
    this.#parts.trace(`${request.method} ${request.path} ${status} ${this.#codeOf(tried)} ${took} ms, try ${tries}`);
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
      timeoutMs: uploadMs(this.#parts.timeoutMs, outgoing.bytes),
      mostBytes: MOST_BYTES,
    };
  }

  #read<T>(endpoint: Endpoint<T>, ended: Exchange, began: number): Tried<T> {
    const { dialect, clock, budget, gate, wire, redaction } = this.#parts;
    const headers = ended.ended === 'answered' ? ended.response.headers : {};
    gate.learn(headers, began);
    const outcome = outcomeOf(dialect, ended, endpoint.kind);
    const date = outcome.is === 'good' || outcome.is === 'refused' ? dateOf(headers) : undefined;
    if (date !== undefined) this.#parts.dated?.(date, began);
    if (outcome.is !== 'good') return failedTry(outcome, waitOf(headers, clock.now(), outcome.is === 'throttled'));
    budget.earn();
    const { words } = outcome;
    const read = fitTo(endpoint.answer, exchangeCouponWord(outcome.body, wire));
    if ('misfit' in read) return failedTry({ is: 'misfit', misfit: read.misfit, words });
    const refusal = endpoint.refusal?.(read.value);
    if (refusal) return failedTry({ is: 'refused', words: refusal });
    const value = endpoint.clean?.(read.value, (text) => redaction.clean(text)) ?? read.value;
    return { is: 'good', value, code: words?.code ?? '-', date };
  }

  /** The service's code of a try, for the trace; how it ended if there is no code. */
  #codeOf(tried: Tried<unknown>): string {
    if (tried.is === 'good') return tried.code;
    const { failed } = tried;
    if ('words' in failed && failed.words) return shown(failed.words.code, this.#parts.redaction, 40);
    return 'fault' in failed ? `${failed.is} ${failed.fault.code}` : failed.is;
  }

  #latest(): number {
    return this.#parts.clock.now() + PATIENCE_MS;
  }

  #failure<T>(failed: Failed, endpoint: Endpoint<T>, outgoing: Outgoing, tries: number): ServiceFailure {
    const { base, setting, dialect, redaction, proxyFor } = this.#parts;
    return failureOf(failed, {
      name: endpoint.name,
      help: (failed.is === 'refused' && endpoint.helpByCode?.[failed.words.code]) || endpoint.help,
      kind: endpoint.kind,
      host: base.host,
      isPlain: base.origin.startsWith('http:'),
      setting,
      proxy: proxyFor?.(new URL(base.origin)),
      dialect,
      timeoutMs: uploadMs(this.#parts.timeoutMs, outgoing.bytes),
      tries,
      redaction,
    });
  }
}

function failedTry<T>(failed: Failed, waitMs?: number): Tried<T> {
  return { is: 'failed', failed, waitMs };
}

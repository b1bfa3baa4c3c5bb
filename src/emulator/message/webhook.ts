import pLimit, { type LimitFunction } from 'p-limit';
import type { JsonObject } from '../../core/json.ts';
import type { Context } from '../context.ts';
import type { Message, Push } from './message.ts';
import { isKept } from './retention.ts';

const TIMEOUT_MS = 10_000;
const MOST_AT_ONCE = 20;
/** An answer is read up to this size, so that its connection can be reused. */
const ANSWER_BYTES = 64 * 1024;

/**
 * Pushes results to the registered URL. Retries after each pause of the settings, then keeps the result (message API
 * 6.3; assumption 21). Without a URL, keeps it immediately. Sends do not wait for it.
 */
export class Courier {
  readonly #context: Context;
  #queue: LimitFunction = pLimit(MOST_AT_ONCE);
  #leaving = new AbortController();

  constructor(context: Context) {
    this.#context = context;
  }

  push(message: Message, result: JsonObject): void {
    if (!isKept(this.#context, message)) return;
    if (this.#context.settings.webhook === null) {
      this.#note(message, { ...message.push, state: 'kept' });
      return;
    }
    const { signal } = this.#leaving;
    void this.#queue(async () => {
      const arrived = await this.#post(result, signal);
      if (!signal.aborted && isKept(this.#context, message)) this.#record(message, result, arrived);
    });
  }

  clear(): void {
    this.#leaving.abort();
    this.#leaving = new AbortController();
    this.#queue = pLimit(MOST_AT_ONCE);
  }

  #record(message: Message, result: JsonObject, arrived: boolean): void {
    const { clock, settings } = this.#context;
    const { tries } = message.push;
    const pause = arrived ? undefined : settings.webhookRetryMs[tries];
    if (arrived) this.#note(message, { state: 'arrived', tries });
    else this.#note(message, { state: pause === undefined ? 'kept' : 'due', tries: tries + 1 });
    if (pause !== undefined) clock.at(clock.now() + pause, () => this.push(message, result));
  }

  #note(message: Message, push: Push): void {
    message.push = push;
    this.#context.store.messages.put(message);
  }

  /** Returns true if the receiver answers with 2xx in time. */
  async #post(result: JsonObject, leaving: AbortSignal): Promise<boolean> {
    const { clock, settings } = this.#context;
    const { webhook } = settings;
    if (webhook === null || leaving.aborted) return false;
    const send = (done: AbortSignal): Promise<boolean> => post(webhook, result, AbortSignal.any([done, leaving]));
    return (await clock.within(TIMEOUT_MS, send)) ?? false;
  }
}

async function post(url: string, result: JsonObject, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(result),
      redirect: 'error',
      signal,
    });
    await drain(response);
    return response.ok;
  } catch {
    return false;
  }
}

async function drain(response: Response): Promise<void> {
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > ANSWER_BYTES) break;
  }
}

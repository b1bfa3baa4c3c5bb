import { ServiceFailure } from '../core/failure.ts';
import type { Clock } from '../core/ports.ts';
import { errorProblem } from '../core/problem.ts';
import { STOPPED } from './failures.ts';
import { onAbort } from './on-abort.ts';
import { ONCE } from './once.ts';
import type { IssuedToken, TokenCache } from './token-cache.ts';

/** The members of a token answer that notiform reads (message API 4.1). */
export interface TokenAnswer {
  accesstoken: string;
  /** `yyyyMMddHHmmss`, in Korean time. */
  expired: string;
}

/** The recommended time before the expiry (message API 5). */
const EARLY_MS = 60_000;

/** `yyyyMMddHHmmss`, in Korean time (assumption 30), as milliseconds since the epoch. NaN if the text has another form. */
export function koreanTime(text: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!parts) return Number.NaN;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+09:00`);
}

interface TokenParts {
  clock: Clock;
  /** Gets a new token. It never runs twice at the same time. */
  issue(): Promise<TokenAnswer>;
  hide(token: string): void;
  /** Where earlier commands left their token. */
  cache: TokenCache | undefined;
}

/** Keeps one access token for all callers, until a minute before it expires (message API 5). */
export class TokenKeeper {
  readonly #parts: TokenParts;
  #kept: IssuedToken | undefined;
  #issuing: Promise<IssuedToken> | undefined;
  /** The cache, until it was read. It is read once, because the service may no longer accept its token. */
  #unread: TokenCache | undefined;

  constructor(parts: TokenParts) {
    this.#parts = parts;
    this.#unread = parts.cache;
  }

  /** Calls `ask` with a valid token, and once more with a new one if the service no longer accepts that token. */
  async use<T>(caller: AbortSignal, ask: (token: string) => Promise<T>): Promise<T> {
    const token = await forCaller(this.token(), caller);
    try {
      return await ask(token);
    } catch (error) {
      if (!isStale(error)) throw error;
      if (this.#kept?.token === token) this.#kept = undefined;
      return ask(await forCaller(this.token(), caller));
    }
  }

  async token(): Promise<string> {
    if (this.#kept && this.#parts.clock.now() < this.#kept.until) return this.#kept.token;
    this.#issuing ??= this.#renew();
    return (await this.#issuing).token;
  }

  async #renew(): Promise<IssuedToken> {
    try {
      const unread = this.#unread;
      this.#unread = undefined;
      const earlier = await unread?.read();
      this.#kept = earlier && this.#parts.clock.now() < earlier.until ? earlier : await this.#issueAndCache();
      this.#parts.hide(this.#kept.token);
      return this.#kept;
    } catch (error) {
      // A call without a token is not made, whatever happened to the request for the token.
      if (error instanceof ServiceFailure && error.mayBeDone) throw new ServiceFailure('unreachable', error.problem);
      throw error;
    } finally {
      this.#issuing = undefined;
    }
  }

  async #issueAndCache(): Promise<IssuedToken> {
    const { accesstoken: token, expired } = await this.#parts.issue();
    const issued = { token, until: koreanTime(expired) - EARLY_MS };
    await this.#parts.cache?.write(issued);
    return issued;
  }
}

function isStale(error: unknown): boolean {
  return (
    error instanceof ServiceFailure &&
    error.kind === 'refused' &&
    ONCE.get(Number(error.problem.service?.code))?.[1] === 'token'
  );
}

/** Waits for shared work until the caller's own signal aborts. */
function forCaller<T>(work: Promise<T>, caller: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = errorProblem('interrupted', 'Stopped before a token was issued', STOPPED);
    const stop = (): void => reject(new ServiceFailure('interrupted', stopped));
    if (caller.aborted) stop();
    work.then(resolve, reject).finally(onAbort(caller, stop));
  });
}

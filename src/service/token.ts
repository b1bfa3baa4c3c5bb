import type { Clock } from '../core/ports.ts';
import { koreanTime } from './shape/korean-time.ts';
import type { TokenAnswer } from './shape/message.ts';

interface Kept {
  token: string;
  /** Milliseconds since the epoch after which it is not used any more. */
  until: number;
}

/** The recommended time before the expiry (message API 5). */
const EARLY_MS = 60_000;

/** One access token for everybody, kept until a minute before it ends (message API 5). */
export class TokenKeeper {
  readonly #clock: Clock;
  readonly #issue: () => Promise<TokenAnswer>;
  #kept: Kept | undefined;
  #issuing: Promise<Kept> | undefined;

  /** `issue` asks for a new token; it is never asked twice at the same time. */
  constructor(clock: Clock, issue: () => Promise<TokenAnswer>) {
    this.#clock = clock;
    this.#issue = issue;
  }

  /** A token that holds for now. */
  async token(): Promise<string> {
    if (this.#kept && this.#clock.now() < this.#kept.until) return this.#kept.token;
    this.#issuing ??= this.#renew();
    return (await this.#issuing).token;
  }

  /** The service did not accept this token: it is not handed out again. */
  forget(token: string): void {
    if (this.#kept?.token === token) this.#kept = undefined;
  }

  async #renew(): Promise<Kept> {
    try {
      const answer = await this.#issue();
      this.#kept = { token: answer.accesstoken, until: koreanTime(answer.expired) - EARLY_MS };
      return this.#kept;
    } finally {
      this.#issuing = undefined;
    }
  }
}

import type { Context } from '../context.ts';

export interface Allowance {
  allowed: boolean;
  headers: Record<'RateLimit-Limit' | 'RateLimit-Remaining' | 'RateLimit-Reset', string>;
}

/** Counts every request of the message API in windows of fixed length (message API 8; assumption 20). */
export class RateLimit {
  #windowEnd = Number.NEGATIVE_INFINITY;
  #used = 0;

  take(context: Context): Allowance {
    const { limit, windowMs } = context.settings.rateLimit;
    const now = context.clock.now();
    if (now >= this.#windowEnd || this.#windowEnd - now > windowMs) {
      this.#windowEnd = now + windowMs;
      this.#used = 0;
    }
    this.#used += 1;
    return {
      allowed: this.#used <= limit,
      headers: {
        'RateLimit-Limit': String(limit),
        'RateLimit-Remaining': String(Math.max(limit - this.#used, 0)),
        'RateLimit-Reset': String(Math.max(Math.ceil((this.#windowEnd - now) / 1000), 1)),
      },
    };
  }

  clear(): void {
    this.#windowEnd = Number.NEGATIVE_INFINITY;
  }
}

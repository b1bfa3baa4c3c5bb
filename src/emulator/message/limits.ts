import { BlockList, isIP } from 'node:net';
import type { Context } from '../context.ts';

/** Limits of the message API: allowed addresses, requests per window, and concurrent requests. */

type AddressCheck = (address: string) => boolean;

/** Returns a check of addresses and ranges (`203.0.113.0/24`); undefined if one is not valid (message API 5.5). */
export function addressesOf(registered: readonly string[]): AddressCheck | undefined {
  const list = new BlockList();
  for (const entry of registered) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    const widest = version === 4 ? 32 : 128;
    if (version === 0 || Number(prefix ?? widest) > widest) return undefined;
    list.addSubnet(address, Number(prefix ?? widest), version === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

interface Allowance {
  allowed: boolean;
  headers: Record<'RateLimit-Limit' | 'RateLimit-Remaining' | 'RateLimit-Reset', string>;
}

/** Counts requests in fixed windows (message API 8; assumption 20), and concurrent ones (7; assumption 95). */
export class Limits {
  #windowEnd = Number.NEGATIVE_INFINITY;
  #used = 0;
  #open = 0;

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

  /** Runs `work` if fewer than `most` requests are in progress; else returns undefined. */
  async within<T>(most: number, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#open >= most) return undefined;
    this.#open += 1;
    try {
      return await work();
    } finally {
      this.#open -= 1;
    }
  }

  clear(): void {
    this.#windowEnd = Number.NEGATIVE_INFINITY;
  }
}

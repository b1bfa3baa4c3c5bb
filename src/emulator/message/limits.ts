import { BlockList, isIP } from 'node:net';
import { type MessageError, messageError } from '../answers.ts';
import type { Context } from '../context.ts';
import { formatStamp } from '../dates.ts';

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

/** A token is valid 24 hours (message API 2.3). */
const VALID_MS = 24 * 3_600_000;
/** Tokens that expired so long ago are removed. */
const KNOWN_MS = 30 * VALID_MS;

/** The issued tokens, in memory only. After a restart, a token is answered with 3002. */
export class Tokens {
  readonly #expiries = new Map<string, number>();

  /** `POST /v1/token`: the answer to `Basic BASE64(account:password)`. */
  issue(
    context: Context,
    authorization: string | undefined,
  ): { accesstoken: string; type: 'Bearer'; expired: string } | MessageError {
    const given = readBasic(authorization);
    if (given === undefined) return messageError(3001);
    if (given.account !== context.credentials.account) return messageError(3006);
    if (given.password !== context.credentials.password) return messageError(3007);
    if (context.settings.suspended) return messageError(3009);
    const before = context.clock.now() - KNOWN_MS;
    for (const [token, expiry] of this.#expiries) if (expiry < before) this.#expiries.delete(token);
    const accesstoken = context.random.hex(32);
    const expiry = context.clock.now() + VALID_MS;
    this.#expiries.set(accesstoken, expiry);
    return { accesstoken, type: 'Bearer', expired: formatStamp(expiry) };
  }

  /** Checks a Bearer header: 3002 for an unknown token, 3005 for an expired one (assumption 27). */
  forbids(context: Context, authorization: string | undefined): MessageError | undefined {
    const token = /^Bearer ([0-9a-f]+)$/.exec(authorization ?? '')?.[1];
    const expiry = token === undefined ? undefined : this.#expiries.get(token);
    const now = context.clock.now();
    if (expiry === undefined) return messageError(3002);
    if (expiry <= now) return messageError(3005);
    return context.settings.suspended ? messageError(3009) : undefined;
  }

  clear(): void {
    this.#expiries.clear();
  }
}

/** Padded Base64. */
const BASIC = /^Basic ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

function readBasic(authorization: string | undefined): { account: string; password: string } | undefined {
  const encoded = BASIC.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { account: text.slice(0, colon), password: text.slice(colon + 1) };
}

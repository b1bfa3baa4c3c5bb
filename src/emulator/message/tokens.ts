import { type MessageError, messageError } from '../answers.ts';
import { formatStamp } from '../dates.ts';
import type { Ground } from '../ground.ts';

/** A token is valid 24 hours (message API 2.3). */
const VALID_MS = 24 * 3_600_000;

/**
 * The tokens that were issued. They live in memory alone: after a restart an old one is answered with 3002, and so is one
 * that has been over for a day.
 */
export class Tokens {
  readonly #expiries = new Map<string, number>();

  /** `POST /v1/token`: the answer to `Basic BASE64(account:password)`. */
  issue(
    ground: Ground,
    authorization: string | undefined,
  ): { accesstoken: string; type: 'Bearer'; expired: string } | MessageError {
    const given = readBasic(authorization);
    if (given === undefined) return messageError(3001);
    if (given.account !== ground.credentials.account) return messageError(3006);
    if (given.password !== ground.credentials.password) return messageError(3007);
    if (ground.settings.suspended) return messageError(3009);
    this.#forget(ground.clock.now() - VALID_MS);
    const accesstoken = ground.random.hex(32);
    const expiry = ground.clock.now() + VALID_MS;
    this.#expiries.set(accesstoken, expiry);
    return { accesstoken, type: 'Bearer', expired: formatStamp(expiry) };
  }

  /** Why a Bearer header is no good: 3002 where the token is none of ours, 3005 where it is over (assumption 27). */
  forbids(ground: Ground, authorization: string | undefined): MessageError | undefined {
    const token = /^Bearer ([0-9a-f]+)$/.exec(authorization ?? '')?.[1];
    const expiry = token === undefined ? undefined : this.#expiries.get(token);
    if (expiry === undefined) return messageError(3002);
    if (expiry <= ground.clock.now()) return messageError(3005);
    return ground.settings.suspended ? messageError(3009) : undefined;
  }

  /** Tokens over since before a moment: a client that takes one for each request fills no memory. */
  #forget(before: number): void {
    for (const [token, expiry] of this.#expiries) {
      if (expiry >= before) break; // in order of issue
      this.#expiries.delete(token);
    }
  }

  clear(): void {
    this.#expiries.clear();
  }
}

/** Whole groups of four characters, the last one filled up. */
const BASIC = /^Basic ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

function readBasic(authorization: string | undefined): { account: string; password: string } | undefined {
  const encoded = BASIC.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { account: text.slice(0, colon), password: text.slice(colon + 1) };
}

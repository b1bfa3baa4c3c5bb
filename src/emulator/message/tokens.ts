import { type MessageError, messageError } from '../answers.ts';
import type { Context } from '../context.ts';
import { formatStamp } from '../dates.ts';

type Issuing = Pick<Context, 'credentials'> & {
  clock: Pick<Context['clock'], 'now'>;
  random: Pick<Context['random'], 'hex'>;
  settings: Pick<Context['settings'], 'suspended'>;
};

/** A token is valid 24 hours (message API 2.3). */
const VALID_MS = 24 * 3_600_000;
/** How long after its end a token is still known to have been one. */
const FORGOTTEN_MS = VALID_MS;
/** So many are kept whether they are over or not. */
const FEW = 1000;

/**
 * The tokens that were issued. They are kept in memory only: after a restart an old one is answered with 3002, and so is one
 * that has been over for a day.
 */
export class Tokens {
  readonly #expiries = new Map<string, number>();
  #many = FEW;

  /** `POST /v1/token`: the answer to `Basic BASE64(account:password)`. */
  issue(
    context: Issuing,
    authorization: string | undefined,
  ): { accesstoken: string; type: 'Bearer'; expired: string } | MessageError {
    const given = readBasic(authorization);
    if (given === undefined) return messageError(3001);
    if (given.account !== context.credentials.account) return messageError(3006);
    if (given.password !== context.credentials.password) return messageError(3007);
    if (context.settings.suspended) return messageError(3009);
    this.#forget(context.clock.now() - FORGOTTEN_MS);
    const accesstoken = context.random.hex(32);
    const expiry = context.clock.now() + VALID_MS;
    this.#expiries.set(accesstoken, expiry);
    return { accesstoken, type: 'Bearer', expired: formatStamp(expiry) };
  }

  /** Why a Bearer header is no good: 3002 where the token is none of ours, 3005 where it is over (assumption 27). */
  forbids(context: Issuing, authorization: string | undefined): MessageError | undefined {
    const token = /^Bearer ([0-9a-f]+)$/.exec(authorization ?? '')?.[1];
    const expiry = token === undefined ? undefined : this.#expiries.get(token);
    const now = context.clock.now();
    if (expiry === undefined || expiry < now - FORGOTTEN_MS) return messageError(3002);
    if (expiry <= now) return messageError(3005);
    return context.settings.suspended ? messageError(3009) : undefined;
  }

  /**
   * Tokens over since before a moment: a client that takes one for each request fills no memory. They are in no order,
   * as the clock may be turned back, so all are looked at, but only once they are twice as many as were left then.
   */
  #forget(before: number): void {
    if (this.#expiries.size < this.#many) return;
    for (const [token, expiry] of this.#expiries) if (expiry < before) this.#expiries.delete(token);
    this.#many = Math.max(FEW, 2 * this.#expiries.size);
  }

  get size(): number {
    return this.#expiries.size;
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

import { type MessageError, messageError } from '../answers.ts';
import type { Context } from '../context.ts';
import { formatStamp } from '../dates.ts';

type TokenContext = Pick<Context, 'credentials'> & {
  clock: Pick<Context['clock'], 'now'>;
  random: Pick<Context['random'], 'hex'>;
  settings: Pick<Context['settings'], 'suspended'>;
};

/** A token is valid 24 hours (message API 2.3). */
const VALID_MS = 24 * 3_600_000;
/** Tokens that expired so long ago are removed. */
const KNOWN_MS = 30 * VALID_MS;

/** The issued tokens, in memory only. After a restart, a token is answered with 3002. */
export class Tokens {
  readonly #expiries = new Map<string, number>();

  /** `POST /v1/token`: the answer to `Basic BASE64(account:password)`. */
  issue(
    context: TokenContext,
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
  forbids(context: TokenContext, authorization: string | undefined): MessageError | undefined {
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

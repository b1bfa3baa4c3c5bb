import { createHmac, timingSafeEqual } from 'node:crypto';
import { request } from 'undici';
import { isObject } from '../../core/json.ts';
import { CONTROL_PATH } from '../defaults.ts';

/** Proves knowledge of a secret without sending it: the HMAC of this address and nonce, in lower-case hex. */
export function proofOf(secret: string, url: string, nonce: string): string {
  return createHmac('sha256', secret).update(`notiform-emulator ${url} ${nonce}`).digest('hex');
}

/** A longer answer is not from an emulator. */
const MOST_BYTES = 4096;
const PATIENCE_MS = 5000;

/** True if the process at an address knows the secret. Sends only the nonce, which must be new for each call. */
export async function provesItself(url: string, secret: string, nonce: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { body } = await request(`${url}${CONTROL_PATH}/proof?nonce=${nonce}`, {
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
      signal,
    });
    let text = '';
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString('latin1');
      if (text.length > MOST_BYTES) return false;
    }
    const answer: unknown = JSON.parse(text);
    const given = Buffer.from(isObject(answer) ? String(answer['proof']) : '');
    const wanted = Buffer.from(proofOf(secret, url, nonce));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

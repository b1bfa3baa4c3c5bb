import { createHmac, timingSafeEqual } from 'node:crypto';
import { request } from 'undici';
import { isObject } from '../../core/json.ts';
import { CONTROL_PATH } from '../defaults.ts';

/** What proves that an emulator at this address knows a secret. The secret itself is never sent. Lower-case hex. */
export function proofOf(secret: string, url: string, nonce: string): string {
  return createHmac('sha256', secret).update(`notiform-emulator ${url} ${nonce}`).digest('hex');
}

/** A proof is short: whoever answers with more is no emulator. */
const MOST_BYTES = 4096;
const PATIENCE_MS = 5000;

/**
 * Whether the process behind an address knows a secret. Sends nothing but the nonce.
 * @param nonce made for this one question
 */
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

import { timingSafeEqual } from 'node:crypto';
import { request } from 'undici';
import { isObject } from '../../core/json.ts';
import { CONTROL_PATH, proofOf } from '../defaults.ts';
import { controlBy, type EmulatorControl } from './requests.ts';

/** The control API of an emulator in another process. Rejects with a TypeError, as `fetch` does, if nothing listens. */
export function createEmulatorControl(url: string): EmulatorControl {
  return controlBy(async (method, path, { query = {}, body }) => {
    const payload = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await request(`${url}${CONTROL_PATH}${path}?${queryOf(query)}`, { method, ...payload }).catch(
      (cause: unknown) => {
        throw new TypeError('the emulator does not answer', { cause });
      },
    );
    return answer.body.json();
  });
}

function queryOf(members: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, String(value));
  return query;
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

import { canonical, digest } from '../core/json.ts';
import { starNumbers } from '../core/mask.ts';
import type { TestSend } from '../core/test-send.ts';
import type { SendRequest } from './message.ts';

/**
 * Identifies the content of a message before its files are uploaded. It does not depend on the sender, the recipient, the
 * refkey and the time of delivery, so the same test send has the same digest in every run. No phone number can be found from
 * it by trying: a template's message contains the sender key, which is too long to guess, and in other texts numbers are
 * starred (assumption 341).
 */
export function contentDigest(test: TestSend, payload: SendRequest): string {
  const { type, content, resend = {}, recontent = {} } = payload;
  const { message, fallback = [] } = test;
  const text = canonical({ type, content, resend, recontent });
  const files = [message, ...fallback].flatMap((one) => one?.files ?? []).map(({ sha256 }) => sha256);
  return digest({ text: message ? starNumbers(text.normalize('NFKC')).replace(MOBILE, '*') : text, files });
}

/** A mobile number beside a letter, also that of an escaped line break. `starNumbers` takes it for a part of a name. */
const MOBILE = /(?<!\d)(?:82|0)[ ().-]{0,2}1\d[ ().-]{0,2}\d{3,4}[ ().-]{0,2}\d{4}(?!\d)/g;

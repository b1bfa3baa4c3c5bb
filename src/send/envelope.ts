import type { JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { nameCharacter } from './compare.ts';
import { LONGEST_AHEAD } from './hours.ts';
import { textAt } from './members.ts';
import { assumed, checkShape, shape, text, wrongValue } from './shape.ts';

/** Message API 2.4 gives lengths only. Digits, hyphens and a plus sign are an assumption (99). */
const number = text({ required: true, max: 16, form: [/^\+?\d[\d-]*$/, 'a phone number'], assumed: ['form'] });

/** The members around the content (message API 2.4). The account is no part of our own payloads: the client adds it. */
const ENVELOPE = shape({
  account: text({ max: 20 }),
  from: number,
  to: number,
  refkey: text({ required: true, bytes: 32 }),
  country: text({ max: 5 }),
  userinfo: text({ max: 50 }),
  resellercode: text({ form: [/^\d{9}$/, 'nine digits'] }),
  sendtime: text({ form: [/^\d{1,12}$/, 'a unix time in seconds'] }),
});

/** The members around the content, and the others of the message (message API 2.4). */
export const MEMBERS: readonly string[] = [...Object.keys(ENVELOPE.shape), 'type', 'content', 'resend', 'recontent'];

/** Returns the members around the content that are missing, malformed or too long (message API 2.4). */
export function checkEnvelope(payload: JsonObject): ProofFailure[] {
  return checkShape(payload, ENVELOPE);
}

const FOREIGN = shape({ account: text({ required: true }) });

/**
 * Returns what is wrong around the content of another program's payload. Of our own payloads, the client adds the account, and
 * the schedule is checked before (message API 2.4).
 */
export function checkForeign(payload: JsonObject, now: number): ProofFailure[] {
  // The service ignores the time of an ntalk.
  const sendtime = payload['type'] === 'ntalk' ? 0 : Number(textAt(payload, 'sendtime') ?? 0);
  return [
    ...checkShape(payload, FOREIGN),
    ...(sendtime * 1000 > now + LONGEST_AHEAD ? [wrongValue('sendtime', 'It is more than 30 days ahead')] : []),
  ];
}

/** ASCII control characters but tabs and line breaks, and halves of characters (assumption 143). */
const CONTROL = /(?![\t\n\r\u0080-\u009f])[\p{Cc}\p{Cs}]/u;

/** Returns the texts that have a control character. No document forbids it. */
export function checkControls(texts: readonly { path: string; text: string }[]): ProofFailure[] {
  return texts.flatMap(({ path, text }) => {
    const [control] = CONTROL.exec(text) ?? [];
    if (control === undefined) return [];
    return assumed([
      wrongValue(path, `It has the control character ${nameCharacter(control)}`, 'Remove the character'),
    ]);
  });
}

import type { Json, JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { length } from '../core/variables.ts';
import { nameCharacter } from './difference.ts';
import { textAt } from './members.ts';

/** The most characters of each member of an object. */
export type MemberLimits = Readonly<Record<string, number>>;

const ENVELOPE: MemberLimits = { account: 20, from: 16, to: 16, country: 5, userinfo: 50 };
const OPTIONAL = ['account', 'country', 'userinfo', 'resellercode', 'sendtime'];
const MAX_REFKEY_BYTES = 32;

/** Digits and hyphens, a digit first (assumption 99). */
const NUMBER = /^\d[\d-]*$/;

/** Returns the members around the content that are missing, malformed or too long (message API 2.4). */
export function checkEnvelope(payload: JsonObject): ProofFailure[] {
  const refkey = textAt(payload, 'refkey');
  const bytes = Buffer.byteLength(refkey ?? '', 'utf8');
  return [
    ...required(payload, ['from', 'to', 'refkey'], ''),
    ...optional(payload, OPTIONAL, ''),
    ...pattern(payload, 'from', NUMBER, 'digits'),
    ...pattern(payload, 'to', NUMBER, 'digits'),
    ...pattern(payload, 'country', /^[0-9A-Za-z]+$/, 'letters and digits, as 82'),
    ...pattern(payload, 'resellercode', /^\d{9}$/, 'nine digits'),
    ...pattern(payload, 'sendtime', /^\d{1,12}$/, 'a unix time in seconds'),
    ...tooLong(payload, ENVELOPE, ''),
    ...(bytes <= MAX_REFKEY_BYTES
      ? []
      : [overLimit('refkey', `has ${bytes} bytes in UTF-8, ${MAX_REFKEY_BYTES} are allowed`)]),
  ];
}

const LONGEST_AHEAD = 30 * 24 * 3_600;

/**
 * Returns what is wrong around the content of another program's payload. Of our own payloads, the client adds the account, and
 * the schedule is checked before (message API 2.4).
 */
export function checkForeign(payload: JsonObject, now: number): ProofFailure[] {
  const sendtime = Number(textAt(payload, 'sendtime') ?? 0);
  return [
    ...required(payload, ['account'], ''),
    ...(sendtime > now / 1000 + LONGEST_AHEAD ? [wrongValue('sendtime', 'It is more than 30 days ahead')] : []),
  ];
}

/** ASCII control characters but tabs and line breaks, and halves of characters (assumption 143). */
const CONTROL = /(?![\t\n\r\u0080-\u009f])[\p{Cc}\p{Cs}]/u;

/** Returns the texts that have a control character. The service refuses them. */
export function checkControls(texts: readonly { path: string; text: string }[]): ProofFailure[] {
  return texts.flatMap(({ path, text }) => {
    const [control] = CONTROL.exec(text) ?? [];
    if (control === undefined) return [];
    return [wrongValue(path, `It has the control character ${nameCharacter(control)}`, 'Remove the character')];
  });
}

/** True if a member counts as left out. */
export function isAbsent(value: Json | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** Checks the form of a member. The failure does not repeat the value, because `to` is private. */
function pattern(payload: JsonObject, member: string, form: RegExp, words: string): ProofFailure[] {
  const value = payload[member];
  if (typeof value !== 'string' || value === '' || form.test(value)) return [];
  return [wrongValue(member, `It is not ${words}`)];
}

/** Returns the required texts that an object lacks, or that are blank (assumption 317). `base` is the object's path: `button[0].`. */
export function required(members: JsonObject, names: readonly string[], base: string): ProofFailure[] {
  return names.flatMap((name) => {
    const value = members[name];
    if (isAbsent(value)) return [wrongValue(`${base}${name}`, 'It is required and is not there')];
    if (typeof value !== 'string') return [wrongValue(`${base}${name}`, NO_TEXT)];
    return value.trim() === '' ? [wrongValue(`${base}${name}`, 'It is required and is blank')] : [];
  });
}

const NO_TEXT = 'It is not a text: write it in double quotes';

/** Returns the members that an object may lack, and that are no texts. */
export function optional(members: JsonObject, names: readonly string[], base: string): ProofFailure[] {
  return names
    .filter((name) => !isAbsent(members[name]) && typeof members[name] !== 'string')
    .map((name) => wrongValue(`${base}${name}`, NO_TEXT));
}

/** Returns the members of an object that have more characters than are allowed. */
export function tooLong(members: JsonObject, limits: MemberLimits, base: string): ProofFailure[] {
  return Object.entries(limits).flatMap(([member, max]) => {
    const count = length(textAt(members, member) ?? '');
    return count <= max ? [] : [overLimit(`${base}${member}`, `has ${count} characters, ${max} are allowed`)];
  });
}

/** Returns a failure if a list has more entries than are allowed. */
export function tooMany(path: string, entries: readonly JsonObject[], max: number): ProofFailure[] {
  return entries.length <= max ? [] : [overLimit(path, `has ${entries.length} entries, ${max} are allowed`)];
}

/** Makes a failure of a limit. `what` is the rest of the sentence: `has 91 bytes`. */
export function overLimit(path: string, what: string): ProofFailure {
  return { code: 'send-limit', path, message: `It ${what}` };
}

export function wrongValue(path: string, message: string, hint?: string): ProofFailure {
  return { code: 'send-value', path, message, ...(hint === undefined ? {} : { hint }) };
}

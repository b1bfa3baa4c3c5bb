import type { JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { length } from '../core/variables.ts';
import { textAt } from './members.ts';

/** The most characters of each member of an object. */
export type MemberLimits = Readonly<Record<string, number>>;

const ENVELOPE: MemberLimits = { account: 20, from: 16, to: 16, country: 5, userinfo: 50 };
const MAX_REFKEY_BYTES = 32;

/** Returns the members around the content that are missing, malformed or too long (message API 2.4). */
export function checkEnvelope(payload: JsonObject): ProofFailure[] {
  const refkey = textAt(payload, 'refkey');
  const bytes = Buffer.byteLength(refkey ?? '', 'utf8');
  return [
    ...required(payload, ['from', 'to', 'refkey'], ''),
    ...pattern(payload, 'from', /^[\d-]+$/, 'digits'),
    ...pattern(payload, 'to', /^[\d-]+$/, 'digits'),
    ...pattern(payload, 'country', /^\d+$/, 'digits, as 82'),
    ...pattern(payload, 'resellercode', /^\d{9}$/, 'nine digits'),
    ...pattern(payload, 'sendtime', /^\d+$/, 'a unix time in seconds'),
    ...tooLong(payload, ENVELOPE, ''),
    ...(bytes <= MAX_REFKEY_BYTES
      ? []
      : [overLimit('refkey', `has ${bytes} bytes in UTF-8, ${MAX_REFKEY_BYTES} are allowed`)]),
  ];
}

/** Checks the form of a member. The failure does not repeat the value, because `to` is private. */
function pattern(payload: JsonObject, member: string, form: RegExp, words: string): ProofFailure[] {
  const value = payload[member];
  if (value === undefined || value === '' || (typeof value === 'string' && form.test(value))) return [];
  return [wrongValue(member, `It is not ${words}`)];
}

/** Returns the required members that an object lacks. `base` is the object's path: `button[0].`. */
export function required(members: JsonObject, names: readonly string[], base: string): ProofFailure[] {
  return names
    .filter((name) => textAt(members, name) === undefined)
    .map((name) => wrongValue(`${base}${name}`, 'It is required and is not there'));
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

function overLimit(path: string, what: string): ProofFailure {
  return { code: 'send-limit', path, message: `It ${what}` };
}

export function wrongValue(path: string, message: string, hint?: string): ProofFailure {
  return { code: 'send-value', path, message, ...(hint === undefined ? {} : { hint }) };
}

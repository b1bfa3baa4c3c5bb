import type { Json, JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { length } from '../core/variables.ts';
import { objectAt, objectsAt } from './members.ts';

/** The body's length that the service's manual recommends, below the limit of 1300 (message API 2.9, length conflict). */
export const RECOMMENDED_BODY = 1000;

interface Limit {
  /** The member, from the level that the table is for. */
  member: string;
  max: number;
}

const ENVELOPE: readonly Limit[] = [
  { member: 'account', max: 20 },
  { member: 'from', max: 16 },
  { member: 'to', max: 16 },
  { member: 'country', max: 5 },
  { member: 'userinfo', max: 50 },
];
const CONTENT: readonly Limit[] = [
  { member: 'senderkey', max: 40 },
  { member: 'templatecode', max: 32 },
  { member: 'message', max: 1300 },
  { member: 'title', max: 50 },
  { member: 'header', max: 16 },
];
const ITEM: readonly Limit[] = [
  { member: 'title', max: 6 },
  { member: 'description', max: 23 },
];
const SUMMARY: readonly Limit[] = [
  { member: 'title', max: 6 },
  { member: 'description', max: 14 },
];
const HIGHLIGHT: readonly Limit[] = [
  { member: 'title', max: 30 },
  { member: 'description', max: 19 },
];
const HIGHLIGHT_WITH_IMAGE: readonly Limit[] = [
  { member: 'title', max: 21 },
  { member: 'description', max: 13 },
];
const CHAT: readonly Limit[] = [
  { member: 'chat_extra', max: 50 },
  { member: 'chat_event', max: 50 },
];
const BUTTON: readonly Limit[] = [
  { member: 'name', max: 28 },
  { member: 'tel_number', max: 14 },
  { member: 'plugin_id', max: 24 },
  ...CHAT,
];
const REPLY: readonly Limit[] = [{ member: 'name', max: 14 }, ...CHAT];

const MAX_BUTTONS = 5;
const MAX_REPLIES = 10;
const MAX_REFKEY_BYTES = 32;

/** Everything in a payload that is longer than message API 2.4 and 2.9 allow, in code points; the refkey in bytes. */
export function checkLimits(payload: JsonObject, content: JsonObject, highlightImage: boolean): ProofFailure[] {
  const item = objectAt(content, 'item');
  const buttons = objectsAt(content, 'button');
  const replies = objectsAt(content, 'quickreply');
  return [
    ...exceeded(payload, ENVELOPE, ''),
    ...refkeyBytes(payload['refkey']),
    ...exceeded(content, CONTENT, ''),
    ...exceeded(
      objectAt(content, 'itemhighlight'),
      highlightImage ? HIGHLIGHT_WITH_IMAGE : HIGHLIGHT,
      'itemhighlight.',
    ),
    ...objectsAt(item, 'list').flatMap((entry, index) => exceeded(entry, ITEM, `item.list[${index}].`)),
    ...exceeded(objectAt(item, 'summary'), SUMMARY, 'item.summary.'),
    ...tooMany('button', buttons, MAX_BUTTONS),
    ...buttons.flatMap((button, index) => exceeded(button, BUTTON, `button[${index}].`)),
    ...tooMany('quickreply', replies, MAX_REPLIES),
    ...replies.flatMap((reply, index) => exceeded(reply, REPLY, `quickreply[${index}].`)),
  ];
}

function exceeded(members: JsonObject, limits: readonly Limit[], base: string): ProofFailure[] {
  return limits.flatMap(({ member, max }) => {
    const value = members[member];
    const count = typeof value === 'string' ? length(value) : 0;
    return count <= max ? [] : [overLimit(`${base}${member}`, `has ${count} characters, ${max} are allowed`)];
  });
}

function refkeyBytes(refkey: Json | undefined): ProofFailure[] {
  const bytes = typeof refkey === 'string' ? Buffer.byteLength(refkey, 'utf8') : 0;
  return bytes <= MAX_REFKEY_BYTES
    ? []
    : [overLimit('refkey', `has ${bytes} bytes in UTF-8, ${MAX_REFKEY_BYTES} are allowed`)];
}

function tooMany(path: string, entries: readonly JsonObject[], max: number): ProofFailure[] {
  return entries.length <= max ? [] : [overLimit(path, `has ${entries.length} entries, ${max} are allowed`)];
}

function overLimit(path: string, what: string): ProofFailure {
  return { code: 'send-limit', path, message: `\`${path}\` ${what}` };
}

import type { Json, JsonObject } from '../core/json.ts';
import type { ProofFailure } from '../core/send-result.ts';
import { length } from '../core/variables.ts';
import { SENDABLE } from '../kinds/notification-template/sendable.ts';
import { objectAt, objectsAt } from './members.ts';

const MAX_BUTTONS = 5;
const MAX_REPLIES = 10;
const MAX_REFKEY_BYTES = 32;

/** The most characters of each member of an object. */
type MemberLimits = Readonly<Record<string, number>>;

const ENVELOPE: MemberLimits = { account: 20, from: 16, to: 16, country: 5, userinfo: 50 };
const CONTENT: MemberLimits = {
  senderkey: 40,
  templatecode: 32,
  message: SENDABLE.body,
  title: SENDABLE.title,
  header: 16,
};
const ITEM: MemberLimits = { title: 6, description: 23 };
const SUMMARY: MemberLimits = { title: 6, description: 14 };
const HIGHLIGHT: MemberLimits = { title: 30, description: 19 };
const HIGHLIGHT_WITH_IMAGE: MemberLimits = { title: 21, description: 13 };
const CHAT: MemberLimits = { chat_extra: 50, chat_event: 50 };
const BUTTON: MemberLimits = { name: SENDABLE.button, tel_number: SENDABLE.tel, plugin_id: SENDABLE.plugin, ...CHAT };
const REPLY: MemberLimits = { name: SENDABLE.quickReply, ...CHAT };

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

function exceeded(members: JsonObject, limits: MemberLimits, base: string): ProofFailure[] {
  return Object.entries(limits).flatMap(([member, max]) => {
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
  return { code: 'send-limit', path, message: `It ${what}` };
}

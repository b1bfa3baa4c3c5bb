import type { JsonObject } from '../../core/json.ts';
import type { BubbleButton, TextMessageBubble } from '../../preview/bubble.ts';
import type { Context } from '../context.ts';
import { textsIn } from '../control/inbox.ts';
import type { Message } from '../message/message.ts';
import { shownNumber } from '../numbers.ts';
import { IMAGE_PATH } from '../resource/image/gallery.ts';
import type { VerificationToken } from '../resource/profile/store.ts';
import { listOf } from '../shape.ts';
import { objectAt, phoneTime, textAt } from './bubble-parts.ts';
import { pictureOf } from './pictures.ts';

type TextChannel = TextMessageBubble['channel'];

/** A text message, RCS or ntalk as the phone shows it (message API 2.5 to 2.8). */
export function textBubble(
  context: Context,
  { type, content }: { type: TextChannel; content: JsonObject },
  { from, sendAt }: Pick<Message, 'from' | 'sendAt'>,
): TextMessageBubble {
  return {
    kind: 'text',
    channel: type,
    sender: shownNumber(context, from),
    at: phoneTime(context, sendAt),
    ...(type === 'rcs' || type === 'ntalk' ? openParts(content) : textParts(context, content)),
  };
}

/** The message with the verification token, to the admin of a channel (resource API 5). */
export function tokenBubble(context: Context, { token, channel, issuedAt }: VerificationToken): TextMessageBubble {
  return {
    kind: 'text',
    channel: 'sms',
    sender: '인증번호',
    at: phoneTime(context, issuedAt),
    text: `[${token}] ${channel} 채널의 발신 프로필 등록 인증번호입니다.`,
  };
}

function textParts(context: Context, content: JsonObject): Partial<TextMessageBubble> {
  return {
    subject: textAt(content, 'subject'),
    text: textAt(content, 'message'),
    images: listOf(content, 'file').map((file, index) =>
      pictureOf(context, `${context.url()}${IMAGE_PATH}/${textAt(file, 'key')}`, `사진 ${index + 1}`),
    ),
  };
}

/** Possible names of a title. The documents do not show the members. */
const TITLES = ['title', 'subject', 'header'];

/**
 * The documents do not show the fields of an RCS or ntalk body: all its texts are shown in order, and a member with
 * the name of a title is the title (assumption 85).
 */
function openParts(content: JsonObject): Partial<TextMessageBubble> {
  const body = objectAt(content, 'message') ?? withoutEnvelope(content);
  const title = TITLES.find((name) => textAt(body, name) !== '');
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== title));
  const suggestions = listOf(content, 'button').map((card) => listOf(card, 'suggestions').map(suggestionOf));
  return {
    ad: textAt(content, 'header') === '1',
    subject: title === undefined ? '' : textAt(body, title),
    text: textsIn(rest).filter(Boolean).join('\n'),
    buttons: suggestions.flat(),
    footer: textAt(content, 'footer'),
  };
}

/** Members that the phone does not show. */
const ENVELOPE = new Set([
  ...['messagebaseid', 'chatbotid', 'brandkey', 'header', 'footer', 'copyallowed', 'agencyid', 'agencykey'],
  ...['groupid', 'button', 'partnerkey', 'senderkey', 'templatecode'],
]);

function withoutEnvelope(content: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !ENVELOPE.has(name)));
}

function suggestionOf(suggestion: JsonObject): BubbleButton {
  const action = objectAt(suggestion, 'action') ?? {};
  const [kind = ''] = Object.keys(action);
  const [detail = ''] = textsIn(action).filter(Boolean);
  const link = /^https?:/.test(detail) ? { mobile: detail } : {};
  return { type: kind, name: textAt(suggestion, 'displayText'), link, detail };
}

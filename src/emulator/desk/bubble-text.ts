import type { JsonObject } from '../../core/json.ts';
import type { TextMessageBubble } from '../../preview/bubble.ts';
import { textMessageParts } from '../../preview/sent/text.ts';
import type { Context } from '../context.ts';
import type { Message } from '../message/message.ts';
import { shownNumber } from '../numbers.ts';
import { IMAGE_PATH } from '../resource/image/gallery.ts';
import type { VerificationToken } from '../resource/profile/store.ts';
import { phoneTime } from './bubble-parts.ts';
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
    ...textMessageParts(type, content, (key, alt) => pictureOf(context, `${context.url()}${IMAGE_PATH}/${key}`, alt)),
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

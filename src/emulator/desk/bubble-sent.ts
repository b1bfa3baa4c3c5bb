import type { JsonObject } from '../../core/json.ts';
import type { Bubble } from '../../preview/bubble.ts';
import type { Context } from '../context.ts';
import type { Message, MessageType } from '../message/message.ts';
import { isNotificationType } from '../message/message-types.ts';
import { templateFor } from '../message/notification/phone.ts';
import { isBrandType } from '../resource/brand-template/type.ts';
import { textOf } from '../shape.ts';
import { brandBubble } from './bubble-brand.ts';
import { notificationBubble } from './bubble-notification.ts';
import { textBubble } from './bubble-text.ts';

/** What went out of a message by one channel, as the phone shows it. */
export function sentBubble(
  context: Context,
  message: Message,
  { type, content }: { type: MessageType; content: JsonObject },
): Bubble {
  if (isNotificationType(type))
    return notificationBubble(
      context,
      { type, content },
      message.sendAt,
      templateFor(context, textOf(content, 'senderkey'), textOf(content, 'templatecode')),
    );
  if (isBrandType(type)) return brandBubble(context, { type, content }, message.sendAt);
  return textBubble(context, { type, content }, message);
}

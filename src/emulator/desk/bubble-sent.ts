import type { JsonObject } from '../../core/json.ts';
import type { Bubble } from '../../preview/bubble.ts';
import type { Ground } from '../ground.ts';
import type { Message, MessageType } from '../message/message.ts';
import { isNotificationType } from '../message/message-types.ts';
import { isBrandType } from '../resource/brand-template/type.ts';
import type { Profile } from '../resource/profile/profile.ts';
import { groupsOf } from '../resource/profile/registry.ts';
import type { Template } from '../resource/template/template.ts';
import { brandBubble } from './bubble-brand.ts';
import { notificationBubble } from './bubble-notification.ts';
import { textAt } from './bubble-parts.ts';
import { textBubble } from './bubble-text.ts';

/** What went out of a message by one channel, as the phone shows it. */
export function sentBubble(
  ground: Ground,
  message: Message,
  { type, content }: { type: MessageType; content: JsonObject },
): Bubble {
  if (isNotificationType(type))
    return notificationBubble(ground, { type, content }, message.sendAt, templateOf(ground, content));
  if (isBrandType(type)) return brandBubble(ground, { type, content }, message.sendAt);
  return textBubble(ground, { type, content }, message);
}

function templateOf(ground: Ground, content: JsonObject): Template | undefined {
  const code = textAt(content, 'templatecode');
  return owners(ground, textAt(content, 'senderkey'))
    .map(({ key }) => ground.store.templates.of(key, code))
    .find((template) => template !== undefined);
}

/** Whose templates a profile sends: its own and those of its groups (assumption 19). */
function owners(ground: Ground, senderKey: string): Profile[] {
  const profile = ground.store.profiles.get(senderKey);
  if (profile === undefined) return [];
  return profile.type === 'G' ? [profile] : [profile, ...groupsOf(ground, profile)];
}

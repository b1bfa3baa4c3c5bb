import type { JsonObject } from '../../core/json.ts';
import type { Bubble } from '../../preview/bubble.ts';
import type { Ground } from '../ground.ts';
import { isBrandType } from '../message/brand-type.ts';
import { isNotificationType } from '../message/message-types.ts';
import { groupsOf } from '../resource/registry.ts';
import type { Message, MessageType } from '../store/message.ts';
import type { Profile } from '../store/profile.ts';
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
  const code = textAt(content, 'templatecode');
  const find = <T>(of: (senderKey: string, code: string) => T | undefined): T | undefined =>
    owners(ground, textAt(content, 'senderkey'))
      .map(({ key }) => of(key, code))
      .find((template) => template !== undefined);
  const { store } = ground;
  if (isNotificationType(type)) {
    const template = find((key) => store.templates.of(key, code));
    return notificationBubble(ground, { type, content }, message.sendAt, template);
  }
  if (isBrandType(type)) {
    const template = find((key) => store.brandTemplates.of(key, code));
    return brandBubble(ground, { type, content }, message.sendAt, template);
  }
  return textBubble(ground, { type, content }, message);
}

/** Whose templates a profile sends: its own and those of its groups (assumption 19). */
function owners(ground: Ground, senderKey: string): Profile[] {
  const profile = ground.store.profiles.get(senderKey);
  if (profile === undefined) return [];
  return profile.type === 'G' ? [profile] : [profile, ...groupsOf(ground, profile)];
}

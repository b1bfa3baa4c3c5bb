import { length } from '../../../core/variables.ts';
import type { Ground } from '../../ground.ts';
import { isUsable, ownersOf } from '../../resource/profile/registry.ts';
import { markUsed, settleDormancy } from '../../resource/template/operations.ts';
import { serviceStatus } from '../../resource/template/states.ts';
import type { Template } from '../../resource/template/template.ts';
import { textOf } from '../../shape.ts';
import type { Bubble, NotificationType } from '../message.ts';
import { delivery } from '../result.ts';
import { differs } from './matching.ts';

/** Longest body of a message, in code points (message API 2.9). */
const CONTENT_MAX = 1300;

/** Why a notification message is not delivered: its profile, its template, or a difference from it (message API 2.9). */
export function notificationFailure(
  ground: Ground,
  type: NotificationType,
  content: Bubble['content'],
): [code: string, reason: string] | undefined {
  const profile = ground.store.profiles.get(textOf(content, 'senderkey'));
  if (profile === undefined || !isUsable(profile)) {
    return [delivery.profile, 'the sender profile is unknown, blocked or dormant'];
  }
  if (length(textOf(content, 'message')) > CONTENT_MAX)
    return [delivery.tooLong, `the body has more than ${CONTENT_MAX} characters`];
  const template = templateFor(ground, profile.key, textOf(content, 'templatecode'));
  if (template === undefined) return [delivery.noTemplate, 'there is no such template'];
  const state = serviceStatus(settleDormancy(ground, template));
  if (state !== 'RDY' && state !== 'ACT') return [delivery.notSendable, `the template is ${state}`];
  const difference = differs(template.content, type, content);
  if (difference !== undefined) return [delivery.differs, difference];
  markUsed(ground, template);
  return undefined;
}

/** The template that a send names: the profile's own, or that of one of its groups. */
export function templateFor(ground: Ground, senderKey: string, code: string): Template | undefined {
  return ownersOf(ground, senderKey)
    .map(({ key }) => ground.store.templates.of(key, code))
    .find((template) => template !== undefined);
}

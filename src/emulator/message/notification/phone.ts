import { length } from '../../../core/variables.ts';
import type { Context } from '../../context.ts';
import { isUsable, ownersOf } from '../../resource/profile/registry.ts';
import { applyDormancy, markUsed } from '../../resource/template/operations.ts';
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
  context: Context,
  type: NotificationType,
  content: Bubble['content'],
): [code: string, reason: string] | undefined {
  const profile = context.store.profiles.get(textOf(content, 'senderkey'));
  if (profile === undefined || !isUsable(profile)) {
    return [delivery.profile, 'the sender profile is unknown, blocked or dormant'];
  }
  if (length(textOf(content, 'message')) > CONTENT_MAX)
    return [delivery.tooLong, `the body has more than ${CONTENT_MAX} characters`];
  const template = templateFor(context, profile.key, textOf(content, 'templatecode'));
  if (template === undefined) return [delivery.noTemplate, 'there is no such template'];
  const state = serviceStatus(applyDormancy(context, template));
  if (state !== 'RDY' && state !== 'ACT') return [delivery.notSendable, `the template is ${state}`];
  const difference = differs(template.content, type, content);
  if (difference !== undefined) return [delivery.differs, difference];
  markUsed(context, template);
  return undefined;
}

/** The template that a send names: the profile's own, or that of one of its groups. */
export function templateFor(context: Context, senderKey: string, code: string): Template | undefined {
  return ownersOf(context, senderKey)
    .map(({ key }) => context.store.templates.of(key, code))
    .find((template) => template !== undefined);
}

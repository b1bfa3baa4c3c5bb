import { length } from '../../../core/variables.ts';
import type { Context } from '../../context.ts';
import { canSend, ownersOf } from '../../resource/profile/operations.ts';
import { applyDormancy, markUsed } from '../../resource/template/operations.ts';
import { serviceStatus } from '../../resource/template/states.ts';
import type { Template } from '../../resource/template/store.ts';
import { firstOf, textOf } from '../../shape.ts';
import { delivery, type MessageChannel, type Outgoing, type Undelivered } from '../channel.ts';
import { differs } from './matching.ts';
import { checkNotification, notificationShape } from './payload.ts';

/** Longest body of a message, in code points (message API 2.9). */
const CONTENT_MAX = 1300;

export const notificationChannel: MessageChannel = {
  family: 'messenger',
  success: '7000',
  media: ({ product }) => product,
  shape: () => notificationShape,
  check: (_context, content, path) => checkNotification(content, path),
  failure: notificationFailure,
};

/** Returns why a notification is not delivered: the profile, the template, or a text that differs (message API 2.9). */
function notificationFailure(context: Context, { type, content }: Outgoing): Undelivered | undefined {
  const profile = context.store.profiles.get(textOf(content, 'senderkey'));
  if (profile === undefined || !canSend(profile)) {
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

/** The template that a send names, of the profile or of one of its groups. */
export function templateFor(context: Context, senderKey: string, code: string): Template | undefined {
  return firstOf(ownersOf(context, senderKey), ({ key }) => context.store.templates.of(key, code));
}

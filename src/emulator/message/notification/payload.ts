import { type JsonObject, own } from '../../../core/json.ts';
import { length } from '../../../core/variables.ts';
import { type MessageError, messageError } from '../../answers.ts';
import type { Context } from '../../context.ts';
import { array, needed, object, oneOf, text } from '../../members.ts';
import { canSend, ownersOf } from '../../resource/profile/operations.ts';
import { applyDormancy, markUsed } from '../../resource/template/operations.ts';
import { serviceStatus, type Template } from '../../resource/template/template.ts';
import { firstOf, isNothing, listOf, type Shape, textOf } from '../../shape.ts';
import { check, checkTakers, delivery, type MessageChannel, type Outgoing, type Undelivered } from '../channel.ts';
import { differencesFrom } from './matching.ts';

const links = { url_pc: text, url_mobile: text, scheme_ios: text, scheme_android: text } satisfies Shape;
const chat = { chat_extra: { is: 'text', max: 50 }, chat_event: { is: 'text', max: 50 } } satisfies Shape;

const BUTTON_TYPES = ['WL', 'AL', 'DS', 'BK', 'MD', 'BC', 'BT', 'AC', 'P1', 'P2', 'P3', 'BF', 'TN', 'MP'];
const QUICK_REPLY_TYPES = ['WL', 'AL', 'BK', 'BC', 'BT', 'BF'];

const button = object({
  name: { is: 'text', required: true, max: 28 },
  type: needed(oneOf(...BUTTON_TYPES)),
  ...links,
  ...chat,
  plugin_id: { is: 'text', max: 24 },
  ...{ relay_id: text, oneclick_id: text, product_id: text },
  tel_number: { is: 'text', max: 14 },
  biz_form_id: { is: 'integer' },
  ...{ map_address: text, map_coordinates: text },
});

const quickReply = object({
  name: { is: 'text', required: true, max: 14 },
  type: needed(oneOf(...QUICK_REPLY_TYPES)),
  ...links,
  ...chat,
});

const listed = object({
  title: { is: 'text', required: true, max: 6 },
  description: { is: 'text', required: true, max: 23 },
});

/** The documents do not show the form of a currency (assumption 16). */
const CURRENCY = '(?:\\p{Sc}|원|엔|달러|유로|위안|[A-Z]{3})*';
const PRICE = new RegExp(`^${CURRENCY}\\d[\\d,]*(?:\\.\\d{2})?${CURRENCY}$`, 'u');

const summary = object({
  title: { is: 'text', required: true, max: 6 },
  description: { is: 'text', required: true, max: 14, pattern: PRICE },
});

/** What the phone shows. A longer body than 1300 characters is accepted, and its result is 7314. */
const bodyShape: Shape = {
  message: needed(text),
  title: { is: 'text', max: 50 },
  header: { is: 'text', max: 16 },
  button: array(button, { max: 5 }),
  quickreply: array(quickReply, { max: 10 }),
  item: object({ list: needed(array(listed)), summary }),
  itemhighlight: object({ title: { is: 'text', max: 30 }, description: { is: 'text', max: 19 } }),
  link: object(links),
};

/** `content.at` and `content.ai` (message API 2.9). */
const notificationShape: Shape = {
  senderkey: { is: 'text', required: true, max: 40 },
  templatecode: { is: 'text', required: true, max: 32 },
  ...bodyShape,
};

/** The required members of each button type, of which one is enough (message API 2.9; assumption 75). */
const OWN: Record<string, readonly string[]> = {
  WL: ['url_mobile'],
  BF: ['biz_form_id'],
  MP: ['map_address', 'map_coordinates'],
};

/** Members that only some button types have (message API 2.9; assumption 75). */
const takers: Record<string, readonly string[]> = {
  chat_extra: ['BC', 'BT'],
  chat_event: ['BT'],
  plugin_id: ['P1', 'P2', 'P3'],
  relay_id: ['P1', 'P2', 'P3'],
  oneclick_id: ['P3'],
  product_id: ['P3'],
  tel_number: ['TN'],
  biz_form_id: ['BF'],
  map_address: ['MP'],
  map_coordinates: ['MP'],
};

function checkButton(element: JsonObject, at: string, names: readonly string[]): MessageError | undefined {
  const isGiven = (name: string): boolean => !isNothing(own(element, name));
  return names.length === 0 || names.some(isGiven)
    ? checkTakers(element, takers, at)
    : messageError(2000, `${at} needs ${names.join(' or ')} for ${textOf(element, 'type')}`);
}

/** Longest body of a message, in code points (message API 2.9). */
const CONTENT_MAX = 1300;

export const notificationChannel: MessageChannel = {
  family: 'messenger',
  success: '7000',
  media: ({ product }) => product,
  shape: () => notificationShape,
  check: (_context, content, path) =>
    check(content, notificationShape, path) ??
    firstOf(listOf(content, 'button'), (one, index) =>
      checkButton(one, `${path}button[${index}]`, own(OWN, textOf(one, 'type')) ?? []),
    ) ??
    firstOf(listOf(content, 'quickreply'), (one, index) => checkButton(one, `${path}quickreply[${index}]`, [])),
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
  const differences = differencesFrom(template.content, type, content, bodyShape);
  if (differences.length > 0) return [delivery.differs, differences.join('; ')];
  markUsed(context, template);
  return undefined;
}

/** The template that a send names, of the profile or of one of its groups. */
export function templateFor(context: Context, senderKey: string, code: string): Template | undefined {
  return firstOf(ownersOf(context, senderKey), ({ key }) => context.store.templates.of(key, code));
}

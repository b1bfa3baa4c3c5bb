import { type JsonObject, own } from '../../core/json.ts';
import type { Wire } from '../../core/wire.ts';
import { type MessageError, messageError } from '../answers.ts';
import type { Context } from '../context.ts';
import { CHANNEL_ADD_NAME } from '../resource/template/rules.ts';
import { type Dialect, firstOf, flawIn, isNothing, type Shape, textOf } from '../shape.ts';
import type { Bubble, Message } from './message.ts';

/** Why a message is not delivered: the result code, and a reason for a person. */
export type Undelivered = [code: string, reason: string | null];

/** A message on one channel, as a send or as a fallback. */
export type Outgoing = Bubble & Pick<Message, 'sendAt' | 'country'>;

export interface MessageChannel {
  /** Decides the allowed fallbacks, the result of an unknown number, and if the sender must be registered. */
  family: 'text' | 'rcs' | 'messenger' | 'ntalk';
  /** The result of a delivery. The documents show five, but not their types (message API 6.2; assumption 97). */
  success: (typeof SUCCESSES)[number];
  /** MEDIA of a result; default: the name of the type (message API 6; assumption 97). */
  media?(wire: Wire): string;
  shape(): Shape;
  /** Returns the first error of a content, without its template. `path` precedes each name: `content.ut.` */
  check(context: Context, content: JsonObject, path: string, shape: Shape): MessageError | undefined;
  failure?(context: Context, message: Outgoing): Undelivered | undefined;
}

/** The results that mean delivery (message API 6). */
export const SUCCESSES = ['4100', '6600', '7000', '8000', '5000'] as const;

/** RESULT codes of failed deliveries, those that the documents do not show from a similar service (assumption 21). */
export const delivery = {
  unreachable: '4400',
  profile: '7103',
  differs: '7204',
  uncertain: '7305',
  noPhone: '7308',
  tooLong: '7314',
  noTemplate: '7315',
  notSendable: '7318',
} as const;

/** What became of a message on one channel. `refused`: it broke a rule of the service. */
export type Fate = 'delivered' | 'unknown' | 'failed' | 'refused';

/** What a result means for a message that broke no rule. */
export function fateOf(result: string): Fate {
  if (result === delivery.uncertain) return 'unknown';
  return SUCCESSES.some((success) => success === result) ? 'delivered' : 'failed';
}

const whole: Dialect = { isLeftOut: isNothing, isStrict: false };

/**
 * Checks an object by a shape: 3014 for a wrong type, else 2000 (message API 7; assumption 145). `of` tells how a part of an
 * object is checked.
 */
export function check(
  source: JsonObject,
  shape: Shape,
  path: string,
  of: Pick<Dialect, 'isPart' | 'ignoresForms'> = {},
): MessageError | undefined {
  const flaw = flawIn(source, shape, { ...whole, ...of }, path);
  return flaw && messageError(flaw.isType ? 3014 : 2000, `${flaw.at} ${flaw.says}`);
}

/** Checks the name of a channel-add button, and that a button has only members of its type. `takers` names the types that take a member. */
export function checkTakers(
  button: JsonObject,
  takers: Readonly<Record<string, readonly string[]>>,
  at: string,
): MessageError | undefined {
  const type = textOf(button, 'type');
  if (type === 'AC' && textOf(button, 'name') !== CHANNEL_ADD_NAME)
    return messageError(2000, `${at}.name of an AC button is fixed: ${CHANNEL_ADD_NAME}`);
  return firstOf(Object.entries(takers), ([name, types]) =>
    isNothing(own(button, name)) || types.includes(type)
      ? undefined
      : messageError(2000, `${at}.${name} is for ${types.join(', ')} only`),
  );
}

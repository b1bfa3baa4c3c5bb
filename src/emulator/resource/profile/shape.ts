import { type Refused, refuse, result } from '../../answers.ts';
import { array, filledText, flag, moment, needed, nullable, oneOf, text, textLike } from '../../members.ts';
import type { Fields, Read, Shape } from '../../shape.ts';

/** Groups of digits, separated by hyphens (assumption 114). */
const NUMBER = /^[0-9]+(?:-[0-9]+)*$/;

/** The opt-out number and its auth number (resource API 4.3). */
export const unsubscribeShape = {
  unsubscribePhoneNumber: { is: 'text', max: 13, pattern: NUMBER },
  unsubscribeAuthNumber: { is: 'text', max: 10, pattern: NUMBER },
} as const satisfies Shape;

/** An auth number needs an opt-out number, as in a send (message API 2.10). */
export function forbidsUnsubscribe(fields: Read<typeof unsubscribeShape>): Refused | undefined {
  return fields.unsubscribeAuthNumber !== null && fields.unsubscribePhoneNumber === null
    ? refuse(result.parameters, 'unsubscribePhoneNumber is required')
    : undefined;
}

/** Members that the account does not decide. */
export const stateShape = {
  block: flag,
  dormant: flag,
  profileStatus: oneOf('A', 'C', 'B', 'E', 'D'),
  bizchat: flag,
  brandMessage: flag,
  committalCompanyName: nullable(text),
  channelKey: nullable(text),
  businessProfile: flag,
  businessType: nullable(text),
  profileSpamLevel: nullable(text),
  profileMessageSpamLevel: nullable(text),
  clearBlockUrl: nullable(text),
};

/** A profile or group of an environment or a seed. Without `groups`, it belongs to every group (assumption 19). */
export const profileShape = {
  ...stateShape,
  /** The name in the environment. */
  alias: needed(filledText),
  /** As long as the `senderkey` of a message may be (message API 2.9). */
  key: needed(textLike(/^(?=\s*\S)[\s\S]{1,40}$/u, 'a key of 1 to 40 characters')),
  type: needed(oneOf('S', 'G')),
  /** The messenger channel, `@name`. Profiles of one channel share its plugin callbacks. */
  uuid: filledText,
  name: filledText,
  groups: array(text),
  categoryCode: filledText,
  unsubscribePhoneNumber: nullable(text),
  unsubscribeAuthNumber: nullable(text),
  createdAt: moment,
  modifiedAt: moment,
};

export const channelShape = { id: needed(filledText), phone: needed(filledText) };

/** A profile or group that an environment or a seed registers. */
export type RegisteredProfile = Fields<typeof profileShape>;

export type ProfileChange = Fields<typeof stateShape>;

import { type Refused, refuse, result } from '../../answers.ts';
import { filledText, flag, listOf, moment, needed, nullable, oneOf, text } from '../../members.ts';
import type { Fields, Read, Shape } from '../../shape.ts';
import { PROFILE_STATUSES } from './store.ts';

/** Digits, in groups that hyphens part (assumption 114). */
const NUMBER = /^[0-9]+(?:-[0-9]+)*$/;

/** The free opt-out number, and the number by which the caller is known there (resource API 4.3). */
export const unsubscribeShape = {
  unsubscribePhoneNumber: { is: 'text', max: 13, pattern: NUMBER },
  unsubscribeAuthNumber: { is: 'text', max: 10, pattern: NUMBER },
} as const satisfies Shape;

/** An auth number needs a number to call, as message API 2.10 has it for a send. */
export function forbidsUnsubscribe(fields: Read<typeof unsubscribeShape>): Refused | undefined {
  return fields.unsubscribeAuthNumber !== null && fields.unsubscribePhoneNumber === null
    ? refuse(result.parameters, 'unsubscribePhoneNumber is required')
    : undefined;
}

/** What others than the account decide: the states of a profile, and its channel. */
export const stateShape = {
  block: flag,
  dormant: flag,
  profileStatus: oneOf(...PROFILE_STATUSES),
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

/** A profile or group of an environment or a seed. It belongs to `groups`, or to every group if left out (assumption 19). */
export const profileShape = {
  ...stateShape,
  alias: needed(filledText),
  key: needed(filledText),
  type: needed(oneOf('S', 'G')),
  uuid: filledText,
  name: filledText,
  groups: listOf(text),
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

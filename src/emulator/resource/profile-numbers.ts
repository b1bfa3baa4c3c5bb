import type { Profile } from '../store/profile.ts';
import type { Reading } from './guards/reading.ts';

export type Unsubscribe = Pick<Profile, 'unsubscribePhoneNumber' | 'unsubscribeAuthNumber'>;

/** Longest opt-out number and its auth number (resource API 4.3). */
const PHONE_MAX = 13;
const AUTH_MAX = 10;

/** Digits, in groups that hyphens part (assumption 114). */
const NUMBER = /^[0-9]+(?:-[0-9]+)*$/;

/** The free opt-out number: one to ring, and the number by which the caller is known there. */
export function readUnsubscribe(reading: Reading, required: boolean): Unsubscribe {
  const rule = { max: PHONE_MAX, pattern: NUMBER };
  const unsubscribe = {
    unsubscribePhoneNumber: reading.text('unsubscribePhoneNumber', { ...rule, required }),
    unsubscribeAuthNumber: reading.text('unsubscribeAuthNumber', { ...rule, max: AUTH_MAX }),
  };
  // As message API 2.10 has it for a send.
  if (unsubscribe.unsubscribeAuthNumber !== null) reading.requiredText('unsubscribePhoneNumber');
  return unsubscribe;
}

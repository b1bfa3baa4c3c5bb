import { maskNumber } from '../text/mask.ts';

/** The digits of a phone number. Numbers are stored and compared in this form. */
export function digits(number: string): string {
  return number.replace(/\D/g, '');
}

/** True if two phone numbers are the same, also if one has the country code: `+82 10-0000-0000`. */
export function isSameNumber(one: string, other: string): boolean {
  return domestic(one) === domestic(other);
}

function domestic(number: string): string {
  return digits(number).replace(/^820?(?=\d{8})/, '0');
}

/** A phone number as the desk and the control API show it: masked if the emulator was started with `--mask`. */
export function shownNumber({ mask }: { mask: boolean }, number: string): string {
  return mask ? maskNumber(number) : number;
}

/** Masks the phone numbers in a text, with or without hyphens. */
export function maskNumbers(text: string): string {
  return text.replace(/\d(?:-?\d){8,}/g, maskNumber);
}

import { maskNumber } from '../core/mask.ts';

/** A phone number without hyphens and plus: how numbers are registered and compared. */
export function digits(number: string): string {
  return number.replace(/\D/g, '');
}

/** A phone number as the desk and the control API show it: in full, unless the emulator was started to mask numbers. */
export function shownNumber({ mask }: { mask: boolean }, number: string): string {
  return mask ? maskNumber(number) : number;
}

/** A text whose phone numbers, with hyphens or without, are masked. */
export function maskNumbers(text: string): string {
  return text.replace(/\d(?:-?\d){8,}/g, maskNumber);
}

import { type Refused, refuse, result } from '../../answers.ts';
import type { Read, Shape } from '../../shape.ts';

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

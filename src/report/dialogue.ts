import { splitVersion } from '../core/address.ts';
import type { Phrase } from '../core/language.ts';
import type { Blocked, Change, Moved, Reason } from '../core/plan.ts';
import type { Comment } from '../core/resource.ts';
import { outstandingIn } from './words.ts';

export const DIALOGUE_WORDS = {
  reason: { en: 'Rejected because:', ko: '반려 사유:' },
  answer: { en: 'Comment for the inspector:', ko: '검수자에게 보내는 의견:' },
} satisfies Record<string, Phrase>;

/** The words that end a round of an inspection. */
const VERDICTS: readonly string[] = ['APR', 'REJ'];

/**
 * The comments about a resource's present state: if it is rejected, those since its last request; if it is in inspection,
 * those since the verdict before. Comments on a text that was approved since are history (assumption 260).
 */
export function presentComments(comments: readonly Comment[], state: string): readonly Comment[] {
  const isVerdict = ({ status }: Comment): boolean => VERDICTS.includes(status);
  const last = comments.findLastIndex(isVerdict);
  if (state === 'REQ') return comments.slice(last + 1);
  if (state !== 'REJ') return [];
  return comments.slice(comments.slice(0, Math.max(0, last)).findLastIndex(isVerdict) + 1);
}

/** Returns the inspector's comments on a rejected text, and our comment for its next inspection. */
export function dialogueOf(
  one: Pick<Change, 'live' | 'comments' | 'comment' | 'steps'> | Pick<Blocked, 'state' | 'comments' | 'comment'>,
): { reasons: Comment[]; answer?: string } {
  const { comments = [], comment } = one;
  const state = 'steps' in one ? String(one.live['state'] ?? '') : one.state;
  const isReason = ({ content, status }: Comment): boolean => status !== 'REQ' && content.trim() !== '';
  const reasons = presentComments(comments, state).filter(isReason);
  const isInspected =
    !('steps' in one) || one.steps.some(({ to }) => to.some(({ state }) => outstandingIn(state) === 'verdict'));
  return { reasons, ...(isInspected && comment !== undefined && { answer: comment }) };
}

/** True if only the live resource changed: `import --update` would take over its content. */
export function isOfPerson(reasons: readonly (Reason | Moved)[]): boolean {
  return reasons.includes('adopted') || (reasons.includes('drifted') && !reasons.includes('edited'));
}

/** Returns the command that takes over content that changed at the service, if the manifest did not change as well. */
export function takeOverCommand(
  { address, fields }: Pick<Change | Blocked, 'address' | 'fields'>,
  reasons: readonly (Reason | Moved)[],
): string | undefined {
  if (fields.length === 0 || !isOfPerson(reasons)) return undefined;
  return `notiform import ${splitVersion(address).of} --update`;
}

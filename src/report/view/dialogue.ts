import { splitVersion } from '../../core/address.ts';
import type { Phrase } from '../../core/language.ts';
import type { Blocked, Change, Moved, Reason } from '../../core/plan.ts';
import type { Comment } from '../../core/resource.ts';
import { capital, ours, type Text } from '../text.ts';
import type { Audience } from './audience.ts';
import type { ViewPart } from './blocks.ts';
import { MOVED_WORDS, outstandingIn } from './words.ts';

export const DIALOGUE_WORDS = {
  reason: { en: 'Rejected because:', ko: '반려 사유:' },
  question: { en: 'Inspection comments:', ko: '검수 의견:' },
  answer: { en: 'Comment for the inspector:', ko: '검수자에게 보내는 의견:' },
} satisfies Record<string, Phrase>;

const TAKE_OVER: Phrase = { en: 'to take over the live content: ', ko: '서비스의 내용을 파일에 반영: ' };

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

/** Returns the inspector's comments on a text that is rejected or in inspection, and our comment for its next inspection. */
export function dialogueOf(
  one: Pick<Change, 'live' | 'comments' | 'comment' | 'steps'> | Pick<Blocked, 'state' | 'comments' | 'comment'>,
): { reasons: Comment[]; isRejected: boolean; answer?: string } {
  const { comments = [], comment } = one;
  const state = 'steps' in one ? String(one.live['state'] ?? '') : one.state;
  const isReason = ({ content, status }: Comment): boolean => status !== 'REQ' && content.trim() !== '';
  const reasons = presentComments(comments, state).filter(isReason);
  const isInspected =
    !('steps' in one) || one.steps.some(({ to }) => to.some(({ state }) => outstandingIn(state) === 'verdict'));
  return { reasons, isRejected: state === 'REJ', ...(isInspected && comment !== undefined && { answer: comment }) };
}

/** What a person did outside notiform and how it is taken over, why the text was rejected, and our answer. */
export function dialogueParts(
  one: Change | Blocked,
  moved: readonly (Reason | Moved)[],
  audience: Audience,
): ViewPart[] {
  const { isEngineer, language } = audience;
  const { reasons, isRejected, answer } = dialogueOf(one);
  const headed = (phrase: Phrase, parts: readonly ViewPart[]): ViewPart[] =>
    parts.length === 0 ? [] : [{ text: [ours(phrase[language], isEngineer ? 'dim' : 'bold')] }, ...parts];
  return [
    ...driftTexts(one, moved, audience).map((text) => ({ text })),
    ...headed(DIALOGUE_WORDS[isRejected ? 'reason' : 'question'], audience.comments(reasons)),
    ...headed(DIALOGUE_WORDS.answer, answer === undefined ? [] : [{ quote: answer }]),
  ];
}

/** True if only the live resource changed: `import --update` would take over its content. */
export function isOfPerson(reasons: readonly (Reason | Moved)[]): boolean {
  return reasons.includes('adopted') || (reasons.includes('drifted') && !reasons.includes('edited'));
}

/**
 * What happened outside notiform, which engineers read elsewhere, and the command that takes over content that changed at the
 * service, if the manifest did not change as well.
 */
export function driftTexts(
  { address, fields }: Pick<Change | Blocked, 'address' | 'fields'>,
  moved: readonly (Reason | Moved)[],
  audience: Audience,
): Text[] {
  const { isEngineer, language } = audience;
  const happened = DRIFTS.filter((one) => !isEngineer && moved.includes(one));
  const command = `\`notiform import ${splitVersion(address).of} --update\``;
  return [
    ...happened.map((one) => [ours(`${capital(MOVED_WORDS[one][language])}.`)]),
    ...(fields.length === 0 || !isOfPerson(moved)
      ? []
      : [[audience.way(TAKE_OVER), ...audience.sentence(command, 'cyan')]]),
  ];
}

const DRIFTS = ['drifted', 'vanished', 'adopted'] as const;

import { splitVersion } from '../../core/address.ts';
import type { Risk } from '../../core/kind.ts';
import type { Language, Phrase } from '../../core/language.ts';
import type { Blocked } from '../../core/plan.ts';
import { VERDICT_WORDS } from '../outcome-words.ts';
import { RISK_WORDS, stateName } from '../words.ts';
import type { NamedResource, ReviewWriter } from './parts.ts';
import { SAME_TEXT, wayIn } from './reasons.ts';
import { ACTION_CELLS, PLAN_WORDS } from './words.ts';

/** The texts about blocked resources. */

/** What a blocked resource needs, in a word. */
export const BLOCK_WORDS = {
  unchanged: { en: 'needs a new text', ko: '수정 필요' },
  risky: { en: 'not allowed', ko: '허용 필요' },
  deletion: { en: 'deletion not allowed', ko: '삭제 허용 필요' },
  stays: { en: 'cannot be deleted now', ko: '지금은 삭제 불가' },
  blocked: { en: 'cannot be applied as declared', ko: '이대로는 적용 불가' },
} satisfies Record<string, Phrase>;

/** What an apply left undone, by what it needs. */
export const BLOCKED_RESULTS: Readonly<Record<keyof typeof BLOCK_WORDS, Phrase>> = {
  unchanged: {
    en: '{what} {count:was|were} not submitted again: the rejected text is unchanged.',
    ko: '{what}는 반려된 문구에서 바뀐 것이 없어 다시 검수를 요청하지 않았습니다.',
  },
  risky: {
    en: '{what} {count:was|were} not changed: the risk was not allowed.',
    ko: '{what}는 허용되지 않아 바꾸지 않았습니다.',
  },
  deletion: {
    en: '{what} {count:was|were} not deleted: the risk was not allowed.',
    ko: '{what}는 허용되지 않아 삭제하지 않았습니다.',
  },
  stays: { en: '{what} could not be deleted.', ko: '{what}는 삭제할 수 없어 그대로 두었습니다.' },
  blocked: {
    en: '{what} could not be applied as declared.',
    ko: '{what}는 파일에 적은 대로 적용할 수 없어 그대로 두었습니다.',
  },
};

/** What the texts about a blocked resource depend on. */
export interface BlockedChange {
  risk?: Risk | undefined;
  deletes?: boolean | undefined;
}

/** What a blocked resource needs: another text, an allowed risk, or neither helps. A deletion is named as one. */
export function blockOf({ risk, deletes }: BlockedChange): keyof typeof BLOCK_WORDS {
  if (risk === undefined) return deletes ? 'stays' : 'blocked';
  if (deletes) return 'deletion';
  return risk === 'resubmits' ? 'unchanged' : 'risky';
}

/** Returns why only an allowed risk opens the way: what a deletion does, or what another change costs. */
export function riskOf(one: BlockedChange, risk: Risk, language: Language): string {
  return (blockOf(one) === 'unchanged' ? SAME_TEXT : RISK_WORDS[one.deletes ? 'destroys' : risk])[language];
}

/**
 * How many are blocked: rejected texts, those that only a risk prevents, and the rest.
 * @param sentences those of a plan, or those of an apply
 */
export function blockedSentences(
  blocked: readonly (BlockedChange & NamedResource)[],
  writer: ReviewWriter,
  sentences: typeof BLOCKED_RESULTS = PLAN_WORDS,
): string[] {
  return (['deletion', 'unchanged', 'risky', 'stays', 'blocked'] as const).flatMap((word) =>
    writer.about(
      sentences[word],
      blocked.filter((one) => blockOf(one) === word),
    ),
  );
}

/** What would allow a blocked change, with its complete command. A pipeline has no flags to pass: its risks are in notiform.yaml. */
export function allowedBy(ways: Blocked['ways'], writer: ReviewWriter): string[] {
  if (ways.length === 0) return [];
  const isRisk = ways.some((way) => 'flags' in way && way.flags.includes('--allow'));
  const inFile = isRisk ? `.${PLAN_WORDS.allowedInFile[writer.language]}` : '';
  return [`${writer.say(PLAN_WORDS.opens)} ${writer.withCommands(`${wayIn(ways, writer)}${inFile}`)}`];
}

/** Why a resource stays as it is. */
export function blockedCell(blocked: Pick<Blocked, 'state' | 'risk' | 'deletes'>, writer: ReviewWriter): string {
  const { state, risk } = blocked;
  const word = BLOCK_WORDS[blockOf(blocked)][writer.language];
  if (risk !== undefined) return `**${word}**: ${riskOf(blocked, risk, writer.language)}`;
  return writer.say(PLAN_WORDS.cannot, { state: stateName(state, writer.language) });
}

/** Returns the change of a resource whose fields do not change: it is deleted, or no manifest declares it any more. */
export function blockedAction({
  address,
  deletes,
  before,
  after,
}: Pick<Blocked, 'address' | 'deletes' | 'before' | 'after'>): Phrase | undefined {
  if (deletes) return ACTION_CELLS.delete;
  // An older version is not declared either, and its resource is.
  const isRemoved = before !== null && after === null && splitVersion(address).of === address;
  return isRemoved ? VERDICT_WORDS.orphan.word : undefined;
}

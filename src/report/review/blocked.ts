import { splitVersion } from '../../core/address.ts';
import type { Risk } from '../../core/kind.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import type { Blocked } from '../../core/plan.ts';
import type { LeftBlocked } from '../../core/receipt.ts';
import { RISK_WORDS } from '../../engine/route/route.ts';
import { fitted } from '../markdown/fit.ts';
import { alert, MORE, MOST_LINES, type NamedResource, type ReviewWriter, small } from '../markdown/parts.ts';
import { VERDICT_WORDS } from '../outcome-words.ts';
import { stateName } from '../words.ts';
import { reasonIn, SAME_TEXT, wayForReaders, wayIn } from './reasons.ts';
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

/** The small print about a blocked resource: facts, and what would allow it. */
export function blockedDetails(
  blocked: Pick<LeftBlocked, 'reason' | 'said' | 'riskySteps' | 'risk' | 'ways' | 'deletes'>,
  facts: readonly string[],
  writer: ReviewWriter,
): string[] {
  const { risk } = blocked;
  // The line of the table has only the words of the risk.
  const why = risk === undefined ? '' : writer.withCommands(reasonIn(writer.language, blocked));
  return [small([...facts, why]), ...allowedBy(blocked, writer).flatMap((way) => ['', small([way])])];
}

/** What would allow a blocked change, with its complete command. A pipeline has no flags to pass: its risks are in notiform.yaml. */
export function allowedBy({ ways, deletes }: Pick<Blocked, 'ways' | 'deletes'>, writer: ReviewWriter): string[] {
  if (ways.length === 0) return [];
  const allowed = ways.flatMap((way) => ('flags' in way ? way.flags : [])).map((flag) => flag.split('='));
  const address = allowed.find(([, one]) => one)?.[1];
  const rule = `{ ${address}: [${allowed.flatMap(([risk, one]) => (one === undefined ? [] : risk)).join(', ')}] }`;
  const setting = address === undefined ? '' : fill(PLAN_WORDS.allowedInFile, writer.language, { rule });
  const inFile = `${setting}${setting && deletes ? PLAN_WORDS.deletesInFile[writer.language] : ''}`;
  return [`${writer.say(PLAN_WORDS.opens)} ${writer.withCommands(`${wayIn(ways, writer)}${inFile}`)}`];
}

/** What is left undone, in a box: a sentence, and for each resource why and what would allow it. */
export function blockedAlert(
  blocked: readonly (LeftBlocked & NamedResource)[],
  writer: ReviewWriter,
  sentence: Phrase = PLAN_WORDS.undone,
): string[] {
  if (blocked.length === 0) return [];
  const lines = blocked.map((one) => {
    // A risk has its own words in the cell.
    const why = one.risk === undefined ? `: ${writer.withCommands(reasonIn(writer.language, one))}` : '';
    const way = writer.withCommands(wayForReaders(one.ways, writer.language));
    const ways = way === '' ? '' : `. ${writer.say(PLAN_WORDS.opens)} ${way}`;
    return `- ${writer.linkedName(one.address, '**')}: ${blockedCell(one, writer)}${why}${ways}`;
  });
  const shown = fitted(lines.slice(0, MOST_LINES), writer.limit / 4);
  const more = lines.length - shown.length;
  return alert(
    'WARNING',
    ...writer.about(sentence, blocked, { what: writer.what(blocked) }),
    '',
    ...shown,
    ...(more > 0 ? [`- ${writer.say(MORE, { count: more })}`] : []),
  );
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

import { splitVersion } from '../../core/address.ts';
import type { Risk } from '../../core/kind.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import type { Blocked } from '../../core/plan.ts';
import type { LeftBlocked } from '../../core/receipt.ts';
import { RISK_WORDS } from '../../engine/route/route.ts';
import { operationTitle } from '../../kinds/labels.ts';
import { changedWords, factsOf } from '../facts.ts';
import { ours, sourceText, span, type Text } from '../text.ts';
import { type Audience, type NamedResource, placeOf } from './audience.ts';
import { type Entry, type ListItem, type ViewPart, warning } from './blocks.ts';
import { dialogueParts, driftTexts } from './dialogue.ts';
import { PLAN_WORDS } from './phrases.ts';
import { reasonIn, SAME_TEXT, wayForReaders, wayIn } from './reasons.ts';
import { ACTION_CELLS, BLOCKED, MOVED_WORDS, REASON_WORDS, stateName, stateSpans, VERDICT_WORDS } from './words.ts';

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

interface BlockedOptions {
  /** The flags of the plan, which a command that allows a change repeats. */
  flags?: readonly string[] | undefined;
  /** Comments of earlier rounds, and texts in full. */
  verbose?: boolean;
}

/** A blocked resource: why, the comments, what would allow it, and the differences. */
export function blockedEntry(blocked: Blocked, audience: Audience, options: BlockedOptions = {}): Entry {
  const { source, state, comments, moved, deletes, risk } = blocked;
  const { isEngineer, language } = audience;
  const { verbose = false, flags } = options;
  const why = moved.map((one) => MOVED_WORDS[one].en).join('; ');
  return {
    ...(isEngineer
      ? { ...leftEntry(blocked, audience, flags), cells: [[sourceText(source)]] }
      : rowOf(blocked, audience)),
    body: () => [
      ...(isEngineer ? headOf(blocked) : []),
      // A risk has its own words in the cell for reviewers.
      ...(isEngineer || risk === undefined ? [{ text: audience.sentence(reasonIn(language, blocked)) }] : []),
      ...(isEngineer && why !== '' ? [{ text: [span(why, 'dim')] }] : []),
      ...(verbose ? audience.comments(comments) : []),
      ...dialogueParts(verbose ? { ...blocked, comments: [] } : blocked, moved, audience),
      ...(isEngineer ? allowedBy(blocked, audience, flags).map((text) => ({ text })) : []),
      { facts: factsOf(blocked, deletes === true), isWhole: verbose },
      ...(isEngineer ? [] : blockedFine(blocked, [...placeOf(blocked), [span(stateName(state, language))]], audience)),
    ],
  };
}

/** Its state and what it needs, for engineers. */
function headOf(blocked: Blocked): ViewPart[] {
  return [
    { text: [...stateSpans(blocked.state), span(` · ${BLOCK_WORDS[blockOf(blocked)].en}`)] },
    ...(blocked.deletes ? [{ text: [span(deletionOf(blocked), 'red')] }] : []),
  ];
}

/** A row for reviewers. */
function rowOf(blocked: Blocked, audience: Audience): Entry {
  const { address, state, comment, riskySteps = [] } = blocked;
  const { language } = audience;
  const action = actionOf(blocked)?.[language];
  const answer = comment === undefined ? [] : [PLAN_WORDS.answer[language]];
  // No field of a blocked stop changes.
  const steps = riskySteps.map((step) => operationTitle(step, language));
  const changed = [changedWords(blocked, language), answer, steps].find(({ length }) => length > 0) ?? [];
  const what = action ?? changed.join(', ');
  return {
    ...audience.named(address),
    cells: [[action === undefined ? [span(what || '-')] : [ours(what, 'bold')]], [blockedCell(blocked, audience)]],
    summary: [span(what || stateName(state, language))],
  };
}

/** What a run leaves blocked, in a line for engineers: the reason and what would allow it. */
export function leftEntry(one: LeftBlocked, audience: Audience, flags?: readonly string[]): Entry {
  const { address, state, ways } = one;
  const way = ways.length === 0 ? '' : `; to allow it: ${wayIn(ways, audience, flags)}`;
  const line = `${BLOCK_WORDS[blockOf(one)].en} · now ${state}: ${reasonIn('en', one)}${way}`;
  return { mark: BLOCKED, title: audience.title(address), line: [span(line)] };
}

/** `delete: managed by notiform, and no manifest declares it any more` */
function deletionOf({ address }: Blocked): string {
  // An older version is deleted for other reasons, and its resource is declared.
  if (splitVersion(address).of !== address) return 'delete';
  return `delete: ${REASON_WORDS['removed-from-manifests']}`;
}

/** The last line of a plan and of an apply that leave blocked resources: the run itself may succeed. */
export function blockedNotice(
  count: number,
  { detailedExitcode }: { detailedExitcode?: boolean | undefined },
  isApply = false,
): ViewPart[] {
  if (count === 0) return [];
  const phrase = isApply
    ? '{count} {count:resource was|resources were} blocked and not changed.'
    : '{count} {count:resource is|resources are} blocked and {count:stays as it is|stay as they are}.';
  const exit = detailedExitcode ? '' : ' Only `--detailed-exitcode` shows this in the exit code.';
  return [warning(span(`${fill({ en: phrase, ko: phrase }, 'en', { count })}${exit}`, 'yellow'))];
}

/** What a run leaves blocked, as a row for reviewers. */
export function reviewedLeft(one: LeftBlocked, audience: Audience): Entry {
  const cell = blockedCell(one, audience);
  return {
    ...audience.named(one.address),
    cells: [[[ours('-')]], [cell]],
    summary: cell,
    ...(one.ways.length > 0 && { body: () => blockedFine(one, placeOf(one), audience) }),
  };
}

/** The small print about a blocked resource: facts, and what would allow it. */
function blockedFine(blocked: LeftBlocked, facts: readonly Text[], audience: Audience): ViewPart[] {
  // The line of the table has only the words of the risk.
  const why = blocked.risk === undefined ? [] : [audience.sentence(reasonIn(audience.language, blocked))];
  return [{ fine: [...facts, ...why] }, ...allowedBy(blocked, audience).map((way) => ({ fine: [way] }))];
}

/** What would allow a blocked change, with its complete command. A pipeline has no flags to pass: its risks are in notiform.yaml. */
function allowedBy(
  { ways, deletes }: Pick<Blocked, 'ways' | 'deletes'>,
  audience: Audience,
  flags?: readonly string[],
): Text[] {
  const { isEngineer, language } = audience;
  if (ways.length === 0) return isEngineer ? [[span('→ no flag and no setting allows it')]] : [];
  const allowed = ways.flatMap((way) => ('flags' in way ? way.flags : [])).map((flag) => flag.split('='));
  const address = allowed.find(([, one]) => one)?.[1];
  const rule = `{ ${address}: [${allowed.flatMap(([risk, one]) => (one === undefined ? [] : risk)).join(', ')}] }`;
  const setting = isEngineer || address === undefined ? '' : fill(PLAN_WORDS.allowedInFile, language, { rule });
  const inFile = `${setting}${setting && deletes ? PLAN_WORDS.deletesInFile[language] : ''}`;
  return [[audience.way(PLAN_WORDS.opens), ...audience.sentence(`${wayIn(ways, audience, flags)}${inFile}`, 'cyan')]];
}

/** What is left undone, in a box: a sentence, and for each resource why and what would allow it. */
export function blockedAlert(
  blocked: readonly (LeftBlocked & NamedResource)[],
  audience: Audience,
  sentence: Phrase = PLAN_WORDS.undone,
): ViewPart[] {
  if (blocked.length === 0) return [];
  const items = blocked.map((one): ListItem => {
    const way = wayForReaders(one.ways, audience.language);
    const ways = way === '' ? [] : [ours('. '), audience.way(PLAN_WORDS.opens), ...audience.sentence(way)];
    return { text: [...blockedText(one, audience), ...ways] };
  });
  const lines = audience.about(sentence, blocked, { what: audience.what(blocked) });
  return [{ level: 'WARNING', lines, items }];
}

/** What was blocked before, in a line. */
export function blockedItem(blocked: Blocked, audience: Audience): ListItem {
  const { address, moved } = blocked;
  const hints = [...driftTexts(blocked, moved, audience), ...allowedBy(blocked, audience)];
  return { text: blockedText(blocked, audience), fine: [...placeOf({ address }), ...hints] };
}

/** The name of a blocked resource and why it stays as it is. A risk has its own words in the cell. */
function blockedText(one: LeftBlocked, audience: Audience): Text {
  const why = one.risk === undefined ? [ours(': '), ...audience.sentence(reasonIn(audience.language, one))] : [];
  return [...audience.title(one.address), ours(': '), ...blockedCell(one, audience), ...why];
}

/** Why a resource stays as it is. */
function blockedCell(blocked: Pick<Blocked, 'state' | 'risk' | 'deletes'>, audience: Audience): Text {
  const { state, risk } = blocked;
  const { language } = audience;
  const word = ours(BLOCK_WORDS[blockOf(blocked)][language], 'bold');
  if (risk === undefined) return [word, ...audience.say(PLAN_WORDS.inState, { state: stateName(state, language) })];
  return [word, ours(`: ${riskOf(blocked, risk, language)}`)];
}

/** Returns the change of a resource whose fields do not change: it is deleted, or no manifest declares it any more. */
function actionOf({ address, deletes, before, after }: Blocked): Phrase | undefined {
  if (deletes) return ACTION_CELLS.delete;
  // An older version is not declared either, and its resource is.
  const isRemoved = before !== null && after === null && splitVersion(address).of === address;
  return isRemoved ? VERDICT_WORDS.orphan.word : undefined;
}

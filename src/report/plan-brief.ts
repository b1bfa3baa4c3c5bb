import type { Change, Waiting } from '../core/plan.ts';
import type { LeftBlocked, LeftWaiting, Receipt } from '../core/receipt.ts';
import { foldSimilar, moreWaiting } from './fold.ts';
import { type DrawnLine, indented, span } from './line.ts';
import { addressSpans, markSpan, section, warned } from './part.ts';
import { briefly } from './plan-change.ts';
import { BLOCK_WORDS, blockOf } from './review/blocked.ts';
import { reasonIn, wayIn } from './review/reasons.ts';
import { PLAN_WORDS } from './review/words.ts';
import type { Style } from './style.ts';
import { PLAN_TEXTS, said } from './terminal-words.ts';
import { ACTION_WORDS, BLOCKED, type Mark, WAITING, waitsWord } from './words.ts';

/** A plan in one line for each address: for the log of a run, where long texts would hide the rest. */

export function briefChanges(changes: readonly Change[], style: Style): DrawnLine[] {
  return changes.map((change) => changeLine(change, style));
}

export function briefWaiting(waiting: readonly Waiting[], style: Style): DrawnLine[] {
  const resources = waiting.filter(({ held }) => held === undefined);
  const changes = waiting.flatMap(({ waitsFor, held }) =>
    held ? [changeLine(held.change, style, `, ${waitsText(waitsFor, held.by, style)}`)] : [],
  );
  return headed(section(said(style, PLAN_TEXTS.waiting)), [...waitingLines(resources, style, false), ...changes]);
}

export function briefBlocked(blocked: readonly LeftBlocked[], style: Style, flags?: readonly string[]): DrawnLine[] {
  return headed(section(said(style, PLAN_TEXTS.blocked)), blockedLines(blocked, style, flags));
}

/**
 * The resources that a run leaves blocked, with the reason and what would allow it, and those that wait.
 * @param whole true shows every resource that waits
 * @param flags those of the plan, which the command that allows a change repeats
 */
export function briefLeft(
  { blocked, waiting }: Pick<Receipt, 'blocked' | 'waiting'>,
  style: Style,
  whole: boolean,
  flags?: readonly string[],
): DrawnLine[] {
  return [
    ...headed(
      section(said(style, PLAN_TEXTS.blockedLeft, { count: blocked.length })),
      blockedLines(blocked, style, flags),
    ),
    // No number: the receipt counts these together with its own changes that wait.
    ...headed(section(said(style, PLAN_TEXTS.waitingLeft)), waitingLines(waiting, style, whole)),
  ];
}

/** The last line of a plan and of an apply that leave blocked resources: the run itself may succeed. */
export function blockedNotice(
  count: number,
  style: Style,
  { detailedExitcode, isApply }: { detailedExitcode?: boolean | undefined; isApply?: boolean },
): DrawnLine[] {
  if (count === 0) return [];
  const exit = detailedExitcode ? '' : said(style, PLAN_TEXTS.blockedExit);
  const text = `${said(style, PLAN_TEXTS[isApply ? 'blockedStayed' : 'blockedNotice'], { count })}${exit}`;
  return warned([span(text, 'yellow')], style);
}

function headed(heading: DrawnLine, rows: readonly DrawnLine[]): DrawnLine[] {
  return rows.length === 0 ? [] : [heading, ...indented(rows, 2)];
}

function blockedLines(blocked: readonly LeftBlocked[], style: Style, flags?: readonly string[]): DrawnLine[] {
  const { language = 'en' } = style;
  return blocked.map((one) => {
    const { address, state, ways } = one;
    const way = ways.length === 0 ? '' : said(style, PLAN_TEXTS.briefWay, { way: wayIn(ways, style, flags) });
    const word = said(style, BLOCK_WORDS[blockOf(one)]);
    const why = said(style, PLAN_TEXTS.blockedIn, { state, reason: reasonIn(language, one) });
    return line(BLOCKED, address, `${word} · ${why}${way}`);
  });
}

function waitingLines(waiting: readonly LeftWaiting[], style: Style, whole: boolean): DrawnLine[] {
  const likeness = ({ state, waitsFor, by = '' }: LeftWaiting): string => `${state} ${waitsFor} ${by}`;
  return foldSimilar(waiting, likeness, whole).flatMap(({ shown, rest }) => [
    ...shown.map(({ address, waitsFor, by }) => line(WAITING, address, waitsText(waitsFor, by, style))),
    ...shown.slice(0, 1).flatMap(({ waitsFor, by }) => moreWaiting(rest, waitsFor, style, by)),
  ]);
}

function waitsText(waitsFor: string, by: string | undefined, style: Style): string {
  const decision = waitsWord(waitsFor, style.language);
  return by === undefined
    ? said(style, PLAN_WORDS.waitsFor, { decision })
    : said(style, PLAN_TEXTS.afterDecision, { address: by, decision });
}

function changeLine(change: Change, { language = 'en' }: Style, more = ''): DrawnLine {
  // A plain creation needs no reason.
  const [reason, another] = change.reasons;
  const isPlain = change.action === 'create' && reason === 'not-there' && another === undefined;
  const words = isPlain ? ACTION_WORDS.create.todo[language] : briefly(change, language);
  return line(ACTION_WORDS[change.action], change.address, `${words}${more}`);
}

/** Never broken over two rows, because a log is searched by line. */
function line(mark: Mark, address: string, about: string): DrawnLine {
  return [markSpan(mark), ...addressSpans(address), span('  '), span(about)];
}

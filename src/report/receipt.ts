import { groupBy } from '../core/grouping.ts';
import { type ChangeReceipt, isDone, type Receipt, type StepReceipt } from '../core/receipt.ts';
import { counted, numbered } from '../text/counted.ts';
import { approvalOf, commandLine } from './command.ts';
import { countWord, OUTCOME_WORDS } from './outcome-words.ts';
import { blockedNotice, briefLeft } from './plan-brief.ts';
import type { Style } from './style.ts';
import { type DrawnLine, renderBlocks, type Span, span, whole } from './terminal/line.ts';
import { drawProblemsIn, foldSimilar, listed, marked, section, warned, wrapped } from './terminal/part.ts';
import { ACTION_WORDS, ACTIONS, outstandingIn, pendingAfter, stateSpan, waitsWord } from './words.ts';

interface ReceiptView {
  /** Shows every change that was not run, and every resource that waits. */
  verbose?: boolean;
  /** The number of changes that wait for an external decision and were not made. */
  later?: number;
  /** The addresses that were pending when `--wait` ended. Left out if the run did not wait. */
  outstanding?: readonly string[] | undefined;
  /** The number of addresses whose protection changed in the state. */
  protections?: number;
  /** The plan file, if it contains no change. */
  emptyFile?: string | undefined;
  /** The arguments of `plan` in a command that shows what is left: the flags of this run. */
  planWords?: readonly string[];
  /** The arguments of `apply --wait` in a command that continues: the plan file of this run, or its flags. */
  applyWords?: readonly string[];
  /** True with `--detailed-exitcode`. */
  detailedExitcode?: boolean | undefined;
}

/**
 * Draws what a run did: each change with each of its steps, the service's own words for a refusal, and exact counts. A change
 * with one finished and one refused step shows both. Ends with a line break.
 */
export function drawReceipt(receipt: Receipt, style: Style, view: ReceiptView = {}): string {
  const { changes, unapproved = [] } = receipt;
  // Changes that were not made are above the others, each group in the order of the run.
  const drawn = (some: readonly ChangeReceipt[]): DrawnLine[][] => some.map((change) => drawChange(change, style));
  const blocks = [
    heading(receipt, style),
    ...drawn(changes.filter((change) => !isDone(change) && !isNotRun(change))),
    ...foldSimilar(changes.filter(isNotRun), () => '', view.verbose === true).flatMap(({ shown, rest }) => [
      ...drawn(shown),
      rest === 0 ? [] : [[span(`… and ${rest} more not run`, 'dim')]],
    ]),
    ...drawn(changes.filter(isDone)),
    drawUnapproved(unapproved, style),
    ending(receipt, style, view),
    briefLeft(receipt, style, view.verbose === true, view.planWords),
    blockedNotice(receipt.blocked.length, style, { ...view, isApply: true }),
  ];
  return renderBlocks(blocks, style);
}

function heading({ environment, startedAt, finishedAt, interrupted }: Receipt, style: Style): DrawnLine[] {
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  const took = Number.isFinite(seconds) ? `  in ${seconds.toFixed(1)} s` : '';
  return [
    [span(`What was done on ${environment}`, 'bold'), span(took, 'dim')],
    ...(interrupted ? warned([span('The run was interrupted.')], style) : []),
  ];
}

function drawChange(change: ChangeReceipt, style: Style): DrawnLine[] {
  const { problem, steps } = change;
  const mark = OUTCOME_WORDS[change.outcome];
  const isShown = steps.some(
    (step) => step.problem?.code === problem?.code && step.problem?.message === problem?.message,
  );
  return [
    ...marked(mark, change.address, [span(sentence(change), mark.tone)], style),
    ...steps.flatMap((step) => drawStep(step, style)),
    ...drawProblemsIn(problem && !isShown ? [problem] : [], style, 4),
  ];
}

/** `created`, `refused by the service; 2 of 3 steps were done` */
function sentence({ action, outcome, steps }: ChangeReceipt): string {
  if (outcome === 'done') return ACTION_WORDS[action].done;
  const word = OUTCOME_WORDS[outcome].word.en;
  const made = steps.filter((step) => step.outcome === 'done').length;
  if (outcome === 'already-so' || steps.length === 0) return word;
  if (made > 0) return `${word}; ${made} of ${counted(steps.length, 'step')} ${made === 1 ? 'was' : 'were'} done`;
  const isBegun = steps.some((step) => step.outcome === 'unknown' || stepTaken(step));
  return isBegun ? word : `${word}; nothing was done`;
}

function drawStep(step: StepReceipt, style: Style): DrawnLine[] {
  const { outcome, state, problem } = step;
  const { symbol, tone } = OUTCOME_WORDS[outcome];
  const line: Span[] = [span(`${symbol} `, tone), span(step.title)];
  if (outcome !== 'done') line.push(span(`: ${OUTCOME_WORDS[outcome].word.en}`, tone));
  const arrow = outcome === 'done' ? ' → ' : ', it is ';
  if (state !== undefined) line.push(span(arrow, 'dim'), stateSpan(state));
  const waitsFor = outcome === 'done' ? outstandingIn(state ?? '') : undefined;
  if (waitsFor !== undefined) {
    const decision = waitsWord(waitsFor);
    line.push(span(`, waits for ${decision}`, 'dim'));
  }
  return [...wrapped(line, style, 2), ...drawProblemsIn(problem ? [problem] : [], style, 4)];
}

/** Changes that a new plan has and the plan file does not. */
function drawUnapproved(unapproved: NonNullable<Receipt['unapproved']>, style: Style): DrawnLine[] {
  if (unapproved.length === 0) return [];
  return [
    section('Not approved', 'the plan file does not contain it, and it was not run'),
    ...unapproved.flatMap(({ address, action }) =>
      marked(ACTION_WORDS[action], address, [span(ACTION_WORDS[action].todo, 'dim')], style, 2),
    ),
  ];
}

function ending(receipt: Receipt, style: Style, view: ReceiptView): DrawnLine[] {
  const { later = 0, protections = 0, emptyFile, planWords = [], applyWords = [] } = view;
  const command = (...words: string[]): Span => whole(commandLine(style, receipt.environment, words), 'cyan');
  const next = command('apply', '--wait', ...applyWords);
  const own = receipt.waiting.filter(({ by }) => by === undefined);
  const waiting = pendingAfter({ ...receipt, waiting: own }, view.outstanding);
  const waits = waitsWords(waiting);
  const approval = approvalOf(style, waiting);
  const decide = approval && [span(`${waits}. ${approval.lead}`), command(...approval.words)];
  const isAllDone = receipt.changes.every(isDone);
  const lines: DrawnLine[] = [
    emptyFile === undefined
      ? doneLine(receipt)
      : [span(`The plan file ${emptyFile} contains no change that can be carried out.`, 'bold')],
    ...(protections === 0 ? [] : [[span(`In the state: ${counted(protections, 'protection change')}.`)]]),
    ...undoneLines(receipt),
    ...(waits === '' ? [] : [decide ?? [span(`${waits}: `), command('wait')]]),
    ...(later === 0
      ? []
      : [
          [
            span(`${counted(later, 'change waits', 'changes wait')} for an external decision: `),
            next,
            span(' waits and continues'),
          ],
        ]),
    ...(isAllDone ? [] : [[span('To see what is left: '), command('plan', ...planWords)]]),
  ];
  return lines.flatMap((line) => wrapped(line, style));
}

function doneLine({ changes }: Receipt): DrawnLine {
  const done = changes.filter(({ outcome }) => outcome === 'done');
  const counts = ACTIONS.map(
    (name) => [ACTION_WORDS[name].done, done.filter(({ action }) => action === name).length] as const,
  );
  const already = changes.filter(({ outcome }) => outcome === 'already-so').length;
  const parts = numbered([...counts, [OUTCOME_WORDS['already-so'].word.en, already]]);
  if (parts.length > 0) return listed('Done: ', parts, 'bold');
  const none = partlyDone(changes) > 0 ? 'finished' : 'carried out';
  return [span(`No change was ${none}.`, 'bold')];
}

function undoneLines({ changes }: Receipt): DrawnLine[] {
  const undone = Object.entries(OUTCOME_WORDS).filter(([name]) => name !== 'done' && name !== 'already-so');
  const counts = undone.map(
    ([name, words]) => [countWord(words), changes.filter(({ outcome }) => outcome === name).length] as const,
  );
  const parts = numbered(counts);
  const partly = partlyDone(changes);
  return [
    ...(parts.length === 0 ? [] : [listed('Not done: ', parts)]),
    ...(partly === 0 ? [] : [[span(`Of these, ${partly} ${partly === 1 ? 'was' : 'were'} carried out in part.`)]]),
  ];
}

/** The number of changes that are not done and of which a step was taken. */
function partlyDone(changes: Receipt['changes']): number {
  return changes.filter((change) => !isDone(change) && change.steps.some(stepTaken)).length;
}

/** True if nothing of the change was begun. */
function isNotRun({ outcome, steps }: ChangeReceipt): boolean {
  return outcome === 'not-run' && !steps.some(stepTaken);
}

/** A stale step was taken too: its call was answered, and led to another state. */
function stepTaken({ outcome }: StepReceipt): boolean {
  return outcome === 'done' || outcome === 'stale';
}

/** `2 wait for a verdict, 1 waits for the end of the encoding` */
function waitsWords(waiting: readonly { waitsFor: string }[]): string {
  const groups = groupBy(waiting, ({ waitsFor }) => waitsFor);
  const parts = Array.from(
    groups,
    ([waitsFor, { length: count }]) => `${count} ${count === 1 ? 'waits' : 'wait'} for ${waitsWord(waitsFor)}`,
  );
  return parts.join(', ');
}

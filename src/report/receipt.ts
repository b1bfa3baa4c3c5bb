import type { Problem } from '../core/problem.ts';
import { type ChangeReceipt, isDone, type Receipt, type StepReceipt } from '../core/receipt.ts';
import { commandLine } from './command.ts';
import { foldSimilar } from './fold.ts';
import { type DrawnLine, renderBlocks, type Span, span, whole } from './line.ts';
import { OUTCOME_WORDS, UNDONE_WORDS } from './outcome-words.ts';
import { drawProblemsIn, listed, marked, section, wrapped } from './part.ts';
import { blockedNotice, briefLeft } from './plan-brief.ts';
import type { Style } from './style.ts';
import { ACTION_WORDS, ACTIONS, counted, numbered, outstandingIn, stateSpan, waitsWord } from './words.ts';

export interface ReceiptView {
  /** Shows every change that was not run, and every resource that waits. */
  verbose?: boolean;
  /** The number of changes that wait for an external decision and were not made. */
  later?: number;
  /** The addresses that were pending when `--wait` ended. Left out if the run did not wait. */
  outstanding?: readonly string[];
  /** The number of addresses whose protection changed in the state. */
  protections?: number;
  /** The plan file, if it contains no change. */
  emptyFile?: string | undefined;
  /** The arguments of `plan` in a command that shows what is left: the flags of this run. */
  planWords?: readonly string[];
  /** The arguments of `apply --wait` in a command that continues: the plan file of this run, or its flags. */
  applyWords?: readonly string[];
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
    heading(receipt),
    ...drawn(changes.filter((change) => !isDone(change) && !isNotRun(change))),
    ...foldSimilar(changes.filter(isNotRun), () => '', view.verbose === true).flatMap(({ shown, rest }) => [
      ...drawn(shown),
      rest === 0 ? [] : [[span(`… and ${rest} more not run`, 'dim')]],
    ]),
    ...drawn(changes.filter(isDone)),
    drawUnapproved(unapproved, style),
    ending(receipt, style, view),
    briefLeft(receipt, style, view.verbose === true),
    blockedNotice(receipt.blocked.length, style),
  ];
  return renderBlocks(blocks, style);
}

function heading({ environment, startedAt, finishedAt, interrupted }: Receipt): DrawnLine[] {
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  const took = Number.isFinite(seconds) ? `  in ${seconds.toFixed(1)} s` : '';
  return [
    [span(`What was done on ${environment}`, 'bold'), span(took, 'dim')],
    ...(interrupted ? [[span('! ', 'yellow', 'bold'), span('The run was interrupted.')]] : []),
  ];
}

function drawChange(change: ChangeReceipt, style: Style): DrawnLine[] {
  const mark = OUTCOME_WORDS[change.outcome];
  return [
    ...marked(mark, change.address, [span(sentence(change), mark.tone)], style.width),
    ...change.steps.flatMap((step) => drawStep(step, style)),
    ...drawProblemsIn(ownProblem(change), style, 4),
  ];
}

/** The change's problem, unless one of its steps shows it. */
function ownProblem({ problem, steps }: ChangeReceipt): Problem[] {
  const shown = steps.some(
    (step) => step.problem?.code === problem?.code && step.problem?.message === problem?.message,
  );
  return problem && !shown ? [problem] : [];
}

/** `created`, `refused by the service; 2 of 3 steps were done` */
function sentence({ action, outcome, steps }: ChangeReceipt): string {
  if (outcome === 'done') return ACTION_WORDS[action].done;
  const { word } = OUTCOME_WORDS[outcome];
  const made = steps.filter((step) => step.outcome === 'done').length;
  if (outcome === 'already-so' || steps.length === 0) return word;
  if (made > 0) return `${word}; ${made} of ${counted(steps.length, 'step')} ${made === 1 ? 'was' : 'were'} done`;
  return steps.some((step) => step.outcome === 'unknown' || stepTaken(step)) ? word : `${word}; nothing was done`;
}

function drawStep({ title, outcome, state, problem }: StepReceipt, style: Style): DrawnLine[] {
  const { symbol, tone, word } = OUTCOME_WORDS[outcome];
  const line: Span[] = [span(`${symbol} `, tone), span(title)];
  if (outcome !== 'done') line.push(span(`: ${word}`, tone));
  if (state !== undefined) line.push(span(outcome === 'done' ? ' → ' : ', it is ', 'dim'), stateSpan(state));
  const waitsFor = outcome === 'done' && state !== undefined ? outstandingIn(state) : undefined;
  if (waitsFor !== undefined) line.push(span(`, waits for ${waitsWord(waitsFor)}`, 'dim'));
  return [...wrapped(line, style.width, 2), ...drawProblemsIn(problem ? [problem] : [], style, 4)];
}

/** Changes that a new plan has and the plan file does not. */
function drawUnapproved(unapproved: NonNullable<Receipt['unapproved']>, style: Style): DrawnLine[] {
  if (unapproved.length === 0) return [];
  return [
    section('Not approved', 'the plan file does not contain it, and it was not run'),
    ...unapproved.flatMap(({ address, action }) =>
      marked(ACTION_WORDS[action], address, [span(ACTION_WORDS[action].todo, 'dim')], style.width, 2),
    ),
  ];
}

function ending(receipt: Receipt, style: Style, view: ReceiptView): DrawnLine[] {
  const { later = 0, protections = 0, emptyFile, planWords = [], applyWords = [] } = view;
  const command = (...words: string[]): Span => whole(commandLine(style, receipt.environment, words), 'cyan');
  const waits = waitsIn(receipt, view);
  const isAllDone = receipt.changes.every(isDone);
  const lines: DrawnLine[] = [
    emptyFile === undefined
      ? doneLine(receipt)
      : [span(`The plan file ${emptyFile} contains no change that can be carried out.`, 'bold')],
    ...(protections === 0 ? [] : [[span(`In the state: ${counted(protections, 'protection change')}.`)]]),
    ...undoneLines(receipt),
    ...(waits === '' ? [] : [[span(`${waits}: `), command('wait')]]),
    ...(later === 0 ? [] : [laterLine(later, command('apply', '--wait', ...applyWords))]),
    ...(isAllDone ? [] : [[span('To see what is left: '), command('plan', ...planWords)]]),
  ];
  return lines.flatMap((line) => wrapped(line, style.width, 0));
}

function doneLine({ changes }: Receipt): DrawnLine {
  const done = ACTIONS.map((action) => [
    ACTION_WORDS[action].done,
    changes.filter((change) => change.action === action && change.outcome === 'done').length,
  ]);
  const already = changes.filter(({ outcome }) => outcome === 'already-so').length;
  const parts = numbered({ ...Object.fromEntries(done), 'already done': already });
  if (parts.length > 0) return listed('Done: ', parts, 'bold');
  return [span(partlyDone(changes) > 0 ? 'No change was finished.' : 'No change was carried out.', 'bold')];
}

function undoneLines({ changes }: Receipt): DrawnLine[] {
  const counts = Object.entries(UNDONE_WORDS).map(([outcome, word]) => [
    word,
    changes.filter((change) => change.outcome === outcome).length,
  ]);
  const parts = numbered(Object.fromEntries(counts));
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

/** `2 wait for a verdict, 1 waits for the end of the encoding`: resources that were changed, and others. */
function waitsIn({ changes, waiting }: Receipt, { outstanding }: ReceiptView): string {
  const isPending = ({ address }: ChangeReceipt): boolean => outstanding?.includes(address) ?? true;
  const changed = changes
    .filter((change) => isDone(change) && isPending(change))
    .flatMap(({ steps }) => {
      const state = steps.at(-1)?.state;
      return state === undefined ? [] : (outstandingIn(state) ?? []);
    });
  const waits = [...changed, ...waiting.flatMap(({ waitsFor, by }) => (by === undefined ? [waitsFor] : []))];
  const parts = [...new Set(waits)].map((one) => {
    const count = waits.filter((other) => other === one).length;
    return `${count} ${count === 1 ? 'waits' : 'wait'} for ${waitsWord(one)}`;
  });
  return parts.join(', ');
}

function laterLine(later: number, command: Span): DrawnLine {
  const start = `${counted(later, 'change')} ${later === 1 ? 'waits' : 'wait'} for an external decision: `;
  return [span(start), command, span(' waits and continues')];
}

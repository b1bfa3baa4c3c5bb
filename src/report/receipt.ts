import type { Problem } from '../core/problem.ts';
import type { ChangeReceipt, Receipt, StepOutcome, StepReceipt } from '../core/receipt.ts';
import { commandLine } from './command.ts';
import { type DrawnLine, EMPTY, indent, render, type Span, span, whole } from './line.ts';
import { OUTCOME_WORDS, UNDONE_WORDS } from './outcome-words.ts';
import { addressSpans, drawProblemsIn, listed, section, titled, wrapped } from './part.ts';
import { briefLeft } from './plan-brief.ts';
import type { Style } from './style.ts';
import { ACTION_WORDS, ACTIONS, counted, outstandingIn, stateSpan, waitsWord } from './words.ts';

/** What a receipt does not hold, and its reader wants to know. */
export interface ReceiptView {
  /** Every resource that waits, however many wait for the same. */
  verbose?: boolean;
  /** How many changes of the plan go only when somebody else's word is in, and were not waited for. */
  held?: number;
  /** Of how many addresses the state remembers another protection. */
  remembered?: number;
  /** What stands behind `plan` where a command shows what is left: the flags of this run. */
  planWords?: readonly string[];
  /** What stands behind `apply --wait` where a command goes on: the plan file of this run, or its flags. */
  applyWords?: readonly string[];
}

/**
 * What a run really did: each change with each of its steps, the service's own words where it refused, and exact counts.
 * Nothing is summed up that was not so: a change of which one step was done and the next was refused says both. Ends with a
 * line break.
 */
export function drawReceipt(receipt: Receipt, style: Style, view: ReceiptView = {}): string {
  const parts = [
    heading(receipt),
    ...undoneFirst(receipt.changes).map((change) => drawChange(change, style)),
    unapproved(receipt, style),
    ending(receipt, style, view),
    briefLeft(receipt, style, view.verbose === true),
  ].filter((part) => part.length > 0);
  return render(
    parts.flatMap((part, index) => (index === 0 ? part : [EMPTY, ...part])),
    style,
  );
}

/** What was not carried out stands above the rest, each in the order of the run. */
function undoneFirst(changes: Receipt['changes']): Receipt['changes'] {
  return [...changes.filter(({ outcome }) => !isDone(outcome)), ...changes.filter(({ outcome }) => isDone(outcome))];
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
  const { symbol, tone } = OUTCOME_WORDS[change.outcome];
  return [
    ...titled(
      [span(`${symbol} `, tone, 'bold'), ...addressSpans(change.address)],
      [span(sentence(change), tone)],
      style.width,
      2,
    ),
    ...change.steps.flatMap((step) => drawStep(step, style)),
    ...drawProblemsIn(ownProblem(change), style, 4),
  ];
}

/** The change's problem is often that of a step, which stands there already. */
function ownProblem({ problem, steps }: ChangeReceipt): Problem[] {
  const told = steps.some((step) => step.problem?.code === problem?.code && step.problem?.message === problem?.message);
  return problem && !told ? [problem] : [];
}

/** `created`, `refused by the service; 2 of 3 steps were done` */
function sentence({ action, outcome, steps }: ChangeReceipt): string {
  if (outcome === 'done') return ACTION_WORDS[action].done;
  const { word } = OUTCOME_WORDS[outcome];
  const made = steps.filter((step) => step.outcome === 'done').length;
  if (outcome === 'already-so' || steps.length === 0) return word;
  if (made === 0)
    return steps.some((step) => step.outcome === 'unknown' || stepTaken(step)) ? word : `${word}; nothing was done`;
  return `${word}; ${made} of ${counted(steps.length, 'step')} ${made === 1 ? 'was' : 'were'} done`;
}

function drawStep({ title, outcome, state, problem }: StepReceipt, style: Style): DrawnLine[] {
  const { symbol, tone, word } = OUTCOME_WORDS[outcome];
  const line: Span[] = [span(`${symbol} `, tone), span(title)];
  if (outcome !== 'done') line.push(span(`: ${word}`, tone));
  if (state !== undefined) line.push(span(outcome === 'done' ? ' → ' : ', it is ', 'dim'), stateSpan(state));
  const waitsFor = outcome === 'done' && state !== undefined ? outstandingIn(state) : undefined;
  if (waitsFor !== undefined) line.push(span(`, waits for ${waitsWord(waitsFor)}`, 'dim'));
  return [...wrapped(line, style.width, 2), ...(problem ? drawProblemsIn([problem], style, 4) : [])];
}

/** What a plan of now holds and the plan file does not. */
function unapproved({ unapproved: found = [] }: Receipt, style: Style): DrawnLine[] {
  if (found.length === 0) return [];
  return [
    section('Not approved', 'the plan file does not hold it, and it was not run'),
    ...found
      .flatMap(({ address, action }) => {
        const { symbol, tone, todo } = ACTION_WORDS[action];
        return titled(
          [span(`${symbol} `, tone, 'bold'), ...addressSpans(address)],
          [span(todo, 'dim')],
          style.width - 2,
          2,
        );
      })
      .map((row) => indent(row, 2)),
  ];
}

function ending(
  receipt: Receipt,
  style: Style,
  { held = 0, remembered = 0, planWords = [], applyWords = [] }: ReceiptView,
): DrawnLine[] {
  return [
    ...wrapped(doneLine(receipt), style.width, 0),
    ...(remembered === 0 ? [] : [[span(`Remembered: ${counted(remembered, 'protection')}.`)]]),
    ...undoneLines(receipt).flatMap((line) => wrapped(line, style.width, 0)),
    ...waitingLine(receipt, style),
    ...heldLine(receipt, style, held, applyWords),
    ...againLine(receipt, style, planWords),
  ];
}

function doneLine({ changes }: Receipt): DrawnLine {
  const parts = ACTIONS.flatMap((action) => {
    const count = changes.filter((change) => change.action === action && change.outcome === 'done').length;
    return count === 0 ? [] : [`${count} ${ACTION_WORDS[action].done}`];
  });
  const already = changes.filter(({ outcome }) => outcome === 'already-so').length;
  const all = [...parts, ...(already === 0 ? [] : [`${already} so already`])];
  if (all.length > 0) return listed('Done: ', all, 'bold');
  return [span(partlyDone(changes) > 0 ? 'No change was finished.' : 'No change was carried out.', 'bold')];
}

/** The number of changes that have a step behind them and are not done. */
function partlyDone(changes: Receipt['changes']): number {
  return changes.filter((change) => !isDone(change.outcome) && change.steps.some(stepTaken)).length;
}

function undoneLines({ changes }: Receipt): DrawnLine[] {
  const parts = Object.entries(UNDONE_WORDS).flatMap(([outcome, word]) => {
    const count = changes.filter((change) => change.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  const partly = partlyDone(changes);
  return [
    ...(parts.length === 0 ? [] : [listed('Not done: ', parts)]),
    ...(partly === 0 ? [] : [[span(`Of these, ${partly} ${partly === 1 ? 'was' : 'were'} carried out in part.`)]]),
  ];
}

function isDone(outcome: StepOutcome): boolean {
  return outcome === 'done' || outcome === 'already-so';
}

/** A step is stale where its call was answered and led elsewhere. */
function stepTaken({ outcome }: StepReceipt): boolean {
  return outcome === 'done' || outcome === 'stale';
}

/** `2 wait for a verdict, 1 waits for the end of the encoding: notiform wait`: what was changed, and what was not. */
function waitingLine({ changes, waiting, environment }: Receipt, style: Style): DrawnLine[] {
  const changed = changes.flatMap(({ outcome, steps }) => {
    const state = steps.at(-1)?.state;
    return isDone(outcome) && state !== undefined ? (outstandingIn(state) ?? []) : [];
  });
  const waits = [...changed, ...waiting.flatMap(({ waitsFor, by }) => (by === undefined ? [waitsFor] : []))];
  if (waits.length === 0) return [];
  const who = [...new Set(waits)].map((one) => {
    const count = waits.filter((other) => other === one).length;
    return `${count} ${count === 1 ? 'waits' : 'wait'} for ${waitsWord(one)}`;
  });
  return wrapped(
    [span(`${who.join(', ')}: `), whole(commandLine(style, environment, ['wait']), 'cyan')],
    style.width,
    0,
  );
}

/** `1 change is held back until somebody else is through: notiform -e production apply --wait waits and goes on` */
function heldLine({ environment }: Receipt, style: Style, held: number, words: readonly string[]): DrawnLine[] {
  if (held === 0) return [];
  const start = `${counted(held, 'change')} ${held === 1 ? 'is' : 'are'} held back until somebody else is through: `;
  const command = whole(commandLine(style, environment, ['apply', '--wait', ...words]), 'cyan');
  return wrapped([span(start), command, span(' waits and goes on')], style.width, 0);
}

function againLine({ changes, environment }: Receipt, style: Style, words: readonly string[]): DrawnLine[] {
  if (changes.every(({ outcome }) => isDone(outcome))) return [];
  return wrapped(
    [span('To see what is left: '), whole(commandLine(style, environment, ['plan', ...words]), 'cyan')],
    style.width,
    0,
  );
}

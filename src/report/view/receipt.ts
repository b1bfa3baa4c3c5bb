import { groupBy } from '../../core/grouping.ts';
import { type ChangeReceipt, isDone, type Receipt, type StepReceipt } from '../../core/receipt.ts';
import { counted, numbered } from '../../text/counted.ts';
import { approvalOf, commandLine } from '../command.ts';
import type { Style } from '../style.ts';
import { listed, type Span, span, type Text, whole } from '../text.ts';
import { Audience } from './audience.ts';
import { blockedNotice, leftEntry } from './blocked.ts';
import { type Entry, type ReportView, type ViewPart, warning } from './blocks.ts';
import { RECEIPT_WORDS } from './phrases.ts';
import { sectionOf } from './plan.ts';
import { foldSimilar, moreOf, waitingEntries } from './waiting.ts';
import {
  ACTION_WORDS,
  ACTIONS,
  countWord,
  OUTCOME_WORDS,
  outstandingIn,
  pendingAfter,
  stateSpan,
  waitsWord,
} from './words.ts';

interface ReceiptOptions {
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
 * What a run did, for engineers: each change with each of its steps, the service's own words for a refusal, and exact counts. A
 * change with one finished and one refused step shows both.
 */
export function receiptView(receipt: Receipt, style: Style, options: ReceiptOptions = {}): ReportView {
  const { environment, startedAt, finishedAt, interrupted, changes, blocked, waiting, unapproved = [] } = receipt;
  const { verbose = false, planWords } = options;
  const audience = new Audience(style);
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  const took = Number.isFinite(seconds) ? `  in ${seconds.toFixed(1)} s` : '';
  const entriesOf = (some: readonly ChangeReceipt[]): Entry[] => some.map((change) => changeEntry(change, audience));
  return {
    title: [span(`What was done on ${environment}`, 'bold'), span(took, 'dim')],
    head: interrupted ? [warning(...audience.say(RECEIPT_WORDS.interrupted))] : [],
    sections: [
      {
        // Changes that were not made are above the others, each group in the order of the run.
        entries: [
          ...entriesOf(changes.filter((change) => !isDone(change) && !isNotRun(change))),
          ...foldSimilar(changes.filter(isNotRun), () => '', verbose).flatMap(({ shown, rest }) => [
            ...entriesOf(shown),
            ...moreOf(rest, ' not run').map((title) => ({ title })),
          ]),
          ...entriesOf(changes.filter(isDone)),
        ],
      },
      sectionOf(
        'Not approved',
        'the plan file does not contain it, and it was not run',
        unapproved.map(({ address, action }): Entry => {
          const { todo, ...mark } = ACTION_WORDS[action];
          return { mark, title: audience.title(address), cells: [[[span(todo, 'dim')]]] };
        }),
      ),
      { parts: endingOf(receipt, style, options) },
      sectionOf(
        `${blocked.length} blocked:`,
        '',
        blocked.map((one) => leftEntry(one, audience, planWords)),
      ),
      // No number: the ending counts these together with the receipt's own changes that wait.
      sectionOf('Not changed, waiting:', '', waitingEntries(waiting, audience, verbose)),
    ],
    rest: blockedNotice(blocked.length, options, true),
  };
}

function changeEntry(change: ChangeReceipt, audience: Audience): Entry {
  const { address, outcome, problem, steps } = change;
  const mark = OUTCOME_WORDS[outcome];
  const isShown = steps.some(
    (step) => step.problem?.code === problem?.code && step.problem?.message === problem?.message,
  );
  const parts = [...steps.flatMap(stepParts), ...(problem && !isShown ? [{ problems: [problem] }] : [])];
  const cells = [[[span(sentence(change), mark.tone)]]];
  return { mark, title: audience.title(address), cells, ...(parts.length > 0 && { body: () => parts }) };
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

function stepParts({ title, outcome, state, problem }: StepReceipt): ViewPart[] {
  const { symbol, tone, word } = OUTCOME_WORDS[outcome];
  const line: Span[] = [span(`${symbol} `, tone), span(title)];
  if (outcome !== 'done') line.push(span(`: ${word.en}`, tone));
  if (state !== undefined) line.push(span(outcome === 'done' ? ' → ' : ', it is ', 'dim'), stateSpan(state));
  const waitsFor = outcome === 'done' ? outstandingIn(state ?? '') : undefined;
  if (waitsFor !== undefined) line.push(span(`, waits for ${waitsWord(waitsFor)}`, 'dim'));
  return [{ text: line }, ...(problem ? [{ problems: [problem] }] : [])];
}

function endingOf(receipt: Receipt, style: Style, options: ReceiptOptions): ViewPart[] {
  const { later = 0, protections = 0, emptyFile, planWords = [], applyWords = [] } = options;
  const command = (...words: string[]): Span => whole(commandLine(style, receipt.environment, words), 'cyan');
  const next = command('apply', '--wait', ...applyWords);
  const own = receipt.waiting.filter(({ by }) => by === undefined);
  const waiting = pendingAfter({ ...receipt, waiting: own }, options.outstanding);
  const waits = waitsWords(waiting);
  const approval = approvalOf(style, waiting);
  const decide = approval && [span(`${waits}. ${approval.lead}`), command(...approval.words)];
  const changesWait = `${counted(later, 'change waits', 'changes wait')} for an external decision: `;
  const lines: Text[] = [
    emptyFile === undefined
      ? doneLine(receipt)
      : [span(`The plan file ${emptyFile} contains no change that can be carried out.`, 'bold')],
    ...(protections === 0 ? [] : [[span(`In the state: ${counted(protections, 'protection change')}.`)]]),
    ...undoneLines(receipt),
    ...(waits === '' ? [] : [decide ?? [span(`${waits}: `), command('wait')]]),
    ...(later === 0 ? [] : [[span(changesWait), next, span(' waits and continues')]]),
    ...(receipt.changes.every(isDone) ? [] : [[span('To see what is left: '), command('plan', ...planWords)]]),
  ];
  return lines.map((text) => ({ text }));
}

function doneLine({ changes }: Receipt): Text {
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

function undoneLines({ changes }: Receipt): Text[] {
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

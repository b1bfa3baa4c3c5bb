import type { Problem } from '../../core/problem.ts';
import type { ChangeReceipt } from '../../core/receipt.ts';
import type { Comment } from '../../core/resource.ts';
import type { SendProgress, SendResult } from '../../core/send-result.ts';
import type { EngineEvent } from '../../engine/types.ts';
import { approvalOf, quoted, withNaming } from '../../report/command.ts';
import { type DrawnLine, type Span, span } from '../../report/line.ts';
import { OUTCOME_WORDS, SEND_WORDS } from '../../report/outcome-words.ts';
import { addressSpans } from '../../report/part.ts';
import { PROBLEM_LABELS } from '../../report/problems.ts';
import type { Style } from '../../report/style.ts';
import { problemIn, serviceWords } from '../../report/wording.ts';
import {
  ACTION_WORDS,
  durationWords,
  outstandingIn,
  stateSpans,
  unreportedNote,
  waitsWord,
} from '../../report/words.ts';

/** `asking`: requests for statistics that were answered. */
export type ProgressEvent = EngineEvent | SendProgress | { type: 'asking'; done: number; of: number };

/** The part of a style that words need. */
export type InLanguage = Pick<Style, 'language' | 'naming' | 'isEmulator'>;

/** How a wait ends: nobody but the user of an emulator gives its verdicts, and the service does not report every refusal. */
export function inspectorLine(event: ProgressEvent, style: InLanguage): DrawnLine | undefined {
  if (event.type !== 'waiting') return undefined;
  const approval = approvalOf(style, event.outstanding);
  const approve = approval && `${approval.lead}\`notiform ${approval.words.map(quoted).join(' ')}\``;
  const lines = [approve ?? '', unreportedNote(event.outstanding)].filter((line) => line !== '');
  return lines.length === 0 ? undefined : [span(withNaming(lines.join('. '), style.naming))];
}

/**
 * Draws an event as one line, for streams that are not a terminal. Each change has a line of its own when it has ended.
 * Returns undefined for events that need no line.
 * @param now epoch milliseconds
 */
export function eventLine(event: ProgressEvent, now: number, style: InLanguage = {}): DrawnLine | undefined {
  switch (event.type) {
    case 'send-ended':
      // The result of a single message follows at once.
      return event.of === 1 ? undefined : sendSpans(event.send);
    case 'warning':
      return problemSpans(event.problem, style);
    case 'look-failed':
      return [span('could not read, trying again: '), ...problemSpans(event.problem, style)];
    case 'interrupted':
      return [span('interrupted: ', 'yellow'), span('starting no new changes; finishing those in progress')];
    case 'step-resolving':
      return [
        ...addressSpans(event.address),
        span(`: ${event.title}: `),
        span('no clear answer', 'yellow'),
        span(`, checking the outcome for at most ${durationWords(Math.max(0, event.until - now))}`),
      ];
    case 'change-ended':
      if (event.receipt.outcome === 'not-run') return undefined;
      return [...addressSpans(event.address), span(': '), ...changeSpans(event.receipt, style)];
    case 'verdict':
      return [
        ...addressSpans(event.address),
        span(': '),
        ...stateSpans(event.state),
        ...(event.verdict === 'rejected' ? lastWords(event.live?.comments ?? []) : []),
      ];
    default:
      return undefined;
  }
}

/** `order-paid-smoke to qa: delivered` */
export function sendSpans({ send, to, outcome }: SendResult): Span[] {
  const { word, tone } = SEND_WORDS[outcome];
  return [span(send, 'bold'), span(` to ${to.name}: `), span(word.en, tone)];
}

/** `created, waits for a verdict`, or why it was not done: `refused by the service at “add”: error: …` */
export function changeSpans({ action, outcome, steps, problem }: ChangeReceipt, style: InLanguage): Span[] {
  const word = outcome === 'done' ? ACTION_WORDS[action].done : OUTCOME_WORDS[outcome].word.en;
  const failed = problem ? undefined : steps.find((step) => step.outcome === outcome && step.problem);
  const state = steps.at(-1)?.state;
  const waitsFor = outcome === 'done' && state !== undefined ? outstandingIn(state) : undefined;
  return [
    span(word, OUTCOME_WORDS[outcome].tone),
    ...(waitsFor === undefined ? [] : [span(`, waits for ${waitsWord(waitsFor)}`)]),
    ...(failed ? [span(` at “${failed.title}”`)] : []),
    ...[problem ?? failed?.problem ?? []].flat().flatMap((one) => [span(': '), ...problemSpans(one, style)]),
  ];
}

function problemSpans(problem: Problem, style: InLanguage): Span[] {
  const shown = problemIn(style.language ?? 'en', problem);
  const { severity, message } = shown;
  const service = serviceWords(shown);
  return [
    span(PROBLEM_LABELS[severity][style.language ?? 'en'], severity === 'error' ? 'red' : 'yellow'),
    span(`: ${message}`),
    ...(service === undefined ? [] : [span(`: ${service}`)]),
  ];
}

function lastWords(comments: readonly Comment[]): Span[] {
  const last = comments.findLast(({ content }) => content.trim() !== '');
  return last ? [span(`: “${last.content.trim()}”`)] : [];
}

import type { Problem } from '../../core/problem.ts';
import type { ChangeReceipt } from '../../core/receipt.ts';
import type { Comment } from '../../core/resource.ts';
import type { SendProgress, SendResult } from '../../core/send-result.ts';
import type { EngineEvent } from '../../engine/types.ts';
import { type DrawnLine, type Span, span } from '../../report/line.ts';
import { OUTCOME_WORDS, SEND_WORDS } from '../../report/outcome-words.ts';
import { addressSpans } from '../../report/part.ts';
import { ACTION_WORDS, counted, durationWords, outstandingIn, stateSpans, waitsWord } from '../../report/words.ts';

export type ProgressEvent = EngineEvent | SendProgress;

/**
 * Draws an event as one line, for streams that are not a terminal. Each change has a line of its own when it has ended.
 * Returns undefined for events that need no line.
 * @param now epoch milliseconds
 */
export function eventLine(event: ProgressEvent, now: number): DrawnLine | undefined {
  switch (event.type) {
    case 'observing':
    case 'page-read':
    case 'reading':
    case 'detail-read':
    case 'applying':
    case 'change-started':
    case 'step-ended':
    case 'step-started':
    case 'waiting':
    case 'sending':
      return undefined;
    case 'send-ended':
      // The result of a single message follows at once.
      return event.of === 1 ? undefined : sendSpans(event.send);
    case 'listed':
      return event.rows === 0 ? undefined : [span(`${event.kind}/${event.profile}: ${event.rows} listed`)];
    case 'checking':
      return event.done > 0
        ? undefined
        : [span(`${event.kind}/${event.profile}: checking ${counted(event.of, 'code')}`)];
    case 'fetching':
      return event.images === 0 ? undefined : [span(`fetching ${counted(event.images, 'image')}`)];
    case 'warning':
      return problemSpans(event.problem);
    case 'look-failed':
      return [span('could not read, trying again: '), ...problemSpans(event.problem)];
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
      return [...addressSpans(event.address), span(': '), ...changeSpans(event.receipt)];
    case 'verdict':
      return [
        ...addressSpans(event.address),
        span(': '),
        ...stateSpans(event.state),
        ...(event.verdict === 'rejected' ? lastWords(event.live?.comments ?? []) : []),
      ];
  }
}

/** `order-paid-smoke to qa: delivered` */
export function sendSpans({ send, to, outcome }: SendResult): Span[] {
  const { word, tone } = SEND_WORDS[outcome];
  return [span(send, 'bold'), span(` to ${to.name}: `), span(word, tone)];
}

/** `created, waits for a verdict`, or why it was not done: `refused by the service at “add”: error: …` */
export function changeSpans({ action, outcome, steps, problem }: ChangeReceipt): Span[] {
  const { word, tone } = OUTCOME_WORDS[outcome];
  const failed = problem ? undefined : steps.find((step) => step.outcome === outcome && step.problem);
  const state = steps.at(-1)?.state;
  const waitsFor = outcome === 'done' && state !== undefined ? outstandingIn(state) : undefined;
  return [
    span(outcome === 'done' ? ACTION_WORDS[action].done : word, tone),
    ...(waitsFor === undefined ? [] : [span(`, waits for ${waitsWord(waitsFor)}`)]),
    ...(failed ? [span(` at “${failed.title}”`)] : []),
    ...[problem ?? failed?.problem ?? []].flat().flatMap((one) => [span(': '), ...problemSpans(one)]),
  ];
}

function problemSpans({ severity, message, service }: Problem): Span[] {
  return [
    span(severity, severity === 'error' ? 'red' : 'yellow'),
    span(`: ${message}`),
    ...(service ? [span(`: ${`${service.code} ${service.message}`.trim()}`)] : []),
  ];
}

function lastWords(comments: readonly Comment[]): Span[] {
  const last = comments.findLast(({ content }) => content.trim() !== '');
  return last ? [span(`: “${last.content.trim()}”`)] : [];
}

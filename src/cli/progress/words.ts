import type { Action } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { ChangeReceipt, StepReceipt } from '../../core/receipt.ts';
import type { Comment } from '../../core/resource.ts';
import type { EngineEvent } from '../../engine/types.ts';
import { type Line, type Span, span } from '../../report/line.ts';
import { OUTCOME_WORDS } from '../../report/outcome-words.ts';
import { addressSpans } from '../../report/part.ts';
import {
  ACTION_WORDS,
  counted,
  durationWords,
  outstandingIn,
  stateSpan,
  stateSpans,
  waitsWord,
} from '../../report/words.ts';

/**
 * An event as one line, for streams that are no terminal: one line for each change of state. Undefined for events that
 * say nothing new there.
 * @param now epoch milliseconds
 */
export function eventLine(event: EngineEvent, now: number): Line | undefined {
  switch (event.type) {
    case 'observing':
    case 'reading':
    case 'step-started':
    case 'waiting':
      return undefined;
    case 'listed':
      return event.rows === 0 ? undefined : [span(`${event.kind}/${event.profile}: ${event.rows} listed`)];
    case 'fetching':
      return event.images === 0 ? undefined : [span(`fetching ${counted(event.images, 'image')}`)];
    case 'warning':
      return problemSpans(event.problem);
    case 'look-failed':
      return [span('could not look, and looks again: '), ...problemSpans(event.problem)];
    case 'interrupted':
      return [span('interrupted: ', 'yellow'), span('nothing new is started, what is under way is settled')];
    case 'change-started':
      return [...addressSpans(event.address), span(`: ${startWords(event.action, event.steps)}`)];
    case 'step-settling':
      return [
        ...addressSpans(event.address),
        span(`: ${event.title}: `),
        span('no clear answer', 'yellow'),
        span(`, looking what became of it for ${durationWords(Math.max(0, event.until - now))} at most`),
      ];
    case 'step-ended':
      return [...addressSpans(event.address), span(': '), ...stepSpans(event.receipt)];
    case 'change-ended':
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

function startWords(action: Action, steps: number): string {
  return `${ACTION_WORDS[action].todo}${steps > 1 ? `, in ${steps} steps` : ''}`;
}

/** `request inspection → REQ`, or how it ended otherwise. */
export function stepSpans({ title, outcome, state, problem }: StepReceipt): Span[] {
  const { word, tone } = OUTCOME_WORDS[outcome];
  return [
    span(title),
    ...(outcome === 'done' ? [] : [span(': '), span(word, tone)]),
    ...(state === undefined ? [] : [span(' → '), stateSpan(state)]),
    ...(problem ? [span(': '), ...problemSpans(problem)] : []),
  ];
}

/** `created, waits for a verdict` */
export function changeSpans({ action, outcome, steps, problem }: ChangeReceipt): Span[] {
  const { word, tone } = OUTCOME_WORDS[outcome];
  const state = steps.at(-1)?.state;
  const waitsFor = outcome === 'done' && state !== undefined ? outstandingIn(state) : undefined;
  return [
    span(outcome === 'done' ? ACTION_WORDS[action].done : word, tone),
    ...(waitsFor === undefined ? [] : [span(`, waits for ${waitsWord(waitsFor)}`)]),
    ...(problem ? [span(': '), ...problemSpans(problem)] : []),
  ];
}

function problemSpans({ severity, message, service }: Problem): Span[] {
  return [
    span(severity, severity === 'error' ? 'red' : 'yellow'),
    span(`: ${message}`),
    ...(service ? [span(`: ${`${service.code} ${service.message}`.trim()}`)] : []),
  ];
}

/** What the inspector wrote last, on one line. */
function lastWords(comments: readonly Comment[]): Span[] {
  const last = comments.findLast(({ content }) => content.trim() !== '');
  return last ? [span(`: “${last.content.trim()}”`)] : [];
}

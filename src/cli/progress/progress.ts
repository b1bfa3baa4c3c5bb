import type { Problem } from '../../core/problem.ts';
import type { ChangeReceipt } from '../../core/receipt.ts';
import type { Comment } from '../../core/resource.ts';
import type { SendProgress, SendResult } from '../../core/send-result.ts';
import type { EngineEvent } from '../../engine/types.ts';
import { approvalOf, quoted, withNaming } from '../../report/command.ts';
import { PROBLEM_LABELS } from '../../report/problems.ts';
import { paint, type Style } from '../../report/style.ts';
import { renderLine } from '../../report/terminal/line.ts';
import { addressText, type Span, span, type Text } from '../../report/text.ts';
import { withTimes } from '../../report/time.ts';
import {
  ACTION_WORDS,
  durationWords,
  OUTCOME_WORDS,
  outstandingIn,
  SEND_WORDS,
  stateSpans,
  unreportedNote,
  waitsCounted,
  waitsWord,
} from '../../report/view/words.ts';
import { problemIn, serviceWords } from '../../report/wording.ts';
import type { Invocation } from '../invocation.ts';

/** The output of a run's progress: stderr, never stdout. */
export interface Progress {
  /** The first event begins it, and so does the first one after an end. */
  onEvent(event: ProgressEvent): void;
  /** Removes the drawing. Call it before anything is printed or asked; calling it twice is safe. */
  end(): void;
}

export interface CommandProgress extends Progress {
  /** The last end. Reads that a failure left unfinished still send events, which start no new progress. */
  close(): void;
}

type Shown = Pick<Invocation, 'terminal' | 'ports' | 'flags' | 'redaction'>;

/**
 * Shows a line for each finished change and for other news. Progress begins again with the first event after an end: a command
 * plans, asks, and applies. `--quiet` shows nothing.
 */
export function openProgress(shown: Shown): CommandProgress {
  const { flags, redaction } = shown;
  if (flags.quiet) return { onEvent: () => undefined, end: () => undefined, close: () => undefined };
  let current: Progress | undefined;
  let closed = false;
  const end = (): void => {
    current?.end();
    current = undefined;
  };
  return {
    onEvent: (event) => {
      if (closed) return;
      current ??= begin(shown);
      current.onEvent(redaction.within(event));
    },
    end,
    close: () => {
      closed = true;
      end();
    },
  };
}

/** After this time without output, a line shows the work in progress. */
export const HEARTBEAT_MS = 30_000;

/** The current work is below the lines in a terminal, and elsewhere a line of its own after a time without others. */
function begin({ terminal, ports: { clock } }: Shown): Progress {
  const style = terminal.style('stderr');
  const title = createTitle();
  const stop = new AbortController();
  let lastSaid = clock.now();
  let outstanding = 0;

  const print = (line: Text): void => {
    lastSaid = clock.now();
    terminal.say(`${withTimes(renderLine(line, style), style)}\n`);
  };
  const spin = async (): Promise<void> => {
    const { Spinner } = await import('listr2');
    if (stop.signal.aborted) return;
    const spinner = new Spinner();
    const draw = (): void => {
      const words = title.words(clock.now()).slice(0, style.width - 3);
      terminal.bottom(`${paint(style, spinner.fetch(), 'cyan')} ${words}`);
    };
    draw();
    spinner.start(draw);
    stop.signal.addEventListener('abort', () => {
      spinner.stop();
      terminal.bottom('');
    });
  };
  const beat = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const due = lastSaid + HEARTBEAT_MS - clock.now();
      if (due > 0) await clock.sleep(due, stop.signal);
      else print([span(title.words(clock.now()))]);
    }
  };
  (terminal.live ? spin() : beat()).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });

  const linesOf = (event: ProgressEvent): Text[] => {
    if (event.type === 'waiting') {
      // When waiting begins and each time that fewer are outstanding, not at every poll.
      if (event.outstanding.length === outstanding) return [];
      outstanding = event.outstanding.length;
      return [[span(title.words(clock.now()))], inspectorLine(event, style) ?? []].filter((line) => line.length > 0);
    }
    const line = eventLine(event, clock.now(), style);
    return line ? [line] : [];
  };
  return {
    onEvent: (event) => {
      title.take(event, clock.now());
      for (const line of linesOf(event)) print(line);
    },
    end: () => stop.abort(),
  };
}

/** The current work of one run in a few words, by its last event: `Reading NotificationTemplate/shop: 54 of 300 details`. */
function createTitle() {
  const running = new Set<string>();
  let [done, of] = [0, 0];
  let words: (now: number) => string = () => 'Starting';
  const take = (event: ProgressEvent, at: number): void => {
    switch (event.type) {
      case 'observing':
      case 'page-read':
      case 'detail-read': {
        const what = event.type === 'page-read' ? 'rows' : 'details';
        const count = 'of' in event ? `: ${event.done} of ${event.of} ${what}` : '';
        words = () => `Reading ${event.kind}/${event.profile}${count}`;
        return;
      }
      case 'asking':
        words = () => `Reading statistics: ${event.done} of ${event.of} requests`;
        return;
      case 'applying':
        [done, of] = [0, event.changes];
        words = () => `Applying: ${done} of ${of} done, ${running.size} in progress`;
        return;
      case 'sending':
        [done, of] = [0, event.sends];
        words = () => `Sending: ${done} of ${of} ended`;
        return;
      case 'step-started':
      case 'step-resolving':
        running.add(event.address);
        return;
      // A change that waits for its turn, or for the state, is not under way.
      case 'step-ended':
        running.delete(event.address);
        return;
      case 'change-ended':
        running.delete(event.address);
        // After an interruption, the changes that never ran end all at once.
        if (event.receipt.outcome !== 'not-run') done += 1;
        return;
      case 'send-ended':
        done += 1;
        return;
      case 'waiting': {
        const what = waitsCounted(event.outstanding.map(({ waitsFor }) => waitsFor));
        const limit = durationWords(event.limitMs);
        words = (now) => `Waiting for ${what}, ${durationWords(now - at + event.elapsedMs)} of ${limit}`;
      }
    }
  };
  return { take, words: (now: number): string => words(now) };
}

/** `asking`: requests for statistics that were answered. */
export type ProgressEvent = EngineEvent | SendProgress | { type: 'asking'; done: number; of: number };

/** The part of a style that words need. */
type InLanguage = Pick<Style, 'language' | 'naming' | 'isEmulator'>;

/** How a wait ends: nobody but the user of an emulator gives its verdicts, and the service does not report every refusal. */
function inspectorLine(event: ProgressEvent, style: InLanguage): Text | undefined {
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
function eventLine(event: ProgressEvent, now: number, style: InLanguage = {}): Text | undefined {
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
        ...addressText(event.address),
        span(`: ${event.title}: `),
        span('no clear answer', 'yellow'),
        span(`, checking the outcome for at most ${durationWords(Math.max(0, event.until - now))}`),
      ];
    case 'change-ended':
      if (event.receipt.outcome === 'not-run') return undefined;
      return [...addressText(event.address), span(': '), ...changeSpans(event.receipt, style)];
    case 'verdict':
      return [
        ...addressText(event.address),
        span(': '),
        ...stateSpans(event.state),
        ...(event.verdict === 'rejected' ? lastWords(event.live?.comments ?? []) : []),
      ];
    default:
      return undefined;
  }
}

/** `order-paid-smoke to qa: delivered` */
function sendSpans({ send, to, outcome }: SendResult): Span[] {
  const { word, tone } = SEND_WORDS[outcome];
  return [span(send, 'bold'), span(` to ${to.name}: `), span(word.en, tone)];
}

/** `created, waits for a verdict`, or why it was not done: `refused by the service at “add”: error: …` */
function changeSpans({ action, outcome, steps, problem }: ChangeReceipt, style: InLanguage): Span[] {
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

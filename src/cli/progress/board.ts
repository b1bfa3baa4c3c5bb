import type { Address } from '../../core/address.ts';
import { type DrawnLine, type Span, span } from '../../report/line.ts';
import { OUTCOME_WORDS, SEND_WORDS } from '../../report/outcome-words.ts';
import { addressSpans } from '../../report/part.ts';
import { said } from '../../report/terminal-words.ts';
import { durationWords, waitsCounted } from '../../report/words.ts';
import { PROGRESS_TEXTS } from '../texts.ts';
import { createReadings } from './reading.ts';
import { changeSpans, eventLine, type InLanguage, inspectorLine, type ProgressEvent, sendSpans } from './words.ts';

/** The output of a run's progress: stderr, never stdout. */
export interface Progress {
  /** The first event begins it, and so does the first one after an end. */
  onEvent(event: ProgressEvent): void;
  /** Removes the drawing. Call it before anything is printed or asked; calling it twice is safe. */
  end(): void;
}

/** Changes shown at once that are under way; more are counted. */
const MOST_RUNNING = 8;
/** Lines shown of what happened last. */
const MOST_NEWS = 5;

/** Events that are worth a line of their own for a while. */
const NEWS: ReadonlySet<ProgressEvent['type']> = new Set(['warning', 'look-failed', 'verdict', 'interrupted']);

type Phase = 'starting' | 'reading' | 'applying' | 'waiting' | 'sending';

/** The work in progress of one run of the engine, according to its events. */
export function createBoard(style: InLanguage = {}) {
  let phase: Phase = 'starting';
  const readings = createReadings(style);
  const running = new Map<Address, DrawnLine>();
  let news: DrawnLine[] = [];
  let changes = 0;
  let ended = 0;
  let outstanding: string[] = [];
  let waitingSince = 0;
  let limit = 0;

  const tell = (line: DrawnLine): void => {
    news = [...news, line].slice(-MOST_NEWS);
  };

  const follow = (event: ProgressEvent, now: number): void => {
    switch (event.type) {
      case 'observing':
        if (phase !== 'reading') readings.clear();
        phase = 'reading';
        break;
      case 'applying':
        phase = 'applying';
        changes = event.changes;
        ended = 0;
        break;
      case 'step-started':
      case 'step-resolving':
        running.set(event.address, stepLine(event, style));
        break;
      // A change that waits for its turn, or for the state, is not under way.
      case 'step-ended':
        running.delete(event.address);
        break;
      case 'change-ended':
        running.delete(event.address);
        // After an interruption, the changes that never ran end all at once.
        if (event.receipt.outcome !== 'not-run') ended += 1;
        break;
      case 'sending':
        phase = 'sending';
        changes = event.sends;
        ended = 0;
        break;
      case 'send-ended':
        ended += 1;
        break;
      case 'waiting':
        phase = 'waiting';
        if (event.outstanding.length !== outstanding.length) {
          const line = inspectorLine(event, style);
          if (line) tell(line);
        }
        outstanding = event.outstanding.map(({ waitsFor }) => waitsFor);
        waitingSince = now - event.elapsedMs;
        limit = event.limitMs;
        break;
      default:
    }
    if (event.type !== 'sending' && event.type !== 'send-ended') readings.take(event);
  };

  const titleWords = (now: number): string => {
    const counts = { done: ended, of: changes, running: running.size };
    if (phase === 'reading') return readings.words();
    if (phase === 'applying') return said(style, PROGRESS_TEXTS.applying, counts);
    if (phase === 'sending') return said(style, PROGRESS_TEXTS.sending, counts);
    if (phase !== 'waiting') return said(style, PROGRESS_TEXTS.starting);
    const what = waitsCounted(outstanding);
    const waited = durationWords(now - waitingSince);
    return said(style, PROGRESS_TEXTS.waiting, { what, waited, limit: durationWords(limit) });
  };

  return {
    take: (event: ProgressEvent, now: number): void => {
      follow(event, now);
      if (event.type === 'change-ended') {
        if (event.receipt.outcome === 'not-run') return;
        const { symbol, tone } = OUTCOME_WORDS[event.receipt.outcome];
        tell([
          span(`${symbol} `, tone),
          ...addressSpans(event.address),
          span(': '),
          ...changeSpans(event.receipt, style),
        ]);
      } else if (event.type === 'send-ended') {
        const { symbol, tone } = SEND_WORDS[event.send.outcome];
        tell([span(`${symbol} `, tone), ...sendSpans(event.send)]);
      } else if (NEWS.has(event.type)) tell(eventLine(event, now, style) ?? []);
    },
    /** The current work in a few words: `Reading NotificationTemplate/shop: 54 of 300 details`. */
    title: (now: number): DrawnLine => [span(titleWords(now))],
    /** The current work and the last event, a line each. */
    lines: (): DrawnLine[] => {
      const shown = [...running.values()].slice(0, MOST_RUNNING);
      const more = running.size - shown.length;
      return [
        ...shown,
        ...(more > 0 ? [[span(said(style, PROGRESS_TEXTS.more, { count: more }), 'dim')]] : []),
        ...news,
      ];
    },
  };
}

function stepLine(
  event: Extract<ProgressEvent, { type: 'step-started' | 'step-resolving' }>,
  style: InLanguage,
): Span[] {
  const about =
    event.type === 'step-started'
      ? said(style, PROGRESS_TEXTS.stepOf, { step: event.step, of: event.of })
      : said(style, PROGRESS_TEXTS.looking);
  return [...addressSpans(event.address), span(`: ${event.title}`), span(about, 'dim')];
}

import type { Address } from '../../core/address.ts';
import { said } from '../../report/terminal-words.ts';
import { durationWords, waitsCounted } from '../../report/words.ts';
import { PROGRESS_TEXTS } from '../texts.ts';
import { type InLanguage, listOf, type ProgressEvent } from './words.ts';

interface Count {
  done: number;
  of: number;
}

/** A list of the service that is read: its rows, and the details of some of them. */
interface Reading {
  rows: Count;
  details: Count;
}

/** Follows the events of a run, and names the work in progress in one line. */
export interface WorkStatus {
  take(event: ProgressEvent, now: number): void;
  /** `Reading NotificationTemplate/shop: 54 of 300 details` */
  words(now: number): string;
}

const NONE: Count = { done: 0, of: 0 };

/** Lists that are named at once; more are counted. */
const MOST_NAMES = 3;

export function createStatus(style: InLanguage = {}): WorkStatus {
  const { language } = style;
  const readings = new Map<string, Reading>();
  const running = new Set<Address>();
  let phase: 'starting' | 'reading' | 'applying' | 'sending' | 'waiting' = 'starting';
  let work: Count = NONE;
  let waiting = { outstanding: [] as string[], since: 0, limit: 0 };

  const readingWords = (): string => {
    const open = [...readings].filter(([, { rows, details }]) => rows.done < rows.of || details.done < details.of);
    const names = open.map(([name]) => name);
    const what =
      names.length > MOST_NAMES ? said(style, PROGRESS_TEXTS.lists, { count: names.length }) : names.join(', ');
    const counts = (['rows', 'details'] as const).flatMap((part) => {
      const all = open.map(([, reading]) => reading[part]);
      const [done, of] = [sumOf(all.map((one) => one.done)), sumOf(all.map((one) => one.of))];
      return done < of ? [said(style, PROGRESS_TEXTS[part], { done, of })] : [];
    });
    const words = what === '' ? said(style, PROGRESS_TEXTS.reading) : said(style, PROGRESS_TEXTS.readingOf, { what });
    return counts.length > 0 ? `${words}: ${counts.join(', ')}` : words;
  };

  return {
    take: (event, now) => {
      if ('kind' in event) {
        const name = listOf(event, style);
        const known = readings.get(name) ?? { rows: NONE, details: NONE };
        if (event.type === 'observing' && phase !== 'reading') readings.clear();
        if (event.type === 'observing') phase = 'reading';
        if (event.type === 'page-read') readings.set(name, { ...known, rows: event });
        if (event.type === 'reading') readings.set(name, { ...known, details: { done: 0, of: event.details } });
        if (event.type === 'detail-read') readings.set(name, { ...known, details: event });
      } else if (event.type === 'applying' || event.type === 'sending') {
        phase = event.type;
        work = { done: 0, of: event.type === 'sending' ? event.sends : event.changes };
      } else if (event.type === 'step-started' || event.type === 'step-resolving') running.add(event.address);
      else if (event.type === 'step-ended') running.delete(event.address);
      else if (event.type === 'change-ended') {
        running.delete(event.address);
        // After an interruption, the changes that never ran end all at once.
        if (event.receipt.outcome !== 'not-run') work = { ...work, done: work.done + 1 };
      } else if (event.type === 'send-ended') work = { ...work, done: work.done + 1 };
      else if (event.type === 'waiting') {
        phase = 'waiting';
        const outstanding = event.outstanding.map(({ waitsFor }) => waitsFor);
        waiting = { outstanding, since: now - event.elapsedMs, limit: event.limitMs };
      }
    },
    words: (now) => {
      if (phase === 'reading') return readingWords();
      if (phase === 'applying' || phase === 'sending')
        return said(style, PROGRESS_TEXTS[phase], { ...work, running: running.size });
      if (phase === 'starting') return said(style, PROGRESS_TEXTS.starting);
      const what = waitsCounted(waiting.outstanding, language);
      const waited = durationWords(now - waiting.since, language);
      return said(style, PROGRESS_TEXTS.waiting, { what, waited, limit: durationWords(waiting.limit, language) });
    },
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

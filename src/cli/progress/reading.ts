import type { EngineEvent } from '../../engine/types.ts';
import { said } from '../../report/terminal-words.ts';
import { PROGRESS_TEXTS } from '../texts.ts';
import { type InLanguage, listOf } from './words.ts';

interface Count {
  done: number;
  of: number;
}

/** The list of a kind in a profile, and the details that are read of it. */
interface ReadingProgress {
  rows: Count;
  details: Count;
  /** The text of the current work. */
  now: 'rows' | 'details' | undefined;
}

/** Names shown at once; more lists are counted. */
const MOST_NAMES = 3;

/** Counts what a run reads, from its events. */
export function createReadings(style: InLanguage) {
  const readings = new Map<string, ReadingProgress>();
  const none = (): Count => ({ done: 0, of: 0 });
  const totalOf = (counts: readonly Count[]): Count =>
    counts.reduce((all, { done, of }) => ({ done: all.done + done, of: all.of + of }), none());
  const sum = (what: 'rows' | 'details'): string[] => {
    const { done, of } = totalOf(Array.from(readings.values(), (one) => one[what]));
    return of > 0 ? [said(style, PROGRESS_TEXTS[what], { done, of })] : [];
  };

  return {
    take: (event: EngineEvent): void => {
      if (!('kind' in event)) return;
      const key = listOf(event);
      const known = readings.get(key);
      if (event.type === 'observing') readings.set(key, { rows: none(), details: none(), now: 'rows' });
      else if (event.type === 'page-read') {
        if (known) known.rows = event;
      } else if (event.type === 'listed') {
        if (known && event.rows === 0) known.now = undefined;
      } else if (event.type === 'reading') {
        const now = event.details > 0 ? 'details' : undefined;
        readings.set(key, { rows: known?.rows ?? none(), details: { done: 0, of: event.details }, now });
      } else if (known) {
        known.details = event;
        if (event.done >= event.of) known.now = undefined;
      }
    },
    /** `Reading NotificationTemplate/shop: 54 of 300 details` */
    words: (): string => {
      const open = [...readings].filter(([, { now }]) => now !== undefined);
      const what =
        open.length > MOST_NAMES
          ? said(style, PROGRESS_TEXTS.lists, { count: open.length })
          : open.map(([key]) => key).join(', ');
      const listing = open.some(([, { now }]) => now === 'rows');
      const counts = [...(listing ? sum('rows') : []), ...sum('details')];
      const words = what === '' ? said(style, PROGRESS_TEXTS.reading) : said(style, PROGRESS_TEXTS.readingOf, { what });
      return counts.length > 0 ? `${words}: ${counts.join(', ')}` : words;
    },
    /** A later plan of the same command counts from the beginning. */
    clear: (): void => readings.clear(),
  };
}

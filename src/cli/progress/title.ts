import { durationWords, waitsCounted } from '../../report/words.ts';
import { listOf, type ProgressEvent } from './words.ts';

interface Count {
  done: number;
  of: number;
}

/** The list of a kind in a profile, and the details that are read of it. */
interface Reading {
  rows: Count;
  details: Count;
  /** What is read at the moment. */
  now: 'rows' | 'details' | undefined;
}

/** Names shown at once; more lists are counted. */
const MOST_NAMES = 3;

const NONE: Count = { done: 0, of: 0 };

/** The current work of one run in a few words, according to its events: `Reading NotificationTemplate/shop: 54 of 300 details`. */
export function createTitle() {
  const readings = new Map<string, Reading>();
  const running = new Set<string>();
  let counts = { done: 0, of: 0 };
  let words: (now: number) => string = () => 'Starting';

  const totalOf = (what: 'rows' | 'details'): string[] => {
    const all = Array.from(readings.values(), (one) => one[what]);
    const [done, of] = [all.reduce((sum, one) => sum + one.done, 0), all.reduce((sum, one) => sum + one.of, 0)];
    return of > 0 ? [`${done} of ${of} ${what}`] : [];
  };
  const reading = (): string => {
    const open = [...readings].filter(([, { now }]) => now !== undefined);
    const names = open.map(([key]) => key).join(', ');
    const what = open.length > MOST_NAMES ? `${open.length} lists` : names;
    const isListing = open.some(([, { now }]) => now === 'rows');
    const read = [...(isListing ? totalOf('rows') : []), ...totalOf('details')].join(', ');
    const begin = what === '' ? 'Reading' : `Reading ${what}`;
    return read === '' ? begin : `${begin}: ${read}`;
  };
  const working = (phrase: 'applying' | 'sending'): string =>
    phrase === 'sending'
      ? `Sending: ${counts.done} of ${counts.of} ended`
      : `Applying: ${counts.done} of ${counts.of} done, ${running.size} in progress`;

  const takeReading = (event: ProgressEvent): void => {
    if (!('kind' in event)) return;
    const key = listOf(event);
    const known = readings.get(key);
    if (event.type === 'observing') {
      // A later plan of the same command counts from the beginning.
      if (words !== reading) readings.clear();
      words = reading;
      readings.set(key, { rows: NONE, details: NONE, now: 'rows' });
    } else if (event.type === 'reading') {
      const now = event.details > 0 ? 'details' : undefined;
      readings.set(key, { rows: known?.rows ?? NONE, details: { done: 0, of: event.details }, now });
    } else if (known && event.type === 'page-read') known.rows = event;
    else if (known && event.type === 'listed') known.now = event.rows === 0 ? undefined : known.now;
    else if (known && event.type === 'detail-read') {
      known.details = event;
      if (event.done >= event.of) known.now = undefined;
    }
  };

  return {
    take: (event: ProgressEvent, at: number): void => {
      takeReading(event);
      if (event.type === 'applying' || event.type === 'sending') {
        const phrase = event.type;
        counts = { done: 0, of: 'changes' in event ? event.changes : event.sends };
        words = () => working(phrase);
      } else if (event.type === 'step-started' || event.type === 'step-resolving') running.add(event.address);
      // A change that waits for its turn, or for the state, is not under way.
      else if (event.type === 'step-ended') running.delete(event.address);
      else if (event.type === 'change-ended') {
        running.delete(event.address);
        // After an interruption, the changes that never ran end all at once.
        if (event.receipt.outcome !== 'not-run') counts.done += 1;
      } else if (event.type === 'send-ended') counts.done += 1;
      else if (event.type === 'waiting') {
        const waits = event.outstanding.map(({ waitsFor }) => waitsFor);
        const what = waitsCounted(waits);
        const limit = durationWords(event.limitMs);
        words = (now) => `Waiting for ${what}, ${durationWords(now - at + event.elapsedMs)} of ${limit}`;
      }
    },
    words: (now: number): string => words(now),
  };
}

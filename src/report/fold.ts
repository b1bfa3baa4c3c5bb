import { groupBy } from '../core/grouping.ts';
import { type DrawnLine, span } from './line.ts';
import { waitsWord } from './words.ts';

/** From this many on, similar items are folded. */
const FOLD_FROM = 6;
const SHOWN_WHEN_FOLDED = 3;

/** Similar items: the ones to show, and the number of the others. */
interface Folded<T> {
  key: string;
  shown: readonly T[];
  rest: number;
}

/**
 * Groups items by their key, in the order of their first items. Of a group of six or more only three are shown.
 * @param whole true shows all of them
 */
export function foldSimilar<T>(items: readonly T[], keyOf: (item: T) => string, whole: boolean): Folded<T>[] {
  return Array.from(groupBy(items, keyOf), ([key, group]) => {
    const shown = whole || group.length < FOLD_FROM ? group : group.slice(0, SHOWN_WHEN_FOLDED);
    return { key, shown, rest: group.length - shown.length };
  });
}

/** `… and 57 more wait for a verdict`; nothing if there are no more. */
export function moreWaiting(count: number, waitsFor: string, address?: string): DrawnLine[] {
  if (count === 0) return [];
  const decision = waitsWord(waitsFor);
  const what = address === undefined ? `wait for ${decision}` : `after ${address}, which waits for ${decision}`;
  return [[span(`… and ${count} more ${what}`, 'dim')]];
}

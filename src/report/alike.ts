import { type DrawnLine, span } from './line.ts';
import { waitsWord } from './words.ts';

/** From this many on, items that are alike are folded. */
const FOLD_FROM = 6;
const SHOWN_WHEN_FOLDED = 3;

/** Items that are alike: the ones to show, and how many more there are. */
interface Alike<T> {
  key: string;
  shown: readonly T[];
  rest: number;
}

/**
 * Items in groups by their key, each group where its first item was. Of a group of six or more only three are shown.
 * @param whole true shows all of them
 */
export function foldAlike<T>(items: readonly T[], keyOf: (item: T) => string, whole: boolean): Alike<T>[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return Array.from(groups, ([key, group]) => {
    const shown = whole || group.length < FOLD_FROM ? group : group.slice(0, SHOWN_WHEN_FOLDED);
    return { key, shown, rest: group.length - shown.length };
  });
}

/** `… and 57 more wait for a verdict`; nothing if there are no more. */
export function moreWaiting(rest: number, waitsFor: string, after?: string): DrawnLine[] {
  if (rest === 0) return [];
  const what = waitsWord(waitsFor);
  const words = after === undefined ? `wait for ${what}` : `after ${after}, which waits for ${what}`;
  return [[span(`… and ${rest} more ${words}`, 'dim')]];
}

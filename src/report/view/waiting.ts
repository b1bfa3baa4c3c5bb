import { groupBy } from '../../core/grouping.ts';
import type { LeftWaiting } from '../../core/receipt.ts';
import { span } from '../text.ts';
import type { Audience } from './audience.ts';
import type { Entry } from './blocks.ts';
import { stateSpan, WAITING, waitsWord } from './words.ts';

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
 * @param isWhole true shows all of them
 */
export function foldSimilar<T>(items: readonly T[], keyOf: (item: T) => string, isWhole: boolean): Folded<T>[] {
  return Array.from(groupBy(items, keyOf), ([key, group]) => {
    const shown = isWhole || group.length < FOLD_FROM ? group : group.slice(0, SHOWN_WHEN_FOLDED);
    return { key, shown, rest: group.length - shown.length };
  });
}

/** `waits for a verdict`, `after Video/shop/clip, which waits for the end of the encoding` */
export function waitsText(waitsFor: string, by?: string): string {
  const decision = waitsWord(waitsFor);
  return by === undefined ? `waits for ${decision}` : `after ${by}, which waits for ${decision}`;
}

/** `… and 57 more wait for a verdict`; nothing if there are no more. */
export function moreWaiting(count: number, waitsFor: string, by?: string): string[] {
  if (count === 0) return [];
  return [`… and ${count} more ${waitsText(waitsFor, by).replace(/^waits/, 'wait')}`];
}

/** Resources that wait for an external decision, the similar ones folded. */
export function waitingEntries(
  waiting: readonly (LeftWaiting & { since?: string | null })[],
  audience: Audience,
  isWhole: boolean,
): Entry[] {
  const likeness = ({ state, waitsFor, by = '' }: LeftWaiting): string => `${state} ${waitsFor} ${by}`;
  return foldSimilar(waiting, likeness, isWhole).flatMap(({ shown, rest }) => [
    ...shown.map(({ address, state, waitsFor, by, since = null }): Entry => {
      const words = waitsText(waitsFor, by);
      const from = since === null ? [] : [span(` since ${audience.time(since)}`, 'dim')];
      return {
        mark: WAITING,
        title: audience.title(address),
        cells: [[[stateSpan(state), span(`, ${words}`), ...from]]],
        line: [span(words)],
      };
    }),
    ...shown
      .slice(0, 1)
      .flatMap(({ waitsFor, by }) =>
        moreWaiting(rest, waitsFor, by).map((more): Entry => ({ title: [span(more, 'dim')] })),
      ),
  ]);
}

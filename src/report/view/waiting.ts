import { groupBy } from '../../core/grouping.ts';
import type { LeftWaiting } from '../../core/receipt.ts';
import { plainText, type Span, span, type Text } from '../text.ts';
import type { Audience } from './audience.ts';
import type { Entry } from './blocks.ts';
import { PLAN_WORDS } from './phrases.ts';
import { stateSpan, WAITING } from './words.ts';

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

interface WaitingOne {
  waitsFor: string;
  since?: string | null;
  /** The resource whose decision it waits for. */
  by?: string;
}

/** `waits for a verdict since 2026-11-18 10:12 KST`, `after Video/shop/clip, which waits for the end of the encoding` */
export function waitsText({ waitsFor, since, by }: WaitingOne, audience: Audience): Span[] {
  const phrase = since ? PLAN_WORDS.waitsSince : by === undefined ? PLAN_WORDS.waitsFor : PLAN_WORDS.waitsAfter;
  return audience.say(phrase, {
    decision: audience.decision(waitsFor),
    ...(since && { time: audience.time(since) }),
    ...(by !== undefined && { by }),
  });
}

/** `… and 57 more`, with words about them; nothing if there are no more. */
export function moreOf(count: number, words = ''): Text[] {
  return count === 0 ? [] : [[span(`… and ${count} more${words}`, 'dim')]];
}

/** `… and 57 more wait for a verdict` */
export function moreWaiting(count: number, one: WaitingOne, audience: Audience): Text[] {
  return moreOf(count, ` ${plainText(waitsText({ ...one, since: null }, audience)).replace(/^waits/, 'wait')}`);
}

/** Resources that wait for an external decision, the similar ones folded. */
export function waitingEntries(
  waiting: readonly (LeftWaiting & WaitingOne)[],
  audience: Audience,
  isWhole: boolean,
): Entry[] {
  const likeness = ({ state, waitsFor, by = '' }: LeftWaiting): string => `${state} ${waitsFor} ${by}`;
  return foldSimilar(waiting, likeness, isWhole).flatMap(({ shown, rest }) => [
    ...shown.map((one): Entry => {
      const { address, state, since, ...log } = one;
      const words = [stateSpan(state), span(', '), ...waitsText(one, audience)];
      const entry = { mark: WAITING, title: audience.title(address), line: waitsText(log, audience) };
      // One that waits for another resource has no state of its own to wait in.
      return log.by === undefined ? { ...entry, cells: [[words]] } : entry;
    }),
    ...shown.slice(0, 1).flatMap((one) => moreWaiting(rest, one, audience).map((title): Entry => ({ title }))),
  ]);
}

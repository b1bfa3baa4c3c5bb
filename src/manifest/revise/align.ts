import { canonical, type Json } from '../../core/json.ts';

/** How one list becomes another: what stays or changes in its place, what goes, what comes. */
export type Alignment = (
  | { is: 'same' | 'changed'; before: number; after: number }
  | { is: 'gone'; before: number }
  /** Stands before the element of the old list with this number; its length for the end. */
  | { is: 'new'; after: number; at: number }
)[];

/**
 * Aligns two lists by their longest common part, so that what did not change is not touched; between two that stay, others
 * change in their order.
 */
export function align(before: readonly Json[], after: readonly Json[]): Alignment {
  const anchors = commonOf(before.map(canonical), after.map(canonical));
  const result: Alignment = [];
  let [from, to] = [0, 0];
  for (const [oldAt, newAt] of [...anchors, [before.length, after.length] as const]) {
    const changed = Math.min(oldAt - from, newAt - to);
    for (let step = 0; step < changed; step += 1) {
      result.push({ is: 'changed', before: from + step, after: to + step });
    }
    for (let one = from + changed; one < oldAt; one += 1) result.push({ is: 'gone', before: one });
    for (let one = to + changed; one < newAt; one += 1) result.push({ is: 'new', after: one, at: oldAt });
    if (oldAt < before.length) result.push({ is: 'same', before: oldAt, after: newAt });
    [from, to] = [oldAt + 1, newAt + 1];
  }
  return result;
}

/** The longest common subsequence of two lists, as pairs of places. Lists of manifests are short. */
function commonOf(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const width = after.length + 1;
  const lengths = new Array<number>((before.length + 1) * width).fill(0);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

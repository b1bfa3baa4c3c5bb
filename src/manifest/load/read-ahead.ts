/** How many reads are under way at once. A disk, and above all a network's, answers several as fast as one. */
const AT_ONCE = 32;

/** Starts reading items before their turn, a bounded number at once, and yields the results in order, or promises of them. */
export function* readAhead<T, R>(
  items: readonly T[],
  read: (item: T, index: number) => R,
): Generator<{ index: number; item: T; result: R }> {
  const started: R[] = [];
  for (const [index, item] of items.entries()) {
    for (
      let next = index + started.length;
      next < Math.min(index + AT_ONCE, items.length);
      next = index + started.length
    )
      started.push(read(items[next] as T, next));
    yield { index, item, result: started.shift() as R };
  }
}

/** How many reads are under way at once. A disk, and above all a network's, answers several as fast as one. */
const AT_ONCE = 32;

/** Starts reading items before their turn, a bounded number at once, and yields the results in order. */
export async function* readAhead<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<{ item: T; result: R }> {
  const started: Promise<R>[] = [];
  for (const [index, item] of items.entries()) {
    for (const next of items.slice(index + started.length, index + AT_ONCE)) started.push(read(next));
    yield { item, result: await (started.shift() as Promise<R>) };
  }
}

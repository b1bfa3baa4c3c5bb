import { diffArrays } from 'diff';

/** A run of elements that replaces another run. Either may be empty. */
export interface Hunk {
  before: { start: number; end: number };
  after: { start: number; end: number };
}

/** Lists with more differences are treated as different from the first difference to the last one. */
const MOST_EDITS = 400;

/** Returns the runs in which two lists differ, in order. Its cost is linear in their length. */
export function hunksOf(before: readonly string[], after: readonly string[]): Hunk[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const changes = diffArrays(old, now, { maxEditLength: MOST_EDITS }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ];
  const hunks: Hunk[] = [];
  let [from, to] = [head, head];
  let open: Hunk | undefined;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) open = undefined;
    else if (!open) {
      open = { before: { start: from, end: from }, after: { start: to, end: to } };
      hunks.push(open);
    }
    if (!added) from += value.length;
    if (!removed) to += value.length;
    if (open) [open.before.end, open.after.end] = [from, to];
  }
  return hunks;
}

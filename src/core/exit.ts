/** Exit codes of the command line (docs/cli.md). */
export const Exit = {
  done: 0,
  failed: 1,
  changes: 2,
  problems: 3,
  partly: 4,
  rejected: 5,
  stale: 6,
  refused: 7,
  undelivered: 8,
  unknown: 9,
  usage: 64,
  bug: 70,
  interrupted: 130,
} as const;

const WORST_FIRST: readonly number[] = [70, 130, 9, 64, 3, 7, 1, 4, 6, 8, 5, 2, 0];

/** Returns the exit code that counts if several apply. */
export function worstExit(codes: Iterable<number>): number {
  const given = new Set(codes);
  return WORST_FIRST.find((code) => given.has(code)) ?? Exit.done;
}

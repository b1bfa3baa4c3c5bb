const UNITS: ReadonlyMap<string | undefined, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Milliseconds of `500ms`, `40s`, `30m`, `12h` or `14d`; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d+)([a-z]+)$/.exec(text) ?? [];
  const ms = UNITS.get(unit);
  return ms === undefined ? undefined : Number(count) * ms;
}

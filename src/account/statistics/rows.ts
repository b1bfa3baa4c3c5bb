import type { Json, JsonObject } from '../../core/json.ts';
import { compareText } from '../../core/problem.ts';
import { CLICK_COUNTS, DIMENSIONS, SEND_COUNTS, type StatRow } from './endpoints.ts';

/** A row as it is shown: the names of the service, without keys. Null means that the service does not provide a number. */
export interface ShownStat extends JsonObject {
  profile: string;
}

/** Read and click counts exist for sends from this day on, for rows with more than 10 successes (resource API 8). */
const FIRST_WITH_READS = '20240401';
const TOO_FEW = 10;

/** The successes of a row; undefined if it does not count sends. */
function successesOf(row: StatRow): number | undefined {
  const counts = [row.chargedSuccessCount, row.freeContractSuccessCount, row.freeTemplateSuccessCount];
  if (counts.every((count) => typeof count !== 'number')) return undefined;
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** True if the service provides read and click counts for a row. It may answer 0 where it does not (assumption 373). */
export function isProvided(row: StatRow): boolean {
  // A month before April 2024 has only days before it.
  const day = row.date ?? `${row.statMonth ?? ''}31`;
  const successes = successesOf(row);
  return day >= FIRST_WITH_READS && (successes === undefined || successes > TOO_FEW);
}

/** Converts a row. Read and click counts that are not provided become null. */
export function shownStat(profile: string, row: StatRow): ShownStat {
  const provided = isProvided(row);
  const when = row.statMonth ? { month: row.statMonth } : { date: row.date ?? '' };
  const count = (name: (typeof CLICK_COUNTS)[number] | 'readCount'): JsonObject =>
    row[name] === undefined ? {} : { [name]: provided ? (row[name] ?? null) : null };
  const successCount = successesOf(row);
  return {
    profile,
    ...when,
    ...present(row, DIMENSIONS),
    ...(successCount === undefined ? {} : { successCount }),
    ...present(row, SEND_COUNTS),
    ...count('readCount'),
    ...Object.assign({}, ...CLICK_COUNTS.map(count)),
  };
}

function present(row: StatRow, names: readonly (keyof StatRow)[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name] as Json]]))); // counts and names
}

/** Counts that every row has: 0 if the service leaves one out. */
const SENDS: ReadonlySet<string> = new Set(['successCount', ...SEND_COUNTS]);

/** Adds up the rows of a template's versions that agree in all but the code. A count that one of them does not provide is null. */
export function withoutVersions(rows: readonly ShownStat[], templateCode: string): ShownStat[] {
  const sums = new Map<string, ShownStat>();
  for (const version of rows) {
    const row = { ...version, templateCode };
    const key = JSON.stringify(
      ['profile', 'date', 'month', ...DIMENSIONS].map((name) => row[name as keyof typeof row]),
    );
    sums.set(key, summed(sums.get(key), row));
  }
  const whenOf = ({ month, date }: ShownStat): string => String(month ?? date);
  return [...sums.values()].sort((a, b) => compareText(whenOf(a), whenOf(b)));
}

function summed(a: ShownStat | undefined, b: ShownStat): ShownStat {
  if (!a) return b;
  const sum = (name: string): Json => {
    const isProvided = [a[name], b[name]].every((count) => count !== null && count !== undefined);
    return isProvided || SENDS.has(name) ? Number(a[name] ?? 0) + Number(b[name] ?? 0) : null;
  };
  const names = Object.keys({ ...a, ...b }).filter((name) => typeof (a[name] ?? b[name]) !== 'string');
  return { ...a, ...Object.fromEntries(names.map((name) => [name, sum(name)])) };
}

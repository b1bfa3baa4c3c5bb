import { usageError } from '../core/problem.ts';
import type { States } from '../core/states.ts';
import { KOREAN_OFFSET_MS } from '../core/zone.ts';
import { BRAND_BUBBLES } from '../preview/bubble.ts';
import type { FilterName, ListFilters } from './look-up.ts';
import type { Thing } from './things.ts';

/** Returns the request fields of the filters. Throws a usage error if one is not of this thing, or exceeds a limit of the service. */
export function filterFields(word: string, thing: Thing, filters: ListFilters): Record<string, unknown> {
  const { filters: taken = {}, states = {} } = thing;
  const given = (Object.keys(filters) as FilterName[]).filter((name) => filters[name] !== undefined);
  for (const name of given) if (taken[name] === undefined) throw foreign(`--${name}`, word, flagsOf(thing));
  const { state, bubble, keyword, from, to } = filters;
  if (state !== undefined) requireOneOf('--state', state, Object.keys(states), meaningOf(states));
  if (bubble !== undefined) requireOneOf('--bubble', bubble, BRAND_BUBBLES);
  if (keyword !== undefined) requireKeyword(keyword);
  if (from !== undefined && to !== undefined && from > to)
    throw usageError('--from is after --to', 'Exchange them: --from is the begin of the period');
  return Object.fromEntries(
    given.map((name) => {
      const value = filters[name];
      return [taken[name], typeof value === 'number' ? stampOf(`--${name}`, value) : value];
    }),
  );
}

/** The flags that a thing takes for its filters. */
export function flagsOf({ filters = {} }: Thing): string[] {
  return Object.keys(filters).map((name) => `--${name}`);
}

/** The usage error of a flag that belongs to another thing. */
export function foreign(flag: string, word: string, flags: readonly string[]): Error {
  const hint = flags.length === 0 ? 'It takes no filter' : `It takes ${flags.join(', ')}`;
  return usageError(`\`get ${word}\` does not take ${flag}`, hint);
}

function requireOneOf(flag: string, value: string, allowed: readonly string[], shown = allowed): void {
  if (!allowed.includes(value)) throw usageError(`${flag} cannot be \`${value}\``, `Use ${shown.join(', ')}`);
}

/** The states with their meaning: `APR` is a word of inspections, and the service calls approved templates `RDY` or `ACT`. */
function meaningOf(states: States): string[] {
  return Object.entries(states).map(([state, { word }]) => `${state} (${word.en})`);
}

/** Resource API 4.1, 4.7: 2 to 50 characters, counted as code points. */
function requireKeyword(keyword: string): void {
  const { length } = [...keyword];
  if (length < 2 || length > 50)
    throw usageError(`--keyword has ${length} ${length === 1 ? 'character' : 'characters'}`, 'Use 2 to 50 characters');
}

/** A time as the service reads it: `yyyyMMddHHmmss` in Korean time. */
function stampOf(flag: string, at: number): string {
  const time = new Date(at + KOREAN_OFFSET_MS);
  const year = Number.isNaN(time.getTime()) ? 0 : time.getUTCFullYear();
  if (year < 1970 || year > 9999) throw usageError(`${flag} is outside the years 1970 to 9999`, 'Check the time');
  return time.toISOString().slice(0, 19).replace(/\D/g, '');
}

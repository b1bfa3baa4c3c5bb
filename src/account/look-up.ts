import type * as z from 'zod';
import type { Json, JsonObject } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import type { publicPage, templatePage } from '../kinds/discovery.ts';
import { ROWS_A_PAGE } from '../kinds/discovery.ts';
import { sender } from '../kinds/endpoint.ts';
import type { Client } from '../wire/client.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { readRows } from '../wire/rows.ts';

export interface AccountContext {
  client: Client;
  /** Every profile and group whose key is known. */
  profiles: readonly ProfileRef[];
  asked: readonly ProfileRef[];
  signal: AbortSignal;
}

/** The filters of lists, as a user gives them. Times are milliseconds since the epoch. */
export interface ListFilters {
  state?: string;
  category?: readonly string[];
  keyword?: string;
  bubble?: string;
  from?: number;
  to?: number;
  since?: number;
}

export type FilterName = keyof ListFilters;

/** Where a look-up asks: the account, or one profile or group of the environment. */
export interface LookUpPlace {
  client: Client;
  /** Undefined for a look-up of the whole account. */
  profile?: ProfileRef;
  signal: AbortSignal;
}

/** The rows of a look-up, and what kept others from being read. */
export interface LookedUp {
  rows: JsonObject[];
  problems: Problem[];
}

/** Reads a list to its last page. `fields` are those of its filters. */
export type ReadList = (place: LookUpPlace, fields: object) => Promise<LookedUp>;

/** More pages than any account has. It only keeps a wrong server from being asked for ever. */
const MOST_PAGES = 10_000;

/** Returns the fields that name the profile of a call; none for the whole account. */
export function placeFields({ profile }: LookUpPlace): object {
  return profile ? sender(profile) : {};
}

/** As JSON would carry it: plain data without undefined members. */
export function plainRow(row: object): JsonObject {
  return JSON.parse(JSON.stringify(row)) as JsonObject;
}

/** Makes the reader of a list that counts its pages. `paging` is how the endpoint writes page and count. */
export function countedList(
  endpoint: Endpoint<z.output<typeof templatePage>>,
  row: z.ZodType<object>,
  key: string,
  paging: (page: number, count: number) => object,
): ReadList {
  return async (place, fields) => {
    const { client, signal } = place;
    const read = (page: number) =>
      client.call(endpoint, { ...placeFields(place), ...fields, ...paging(page, ROWS_A_PAGE) }, signal);
    const first = await read(1);
    // The service may cut pages smaller than asked for, so the first page shows how many rows a page has.
    const perPage = Math.max(1, first.data?.list?.length ?? 0);
    const pages = Math.min(first.totalPage, Math.ceil(first.totalCount / perPage) + 1, MOST_PAGES);
    const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
    const list = [first, ...others].flatMap(({ data }) => data?.list ?? []);
    const found = rowsOf(list, endpoint, row, key, ['data', 'list']);
    const missing = first.totalCount - found.rows.length - found.problems.length;
    return missing === 0
      ? found
      : { ...found, problems: [...found.problems, unsettled(endpoint, place.profile?.alias, missing)] };
  };
}

/** Makes the reader of a list that reports only whether another page follows. */
export function openList(
  endpoint: Endpoint<z.output<typeof publicPage>>,
  row: z.ZodType<object>,
  key: string,
  paging: (page: number, count: number) => object,
): ReadList {
  return async (place, fields) => {
    const { client, signal } = place;
    const list: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const request = { ...placeFields(place), ...fields, ...paging(page, ROWS_A_PAGE) };
      const { data, hasNext } = await client.call(endpoint, request, signal);
      list.push(...data);
      if (hasNext && data.length > 0 && page < MOST_PAGES) continue;
      const found = rowsOf(list, endpoint, row, key);
      return hasNext ? { ...found, problems: [...found.problems, endless(endpoint, place.profile?.alias)] } : found;
    }
  };
}

/** Makes the reader of a list without pages whose rows are read one by one. */
export function plainList(endpoint: Endpoint<unknown[]>, row: z.ZodType<object>, key: string): ReadList {
  return async (place, fields) => {
    const list = await place.client.call(endpoint, { ...placeFields(place), ...fields }, place.signal);
    return rowsOf(list, endpoint, row, key);
  };
}

/** Makes the reader of a list without pages whose rows the endpoint has read. */
export function wholeRows(endpoint: Endpoint<object[]>): ReadList {
  return async ({ client, signal }) => ({
    rows: (await client.call(endpoint, {}, signal)).map(plainRow),
    problems: [],
  });
}

/** The rows of a list. A list that changed between two pages has a row twice; the first one counts. */
function rowsOf(
  list: readonly unknown[],
  { name }: Endpoint<unknown>,
  row: z.ZodType<object>,
  key: string,
  at: readonly string[] = ['data'],
): LookedUp {
  const { rows, unreadable } = readRows(row, list, at, name, key);
  const byKey = new Map<Json | undefined, JsonObject>();
  for (const one of rows.map(plainRow)) {
    const id = name.endsWith('history') ? one['version'] : one[key];
    if (!byKey.has(id)) byKey.set(id, one);
  }
  return { rows: [...byKey.values()], problems: unreadable.map(({ problem }) => problem) };
}

export function unsettled({ name }: Endpoint<unknown>, alias: string | undefined, missing: number): Problem {
  const rows = Math.abs(missing) === 1 ? '1 row' : `${Math.abs(missing)} rows`;
  return {
    code: 'list-unsettled',
    severity: 'warning',
    message: `${name}${alias ? ` of ${alias}` : ''} has ${rows} ${missing > 0 ? 'fewer' : 'more'} than it counts`,
    hint: 'The list changed while it was read. Run the command again',
  };
}

export function endless({ name }: Endpoint<unknown>, alias: string | undefined): Problem {
  return {
    code: 'list-unsettled',
    severity: 'warning',
    message: `${name}${alias ? ` of ${alias}` : ''} has no last page, so some of its rows may be missing`,
    hint: 'Report it with this text if the service is the documented one',
  };
}

import * as z from 'zod';
import { ServiceFailure } from '../core/failure.ts';
import type { Bound, Discovery, RowPage } from '../core/kind.ts';
import type { Live } from '../core/resource.ts';
import type { Client } from '../wire/client.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { type Rows, readRows } from '../wire/rows.ts';
import { listOf, optional, text } from '../wire/shape.ts';
import { sender } from './endpoint.ts';

export type ListDiscovery = Extract<Discovery<Client>, { by: 'list' }>;

/**
 * Codes of a refusal that say nothing about the resource asked for: who asks, how it asks, how often (assumption 54).
 */
const NOT_ABOUT_IT: readonly string[] = ['101', '102', '103', '403', '405', '429'];

/** True if a failed read is about the resource itself. A full list without it then proves that there is none (assumption 11). */
function saysNothingThere(error: unknown): boolean {
  if (!(error instanceof ServiceFailure) || error.kind !== 'refused') return false;
  const code = error.problem.service?.code;
  return code !== undefined && !NOT_ABOUT_IT.includes(code);
}

/** Returns the result of a read, or undefined if the refusal is about the resource itself. Throws every other failure. */
export async function unlessNothingThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (saysNothingThere(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the result of a read for a caller that has not read the list. Returns undefined only if the complete list lacks the
 * name. Throws the refusal if the list has the name or cannot prove that it is missing (assumption 11), and every other failure, of the list too.
 */
export async function unlessUnlisted<T>(
  name: string,
  pageOf: (page: number) => Promise<RowPage>,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!saysNothingThere(error) || !(await isUnlisted(name, pageOf))) throw error;
    return undefined;
  }
}

/** True if all pages of a list could be read and none has the name. */
async function isUnlisted(name: string, pageOf: (page: number) => Promise<RowPage>): Promise<boolean> {
  for (let number = 1, rows = 0; ; number += 1) {
    const page = await pageOf(number);
    if (page.unreadable.length > 0 || page.rows.some((row) => row.name === name)) return false;
    rows += page.rows.length;
    if (number >= page.pages) return rows >= page.total;
  }
}

/** The only page of a list that has everything of each resource, so no detail is read. */
export function wholeList<T>(
  { rows, unreadable }: Rows<T>,
  liveOf: (row: T) => Live,
  titleOf: (row: T) => string,
): RowPage {
  return {
    rows: rows.map((row) => {
      const live = liveOf(row);
      return { name: live.name, title: titleOf(row), state: live.status.state, modifiedAt: '', live };
    }),
    unreadable,
    total: rows.length + unreadable.length,
    pages: 1,
  };
}

/** A page of templates, whose rows are read one by one. The list may be missing if the total is 0. */
export const templatePage = z
  .looseObject({
    totalCount: z.int().min(0),
    totalPage: z.int().min(0),
    currentPage: z.int().min(0),
    data: optional(z.looseObject({ list: optional(z.array(z.unknown())) })),
  })
  .refine(({ totalCount, data }) => totalCount === 0 || data?.list, {
    path: ['data', 'list'],
    error: 'expected array, since totalCount is not 0',
  });

export const publicPage = z.looseObject({ hasNext: z.boolean(), data: listOf(z.unknown()) });

/** A list row of either kind of template. `serviceStatus` is open: only a detail decides, and the row shows that something changed. */
export const templateRow = z.looseObject({
  templateCode: text,
  templateName: z.string(),
  modifiedAt: optional(z.string()),
  serviceStatus: text,
});

/**
 * Templates of either kind are found by the list's pages, and read by their detail. A refused detail reads as absent, unless the
 * refusal is about the caller (assumption 54). Only a full list without the code proves absence (assumption 11).
 * @param pagingOf the fields of a request for a page
 */
export function templateDiscoveryOf<D>(
  { list, detail }: { list: Endpoint<z.output<typeof templatePage>>; detail: Endpoint<D> },
  pagingOf: (page: number) => { page: number | string; count: number | string },
  liveOf: (detail: D, bound: Bound) => Live,
): ListDiscovery {
  return {
    by: 'list',
    page: async (client, profile, page, signal) => {
      const { answer, date } = await client.callDated(list, { ...sender(profile), ...pagingOf(page) }, signal);
      const read = readRows(
        templateRow,
        answer.data?.list ?? [],
        ['data', 'list'],
        list.name,
        'templateCode',
        'templateName',
      );
      return {
        rows: read.rows.map(({ templateCode, templateName, serviceStatus, modifiedAt }) => ({
          name: templateCode,
          title: templateName,
          state: serviceStatus,
          modifiedAt: modifiedAt ?? '',
        })),
        unreadable: read.unreadable,
        total: answer.totalCount,
        pages: answer.totalPage,
        ...(date !== undefined && { date }),
      };
    },
    read: (client, profile, templateCode, bound, signal) =>
      unlessNothingThere(async () =>
        liveOf(await client.call(detail, { ...sender(profile), templateCode }, signal), bound),
      ),
  };
}

/** Rows of a page: the spec names no maximum (4.1 /list; assumption 127). */
export const ROWS_A_PAGE = 100;

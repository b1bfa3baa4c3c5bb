import type { Clock } from '../../core/ports.ts';
import type { Problem } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { readRows } from '../../wire/rows.ts';
import { unsettled } from '../look-up.ts';
import { cut, dayOf, lastDayAt, later, type StatSpan } from './days.ts';
import { type StatRow, sendStatistics, statRow, templateStatistics } from './endpoints.ts';
import { type Pace, periodPace } from './pace.ts';
import { MOST_UNITS, type StatQuestion } from './question.ts';
import { type ShownStat, shownStat, withoutVersions } from './rows.ts';

export interface StatContext {
  client: Client;
  /** The sender profiles to ask, one after the other. */
  profiles: readonly ProfileRef[];
  clock: Clock;
  signal: AbortSignal;
  /** Called after each answer, with the number of requests so far and the expected number of all. */
  onAnswer?: ((done: number, of: number) => void) | undefined;
}

export interface Statistics {
  question: StatQuestion;
  rows: ShownStat[];
  /** The days or months of the period that have no numbers yet. */
  notYet: StatSpan | null;
  /** The month that has numbers of some of its days only. */
  partialMonth: string | null;
  problems: Problem[];
}

/** The most rows of a page (resource API 8; assumption 369). */
const ROWS_A_PAGE = 10_000;
/** More pages than any account has. It only keeps a wrong server from being asked for ever. */
const MOST_PAGES = 1000;

/** Reads statistics to the last page (resource API 4.9). Throws `ServiceFailure`. */
export async function readStatistics(question: StatQuestion, context: StatContext): Promise<Statistics> {
  const read = await readPeriod(question, context);
  const { laterCodes = [], templateCode } = question;
  return templateCode !== undefined && laterCodes.length > 0
    ? { ...read, rows: withoutVersions(read.rows, templateCode) }
    : read;
}

/** A sender profile, and the version of a template, that one request asks for. */
interface StatSeries extends ProfileRef {
  templateCode: string | undefined;
}

function askedOf({ templateCode, laterCodes = [] }: StatQuestion, { profiles }: StatContext): StatSeries[] {
  return profiles.flatMap((profile) =>
    [templateCode, ...laterCodes].map((code) => ({ ...profile, templateCode: code })),
  );
}

interface Requests {
  call<T>(call: () => Promise<T>): Promise<T>;
  /** Announces requests that were not expected before. */
  expect(more: number): void;
}

function requestsBy(pace: Pace, { signal, onAnswer }: StatContext, expected: number): Requests {
  let [done, of] = [0, expected];
  return {
    call: async (call) => {
      const answer = await pace(call, signal);
      done += 1;
      onAnswer?.(done, Math.max(of, done));
      return answer;
    },
    expect: (more) => {
      of += more;
    },
  };
}

/** The service's own word for a product (core/wire). */
function productOf({ product }: StatQuestion, { client }: StatContext): string {
  return product === 'brand' ? 'brandmessage' : client.wire.product;
}

async function readPeriod(question: StatQuestion, context: StatContext): Promise<Statistics> {
  const { of, by, span } = question;
  const { client, clock } = context;
  const pieces = cut(span, MOST_UNITS[of][by], by);
  const asked = askedOf(question, context);
  const requests = requestsBy(periodPace(clock), context, pieces.length * asked.length);
  const rows: ShownStat[] = [];
  const problems: Problem[] = [];
  for (const one of asked) {
    for (const piece of pieces) {
      const now = client.now();
      // Nothing was sent in the future. The service's clock is known after the first answer.
      if (now !== undefined && piece.from > dayOf(now).slice(0, piece.from.length)) requests.expect(-1);
      else {
        const read = await readPiece(question, context, one, piece, requests);
        rows.push(...read.rows.map((row) => shownStat(one.alias, row)));
        problems.push(...read.problems);
      }
    }
  }
  const last = lastDayAt(client.now() ?? clock.now());
  return { question, rows, problems, ...missingOf(span, by, last) };
}

/** The part of a period that has no numbers, or not all of them. */
function missingOf(
  { from, to }: StatSpan,
  by: StatQuestion['by'],
  last: string,
): Pick<Statistics, 'notYet' | 'partialMonth'> {
  const lastUnit = last.slice(0, from.length);
  const first = later(lastUnit, 1, by);
  const begin = first > from ? first : from;
  const isPartial =
    by === 'month' && lastUnit >= from && lastUnit <= to && later(last, 1, 'day').slice(0, 6) === lastUnit;
  return { notYet: begin <= to ? { from: begin, to } : null, partialMonth: isPartial ? lastUnit : null };
}

interface ReadRows {
  rows: StatRow[];
  problems: Problem[];
}

async function readPiece(
  question: StatQuestion,
  context: StatContext,
  { key, alias, templateCode }: StatSeries,
  { from, to }: StatSpan,
  requests: Requests,
): Promise<ReadRows> {
  const { client, signal } = context;
  const { by, of, filters, groupTagKey } = question;
  const period = by === 'day' ? { startDate: from, endDate: to } : { startMonth: from, endMonth: to };
  const fields = { senderKey: key, product: productOf(question, context), ...period, ...filters };
  const isWithin = (row: StatRow): boolean => {
    const unit = (by === 'day' ? row.date : row.statMonth) ?? '';
    return unit >= from && unit <= to;
  };
  if (of === 'send') {
    const endpoint = sendStatistics[by];
    const { list } = await requests.call(() => client.call(endpoint, fields, signal));
    const read = rowsOf(list, endpoint.name);
    return { ...read, rows: read.rows.filter(isWithin) };
  }
  const endpoint = templateStatistics[by];
  const page = (number: number) =>
    requests.call(() =>
      client.call(endpoint, { ...fields, templateCode, groupTagKey, page: number, count: ROWS_A_PAGE }, signal),
    );
  const first = await page(1);
  const pages = Math.min(first.totalPage, MOST_PAGES);
  requests.expect(Math.max(0, pages - 1));
  const list = [...(first.data?.list ?? [])];
  for (let number = 2; number <= pages; number += 1) list.push(...((await page(number)).data?.list ?? []));
  const read = rowsOf(list, endpoint.name);
  const missing = first.totalCount - read.rows.length - read.problems.length;
  return {
    rows: read.rows.filter(isWithin),
    problems: missing === 0 ? read.problems : [...read.problems, unsettled(endpoint, alias, missing)],
  };
}

/**
 * The rows of a list. A list that changed between two pages has a row twice; the first one counts. Rows that differ in anything are
 * two rows: the service may have members that the documents do not show.
 */
function rowsOf(list: readonly unknown[], call: string): ReadRows {
  const { rows, unreadable } = readRows(statRow, list, ['data', 'list'], call, 'templateCode');
  const byText = new Map(rows.map((row) => [JSON.stringify(row), row]));
  return { rows: [...byText.values()], problems: unreadable.map(({ problem }) => problem) };
}

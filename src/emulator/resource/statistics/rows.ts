import type { JsonObject } from '../../../core/json.ts';
import { type Click, daysBetween, each, kindsOf, SEND_COUNTS, type SendCount, type Tally } from './tallies.ts';

export interface Report {
  product: Tally['product'];
  /** True for the rows of templates, false for those of all sends. */
  ofTemplates: boolean;
  /** True if a row counts a month. */
  byMonth: boolean;
  /** Which counts a row has. */
  what: 'all' | 'send' | 'read' | 'click';
}

interface Reading {
  uuid: string;
  /** The last day whose numbers exist. */
  last: string;
  /** Only the reads and clicks of this elapsed day; all of them if left out. */
  elapsedDay: number | undefined;
}

/** Read and click counts exist for sends from this day on, in rows with more successes than this (resource API 8). */
const FIRST_WITH_READS = '20240401';
const TOO_FEW = 10;

/** Rows of an answer, by day: the tallies that agree in every shown dimension, added up (resource API 4.9). */
export function rowsOf(tallies: readonly Tally[], report: Report, shown: Reading): JsonObject[] {
  const groups = new Map<string, Tally[]>();
  for (const tally of tallies) {
    if (daysBetween(tally.date, shown.last) < (shown.elapsedDay ?? 0)) continue;
    const key = JSON.stringify(Object.values(nameOf(tally, report)));
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(tally);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => rowOf(group, report, shown));
}

function nameOf(tally: Tally, { product, ofTemplates, byMonth }: Report): JsonObject {
  const { date, senderKey, templateCode, groupTagKey } = tally;
  return {
    ...(byMonth ? { statMonth: date.slice(0, 6) } : { date }),
    senderKey,
    ...(ofTemplates && { templateCode, ...(product === 'brand' && { groupTagKey }) }),
    ...each(kindsOf(product), (kind) => String(tally[kind])),
  };
}

/** None if the row has only counts that are not provided. The daily and monthly rows show 0 instead (assumption 373). */
function rowOf(group: readonly Tally[], report: Report, { uuid, last, elapsedDay }: Reading): JsonObject[] {
  const { what, ofTemplates } = report;
  const [first] = group;
  if (first === undefined) return [];
  const name = { ...nameOf(first, report), ...(ofTemplates ? {} : { uuid }) };
  const counts = each(SEND_COUNTS, (count) => sum(group.map((tally) => tally[count])));
  const sent = { ...name, ...each(sendCountsOf(report), (count) => counts[count]) };
  if (what === 'send') return [sent];
  const successes = counts.chargedSuccessCount + counts.freeContractSuccessCount + counts.freeTemplateSuccessCount;
  const isProvided = group.some(({ date }) => date >= FIRST_WITH_READS) && successes > TOO_FEW;
  const isCounted = ({ date }: Tally, day: number): boolean =>
    elapsedDay === undefined ? day <= daysBetween(date, last) : day === elapsedDay;
  const provided = isProvided ? group : [];
  const readCount = sum(provided.flatMap((tally) => tally.reads.filter((_count, day) => isCounted(tally, day))));
  const clicks = provided.flatMap((tally) => tally.clicks.filter((click) => isCounted(tally, click.elapsedDay)));
  if (what === 'all') return [{ ...sent, readCount, ...clickCounts(clicks, report) }];
  if (!isProvided) return [];
  if (what === 'read') return [{ ...name, readCount }];
  return [{ ...name, ...(ofTemplates ? { clickInfo: clickInfo(clicks, report) } : clickCounts(clicks, report)) }];
}

/** Counts that only rows of notifications have. */
const NOTIFICATION_ONLY: readonly SendCount[] = ['freeTemplateSuccessCount', 'unknownRequestCount'];

function sendCountsOf({ product, ofTemplates }: Report): SendCount[] {
  const left = [...(product === 'brand' ? NOTIFICATION_ONLY : []), ...(ofTemplates ? ['invalidFailCount'] : [])];
  return SEND_COUNTS.filter((name) => !left.includes(name));
}

function clickCounts(clicks: readonly Click[], { product, ofTemplates }: Report): JsonObject {
  const count = (...parts: Click['part'][]): number => total(clicks, ({ part }) => parts.includes(part));
  const buttonClickCount = count('button');
  if (product === 'brand')
    return {
      [ofTemplates ? 'imageClickCount' : 'thumbnailClickCount']: count('image'),
      listClickCount: count('list'),
      buttonClickCount,
      etcClickCount: count('etc'),
    };
  if (!ofTemplates) return {};
  return { qrClickCount: count('quickReply'), buttonClickCount, etcClickCount: count('image', 'list', 'etc') };
}

/** `clickInfo` of the direct look-up of templates. */
function clickInfo(clicks: readonly Click[], { product }: Report): JsonObject {
  const orders = (of: Click['part'], length: number): number[] =>
    Array.from({ length }, (_, index) => total(clicks, ({ part, order }) => part === of && order === index + 1));
  const types = (of: Click['part']): JsonObject => {
    const own = clicks.filter(({ part }) => part === of);
    const names = [...new Set(own.flatMap(({ type }) => type ?? []))].sort();
    return each(names, (name) => total(own, ({ type }) => type === name));
  };
  const etc = total(
    clicks,
    ({ part }) => part === 'etc' || (product === 'notification' && /^(image|list)$/.test(part)),
  );
  return product === 'brand'
    ? { buttonOrders: orders('button', 30), imageOrders: orders('image', 10), listOrders: orders('list', 5), etc }
    : { buttonOrders: orders('button', 5), buttonType: types('button'), qrType: types('quickReply'), etc };
}

function total(clicks: readonly Click[], isCounted: (click: Click) => boolean): number {
  return sum(clicks.filter(isCounted).map(({ count }) => count));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

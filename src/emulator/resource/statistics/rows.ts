import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import { daysBetween, lastBatched } from './shape.ts';
import { type Click, noCounts, SEND_COUNTS, type SendCount, type Tally } from './store.ts';

/** Rows of an answer: tallies that agree in every shown dimension, added up (resource API 4.9). */

export interface RowForm {
  product: Tally['product'];
  /** True for the rows of templates, false for those of all sends. */
  ofTemplates: boolean;
  /** True if a row counts a month. */
  byMonth: boolean;
  /** Which counts a row has. */
  what: 'all' | 'send' | 'read' | 'click';
}

/** A row before its form is chosen. `clicks` are those of the wanted elapsed days. */
interface Sum {
  first: Tally;
  /** The last day that it counts. */
  lastDay: string;
  counts: Record<SendCount, number>;
  reads: number;
  clicks: Click[];
}

const KINDS: Readonly<Record<Tally['product'], readonly (keyof Tally)[]>> = {
  notification: ['messageType', 'receiveUserType'],
  brand: ['messageSpec', 'chatBubbleType', 'targeting', 'friendType', 'receiveUserType'],
};

/** Counts that only rows of notifications have. */
const NOTIFICATION_ONLY: readonly SendCount[] = ['freeTemplateSuccessCount', 'unknownRequestCount'];

/** Read and click counts exist for sends from this day on, in rows with more successes than this (resource API 8). */
const FIRST_WITH_READS = '20240401';
const TOO_FEW = 10;

/**
 * The rows of tallies, ordered by day and dimensions. Days that are not batched yet do not exist.
 * @param elapsedDay only the reads and clicks of this elapsed day; all batched ones if left out
 */
export function rowsOf(
  { clock }: Context,
  tallies: readonly Tally[],
  form: RowForm,
  uuid: string,
  elapsedDay?: number,
): JsonObject[] {
  const last = lastBatched(clock.now());
  const sums = new Map<string, Sum>();
  for (const tally of tallies) {
    const elapsed = daysBetween(tally.date, last);
    if (elapsed < (elapsedDay ?? 0)) continue;
    const key = JSON.stringify(Object.values(identity(tally, form)));
    const sum = sums.get(key) ?? { first: tally, lastDay: tally.date, counts: noCounts(), reads: 0, clicks: [] };
    sums.set(key, sum);
    const isCounted = (day: number): boolean => (elapsedDay === undefined ? day <= elapsed : day === elapsedDay);
    for (const name of SEND_COUNTS) sum.counts[name] += tally[name];
    sum.reads += tally.reads.filter((_count, day) => isCounted(day)).reduce((a, b) => a + b, 0);
    sum.clicks.push(...tally.clicks.filter((click) => isCounted(click.elapsedDay)));
    if (tally.date > sum.lastDay) sum.lastDay = tally.date;
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, sum]) => rowOf(sum, form, uuid));
}

function identity(tally: Tally, { product, ofTemplates, byMonth }: RowForm): JsonObject {
  const { date, templateCode, groupTagKey } = tally;
  return {
    ...(byMonth ? { statMonth: date.slice(0, 6) } : { date }),
    senderKey: tally.senderKey,
    ...(ofTemplates && { templateCode, ...(product === 'brand' && { groupTagKey }) }),
    ...Object.fromEntries(KINDS[product].map((name) => [name, String(tally[name])])),
  };
}

/**
 * The row of a sum; none if it shows only counts that are not provided. The daily and monthly rows show 0 instead (assumption
 * 373).
 */
function rowOf({ first, lastDay, counts, reads, clicks }: Sum, form: RowForm, uuid: string): JsonObject[] {
  const { what, ofTemplates } = form;
  const successes = counts.chargedSuccessCount + counts.freeContractSuccessCount + counts.freeTemplateSuccessCount;
  const isProvided = lastDay >= FIRST_WITH_READS && successes > TOO_FEW;
  const name = { ...identity(first, form), ...(ofTemplates ? {} : { uuid }) };
  if (what === 'all' || what === 'send') {
    const sent = { ...name, ...sendCounts(counts, form) };
    if (what === 'send') return [sent];
    return [{ ...sent, readCount: isProvided ? reads : 0, ...clickCounts(isProvided ? clicks : [], form) }];
  }
  if (!isProvided) return [];
  if (what === 'read') return [{ ...name, readCount: reads }];
  return [{ ...name, ...(ofTemplates ? { clickInfo: clickInfo(clicks, form) } : clickCounts(clicks, form)) }];
}

function sendCounts(counts: Sum['counts'], { product, ofTemplates }: RowForm): JsonObject {
  const names = SEND_COUNTS.filter(
    (name) =>
      (product === 'notification' || !NOTIFICATION_ONLY.includes(name)) &&
      (!ofTemplates || name !== 'invalidFailCount'),
  );
  return Object.fromEntries(names.map((name) => [name, counts[name]]));
}

function clickCounts(clicks: readonly Click[], { product, ofTemplates }: RowForm): JsonObject {
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
function clickInfo(clicks: readonly Click[], { product }: RowForm): JsonObject {
  const orders = (of: Click['part'], length: number): number[] =>
    Array.from({ length }, (_, index) => total(clicks, ({ part, order }) => part === of && order === index + 1));
  const types = (of: Click['part']): JsonObject => {
    const own = clicks.filter(({ part }) => part === of);
    const names = [...new Set(own.flatMap(({ type }) => type ?? []))].sort();
    return Object.fromEntries(names.map((name) => [name, total(own, ({ type }) => type === name)]));
  };
  if (product === 'brand')
    return {
      buttonOrders: orders('button', 30),
      imageOrders: orders('image', 10),
      listOrders: orders('list', 5),
      etc: total(clicks, ({ part }) => part === 'etc'),
    };
  const etc = total(clicks, ({ part }) => part !== 'button' && part !== 'quickReply');
  return { buttonOrders: orders('button', 5), buttonType: types('button'), qrType: types('quickReply'), etc };
}

function total(clicks: readonly Click[], isCounted: (click: Click) => boolean): number {
  return clicks.filter(isCounted).reduce((sum, { count }) => sum + count, 0);
}

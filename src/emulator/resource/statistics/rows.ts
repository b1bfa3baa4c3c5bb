import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import { daysBetween, hasReads, LAST_ELAPSED, lastBatched } from './days.ts';
import { type Click, noCounts, SEND_COUNTS, type SendCount, type Tally } from './store.ts';

/** Rows of an answer: tallies that agree in every shown dimension, added up (resource API 4.9). */

export interface RowForm {
  product: Tally['product'];
  /** True for the rows of templates, false for those of all sends. */
  ofTemplates: boolean;
  /** True if a row counts a month. */
  byMonth: boolean;
}

/** A row before its form is chosen. `clicks` are those of the wanted elapsed days. */
export interface Sum {
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

/**
 * Adds tallies up, ordered by day and dimensions. Days that are not batched yet do not exist.
 * @param elapsedDay only the reads and clicks of this elapsed day; all batched ones if left out
 */
export function sumUp(context: Context, tallies: Iterable<Tally>, form: RowForm, elapsedDay?: number): Sum[] {
  const last = lastBatched(context.clock.now());
  const sums = new Map<string, Sum>();
  for (const tally of tallies) {
    if (tally.date > last) continue;
    const key = JSON.stringify(Object.values(identity(tally, form)));
    const sum = sums.get(key) ?? { first: tally, lastDay: tally.date, counts: noCounts(), reads: 0, clicks: [] };
    sums.set(key, sum);
    const elapsed = daysBetween(tally.date, last);
    add(sum, tally, (day) => (elapsedDay === undefined || elapsedDay === day) && day <= elapsed);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

function add(sum: Sum, tally: Tally, isCounted: (elapsedDay: number) => boolean): void {
  for (const name of SEND_COUNTS) sum.counts[name] += tally[name];
  for (let day = 0; day <= LAST_ELAPSED; day += 1) if (isCounted(day)) sum.reads += tally.reads[day] ?? 0;
  sum.clicks.push(...tally.clicks.filter(({ elapsedDay }) => isCounted(elapsedDay)));
  if (tally.date > sum.lastDay) sum.lastDay = tally.date;
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

export function sendRow(sum: Sum, form: RowForm, uuid: string): JsonObject {
  const names = SEND_COUNTS.filter(
    (name) =>
      (form.product === 'notification' || !NOTIFICATION_ONLY.includes(name)) &&
      (!form.ofTemplates || name !== 'invalidFailCount'),
  );
  return { ...nameRow(sum, form, uuid), ...Object.fromEntries(names.map((name) => [name, sum.counts[name]])) };
}

/** The name of a row, without counts. */
export function nameRow({ first }: Sum, form: RowForm, uuid: string): JsonObject {
  return { ...identity(first, form), ...(form.ofTemplates ? {} : { uuid }) };
}

/** True if a row has read and click counts. */
export function isProvided({ lastDay, counts }: Sum): boolean {
  const { chargedSuccessCount, freeContractSuccessCount, freeTemplateSuccessCount } = counts;
  return hasReads(lastDay, chargedSuccessCount + freeContractSuccessCount + freeTemplateSuccessCount);
}

export function clickCounts({ clicks }: Sum, { product, ofTemplates }: RowForm): JsonObject {
  const count = (...parts: Click['part'][]): number => total(clicks, ({ part }) => parts.includes(part));
  const [buttonClickCount, listClickCount, image] = [count('button'), count('list'), count('image')];
  const etcClickCount = count('etc');
  if (product === 'notification')
    return ofTemplates
      ? { qrClickCount: count('quickReply'), buttonClickCount, etcClickCount: count('image', 'list', 'etc') }
      : {};
  return {
    ...(ofTemplates ? { imageClickCount: image } : { thumbnailClickCount: image }),
    listClickCount,
    buttonClickCount,
    etcClickCount,
  };
}

/** `clickInfo` of the direct look-up of templates. */
export function clickInfo({ clicks }: Sum, { product }: RowForm): JsonObject {
  const of = (...parts: Click['part'][]): Click[] => clicks.filter(({ part }) => parts.includes(part));
  const orders = (part: Click['part'], length: number): number[] =>
    Array.from({ length }, (_, index) => total(of(part), ({ order }) => order === index + 1));
  const types = (part: Click['part']): JsonObject => {
    const names = [...new Set(of(part).flatMap(({ type }) => type ?? []))].sort();
    return Object.fromEntries(names.map((name) => [name, total(of(part), ({ type }) => type === name)]));
  };
  if (product === 'brand')
    return {
      buttonOrders: orders('button', 30),
      imageOrders: orders('image', 10),
      listOrders: orders('list', 5),
      etc: total(of('etc')),
    };
  const etc = total(of('image', 'list', 'etc'));
  return { buttonOrders: orders('button', 5), buttonType: types('button'), qrType: types('quickReply'), etc };
}

function total(clicks: readonly Click[], isCounted: (click: Click) => boolean = () => true): number {
  return clicks.filter(isCounted).reduce((sum, { count }) => sum + count, 0);
}

import type { JsonObject } from '../../../core/json.ts';
import type { Wire } from '../../../core/wire.ts';
import { accept, type Refused, refuse, result } from '../../answers.ts';
import { array, filledText, integer, matching, needed, nullable, object, oneOf, text } from '../../members.ts';
import type { Seeder } from '../../route.ts';
import type { Shape } from '../../shape.ts';
import { type Endpoint, type Endpoints, ofProfile } from '../access.ts';
import { profileSeeder } from '../profile/control.ts';
import type { RequestLimit } from './limits.ts';
import { type Report, rowsOf } from './rows.ts';
import {
  ALL_KINDS,
  daysBetween,
  each,
  isDay,
  KINDS,
  kindsOf,
  LAST_ELAPSED,
  lastBatched,
  PARTS,
  SEND_COUNTS,
  type Tally,
} from './tallies.ts';

/** The value of `product` for brand messages. That of notifications is the environment's own word. */
const BRAND = 'brandmessage';

/** Maximum rows of a page (resource API 8; for the daily and monthly rows assumption 369). */
const MOST_ROWS = 10_000;

/** How a request names its first and last day or month, and how many these may be. */
interface Span {
  names: readonly string[];
  unit: 'days' | 'months';
  most: number;
}

const daily: Span = { names: ['startDate', 'endDate'], unit: 'days', most: 93 };
const oneDay: Span = { names: ['date'], unit: 'days', most: 1 };
const months = { names: ['startMonth', 'endMonth'], unit: 'months' } as const;

/** The endpoints of resource API 4.9, by their path after `/v4/msgr/stat`. */
export function basicEndpoints(wire: Wire): Endpoints {
  // All of them share these limits (resource API 8).
  const limits: RequestLimit[] = [
    ['statistics', 1, 1000, 'address'],
    ['all statistics', 300, 1000, 'everybody'],
  ];
  const basic = (span: Span, ofTemplates: boolean): Endpoint => ({
    ...statistics(wire, span, { what: 'all', ofTemplates, byMonth: span.unit === 'months' }),
    limits,
  });
  return {
    '/send/daily': basic(daily, false),
    '/send/monthly': basic({ ...months, most: 12 }, false),
    '/template/daily': basic(daily, true),
    '/template/monthly': basic({ ...months, most: 3 }, true),
  };
}

/** The direct look-ups of resource API 4.9, by their path after `/v4/msgr/msgrStat`. */
export function directEndpoints(wire: Wire): Endpoints {
  const endpoints = [false, true].flatMap((ofTemplates) =>
    (['send', 'read', 'click'] as const).map((what): [string, Endpoint] => {
      const path = `${ofTemplates ? '/template' : ''}/${what}`;
      const limits: RequestLimit[] = [
        [`${path} a second`, 20, 1000, 'address'],
        [`${path} a minute`, 1000, 60_000, 'address'],
      ];
      return [path, { ...statistics(wire, oneDay, { what, ofTemplates, byMonth: false }), limits }];
    }),
  );
  return Object.fromEntries(endpoints);
}

const templateShape: Shape = {
  templateCode: { is: 'text', max: 30 },
  groupTagKey: { is: 'text', max: 40 },
};

const pagingShape: Shape = {
  page: { is: 'integer', min: 1 },
  count: { is: 'integer', min: 1, max: MOST_ROWS },
};

function statistics(wire: Wire, span: Span, of: Omit<Report, 'product'>): Endpoint {
  const { what, ofTemplates } = of;
  const isDirect = what !== 'all';
  const hasElapsed = what === 'read' || what === 'click';
  const shape: Shape = {
    product: { is: 'text', required: true, of: [wire.product, BRAND] },
    ...(!isDirect && each(ALL_KINDS, (kind) => ({ is: 'text' as const, of: KINDS[kind].of }))),
    ...(ofTemplates && templateShape),
    ...((isDirect || ofTemplates) && pagingShape),
    ...(hasElapsed && { elapsedDay: { is: 'integer', min: 0, max: LAST_ELAPSED } }),
    ...spanShape(span),
  };
  const answer = (rows: JsonObject[], at: number, size: number, isFinal: boolean): JsonObject => {
    if (!isDirect && !ofTemplates) return accept({ data: { list: rows } });
    const data = { list: rows.slice((at - 1) * size, at * size) };
    if (isDirect) return accept({ mode: isFinal ? 'FINAL' : 'CHARGE_PENDING', data });
    return accept({ totalCount: rows.length, totalPage: Math.ceil(rows.length / size), currentPage: at, data });
  };
  return ofProfile(
    shape,
    (machine, { key: senderKey, uuid }, { product: given, page, count, elapsedDay, ...fields }, body) => {
      const product = given === BRAND ? 'brand' : 'notification';
      const [from, to] = [String(fields[span.names[0] ?? '']), String(fields[span.names.at(-1) ?? ''])];
      const broken = brokenSpan(span, from, to);
      if (broken) return broken;
      if (what === 'click' && !ofTemplates && product !== 'brand')
        return refuse(result.parameters, `product must be ${BRAND}`);
      const { templateCode = null, groupTagKey = null } = fields;
      if (isDirect && ofTemplates && (templateCode === null) === (groupTagKey === null))
        return refuse(result.parameters, 'either templateCode or groupTagKey is required');
      const foreign = foreignFilter(product, body);
      if (foreign !== undefined) return refuse(result.parameters, `${foreign} is not for this product`);
      const filters = Object.entries(fields).filter(([name, value]) => !span.names.includes(name) && value !== null);
      const wanted = Object.entries({ ...Object.fromEntries(filters), product, senderKey });
      const isMeant = (tally: Tally): boolean => {
        const unit = tally.date.slice(0, from.length);
        if (unit < from || unit > to || (ofTemplates && !isOfTemplate(tally))) return false;
        return wanted.every(([name, value]) => tally[name as keyof Tally] === value); // dimensions of every tally
      };
      const last = lastBatched(machine.clock.now());
      const report: Report = { ...of, product };
      const found = [...machine.store.tallies.values()].filter(isMeant);
      const rows = rowsOf(found, report, { uuid, last, elapsedDay: hasElapsed ? Number(elapsedDay ?? 0) : undefined });
      // Charges of a day are confirmed by the batch of the day after it (resource API 4.9; assumption 371).
      const isFinal = hasElapsed || daysBetween(from, last) >= 1;
      return answer(rows, Number(page ?? 1), Number(count ?? (isDirect ? 500 : 10)), isFinal);
    },
    { noGroups: true },
  );
}

function spanShape({ names, unit }: Span): Shape {
  const [day, form] = unit === 'days' ? ['', 'date in the form yyyyMMdd'] : ['01', 'month in the form yyyyMM'];
  const says = (text: string): string | undefined => (isDay(text + day) ? undefined : `must be a ${form}`);
  return each(names, () => ({ is: 'text' as const, required: true, says }));
}

function brokenSpan({ unit, most }: Span, from: string, to: string): Refused | undefined {
  const length = (unit === 'days' ? daysBetween(from, to) : monthsBetween(from, to)) + 1;
  if (length < 1) return refuse(result.parameters, 'the period ends before it starts');
  return length > most ? refuse(result.parameters, `the period may have ${most} ${unit}, not ${length}`) : undefined;
}

/** The number of months from one month to another: 0 for the same month. */
function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(4)) - Number(from.slice(4));
}

/** A filter that only the other product has (assumption 368). */
function foreignFilter(product: Report['product'], body: JsonObject): string | undefined {
  const other = product === 'brand' ? 'notification' : 'brand';
  const kinds: string[] = ALL_KINDS.filter((kind) => KINDS[kind].product === other);
  const names = product === 'brand' ? kinds : [...kinds, 'groupTagKey'];
  return names.find((name) => (body[name] ?? '') !== '');
}

/** A message without a template appears among templates only under its group tag (resource API 4.9). */
function isOfTemplate({ templateCode, groupTagKey }: Tally): boolean {
  return templateCode !== null || groupTagKey !== null;
}

const number = integer(0, Number.MAX_SAFE_INTEGER);

const seedShape = {
  product: needed(oneOf('notification', 'brand')),
  date: needed(matching(isDay, 'a date in the form yyyyMMdd', { type: 'string', pattern: '^[0-9]{8}$' })),
  templateCode: nullable(text),
  groupTagKey: nullable(text),
  ...each(ALL_KINDS, (kind) => oneOf<string>(...KINDS[kind].of)),
  ...each(SEND_COUNTS, () => number),
  /** Reads on the day of the send, the day after, and the day after that. */
  reads: array(number),
  clicks: array(
    object({
      part: needed(oneOf(...PARTS)),
      order: integer(1, 30),
      type: filledText,
      elapsedDay: integer(0, LAST_ELAPSED),
      count: needed(number),
    }),
  ),
};

/** Numbers of earlier days, as if messages had been sent. A seed with the same dimensions replaces the numbers. */
export const statisticsSeeds: Record<string, Seeder> = {
  statistics: profileSeeder(seedShape, (machine, { key: senderKey }, { reads = [], clicks = [], ...seed }, at) => {
    if (reads.length > LAST_ELAPSED + 1) return `${at}.reads may have ${LAST_ELAPSED + 1} elements`;
    const own = kindsOf(seed.product);
    machine.store.tallies.put({
      ...{ date: seed.date, senderKey, product: seed.product },
      ...{ templateCode: seed.templateCode ?? null, groupTagKey: seed.groupTagKey ?? null },
      ...each(ALL_KINDS, (kind) => (own.includes(kind) ? (seed[kind] ?? KINDS[kind].usual) : null)),
      ...each(SEND_COUNTS, (count) => seed[count] ?? 0),
      reads: [reads[0] ?? 0, reads[1] ?? 0, reads[2] ?? 0],
      clicks: clicks.map(({ order = null, type = null, elapsedDay = 0, ...click }) => ({
        ...click,
        ...{ order, type, elapsedDay },
      })),
    });
    return undefined;
  }),
};

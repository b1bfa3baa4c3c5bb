import type { JsonObject } from '../../../core/json.ts';
import type { Wire } from '../../../core/wire.ts';
import { accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import type { Machine } from '../../machine.ts';
import type { Read, Shape } from '../../shape.ts';
import { type Endpoint, type Endpoints, findSender, ofProfile } from '../access.ts';
import type { Profile } from '../profile/store.ts';
import { readRequest } from '../request.ts';
import { isElapsed, LAST_ELAPSED, modeOf } from './days.ts';
import { basicLimits, directLimits } from './limits.ts';
import { clickCounts, clickInfo, isProvided, nameRow, type RowForm, type Sum, sendRow, sumUp } from './rows.ts';
import {
  BRAND,
  daily,
  day,
  filterShape,
  forbidsFilters,
  monthly,
  type PeriodForm,
  productShape,
  templateShape,
} from './shape.ts';
import type { Tally } from './store.ts';

/** Maximum rows of a page (resource API 8; for the daily and monthly rows assumption 369). */
const MOST_ROWS = 10_000;

const pagingShape = {
  page: { is: 'integer', min: 1 },
  count: { is: 'integer', min: 1, max: MOST_ROWS },
} as const satisfies Shape;

/** The endpoints of resource API 4.9, by their path after `/v4/msgr/stat`. */
export function basicEndpoints(wire: Wire): Endpoints {
  return {
    '/send/daily': basic(wire, daily, false),
    '/send/monthly': basic(wire, monthly(12), false),
    '/template/daily': basic(wire, daily, true),
    '/template/monthly': basic(wire, monthly(3), true),
  };
}

/** The direct look-ups of resource API 4.9, by their path after `/v4/msgr/msgrStat`. */
export function directEndpoints(wire: Wire): Endpoints {
  return {
    '/send': direct(wire, '/send', { what: 'send', ofTemplates: false }),
    '/read': direct(wire, '/read', { what: 'read', ofTemplates: false }),
    '/click': direct(wire, '/click', { what: 'click', ofTemplates: false }),
    '/template/send': direct(wire, '/template/send', { what: 'send', ofTemplates: true }),
    '/template/read': direct(wire, '/template/read', { what: 'read', ofTemplates: true }),
    '/template/click': direct(wire, '/template/click', { what: 'click', ofTemplates: true }),
  };
}

function productOf(product: string): Tally['product'] {
  return product === BRAND ? 'brand' : 'notification';
}

function talliesOf({ store }: Machine, profile: Profile, given: { [K in keyof Tally]?: Tally[K] | null }): Tally[] {
  const filters = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return [...store.tallies.values()].filter(
    (tally) =>
      tally.senderKey === profile.key && filters.every(([name, value]) => tally[name as keyof Tally] === value), // a Partial of it
  );
}

/** A message without a template appears among templates only under its group tag (resource API 4.9). */
function isOfTemplate({ templateCode, groupTagKey }: Tally): boolean {
  return templateCode !== null || groupTagKey !== null;
}

/** Reads members that only some endpoints have; null for each on the others. */
function readIf<const S extends Shape>(isDocumented: boolean, body: JsonObject, shape: S): Read<S> | Refused {
  return readRequest(isDocumented ? body : {}, shape);
}

const templatePageShape = { ...templateShape, ...pagingShape } as const satisfies Shape;

function basic(wire: Wire, period: PeriodForm, ofTemplates: boolean): Endpoint {
  const endpoint = ofProfile(
    { ...productShape(wire), ...filterShape },
    (machine, profile, { product: given, ...kinds }, body) => {
      const product = productOf(given);
      const range = period.read(body);
      if (isRefused(range)) return range;
      const more = readIf(ofTemplates, body, templatePageShape);
      if (isRefused(more)) return more;
      const { page, count, ...of } = more;
      const refused = forbidsFilters(product, { ...kinds, ...of });
      if (refused) return refused;
      const form: RowForm = { product, ofTemplates, byMonth: period.byMonth };
      const isMeant = (tally: Tally): boolean => {
        const unit = tally.date.slice(0, range.from.length);
        return unit >= range.from && unit <= range.to && (!ofTemplates || isOfTemplate(tally));
      };
      const found = talliesOf(machine, profile, { product, ...kinds, ...of }).filter(isMeant);
      const rows = sumUp(machine, found, form).map((sum) => basicRow(sum, form, profile.uuid));
      return accept(ofTemplates ? paged(rows, page ?? 1, count ?? 10) : { data: { list: rows } });
    },
    findSender,
  );
  const shape = { ...endpoint.shape, ...period.shape, ...(ofTemplates ? templatePageShape : {}) };
  return { ...endpoint, shape, limits: basicLimits };
}

/** Counts that are not provided are 0 in the daily and monthly rows (assumption 373). */
function basicRow(sum: Sum, form: RowForm, uuid: string): JsonObject {
  const shown = isProvided(sum) ? sum : { ...sum, reads: 0, clicks: [] };
  return { ...sendRow(shown, form, uuid), readCount: shown.reads, ...clickCounts(shown, form) };
}

function paged(rows: readonly JsonObject[], page: number, count: number): JsonObject {
  const list = rows.slice((page - 1) * count, page * count);
  const totals = { totalCount: rows.length, totalPage: Math.ceil(rows.length / count), currentPage: page };
  return { ...totals, data: { list } };
}

interface DirectForm {
  what: 'send' | 'read' | 'click';
  ofTemplates: boolean;
}

const elapsedShape = { elapsedDay: { is: 'integer', min: 0, max: LAST_ELAPSED } } as const satisfies Shape;

function direct(wire: Wire, path: string, { what, ofTemplates }: DirectForm): Endpoint {
  const hasElapsed = what !== 'send';
  const endpoint = ofProfile(
    { ...productShape(wire), date: day, ...pagingShape },
    (machine, profile, { product: given, date, page, count }, body) => {
      const product = productOf(given);
      if (what === 'click' && !ofTemplates && product !== 'brand')
        return refuse(result.parameters, `product must be ${BRAND}`);
      const of = readIf(ofTemplates, body, templateShape);
      if (isRefused(of)) return of;
      const when = readIf(hasElapsed, body, elapsedShape);
      if (isRefused(when)) return when;
      if (ofTemplates && (of.templateCode === null) === (of.groupTagKey === null))
        return refuse(result.parameters, 'either templateCode or groupTagKey is required');
      const refused = forbidsFilters(product, body);
      if (refused) return refused;
      const form: RowForm = { product, ofTemplates, byMonth: false };
      const now = machine.clock.now();
      const isCounted = !hasElapsed || isElapsed(date, when.elapsedDay ?? 0, now);
      const found = isCounted ? talliesOf(machine, profile, { product, date, ...of }) : [];
      const sums = sumUp(machine, found, form, hasElapsed ? (when.elapsedDay ?? 0) : undefined);
      // Rows whose counts are not provided are left out (assumption 373).
      const rows = sums.filter((sum) => !hasElapsed || isProvided(sum));
      const size = count ?? 500;
      const from = ((page ?? 1) - 1) * size;
      const list = rows.slice(from, from + size).map((sum) => directRow(sum, form, what, profile.uuid));
      return accept({ mode: hasElapsed ? 'FINAL' : modeOf(date, now), data: { list } });
    },
    findSender,
  );
  const shape = { ...endpoint.shape, ...(hasElapsed ? elapsedShape : {}), ...(ofTemplates ? templateShape : {}) };
  return { ...endpoint, shape, limits: directLimits(path) };
}

function directRow(sum: Sum, form: RowForm, what: DirectForm['what'], uuid: string): JsonObject {
  if (what === 'send') return sendRow(sum, form, uuid);
  const name = nameRow(sum, form, uuid);
  if (what === 'read') return { ...name, readCount: sum.reads };
  return { ...name, ...(form.ofTemplates ? { clickInfo: clickInfo(sum, form) } : clickCounts(sum, form)) };
}

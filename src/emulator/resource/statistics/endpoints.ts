import type { Wire } from '../../../core/wire.ts';
import { accept, isRefused, refuse, result } from '../../answers.ts';
import { readRequest, type Shape } from '../../shape.ts';
import { type Endpoint, type Endpoints, findSender, holding, ofProfile } from '../access.ts';
import { basicLimits, directLimits } from './limits.ts';
import { type RowForm, rowsOf } from './rows.ts';
import {
  daysBetween,
  filterShape,
  forbidsFilters,
  LAST_ELAPSED,
  lastBatched,
  readSpan,
  type Span,
  spanShape,
  templateShape,
} from './shape.ts';
import type { Tally } from './store.ts';

/** Maximum rows of a page (resource API 8; for the daily and monthly rows assumption 369). */
const MOST_ROWS = 10_000;

/** The value of `product` for brand messages. That of notifications is the environment's own word. */
const BRAND = 'brandmessage';

const pagingShape = {
  page: { is: 'integer', min: 1 },
  count: { is: 'integer', min: 1, max: MOST_ROWS },
} as const satisfies Shape;

const elapsedShape = { elapsedDay: { is: 'integer', min: 0, max: LAST_ELAPSED } } as const satisfies Shape;

const daily: Span = { names: ['startDate', 'endDate'], unit: 'days', most: 93 };
const oneDay: Span = { names: ['date', 'date'], unit: 'days', most: 1 };

function monthly(most: number): Span {
  return { names: ['startMonth', 'endMonth'], unit: 'months', most };
}

/** The endpoints of resource API 4.9, by their path after `/v4/msgr/stat`. */
export function basicEndpoints(wire: Wire): Endpoints {
  const basic = (period: Span, ofTemplates: boolean): Endpoint => ({
    ...statistics(wire, period, { what: 'all', ofTemplates }),
    limits: basicLimits,
  });
  return {
    '/send/daily': basic(daily, false),
    '/send/monthly': basic(monthly(12), false),
    '/template/daily': basic(daily, true),
    '/template/monthly': basic(monthly(3), true),
  };
}

/** The direct look-ups of resource API 4.9, by their path after `/v4/msgr/msgrStat`. */
export function directEndpoints(wire: Wire): Endpoints {
  const endpoints = [false, true].flatMap((ofTemplates) =>
    (['send', 'read', 'click'] as const).map((what): [string, Endpoint] => {
      const path = `${ofTemplates ? '/template' : ''}/${what}`;
      return [path, { ...statistics(wire, oneDay, { what, ofTemplates }), limits: directLimits(path) }];
    }),
  );
  return Object.fromEntries(endpoints);
}

function statistics(wire: Wire, period: Span, { what, ofTemplates }: Pick<RowForm, 'what' | 'ofTemplates'>): Endpoint {
  const isDirect = what !== 'all';
  const hasElapsed = what === 'read' || what === 'click';
  const productShape = { product: { is: 'text', required: true, of: [wire.product, BRAND] } } as const;
  const members = { ...productShape, ...filterShape, ...templateShape, ...pagingShape, ...elapsedShape };
  const documented: Shape = {
    ...productShape,
    ...spanShape(period),
    ...(!isDirect && filterShape),
    ...(ofTemplates && templateShape),
    ...((isDirect || ofTemplates) && pagingShape),
    ...(hasElapsed && elapsedShape),
  };
  const endpoint = ofProfile(
    {},
    (machine, profile, _none, body) => {
      // Members that this endpoint does not have are null.
      const known = Object.entries(body).filter(([name]) => Object.hasOwn(documented, name));
      const fields = readRequest(Object.fromEntries(known), members);
      if (isRefused(fields)) return fields;
      const range = readSpan(period, body);
      if (isRefused(range)) return range;
      const { product: given, page, count, elapsedDay, ...filters } = fields;
      const product = given === BRAND ? 'brand' : 'notification';
      if (what === 'click' && !ofTemplates && product !== 'brand')
        return refuse(result.parameters, `product must be ${BRAND}`);
      if (isDirect && ofTemplates && (filters.templateCode === null) === (filters.groupTagKey === null))
        return refuse(result.parameters, 'either templateCode or groupTagKey is required');
      const refused = forbidsFilters(product, isDirect ? body : filters);
      if (refused) return refused;
      const wanted = Object.entries({ ...filters, product, senderKey: profile.key }).filter(
        ([, value]) => value !== null,
      );
      const isMeant = (tally: Tally): boolean => {
        const unit = tally.date.slice(0, range.from.length);
        if (unit < range.from || unit > range.to || (ofTemplates && !isOfTemplate(tally))) return false;
        return wanted.every(([name, value]) => tally[name as keyof Tally] === value); // dimensions of every tally
      };
      const form: RowForm = { what, product, ofTemplates, byMonth: period.unit === 'months' };
      const found = [...machine.store.tallies.values()].filter(isMeant);
      const rows = rowsOf(machine, found, form, profile.uuid, hasElapsed ? (elapsedDay ?? 0) : undefined);
      if (!isDirect && !ofTemplates) return accept({ data: { list: rows } });
      const [at, size] = [page ?? 1, count ?? (isDirect ? 500 : 10)];
      const data = { list: rows.slice((at - 1) * size, at * size) };
      if (!isDirect)
        return accept({ totalCount: rows.length, totalPage: Math.ceil(rows.length / size), currentPage: at, data });
      // Charges of a day are confirmed by the batch of the day after it (resource API 4.9; assumption 371).
      const isFinal = hasElapsed || daysBetween(range.from, lastBatched(machine.clock.now())) >= 1;
      return accept({ mode: isFinal ? 'FINAL' : 'CHARGE_PENDING', data });
    },
    findSender,
  );
  return holding(documented, endpoint);
}

/** A message without a template appears among templates only under its group tag (resource API 4.9). */
function isOfTemplate({ templateCode, groupTagKey }: Tally): boolean {
  return templateCode !== null || groupTagKey !== null;
}

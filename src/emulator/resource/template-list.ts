import type { JsonObject } from '../../core/json.ts';
import { type Answer, accept, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { Profile } from '../store/profile.ts';
import type { Template } from '../store/template.ts';
import { rowOf } from './detail.ts';
import { Reading } from './guards/reading.ts';
import { SERVICE_STATUSES, type ServiceStatus, serviceStatus } from './guards/states.ts';
import { isWithin, MAX_COUNT, newest, type Period, readPeriod } from './pages.ts';
import { settleDormancy } from './templates.ts';

/** Paging where the request says nothing; the documents do not show it (assumption 24). */
const DEFAULT_COUNT = 30;

interface Filter extends Period {
  keyword: string | null;
  state: ServiceStatus | null;
  categories: string[];
}

/** `template/list`: the newest first, filters joined by "and" (resource API 4.1; assumption 24). */
export function listTemplates(machine: Machine, body: JsonObject, profile: Profile): Answer {
  const reading = new Reading(body);
  const page = reading.integer('page', { default: 1, min: 1 });
  const count = reading.integer('count', { default: DEFAULT_COUNT, min: 1, max: MAX_COUNT });
  const filter = readFilter(reading);
  if (reading.failure) return reading.failure;
  const found = machine.store.templates
    .all(profile.key)
    .filter((template) => meets(settleDormancy(machine, template), filter));
  return accept({
    totalCount: found.length,
    totalPage: Math.ceil(found.length / count),
    currentPage: page,
    data: { list: newest(found, page, count).map(rowOf) },
  });
}

function readFilter(reading: Reading): Filter {
  return {
    ...readPeriod(reading),
    keyword: reading.text('keyword', { min: 2, max: 50 }),
    state: readState(reading),
    categories: reading.texts('categoryCodeList'),
  };
}

function readState(reading: Reading): ServiceStatus | null {
  const given = reading.text('templateStatus');
  if (given === null) return null;
  const state = SERVICE_STATUSES.find((word) => word === given);
  if (state === undefined)
    reading.fail(result.parameters, `templateStatus must be one of ${SERVICE_STATUSES.join(', ')}`);
  return state ?? null;
}

function meets(template: Template, filter: Filter): boolean {
  const { keyword, state, categories } = filter;
  const { content, createdAt } = template;
  if (!isWithin(createdAt, filter)) return false;
  if (state !== null && serviceStatus(template) !== state) return false;
  if (categories.length > 0 && !categories.includes(content.categoryCode)) return false;
  return keyword === null || template.templateCode.includes(keyword) || content.templateName.includes(keyword);
}

import type { JsonObject } from '../../core/json.ts';
import { type Answer, accept, result, Written } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { Profile } from '../store/profile.ts';
import type { Template } from '../store/template.ts';
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
  for (const template of machine.store.templates.dozing(profile.key)) settleDormancy(machine, template);
  const found = machine.store.templates.passing(profile.key, nameOf(filter), (template) => meets(template, filter));
  const pages = { totalCount: found.length, totalPage: Math.ceil(found.length / count), currentPage: page };
  const rows = newest(found, page, count).map((template) => machine.templateRows.of(template));
  const frame = JSON.stringify(accept({ ...pages, data: { list: [] } }));
  return new Written(frame.replace('[]', () => `[${rows.join(',')}]`));
}

/** The same for filters that let the same through. */
function nameOf({ keyword, from, to, state, categories }: Filter): string {
  return JSON.stringify([keyword, from, to, state, categories]);
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

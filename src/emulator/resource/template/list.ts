import { type Answer, accept, isRefused } from '../../answers.ts';
import type { Machine } from '../../machine.ts';
import type { Read, Shape } from '../../shape.ts';
import { isListed, MAX_COUNT, type Period, pageOf, periodOf, periodShape, rowOf } from '../pages.ts';
import type { Profile } from '../profile/store.ts';
import { applyDormancy } from './operations.ts';
import { SERVICE_STATUSES, serviceStatus } from './states.ts';
import type { Template } from './store.ts';

/** The documents do not show the default (assumption 24). */
const DEFAULT_COUNT = 30;

export const listShape = {
  ...periodShape,
  page: { is: 'integer', min: 1 },
  count: { is: 'integer', min: 1, max: MAX_COUNT },
  keyword: { is: 'text', min: 2, max: 50 },
  templateStatus: { is: 'text', of: SERVICE_STATUSES },
  categoryCodeList: { is: 'list', each: { is: 'text' } },
} as const satisfies Shape;

type ListFields = Read<typeof listShape>;

/** `template/list`: newest first; a template must match every filter (resource API 4.1; assumption 24). */
export function listTemplates(machine: Machine, profile: Profile, fields: ListFields): Answer {
  const period = periodOf(fields);
  if (isRefused(period)) return period;
  const page = fields.page ?? 1;
  const count = fields.count ?? DEFAULT_COUNT;
  const found = machine.store.templates
    .all(profile.key)
    .filter((template) => meets(applyDormancy(machine, template), fields, period));
  const { rows, totals } = pageOf(found, page, count);
  const list = rows.map((template) => ({
    ...rowOf(template, serviceStatus(template)),
    categoryCode: template.content.categoryCode,
  }));
  return accept({ ...totals, data: { list } });
}

function meets(template: Template, fields: ListFields, period: Period): boolean {
  const { keyword, templateStatus, categoryCodeList } = fields;
  if (templateStatus !== null && serviceStatus(template) !== templateStatus) return false;
  if (categoryCodeList.length > 0 && !categoryCodeList.includes(template.content.categoryCode)) return false;
  return isListed(template, period, keyword);
}

import type { CodeList } from '../../../core/declaration.ts';
import type { JsonObject } from '../../../core/json.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import { KOREA, zonedTime } from '../../../core/zone.ts';
import { templateOf } from '../fields.ts';
import { say } from './sentences.ts';

/** A warning if the category of a template is not in the list of the environment. */
export function checkCategory(manifest: JsonObject, list: CodeList | undefined): Problem[] {
  const { category } = templateOf(manifest);
  if (list === undefined || list.names.has(category)) return [];
  const { environment, readAt } = list;
  const reads = say('category-read', { environment });
  const dated =
    readAt === undefined
      ? reads
      : say('category-dated', { day: zonedTime(Date.parse(readAt), KOREA, 'minute').slice(0, 10), more: reads });
  return [
    problemAt(['category'], {
      code: 'unknown-category',
      severity: 'warning',
      message: say('category-unlisted', { category, environment }),
      hint: dated,
    }),
  ];
}

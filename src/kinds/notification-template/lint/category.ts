import type { CodeList } from '../../../core/declaration.ts';
import type { JsonObject } from '../../../core/json.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import { KOREA, zonedTime } from '../../../core/zone.ts';
import { covering } from '../../lint/rule.ts';
import { templateOf } from '../fields.ts';
import type { TemplateRule } from './reading.ts';
import { say } from './sentences.ts';

/** AT33. `checkCategory` finds it, since only `checkCategory` has the list of an environment. */
export const unlistedCategory: TemplateRule = {
  id: 'AT33',
  level: 'warning',
  code: 'unknown-category',
  what: {
    en: 'A category that the environment does not list. `validate` uses the list that the last `plan` or `apply` read',
    ko: '이 환경의 목록에 없는 카테고리입니다. `validate`는 마지막 `plan`이나 `apply`가 읽은 목록을 확인합니다',
  },
  help: {
    en: 'Use a code of the list. `notiform get categories` reads the list again and shows it',
    ko: '목록에 있는 코드를 쓰세요. 최신 목록은 `notiform get categories`로 볼 수 있습니다.',
  },
  source: 'resource API 4.1 /category/all; assumption 13',
  covers: covering(['unknown-category'], 'category'),
};

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
      code: unlistedCategory.code,
      severity: 'warning',
      message: say('category-unlisted', { category, environment }),
      hint: dated,
    }),
  ];
}

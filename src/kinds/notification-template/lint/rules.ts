import { curlyQuotes, quotedIn } from '../../lint/quotes.ts';
import { covering } from '../../lint/rule.ts';
import { addressRules } from './addresses.ts';
import { advertising, advertisingLink } from './advertising.ts';
import { unlistedCategory } from './category.ts';
import { numbers, security, tracking } from './details.ts';
import { partRules, sameName } from './parts.ts';
import { purposes, reasonRules } from './purposes.ts';
import type { TemplateRule } from './reading.ts';
import { shownRules, struckThrough, writtenBreak } from './shown.ts';
import { variableRules } from './variables.ts';

/** The `claims` of the declaration find duplicates, since they need all manifests. */
const declaredTwice: TemplateRule = {
  id: 'AT30',
  level: 'both',
  code: 'duplicate-name',
  what: {
    en: 'Two templates of a profile with the same code (an error) or the same name',
    ko: '한 발신 프로필에서 두 템플릿의 코드(오류)나 이름이 같습니다',
  },
  help: { en: 'Give one of them another code or name', ko: '둘 중 하나의 코드나 이름을 바꾸세요.' },
  source: 'resource API 4.1 /codeCheck; for names assumption 176',
  covers: covering(['duplicate-code'], 'code', 'id'),
};

/** Every lint rule of notification templates, in the order of their ids. */
export const templateRules: readonly TemplateRule[] = [
  ...variableRules,
  ...partRules,
  ...shownRules,
  security,
  advertising,
  purposes,
  ...addressRules,
  ...reasonRules,
  advertisingLink,
  numbers,
  struckThrough,
  tracking,
  declaredTwice,
  sameName,
  writtenBreak,
  unlistedCategory,
  {
    ...curlyQuotes,
    find: ({ template: { name, category }, prose, samples }) =>
      quotedIn([{ at: ['name'], text: name }, { at: ['category'], text: category }, ...prose], samples),
  },
];

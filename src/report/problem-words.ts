import { codes, koreanCodes, type ProblemCode } from '../core/codes.ts';
import type { Language, Phrase } from '../core/language.ts';
import type { Problem } from '../core/problem.ts';
import { declarations } from '../kinds/registry.ts';
import words from './problem-words.json' with { type: 'json' };
import { explainResourceResult, explainResult } from './result-codes.ts';
import { catalogOf } from './sentences.ts';

/** Words around a problem and the counts below several. */
export const PROBLEM_LABELS = {
  error: { en: 'error', ko: '오류' },
  warning: { en: 'warning', ko: '주의' },
  errors: { en: '{count} {count:error|errors}', ko: '오류 {count}개' },
  warnings: { en: '{count} {count:warning|warnings}', ko: '주의 {count}개' },
  files: { en: ' in {count} files', ko: ' (파일 {count}개)' },
  also: { en: '  also: ', ko: '  관련: ' },
  help: { en: '  help: ', ko: '  해결: ' },
  docs: { en: '  docs: ', ko: '  설명: ' },
  service: { en: '  the service says: ', ko: '  서비스 응답: ' },
  more: {
    en: ': {count} more of {rule} {count:is|are} not shown. Use `--json` to list all',
    ko: ': {rule} {count}개를 더 찾았습니다. `--json`을 붙이면 모두 볼 수 있습니다',
  },
  same: {
    en: ': {count} more {count:place has|places have} the same problem: {message}. Use `--json` to list all',
    ko: ': 같은 문제가 {count}곳에 더 있습니다: {message}. `--json`을 붙이면 모두 볼 수 있습니다',
  },
  unsampled: {
    en: ': {count} more {count:template has|templates have} no samples (AT07). Use `--json` to list all',
    ko: ': 예시 값이 없는 템플릿이 {count}개 더 있습니다(AT07). `--json`을 붙이면 모두 볼 수 있습니다',
  },
} satisfies Record<string, Phrase>;

/**
 * The pages of all problems; then the sentences that the engine, the kinds and the checks write in English, and in Korean: reasons and
 * ways of blocked changes, messages and hints of problems, findings. The advice of lint rules is beside the rules.
 */
export const PROBLEM_PHRASES: readonly Phrase[] = [
  ...Object.entries(codes)
    .flatMap(([code, { what, help }]) => {
      const korean = koreanCodes[code as ProblemCode];
      return [
        { en: what, ko: korean.what },
        { en: help, ko: korean.help },
      ];
    })
    .filter(({ en }) => !Object.hasOwn(words, en)),
  ...Object.entries(words).map(([en, ko]) => ({ en, ko })),
];

const catalog = catalogOf(PROBLEM_PHRASES);

/** Returns a problem in a language. A problem whose message is not in the catalog stays English. */
export function problemIn(language: Language, problem: Problem): Problem {
  const message = language === 'en' ? undefined : messageIn(language, problem);
  if (message === undefined) return problem;
  const hint = hintIn(language, problem);
  const related = problem.related?.map((one) => ({ ...one, message: catalog(language, one.message) ?? one.message }));
  return { ...problem, message, ...(hint === undefined ? {} : { hint }), ...(related && { related }) };
}

function messageIn(language: Language, problem: Problem): string | undefined {
  const { finding } = problem;
  const found = finding && catalog(language, finding.sentence);
  return found ? `\`${finding.member}\`: ${found}` : catalog(language, withMeaning(language, problem));
}

/** The message with the meaning of the service's code in place of the service's own words. Words without a known meaning are quoted. */
function withMeaning(language: Language, { code, message, service }: Problem): string {
  if (!['service-refused', 'service-credentials'].includes(code) || !service?.message) return message;
  const { means } = explainResult(service.code, language) ?? explainResourceResult(service.code, language) ?? {};
  return message.replace(`: ${service.message} (`, () => `: ${means ?? `\`${service.message}\``} (`);
}

/** Returns a sentence of the catalog in a language. Another sentence stays as it is. */
export function sentenceIn(language: Language, sentence: string): string {
  return language === 'en' ? sentence : (catalog(language, sentence) ?? sentence);
}

/** Returns the code and the words of the service, unless the message has both. */
export function serviceWords({ message, service }: Problem): string | undefined {
  if (!service || (message.includes(service.message) && message.includes(service.code))) return undefined;
  return `${service.code} ${service.message}`.trim();
}

export function problemsIn(language: Language, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => problemIn(language, problem));
}

/** The rules of every kind. Several kinds can have a rule with one id, each with its own advice. */
const rules = [...declarations.values()].flatMap(({ rules = [] }) => rules);

function hintIn(language: Language, { code, hint = codes[code].help, rule }: Problem): string | undefined {
  const own = rules.find(({ id, help }) => id === rule && help.en === hint);
  const advice = own?.help[language] ?? catalog(language, hint);
  // Advice is whole sentences in Korean.
  return advice?.replace(/(?<=[다요])$/, '.');
}

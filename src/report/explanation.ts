import { codes } from '../core/codes.ts';
import type { RuleOfKind } from '../core/declaration.ts';
import { own } from '../core/json.ts';
import { fill, type Language, type Phrase } from '../core/language.ts';
import { explainResourceResult, explainResult } from './result-codes.ts';
import { LEVEL_WORDS, sourceIn } from './rules.ts';
import type { Style } from './style.ts';
import { EMPTY, render, wrap } from './terminal/line.ts';
import { span, type Text } from './text.ts';

/** The page of a word: a lint rule has a part for each kind that has it, and a printed word one for each of its meanings. */
export interface Explanation {
  /** `too-long`, `AT19` */
  code: string;
  parts: readonly ExplanationPart[];
}

interface ExplanationPart {
  rule?: { kind: string; level: string; source: string; date: string };
  what: string;
  /** Empty if there is nothing to do. */
  help: string;
}

/** The page of a problem, or undefined if no problem has this code. */
export function problemExplanation(code: string, language: Language = 'en'): Explanation | undefined {
  const found = own(codes, code);
  return found && { code, parts: [language === 'en' ? found : { ...found, what: `${found.title}: ${found.what}` }] };
}

/** The page of a lint rule, or undefined if no rule has this id. */
export function ruleExplanation(
  id: string,
  rules: readonly RuleOfKind[],
  language: Language = 'en',
): Explanation | undefined {
  const parts = rules
    .filter((rule) => rule.id === id)
    .map(({ kind, level, source, date, what, help }) => ({
      rule: { kind, level: LEVEL_WORDS[level][language], source, date },
      what: what[language],
      help: help[language],
    }));
  return parts.length === 0 ? undefined : { code: id, parts };
}

const RESULT_WORDS = {
  nothing: { en: 'There is nothing to do.', ko: '조치할 것이 없습니다.' },
  answer: { en: 'The service answered {code}: {means}', ko: '서비스의 결과 코드 {code}: {means}' },
} satisfies Record<string, Phrase>;

/** The page of a result code of either API, or undefined if neither the documents nor the assumptions name it. */
export function resultExplanation(code: string, language: Language = 'en'): Explanation | undefined {
  const known = explainResult(code, language) ?? explainResourceResult(code, language);
  if (known === undefined) return undefined;
  const help = known.help === '' ? RESULT_WORDS.nothing[language] : known.help;
  return { code, parts: [{ what: fill(RESULT_WORDS.answer, language, { code, means: known.means }), help }] };
}

/** Draws a page: the code, and for each part the problem and its help. */
export function drawExplanation({ code, parts }: Explanation, style: Style): string {
  const width = Math.max(40, style.width);
  const paragraphs: Text[] = parts.flatMap(({ rule, what, help }, index) => [
    ...(rule
      ? [[span(`${rule.kind} · ${rule.level} · ${sourceIn(style.language ?? 'en', rule.source, rule.date)}`, 'dim')]]
      : []),
    // Kinds with the same text share it.
    ...(parts[index + 1]?.what === what && parts[index + 1]?.help === help
      ? []
      : [[span(`${what}.`)], ...(help === '' ? [] : [[span(/[.!?다요]$/.test(help) ? help : `${help}.`)]])]),
  ]);
  const rows = paragraphs.flatMap((paragraph) => [EMPTY, ...wrap(paragraph, width)]);
  return render([[span(code, 'bold')], ...rows], style);
}

import type { PlacedText } from '../fields.ts';
import { type Hit, LIKELY_REJECTED, type LintRule } from './rule.ts';
import type { NamedValues } from './samples.ts';
import { say } from './sentences.ts';

/** Fields with a short text. A body may begin and end with the words of a person. */
const SHORT = new Set(['name', 'category', 'title', 'subtitle', 'preview', 'header', 'description']);

/** A text that is wholly within one pair of curly quotes. */
const WHOLE = /^(?:[“”][^“”]+[“”]|[‘’][^‘’]+[‘’])$/;

/** AT34 finds the quotes of a word processor, which are a part of the text in YAML. */
export const curlyQuotes: Omit<LintRule<never>, 'find'> = {
  ...LIKELY_REJECTED,
  id: 'AT34',
  what: {
    en: 'A name, a category, a title, another short text or a value of a sample that is wholly in curly quotes (`“…”`, `‘…’`)',
    ko: '이름, 카테고리, 제목 같은 짧은 문구 또는 예시 값 전체가 둥근 따옴표(`“…”`, `‘…’`)로 둘러싸여 있습니다',
  },
  help: {
    en: 'Remove them, or write `"` instead: YAML reads only `"` and `\'` as quotes',
    ko: '둥근 따옴표를 지우거나 `"`로 바꾸세요. YAML은 `"`와 `\'`만 따옴표로 읽습니다.',
  },
  source: 'YAML 1.2.2, 7.3',
};

/** Finds short texts and sample values that are wholly in curly quotes. */
export function quotedIn(texts: readonly PlacedText[], samples: readonly NamedValues[]): Hit[] {
  const short = texts.filter(({ at }) => SHORT.has(String(at.at(-1))));
  const values = samples.flatMap((one) => Array.from(one.values, ([name, text]) => ({ at: [...one.at, name], text })));
  return [...short, ...values]
    .filter(({ text }) => WHOLE.test(text))
    .map(({ at, text }) => ({
      at,
      on: 'value',
      message: say('curly-quotes', { open: text.charAt(0), close: text.charAt(text.length - 1) }),
    }));
}

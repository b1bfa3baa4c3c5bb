import type { Rule, RuleOfKind } from '../core/declaration.ts';
import { fill, type Language, type Phrase } from '../core/language.ts';
import type { Style, Tone } from './style.ts';
import { EMPTY, indented, render, wrap, wrapHanging } from './terminal/line.ts';
import { span, type Text, whole } from './text.ts';

type Level = Rule['level'];

export const LEVEL_WORDS: Readonly<Record<Level, Phrase>> = {
  error: { en: 'error', ko: '오류' },
  warning: { en: 'warning', ko: '주의' },
  both: { en: 'error or warning', ko: '오류 또는 주의' },
};

const RULE_PHRASES = {
  help: { en: 'help: ', ko: '해결: ' },
  source: { en: 'source: {source}, as of {date}', ko: '출처: {source}, {date} 기준' },
  silence: {
    en: 'A manifest silences the warnings of a rule with `lint: {rule}`. An error cannot be silenced.',
    ko: '파일에 `lint: {rule}` 형식으로 이유를 적으면 그 규칙의 주의는 표시되지 않습니다. 오류는 숨길 수 없습니다.',
  },
} satisfies Record<string, Phrase>;

/** Returns the source of a rule and its date: `source: resource API 2.2, as of 2026-11-20`. */
export function sourceIn(language: Language, source: string, date: string): string {
  return fill(RULE_PHRASES.source, language, { source, date });
}

const TONES: Readonly<Record<Level, Tone>> = { error: 'red', warning: 'yellow', both: 'red' };
const INDENT = 6;

/** Draws lint rules as a list: the kind, what a rule finds, help, its source and date. */
export function drawRules(rules: readonly RuleOfKind[], style: Style): string {
  const width = Math.max(40, style.width);
  const { language = 'en' } = style;
  const lines = rules.flatMap(({ id, kind, level, what, help, source, date }): Text[] => {
    const word = whole(LEVEL_WORDS[level][language], TONES[level]);
    const about = [
      [span(RULE_PHRASES.help[language], 'dim'), span(help[language])],
      [span(sourceIn(language, source, date), 'dim')],
    ];
    return [
      ...wrapHanging([whole(id, 'bold'), span(`  ${kind}, `), word, span(`: ${what[language]}`)], width, INDENT),
      ...about.flatMap((line) => indented(wrap(line, width - INDENT), INDENT)),
      EMPTY,
    ];
  });
  const rule = language === 'ko' ? '{ID: 이유}' : '{ID: reason}';
  const last: Text = [span(fill(RULE_PHRASES.silence, language, { rule }))];
  return render([...lines, ...wrap(last, width)], style);
}

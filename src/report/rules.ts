import type { Rule, RuleOfKind } from '../core/declaration.ts';
import { type DrawnLine, EMPTY, indented, render, span, whole, wrap, wrapHanging } from './line.ts';
import type { Style, Tone } from './style.ts';

type Level = Rule['level'];

export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  both: 'error or warning',
};
const TONES: Readonly<Record<Level, Tone>> = { error: 'red', warning: 'yellow', both: 'red' };
const INDENT = 6;

/** Draws lint rules as a list: the kind, what a rule finds, help, its source and date. */
export function drawRules(rules: readonly RuleOfKind[], style: Style): string {
  const width = Math.max(40, style.width);
  const lines = rules.flatMap(({ id, kind, level, what, help, source, date }): DrawnLine[] => [
    ...wrapHanging(
      [whole(id, 'bold'), span(`  ${kind}, `), whole(LEVEL_WORDS[level], TONES[level]), span(`: ${what}`)],
      width,
      INDENT,
    ),
    ...indented(wrap([span('help: ', 'dim'), span(help)], width - INDENT), INDENT),
    ...indented(wrap([span(`source: ${source}, as of ${date}`, 'dim')], width - INDENT), INDENT),
    EMPTY,
  ]);
  const last: DrawnLine = [
    span('A manifest silences the warnings of a rule with `lint: {ID: reason}`. An error cannot be silenced.'),
  ];
  return render([...lines, ...wrap(last, width)], style);
}

import type { Rule, RuleOfKind } from '../core/declaration.ts';
import { type DrawnLine, EMPTY, indent, render, span, whole, wrap, wrapHanging } from './line.ts';
import type { Style, Tone } from './style.ts';

type Level = Rule['level'];

const LEVELS: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  both: 'error or warning',
};
const TONES: Readonly<Record<Level, Tone>> = { error: 'red', warning: 'yellow', both: 'red' };
const INDENT = 6;

/** Lint rules as a list: which kind each looks at, what it finds, what to do, who says so and since when. */
export function drawRules(rules: readonly RuleOfKind[], style: Style): string {
  const width = Math.max(40, style.width);
  const lines = rules.flatMap(({ id, kind, level, what, help, source, date }): DrawnLine[] => [
    ...wrapHanging(
      [whole(id, 'bold'), span(`  ${kind}, `), whole(LEVELS[level], TONES[level]), span(`: ${what}`)],
      width,
      INDENT,
    ),
    ...inset([span('help: ', 'dim'), span(help)], width),
    ...inset([span(`source: ${source}, as of ${date}`, 'dim')], width),
    EMPTY,
  ]);
  const last: DrawnLine = [
    span('A manifest silences the warnings of a rule with `lint: {ID: reason}`. An error cannot be silenced.'),
  ];
  return render([...lines, ...wrap(last, width)], style);
}

function inset(line: DrawnLine, width: number): DrawnLine[] {
  return wrap(line, width - INDENT).map((row) => indent(row, INDENT));
}

/** `error`, `warning`, or `error or warning` */
export function levelWords(level: Level): string {
  return LEVELS[level];
}

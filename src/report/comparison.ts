import type { ComparedRow, Comparison } from '../core/compared.ts';
import type { Phrase } from '../core/language.ts';
import { drawFields } from './field.ts';
import { type DrawnLine, indented, renderBlocks, type Span, span } from './line.ts';
import { marked, wrapped } from './part.ts';
import type { Style } from './style.ts';
import { COMPARISON_TEXTS, goalWord, said } from './terminal-words.ts';
import { ACTION_WORDS, stateSpans } from './words.ts';

/** Draws what two environments differ in: `-` is the first one, `+` the second. Ends with a line break. */
export function drawComparison(comparison: Comparison, style: Style, verbose: boolean): string {
  const { environments, of, rows } = comparison;
  const heading = [
    span(said(style, COMPARISON_TEXTS[of]), 'bold'),
    span(`- ${environments[0]}  `, 'red'),
    span(`+ ${environments[1]}`, 'green'),
  ];
  const [ending = '', ...rest] = endingOf(comparison, style);
  const blocks = [
    [heading],
    ...rows.map((row) => drawRow(row, of, style, verbose)),
    wrapped([span(ending, 'bold'), span(rest.map((text) => ` ${text}`).join(''))], style),
  ];
  return renderBlocks(blocks, style);
}

function endingOf({ rows, equal, neither, unread }: Comparison, style: Style): string[] {
  const { differ, nothing, none } = COMPARISON_TEXTS;
  const count = (phrase: Phrase, some: number): string[] => (some > 0 ? [said(style, phrase, { count: some })] : []);
  const others = [...count(COMPARISON_TEXTS.neither, neither), ...count(COMPARISON_TEXTS.unread, unread)];
  if (rows.length > 0) return [said(style, differ, { count: rows.length, all: rows.length + equal }), ...others];
  if (equal === 0 && others.length > 0) return [said(style, nothing), ...others];
  return [said(style, none), said(style, COMPARISON_TEXTS.equal, { count: equal }), ...others];
}

function drawRow(row: ComparedRow, of: Comparison['of'], style: Style, verbose: boolean): DrawnLine[] {
  const { address, fields, before, after } = row;
  const mark = ACTION_WORDS[before === null ? 'create' : after === null ? 'delete' : 'update'];
  const head = marked(mark, address, statesOf(row, of, style), style);
  // A resource that only one environment has is not drawn whole.
  const isWhole = (before !== null && after !== null) || verbose;
  const shown = isWhole
    ? drawFields({ address, fields, before, after }, { ...style, width: style.width - 4 }, verbose)
    : [];
  return [...head, ...indented(shown, 4)];
}

function statesOf({ states: [first, second] }: ComparedRow, of: Comparison['of'], { language = 'en' }: Style): Span[] {
  const spans = (state: string): Span[] => stateSpans(of === 'declared' ? goalWord(state, language) : state, language);
  return first === second ? spans(first) : [...spans(first), span(' → ', 'dim'), ...spans(second)];
}

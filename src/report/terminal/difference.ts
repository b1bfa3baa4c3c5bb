import { columns } from '../../text/columns.ts';
import { type Span, span, type Text } from '../text.ts';
import type { TextDifference } from '../view/blocks.ts';
import { visible } from '../visible.ts';
import { cutLine, lineWidth } from './line.ts';

/** The two lines with a mark under the first column of the line to send that differs. Variables shift the approved line. */
export function drawDifference({ column, expected, actual }: TextDifference, width: number): Text[] {
  const labels = ['approved', 'to send'] as const;
  const wide = Math.max(...labels.map(columns));
  const room = Math.max(16, width - wide - 4);
  const from = windowStart(actual ?? expected ?? '', column, room);
  const row = (label: string, text: string | null): Text => [
    span(`${label}${' '.repeat(wide - columns(label))} │ `, 'dim'),
    // A line break at the end of a text adds an empty line.
    ...(text === null || text === ''
      ? [span(text === null ? '(the text ends before this line)' : '(an empty line)', 'dim')]
      : cutLine([part(text, from)], room)),
  ];
  const before = expected !== null && actual !== null ? lineWidth([part(actual, from, column - 1)]) : 0;
  return [
    row(labels[0], expected),
    row(labels[1], actual),
    [span(' '.repeat(wide + 3 + before)), span('^', 'red', 'bold')],
  ];
}

/** The first code point to show, so that the column and some text before it are visible. */
function windowStart(text: string, column: number, room: number): number {
  const before = visible([...text].slice(0, column - 1).join(''));
  return columns(before) < room - 8 ? 0 : Math.max(0, column - 1 - Math.floor(room / 4));
}

/** A line from code point `from` to `to`, with `…` if it does not begin the text. */
function part(text: string, from: number, to?: number): Span {
  return span(`${from > 0 ? '…' : ''}${[...text].slice(from, to).join('')}`);
}

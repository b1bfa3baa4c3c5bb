import { CST } from 'yaml';
import type { BlockText } from './tree.ts';

/** A block scalar's style and its lines without their indentation, and whether a blank line follows it. */
export function readBlockText(token: CST.BlockScalar): { node: BlockText; blankAfter: boolean } {
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  const written = header && 'source' in header ? header.source : '|';
  const style = written.replace(/\d/, '');
  const value = CST.resolveAsScalar(token, false).value;
  const lines = style.startsWith('|') || value.trim() === '' ? literalLines(value) : foldedLines(token, written, style);
  return {
    node: { type: 'block-text', style, lines },
    blankAfter: !style.endsWith('+') && /\n *\n *$/.test(`\n${token.source}`) && token.source.trim() !== '',
  };
}

function literalLines(value: string): string[] {
  if (value === '') return [];
  return (value.endsWith('\n') ? value.slice(0, -1) : value).split('\n');
}

/** As they are written: what they say has no longer the breaks of the lines. */
function foldedLines(token: CST.BlockScalar, written: string, style: string): string[] {
  const rows = token.source.replace(/\n$/, '').split('\n');
  const indicator = Number(/\d/.exec(written)?.[0] ?? 0);
  const first = rows.find((row) => row.trim() !== '') ?? '';
  const indentation = indicator > 0 ? token.indent + indicator : first.length - first.replace(/^ +/, '').length;
  const lines = rows.map((row) => row.slice(indentation));
  while (!style.endsWith('+') && lines.at(-1) === '') lines.pop();
  return lines;
}

/** The header of a block scalar whose lines are indented by two: blanks at its beginning want a number. */
export function blockHeader({ style, lines }: BlockText): string {
  const first = lines.findIndex((line) => line.trim() !== '');
  const beginning = first === -1 ? lines : lines.slice(0, first + 1);
  return beginning.some((line) => line.startsWith(' ')) ? `${style.charAt(0)}2${style.slice(1)}` : style;
}

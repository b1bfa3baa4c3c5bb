import type { CST, Scalar } from 'yaml';

/** A scalar with the characters that it has in its file, its lines at another indentation. */
export function writtenText(
  { srcToken, comment }: Scalar,
  indent: string,
  onComment?: () => void,
  onChompKeep?: () => void,
): string {
  const token = srcToken as CST.FlowScalar | CST.BlockScalar;
  if (token.type !== 'block-scalar') return shifted(token.source, indent);
  const { style, lines } = readBlock(token);
  // Blanks at its beginning would be taken for indentation.
  const header = /^\n* /.test(lines.join('\n')) ? `${style.charAt(0)}2${style.slice(1)}` : style;
  if (comment) onComment?.();
  if (style.endsWith('+')) onChompKeep?.();
  const rows = lines.map((line) => (line === '' ? '' : `${indent}${line}`));
  return [comment ? `${header} #${comment}` : header, ...rows].join('\n');
}

/** The style of a block scalar (`|`, `>-`), and its lines without their indentation. */
function readBlock(token: CST.BlockScalar): { style: string; lines: string[] } {
  const header = token.props.find(({ type }) => type === 'block-scalar-header');
  const written = header && 'source' in header ? header.source : '|';
  const rows = token.source.replace(/\n$/, '').split('\n');
  const first = rows.find((row) => /[^ ]/.test(row)) ?? '';
  const number = Number(/\d/.exec(written)?.[0] ?? 0);
  const width = number > 0 ? token.indent + number : first.search(/[^ ]/);
  return { style: written.replace(/\d/, ''), lines: token.source === '' ? [] : rows.map((row) => row.slice(width)) };
}

/** A flow scalar of several lines: blanks at the beginning of a line are not part of it. */
function shifted(source: string, indent: string): string {
  return source.replace(/\n[ \t]*(?=([^\n]?))/g, (_break, next: string) => (next === '' ? '\n' : `\n${indent}`));
}

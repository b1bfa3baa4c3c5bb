import { Composer, type CST, isMap, Parser, type YAMLMap } from 'yaml';
import { canonical, isObject } from '../../core/json.ts';
import { normaliseSource } from '../../text/source-text.ts';
import { parseLocated } from '../../yaml/located.ts';
import { shapeOf } from '../writer/key-order.ts';
import { COMPOSING, endsOpen, layOut, plain, sortMembers } from '../writer/layout.ts';
import { linesOf, moveComments, putAbove } from './comments.ts';
import { tidy, unusualIn } from './tidy.ts';

/** Changes a document's root mapping, whose nodes have ranges in `source`. */
type Revise = (root: YAMLMap, source: string) => void;

/**
 * Formats a file of manifests: members in the order of the schemas, two blanks of indentation, LF, one blank line at most and none
 * beside `---`. Comments stay with their entries, and scalars as they are written. Formatting a formatted file changes nothing. A
 * text that `fmt` cannot rewrite (`unusualIn`) stays unchanged.
 * @param text of a file that could be read without an error
 * @param revise changes the root mapping of each document before it is written
 */
export function formatText(text: string, revise?: Revise): string {
  const source = normaliseSource(text);
  const tokens = [...new Parser().parse(source)];
  if (unusualIn(tokens)) return text;
  const parts: string[] = [];
  let pending: CST.Token[] = [];
  // False after a document, if no `...` ends it.
  let isFirst = true;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'document') {
      takeLines(token, tokens, index + 1);
      const closing = [...(token.value && 'end' in token.value ? (token.value.end ?? []) : []), ...(token.end ?? [])];
      const blank = closing.slice(-2).every(({ type }) => type === 'newline') ? closing.slice(-2).slice(1) : [];
      parts.push(documentText(pending.splice(0), token, { source, revise }, isFirst));
      isFirst = false;
      pending.push(...blank);
    } else if (token.type === 'doc-end') {
      const [line, rest] = markerLine(token.source, token.end ?? []);
      parts.push(line);
      pending = rest;
      isFirst = true;
    } else pending.push(token);
  }
  return [...parts, written(linesOf(pending), isFirst, true)].join('');
}

/** True if two texts have the same documents with the same values, whatever the order of their members. */
export function sameValues(before: string, after: string): boolean {
  return before === after || valuesIn(before) === valuesIn(after);
}

function valuesIn(text: string): string {
  return parseLocated('', text)
    .documents.map(({ value }) => canonical(value))
    .join('\n');
}

/** Adds the comments right below a document in brackets, because they can continue the comment beside its bracket. */
function takeLines(document: CST.Document, tokens: CST.Token[], from: number): void {
  if (document.value?.type !== 'flow-collection') return;
  const isLine = ({ type }: CST.Token, index: number): boolean =>
    type === 'space' || type === 'comment' || (type === 'newline' && tokens[index - 1]?.type === 'comment');
  let end = from;
  for (let token = tokens[end]; token && isLine(token, end); token = tokens[end]) end += 1;
  document.end = [...(document.end ?? []), ...(tokens.splice(from, end - from) as CST.SourceToken[])];
}

/** A document with the lines above it. */
function documentText(
  pending: CST.Token[],
  { start, value, end = [] }: CST.Document,
  { source, revise }: { source: string; revise: Revise | undefined },
  isFirst: boolean,
): string {
  const at = start.findIndex(({ type }) => type === 'doc-start');
  const [marker, inner] = at === -1 ? ['', [...pending, ...start]] : markerLine('---', start.slice(at + 1));
  const above = at === -1 ? '' : written(linesOf([...pending, ...start.slice(0, at)]), isFirst, true);
  if (!value) return above + marker + written(linesOf([...inner, ...end]), true, true);
  // A comment beside the whole document may go on below it.
  if ('end' in value && value.end) value.end.push(...end.splice(0));
  const root: CST.CollectionItem = { start: [], value };
  const trailing = linesOf([...moveComments(root, source), ...end]);
  let header = linesOf(inner);
  const own = header.lastIndexOf('') + 1;
  const first = value.type === 'block-map' ? value.items[0] : undefined;
  if (first && own < header.length && header.slice(0, own).some((line) => line !== '')) {
    putAbove(first, header.splice(own));
  }
  header = [...header, ...linesOf(root.start)];
  const { text, isOpen } = bodyText(value, (root) => revise?.(root, source));
  return above + marker + written(header, true, false) + text + written(trailing, isOpen, true);
}

function bodyText(value: CST.Token, revise: (root: YAMLMap) => void): { text: string; isOpen: boolean } {
  const token: CST.Document = { type: 'document', offset: 0, start: [], value };
  const [document] = [...new Composer(COMPOSING).compose([token])];
  if (!document?.contents) return { text: '', isOpen: false };
  // The text has none: these come from comments that were moved.
  document.errors = [];
  if (isMap(document.contents)) revise(document.contents);
  const manifest = plain(document.contents);
  if (isObject(manifest)) sortMembers(document.contents, shapeOf(String(manifest['kind']), manifest));
  tidy(document.contents);
  return { text: layOut(document), isOpen: endsOpen(document.contents) };
}

/** `---` or `...` with its comment, and what follows its line. */
function markerLine(marker: string, tokens: readonly CST.SourceToken[]): [string, CST.SourceToken[]] {
  const line = tokens.findIndex(({ type }) => type === 'newline');
  const count = line === -1 ? tokens.length : line + 1;
  const comments = linesOf(tokens.slice(0, count)).filter((one) => one !== '');
  return [`${[marker, ...comments].join(' ')}\n`, tokens.slice(count)];
}

/** Writes comments and blank lines. Several blank lines become one. There is none at the beginning and the end of the file. */
function written(lines: readonly string[], isFirst: boolean, isLast: boolean): string {
  if (lines.every((line) => line === '')) return '';
  const text = lines.map((line) => `${line}\n`).join('');
  const begun = text.replace(/^\n+/, isFirst ? '' : '\n').replace(/\n{3,}/g, '\n\n');
  return isLast ? begun.replace(/\n+$/, '\n') : begun;
}

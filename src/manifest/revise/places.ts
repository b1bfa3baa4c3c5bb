import { Composer, type CST, isCollection, isMap, type Node, Parser, type YAMLMap, type YAMLSeq } from 'yaml';
import { normaliseSource } from '../../text/source-text.ts';
import { trimEndOf } from '../../text/trim.ts';
import { unusualIn } from '../format/usual.ts';
import { COMPOSING } from '../writer/layout.ts';
import { endsOpen, isBlockText, lastOf, partsOf } from '../writer/nodes.ts';

export type Collection = YAMLMap | YAMLSeq;

/** A file of manifests, and where its nodes are. */
export interface NodePlaces {
  source: string;
  /** The root mapping of each document. Undefined for a document that is not a mapping. */
  roots: (YAMLMap | undefined)[];
  comments: CST.SourceToken[];
  lineStart(offset: number): number;
  lineEnd(offset: number): number;
  columnOf(offset: number): number;
  /** True if only blanks are before an offset on its line. */
  beginsLine(offset: number): boolean;
  /** The end of a value, without the comment beside it and the blank lines after it. */
  endOf(item: unknown): number;
  /** The line below an item. A text that keeps its line breaks ends with them. */
  below(item: unknown): number;
  /** The offset of an element's hyphen, if nothing is between the two. */
  hyphenOf(item: unknown): number | undefined;
}

/** Returns undefined if the file cannot be rewritten automatically. */
export function placesIn(text: string): NodePlaces | undefined {
  const source = normaliseSource(text);
  const tokens = [...new Parser().parse(source)];
  if (unusualIn(tokens)) return undefined;
  const documents = [...new Composer(COMPOSING).compose(tokens)];
  const lineStart = (offset: number): number => source.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = (offset: number): number => {
    const end = source.indexOf('\n', offset);
    return end === -1 ? source.length : end;
  };
  const endOf = (item: unknown): number => {
    const { key, value } = partsOf(item);
    const node = value ?? key;
    if (isCollection(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1));
    const [start, end] = rangeOf(node);
    if (!isBlockText(node)) return end;
    const line = source.indexOf('\n', start + trimEndOf(source.slice(start, end), ' \t\n').length);
    return line === -1 || line >= end ? end : line;
  };
  const below = (item: unknown): number => {
    return endsOpen(item) ? rangeOf(lastOf(item))[1] : Math.min(lineEnd(endOf(item)) + 1, source.length);
  };
  const beginsLine = (offset: number): boolean => source.slice(lineStart(offset), offset).trim() === '';
  const columnOf = (offset: number): number => offset - lineStart(offset);
  const hyphenOf = (item: unknown): number | undefined => {
    const start = startOf(isMap(item) && !item.flow && item.items[0] ? item.items[0] : item);
    const [, blanks = ''] = /-( *)$/.exec(source.slice(lineStart(start), start)) ?? [];
    return source[start - blanks.length - 1] === '-' ? start - blanks.length - 1 : undefined;
  };
  const roots = documents.map(({ contents }) => (isMap(contents) ? contents : undefined));
  const comments = commentsIn(tokens);
  return { source, roots, comments, lineStart, lineEnd, columnOf, beginsLine, endOf, below, hyphenOf };
}

export function startOf(item: unknown): number {
  const { key, value } = partsOf(item);
  return rangeOf(key ?? value)[0];
}

export function rangeOf(node: Node | null | undefined): [number, number] {
  const [start = 0, end = start] = node?.range ?? [];
  return [start, end];
}

function commentsIn(tokens: unknown): CST.SourceToken[] {
  if (typeof tokens !== 'object' || tokens === null) return [];
  if ('type' in tokens && tokens.type === 'comment') return [tokens as CST.SourceToken];
  return Object.values(tokens).flatMap(commentsIn);
}

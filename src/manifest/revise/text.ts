import {
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Range,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isObject, type Json } from '../../core/json.ts';
import { trimEndOf } from '../../core/trim.ts';
import type { Shape } from '../writer/key-order.ts';
import { blockText, doubleQuoted, fitsBlock, inlineText, quotedLines, singleQuoted } from '../writer/scalar.ts';
import { listLines, mapLines } from '../writer/writer.ts';

/** A piece of a text and what takes its place. */
export interface Splice {
  start: number;
  end: number;
  text: string;
  /** What is taken out with its comments. All other comments stay. */
  taken?: { start: number; end: number };
}

/** How single members and elements of a YAML text are replaced, taken out and put in, and nothing around them. */
export interface Editor {
  replaceMember(map: YAMLMap, pair: Pair, value: Json, shape: Shape): Splice;
  removeMember(map: YAMLMap, pair: Pair): Splice | undefined;
  addMember(map: YAMLMap, name: string, value: Json, shape: Shape): Splice | undefined;
  replaceElement(list: YAMLSeq, index: number, value: Json, shape: Shape): Splice | undefined;
  removeElement(list: YAMLSeq, index: number): Splice | undefined;
  /** Several elements before one that is there, or at the end. Undefined where the list has none. */
  addElements(list: YAMLSeq, at: number, values: readonly Json[], shape: Shape): Splice | undefined;
}

/** What cannot be done in place is undefined: then the collection is written anew. */
export function openEditor(text: string): Editor {
  const lineStart = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = (offset: number): number => {
    const end = text.indexOf('\n', offset);
    return end === -1 ? text.length : end;
  };
  const columnOf = (offset: number): number => offset - lineStart(offset);
  const contentEnd = (node: Node): number => {
    const last = isMap(node) || isSeq(node) ? node.items.at(-1) : undefined;
    if (!isFlow(node) && last !== undefined) return endOfItem(last as Pair | Node);
    const [start, end] = rangeOf(node);
    if (!isBlockScalar(node)) return end;
    const line = text.indexOf('\n', start + trimEndOf(text.slice(start, end), ' \t\n').length);
    return line === -1 || line >= end ? end : line;
  };
  const endOfItem = (item: Pair | Node): number =>
    'key' in item ? contentEnd((item.value as Node | null) ?? keyOf(item)) : contentEnd(item);
  /** The comment beside the beginning of a member: beside its key, or beside the header of a block. */
  const commentBeside = (pair: Pair): string => {
    const value = pair.value as Node | null;
    const [, keyEnd] = rangeOf(keyOf(pair));
    if (!value || (!isFlow(value) && !isScalar(value))) return commentIn(text.slice(keyEnd + 1, lineEnd(keyEnd)));
    if (isBlockScalar(value)) return commentIn(text.slice(rangeOf(value)[0], lineEnd(rangeOf(value)[0])));
    return commentIn(text.slice(contentEnd(value), lineEnd(contentEnd(value))));
  };
  /** The hyphen of an element, where nothing stands between the two. */
  const hyphenOf = (item: unknown): number | undefined => {
    const node = item as Node | null;
    if (!node?.range) return undefined;
    const [start] = rangeOf(isMap(node) && !node.flow && node.items[0] ? keyOf(node.items[0]) : node);
    const before = text.slice(lineStart(start), start);
    const at = before.lastIndexOf('-');
    return at !== -1 && before.slice(at + 1).trim() === '' ? lineStart(start) + at : undefined;
  };
  const blockIndent = (map: YAMLMap): number => {
    const [first] = map.items;
    return first ? columnOf(rangeOf(keyOf(first))[0]) : 0;
  };

  /**
   * With the comments that follow moved out to a column where no block of text could take them for its own: what stood
   * between is other now.
   */
  const settled = ({ start, end, text: piece }: Splice, column: number): Splice => {
    const isBelow = end > 0 && text[end - 1] === '\n';
    const from = isBelow ? end : Math.min(lineEnd(end) + 1, text.length);
    if (!isBelow && !/^\s*(?:#.*)?$/.test(text.slice(end, lineEnd(end)))) return { start, end, text: piece };
    const lines: string[] = [];
    let to = from;
    for (; to < text.length; to = lineEnd(to) + 1) {
      const line = text.slice(to, lineEnd(to));
      if (!/^[ \t]*(?:#|$)/.test(line)) break;
      lines.push(line);
    }
    const moved = lines.map((line) => line.replace(/^[ \t]+(?=#)/, (blanks) => blanks.slice(0, column)));
    const after = text.slice(from, to).endsWith('\n') ? '\n' : '';
    return {
      start,
      end: Math.min(to, text.length),
      text: `${piece}${text.slice(end, from)}${moved.join('\n')}${after}`,
    };
  };

  const inFlow = (collection: YAMLMap | YAMLSeq, index: number): Splice => {
    const items = collection.items as (Pair | Node)[];
    const spans = items.map((item) => ({ start: startOfItem(item), end: endOfItem(item) }));
    const [own = { start: 0, end: 0 }, next, previous] = [spans[index], spans[index + 1], spans[index - 1]];
    const [beside = ''] = /^[ \t]*,?[ \t]*(?:#.*)?/.exec(text.slice(own.end, lineEnd(own.end))) ?? [];
    const taken = { start: own.start, end: own.end + beside.length };
    if (next) return { start: own.start, end: next.start, text: '', taken };
    return { start: previous?.end ?? own.start, end: own.end, text: '', taken };
  };
  /** The lines of a value behind `lead` in the style of the text that it replaces; undefined if there is none to keep. */
  const inStyle = (old: Node | null, value: Json, lead: string, column: number): string[] | undefined => {
    const styled = old && textInStyle(old, text.slice(...rangeOf(old)), value, column);
    return styled?.map((line, index) => (index === 0 ? `${lead} ${line}` : line));
  };

  return {
    replaceMember: (map, pair, value, shape) => {
      const [keyStart, keyEnd] = rangeOf(keyOf(pair));
      const name = nameOf(pair);
      const old = pair.value as Node | null;
      // The key stays as it is written.
      const start = text.indexOf(':', keyEnd) + 1;
      const end = old ? contentEnd(old) : start;
      if (map.flow) return { start, end, text: ` ${flowInStyle(old, text, value, shape)}` };
      const column = columnOf(keyStart);
      const lead = `${' '.repeat(column)}${inlineText(name, false)}:`;
      const lines = inStyle(old, value, lead, column) ?? mapLines({ [name]: value }, fixed(name, shape), column);
      const comment = commentBeside(pair);
      const isBehind = old !== null && !isBlockScalar(old) && (isScalar(old) || isFlow(old));
      if (comment === '' || (lines.length === 1 && isBehind)) {
        return settled({ start, end, text: lines.join('\n').slice(lead.length) }, column);
      }
      // Behind the last line of quotes, else behind the first: a line of a block would take it for its own.
      const at = typeof value === 'string' && lines[0]?.endsWith('\\') ? lines.length - 1 : 0;
      const beside = lines.map((line, index) => (index === at ? `${line} ${comment}` : line));
      const piece = { start, end: isBehind ? lineEnd(end) : end, text: beside.join('\n').slice(lead.length) };
      return settled(piece, column);
    },
    removeMember: (map, pair) => {
      const index = map.items.indexOf(pair);
      if (map.items.length === 1) return undefined;
      if (map.flow) return inFlow(map, index);
      const [start] = rangeOf(keyOf(pair));
      const end = Math.min(lineEnd(endOfItem(pair)) + 1, text.length);
      const taken = { start, end };
      if (text.slice(lineStart(start), start).trim() === '')
        return { ...settled({ start: lineStart(start), end, text: '' }, columnOf(start)), taken };
      // Beside a hyphen: the next member takes its place.
      const next = map.items[index + 1];
      const nextStart = next && rangeOf(keyOf(next))[0];
      const isNext = nextStart !== undefined && lineStart(nextStart) === end;
      return isNext ? { start, end: nextStart, text: '', taken } : undefined;
    },
    addMember: (map, name, value, shape) => {
      const names = map.items.map(nameOf);
      const order = shape.order([...names, name]);
      const before = order.slice(0, order.indexOf(name)).at(-1);
      const previous = map.items.find((pair) => nameOf(pair) === before);
      const [first] = map.items;
      if (!first) return undefined;
      const [firstStart] = rangeOf(keyOf(first));
      if (map.flow) {
        const member = `${inlineText(name, true)}: ${flowText(value, shape.member(name, value))}`;
        if (!previous) return { start: firstStart, end: firstStart, text: `${member}, ` };
        return { start: endOfItem(previous), end: endOfItem(previous), text: `, ${member}` };
      }
      const indent = blockIndent(map);
      const lines = mapLines({ [name]: value }, shape, indent).join('\n');
      if (!previous) return { start: firstStart, end: firstStart, text: `${lines.trimStart()}\n${' '.repeat(indent)}` };
      return settled(after(previous.value as Node | null, endOfItem(previous), lines), indent);
    },
    replaceElement: (list, index, value, shape) => {
      const item = list.items[index] as Node;
      if (list.flow)
        return { start: rangeOf(item)[0], end: contentEnd(item), text: flowInStyle(item, text, value, shape) };
      const hyphen = hyphenOf(item);
      if (hyphen === undefined) return undefined;
      const column = columnOf(hyphen);
      const lead = `${' '.repeat(column)}-`;
      const lines = inStyle(item, value, lead, column) ?? listLines([value], each(shape), column);
      const piece = { start: hyphen, end: contentEnd(item), text: lines.join('\n').trimStart() };
      return settled(piece, column);
    },
    removeElement: (list, index) => {
      if (list.items.length === 1) return undefined;
      if (list.flow) return inFlow(list, index);
      const item = list.items[index] as Node;
      const hyphen = hyphenOf(item);
      if (hyphen === undefined || text.slice(lineStart(hyphen), hyphen).trim() !== '') return undefined;
      const end = Math.min(lineEnd(contentEnd(item)) + 1, text.length);
      const taken = { start: hyphen, end };
      return { ...settled({ start: lineStart(hyphen), end, text: '' }, columnOf(hyphen)), taken };
    },
    addElements: (list, at, values, shape) => {
      const target = list.items[at] as Node | undefined;
      const last = list.items.at(-1) as Node | undefined;
      if (!last) return undefined;
      if (list.flow) {
        const texts = values.map((value) => flowText(value, shape)).join(', ');
        if (target) return { start: rangeOf(target)[0], end: rangeOf(target)[0], text: `${texts}, ` };
        return { start: contentEnd(last), end: contentEnd(last), text: `, ${texts}` };
      }
      const hyphen = hyphenOf(target ?? last);
      if (hyphen === undefined) return undefined;
      const lines = listLines(values, each(shape), columnOf(hyphen)).join('\n');
      if (!target) return settled(after(last, contentEnd(last), lines), columnOf(hyphen));
      return { start: hyphen, end: hyphen, text: `${lines.trimStart()}\n${' '.repeat(columnOf(hyphen))}` };
    },
  };

  /** Lines below what ends at an offset. A text that keeps its line breaks ends with them. */
  function after(node: Node | null, end: number, lines: string): Splice {
    const keeps = node && isBlockScalar(node) && /^[|>]\d?\+/.test(text.slice(rangeOf(node)[0]));
    const at = keeps ? rangeOf(node)[1] : lineEnd(end);
    return { start: at, end: at, text: keeps ? `${lines}\n` : `\n${lines}` };
  }
}

export function nameOf(pair: Pair): string {
  return String((pair.key as Scalar).value);
}

function keyOf(pair: Pair): Node {
  return pair.key as Node;
}

function startOfItem(item: Pair | Node): number {
  return rangeOf('key' in item ? keyOf(item) : item)[0];
}

function rangeOf(node: Node): [number, number] {
  const [start, end] = node.range as Range;
  return [start, end];
}

function isFlow(node: Node): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

function isBlockScalar(node: Node): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

function commentIn(piece: string): string {
  const lastLine = piece.slice(Math.max(0, piece.lastIndexOf('\n')));
  return /(?:^|[ \t])(#.*)$/.exec(lastLine)?.[1]?.trimEnd() ?? '';
}

/**
 * The lines of a text in the quotes or the block that another text was written in; undefined if they cannot hold it, and for
 * what is no text.
 * @param source of the other text
 * @param column of its key or hyphen
 */
function textInStyle(old: Node, source: string, value: Json, column: number): string[] | undefined {
  if (!isScalar(old) || typeof value !== 'string') return undefined;
  switch (old.type) {
    case 'QUOTE_SINGLE':
      return singleQuoted(value);
    case 'QUOTE_DOUBLE':
      // Lines that were added are read better in a block.
      if (value.includes('\n') && !String(old.value).includes('\n')) return undefined;
      return source.includes('\n') ? quotedLines(value, column + 2) : [doubleQuoted(value)];
    case 'BLOCK_LITERAL':
      return fitsBlock(value) ? blockInStyle(source, value, column) : undefined;
    default:
      return undefined;
  }
}

/** A text as a block whose lines are indented as those of another block are. */
function blockInStyle(source: string, value: string, column: number): string[] {
  const [, blanks = ''] = /^\|[+-]?[ \t]*(?:#.*)?\n(?:[ \t]*\n)*( *)/.exec(source) ?? [];
  const { header, lines } = blockText(value, column + 2);
  const wide = header === '|' && blanks.length > column ? blockText(value, blanks.length).lines : lines;
  return [header, ...wide];
}

/** A value on one line, in the quotes of the text that it replaces if there are any. */
function flowInStyle(old: Node | null, text: string, value: Json, shape: Shape): string {
  const styled = old && textInStyle(old, text.slice(...rangeOf(old)), value, 0);
  return styled?.length === 1 && styled[0] !== undefined ? styled[0] : flowText(value, shape);
}

/** On one line, whatever it holds. */
function flowText(value: Json, shape: Shape): string {
  if (typeof value === 'string') return inlineText(value, true);
  if (Array.isArray(value)) return `[${value.map((item) => flowText(item, shape.element(item))).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const names = shape.order(Object.keys(value));
  if (names.length === 0) return '{}';
  const members = names.map((name) => {
    const member = value[name] ?? null;
    return `${inlineText(name, true)}: ${flowText(member, shape.member(name, member))}`;
  });
  return `{ ${members.join(', ')} }`;
}

/** The shape of a mapping of one member whose own is known. */
function fixed(name: string, own: Shape): Shape {
  return { order: () => [name], member: () => own, element: () => own };
}

/** The shape of a list whose elements' is known. */
function each(own: Shape): Shape {
  return { order: (names) => [...names], member: () => own, element: () => own };
}

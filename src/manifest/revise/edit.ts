import { isScalar, type Node } from 'yaml';
import type { Json } from '../../core/json.ts';
import type { Shape } from '../writer/key-order.ts';
import { flowText, newItem } from '../writer/new-value.ts';
import { endsOpen, isBlockText, partsOf } from '../writer/nodes.ts';
import { blockText, doubleQuoted, fitsBlock, inlineText, quotedLines, singleQuoted } from '../writer/scalar.ts';
import { type Collection, type NodePlaces, rangeOf, startOf } from './places.ts';
import type { Splice } from './splice.ts';

/** The line above which displaced comments are written. */
type Anchor = number;

/** Replaces, removes and inserts items of collections. Methods return undefined for a change that cannot be made in place. */
export class Editor {
  readonly #at: NodePlaces;

  constructor(places: NodePlaces) {
    this.#at = places;
  }

  /** The offset of an item's line, or that of the collection around it if the item begins inside a line. */
  anchorOf(item: unknown, outer: Anchor): Anchor {
    const start = this.#at.hyphenOf(item) ?? startOf(item);
    return this.#at.beginsLine(start) ? start : outer;
  }

  replace(item: unknown, inFlow: boolean, value: Json, shape: Shape, anchor: Anchor): Splice[] | undefined {
    const { key, value: old } = partsOf(item);
    const from = key ? this.#at.source.indexOf(':', rangeOf(key)[1]) + 1 : startOf(item);
    const to = old ? this.#at.endOf(item) : from;
    if (inFlow) {
      const text = this.#inStyle(old, value, 0)?.join('\n') ?? '';
      const piece = text === '' || text.includes('\n') ? flowText(value, shape) : text;
      return this.#splices({ start: from, end: to, text: key ? ` ${piece}` : piece }, anchor);
    }
    const hyphen = key ? undefined : this.#at.hyphenOf(item);
    if (!key && hyphen === undefined) return undefined;
    const start = key ? from : (hyphen as number) + 1;
    const column = this.#at.columnOf(key ? startOf(item) : (hyphen as number));
    const styled = this.#inStyle(old, value, column);
    const name = isScalar(key) ? String(key.value) : undefined;
    const behind = name === undefined ? 0 : inlineText(name, false).length + 1;
    const piece = styled ? ` ${styled.join('\n')}` : newItem(name, value, shape, column).slice(behind);
    const isOpen = piece.includes('\n') && !piece.endsWith('"');
    // YAML would read a comment beside the last line of a block text as a part of the text.
    const end = isOpen ? this.#restOfLine(to) : to;
    return [...this.#splices({ start, end, text: piece }, anchor), ...(isOpen ? this.#outdented(end, column) : [])];
  }

  remove(collection: Collection, gone: ReadonlySet<number>): Splice[] | undefined {
    const items: readonly unknown[] = collection.items;
    if (gone.size === items.length) return undefined;
    const last = items.findLastIndex((_item, index) => !gone.has(index));
    const splices = collection.flow && last < items.length - 1 ? this.#removeTail(items, last) : [];
    for (const index of gone) {
      if (collection.flow && index > last) continue;
      const made = collection.flow ? this.#removeInFlow(items, index) : this.#removeInBlock(items, index, gone);
      if (!made) return undefined;
      splices.push(...made);
    }
    return splices;
  }

  /** Inserts a member or an element after another one, or before the first one that stays. */
  insert(
    collection: Collection,
    { after, before }: { after?: unknown; before?: unknown },
    name: string | undefined,
    value: Json,
    shape: Shape,
  ): Splice[] | undefined {
    const { source, below, columnOf, endOf, hyphenOf } = this.#at;
    const start = startOf(before ?? after);
    if (collection.flow) {
      const item = `${name === undefined ? '' : `${inlineText(name, true)}: `}${flowText(value, shape)}`;
      if (after === undefined) return [{ start, end: start, text: `${item}, ` }];
      return [{ start: endOf(after), end: endOf(after), text: `, ${item}` }];
    }
    const sign = name === undefined ? hyphenOf(before ?? after) : startOf(collection.items[0]);
    if (sign === undefined) return undefined;
    const column = columnOf(sign);
    const text = `${' '.repeat(column)}${name === undefined ? '-' : ''}${newItem(name, value, shape, column)}`;
    if (after === undefined) {
      const at = name === undefined ? sign : start;
      return [{ start: at, end: at, text: `${text.trimStart()}\n${' '.repeat(column)}` }];
    }
    const at = below(after);
    const piece = source[at - 1] === '\n' ? `${text}\n` : `\n${text}`;
    return [{ start: at, end: at, text: piece }, ...(text.includes('\n') ? this.#outdented(at - 1, column) : [])];
  }

  /** Returns a splice, and one that writes the comments in it above the anchor's line. */
  #splices(splice: Splice, anchor: Anchor): Splice[] {
    const { comments, lineStart, beginsLine, columnOf } = this.#at;
    const lost = comments.filter(({ offset }) => splice.start <= offset && offset < splice.end);
    if (lost.length === 0) return [splice];
    const at = lineStart(anchor);
    const blanks = beginsLine(anchor) ? ' '.repeat(columnOf(anchor)) : '';
    return [{ start: at, end: at, text: lost.map((one) => `${blanks}${one.source.trimEnd()}\n`).join('') }, splice];
  }

  #removeInBlock(items: readonly unknown[], index: number, gone: ReadonlySet<number>): Splice[] | undefined {
    const { beginsLine, lineStart, columnOf, hyphenOf, comments } = this.#at;
    const item = items[index];
    const start = partsOf(item).key ? startOf(item) : hyphenOf(item);
    if (start === undefined) return undefined;
    const kept = items.slice(0, index).findLast((_item, at) => !gone.has(at));
    const end = this.#belowBlanks(this.#belowComment(item, columnOf(start)), kept);
    if (beginsLine(start))
      return [{ start: lineStart(start), end, text: '' }, ...this.#outdented(end - 1, columnOf(start))];
    // The member is beside a hyphen. The next member takes its place.
    const next = items[index + 1];
    if (!partsOf(item).key || !next || gone.has(index + 1) || lineStart(startOf(next)) !== end) return undefined;
    return comments.some(({ offset }) => end <= offset && offset < startOf(next))
      ? undefined
      : [{ start, end: startOf(next), text: '' }];
  }

  /** Returns the offset below the blank lines at an offset, if a text before it would include them: one that keeps its line breaks. */
  #belowBlanks(offset: number, before: unknown): number {
    if (!endsOpen(before)) return offset;
    const [blanks = ''] = /^(?:[ \t]*\n)*/.exec(this.#at.source.slice(offset)) ?? [];
    return offset + blanks.length;
  }

  /** Returns the offset of the line below an item and the comment beside it. Deeper lines continue that comment. */
  #belowComment(item: unknown, column: number): number {
    const { source, comments, endOf, below, lineEnd } = this.#at;
    let end = below(item);
    const isBeside = comments.some(({ offset }) => endOf(item) <= offset && offset < end);
    while (isBeside) {
      const [line = ''] = /^[ \t]*#.*/.exec(source.slice(end, lineEnd(end))) ?? [];
      if (line.search(/#/) <= column) break;
      end = Math.min(lineEnd(end) + 1, source.length);
    }
    return end;
  }

  #removeInFlow(items: readonly unknown[], index: number): Splice[] | undefined {
    const { source, beginsLine, endOf } = this.#at;
    const [start, end] = [startOf(items[index]), endOf(items[index])];
    const [, beside = '', blanks = ''] = /^(\s*,[ \t]*(?:#.*)?)(\n?[ \t]*)/.exec(source.slice(end)) ?? [];
    // A `#` right after a bracket does not begin a comment.
    const behind = beginsLine(start) ? beside + blanks : beside;
    return beside ? [{ start, end: end + behind.length, text: '' }] : undefined;
  }

  /**
   * Removes all entries after the last one that stays, with the comments beside them. Comments above them stay. A comma after the
   * last entry moves to the entry that stays.
   */
  #removeTail(items: readonly unknown[], last: number): Splice[] {
    const { source, comments, beginsLine, columnOf, endOf, lineStart, lineEnd } = this.#at;
    const start = endOf(items[last]);
    const removed = items.slice(last + 1).map((item) => [startOf(item), endOf(item)] as const);
    const rest = endOf(items.at(-1));
    const behind = source.slice(rest);
    const [tail = '', comma = ''] = /^(?:\s|#.*\n)*(,)/.exec(behind) ?? [];
    const [beside = ''] = /^[ \t]*#.*/.exec(behind.slice(tail.length)) ?? [];
    const end = rest + tail.length + beside.length;
    const isAlone = removed.every(([from]) => from > lineEnd(start));
    const kept = comments.filter(
      ({ offset }) =>
        start <= offset &&
        offset < end &&
        (offset < lineEnd(start) ? isAlone : beginsLine(offset)) &&
        !removed.some(([from, to]) => from <= offset && offset < to),
    );
    const lines = kept.map(
      (one) => (beginsLine(one.offset) ? `\n${source.slice(lineStart(one.offset), one.offset)}` : ' ') + one.source,
    );
    const isOpen = kept.length > 0 && lineEnd(end) > end;
    const [blanks = ''] = /^[ \t]*/.exec(source.slice(end)) ?? [];
    // The bracket has to be deeper than the key of the collection, as the entry that stays is.
    const indent = ' '.repeat(Math.max(0, columnOf(startOf(items[last])) - blanks.length));
    return [{ start, end, text: comma + lines.join('') + (isOpen ? `\n${indent}` : '') }];
  }

  /** Moves the comments and blank lines below an offset out to a column. Otherwise a block text would include them. */
  #outdented(offset: number, column: number): Splice[] {
    const { source, lineEnd } = this.#at;
    const splices: Splice[] = [];
    for (let line = lineEnd(offset) + 1; line < source.length; line = lineEnd(line) + 1) {
      const [, blanks, comment] = /^([ \t]*)(#?)[^\n]*/.exec(source.slice(line, lineEnd(line))) ?? [];
      if (blanks === undefined || (comment === '' && line + blanks.length < lineEnd(line))) break;
      if (blanks.length > column) splices.push({ start: line + column, end: line + blanks.length, text: '' });
    }
    return splices;
  }

  /** Returns the end of the line, if only a comment follows on it. */
  #restOfLine(offset: number): number {
    const { source, lineEnd } = this.#at;
    return /^[ \t]*(?:#|$)/.test(source.slice(offset, lineEnd(offset))) ? lineEnd(offset) : offset;
  }

  /**
   * Writes a text in the style of the text that it replaces: the same quotes, or a block (`|`). Undefined if that style cannot express the
   * text, or if one of the values is not a text.
   * @param column of its key or hyphen
   */
  #inStyle(old: Node | null | undefined, value: Json, column: number): string[] | undefined {
    if (!isScalar(old) || typeof value !== 'string') return undefined;
    const source = this.#at.source.slice(...rangeOf(old));
    if (old.type === 'QUOTE_SINGLE') return singleQuoted(value);
    if (old.type === 'QUOTE_DOUBLE') {
      // Several lines are easier to read in a block.
      if (value.includes('\n') && !String(old.value).includes('\n')) return undefined;
      return source.includes('\n') ? quotedLines(value, column + 2) : [doubleQuoted(value)];
    }
    if (!isBlockText(old) || !fitsBlock(value)) return undefined;
    const [, chomp = '', blanks = ''] = /^[|>]\d?(-?)[^\n]*\n(?:[ \t]*\n)*( *)/.exec(source) ?? [];
    const { header, lines } = blockText(value, column + 2);
    const isDeep = header === '|' && blanks.length > column;
    return [header + chomp, ...(isDeep ? blockText(value, blanks.length).lines : lines)];
  }
}

import { CST, Parser } from 'yaml';
import { readBlockText } from './block-text.ts';
import type { Block, Entry, Flow, FlowEntry, Node, Page, Text } from './tree.ts';
import { isUsual } from './usual.ts';

/** A comment that waits for what it is about; a blank line where there is no text. */
interface Pending {
  text: string;
  column: number;
}

/** A comment beside an entry, with the lines that go on with it in its column. */
interface Run {
  entry: { before?: string[]; beside?: string };
  column: number;
  /** Offset behind its last line. */
  end: number;
  lines: string[];
}

interface Closed {
  block: Block;
  column: number;
}

/**
 * The documents of a file; undefined where it holds what YAML allows and `fmt` does not lay out.
 * @param text normalised, and without a mistake
 */
export function readPages(text: string): Page[] | undefined {
  const tokens = [...new Parser().parse(text)];
  return tokens.every(isUsual) ? new PageReader(text).read(tokens) : undefined;
}

/** Reads the tokens in their order; what is a comment's place is told by lines and columns, as a reader's eye does. */
class PageReader {
  readonly #text: string;
  /** Whether only blanks stand on the line so far. */
  #lineIsEmpty = true;
  #pending: Pending[] = [];
  /** Blocks that ended since the last entry began, the innermost first. */
  #closed: Closed[] = [];
  #runs: Run[] = [];
  /** What takes a comment on the line. */
  #current: { before?: string[]; beside?: string } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(tokens: readonly CST.Token[]): Page[] {
    const pages: Page[] = [];
    for (const token of tokens) {
      if (token.type === 'document') pages.push(this.#page(token));
      else if (token.type === 'doc-end') this.#endMarker(pages.at(-1), token);
      else if (token.type === 'directive') this.#pending.push({ text: token.source, column: 0 });
      // The other tokens of a stream are those between documents.
      else this.#take([token as CST.SourceToken]);
    }
    if (this.#pending.some(({ text }) => text !== '')) pages.push({ ...emptyPage(), header: this.#takePending() });
    return pages;
  }

  #page(document: CST.Document): Page {
    const page = emptyPage();
    const at = document.start.findIndex(({ type }) => type === 'doc-start');
    if (at !== -1) {
      this.#take(document.start.slice(0, at));
      page.above = this.#takePending();
      page.marker = {};
      this.#current = page.marker;
      this.#lineIsEmpty = false;
    }
    this.#take(document.start.slice(at + 1));
    if (document.value) page.root = this.#root(document.value);
    else page.header = this.#takePending();
    this.#take(document.end ?? []);
    this.#settle(-1, page.trailing);
    const runs = this.#runs.splice(0);
    // What is raised above a whole document is its header; what is raised above its first entry is not.
    for (const run of runs.filter(({ entry }) => entry === page.root)) raise(run);
    if (page.root) moveHeader(page);
    for (const run of runs.filter(({ entry }) => entry !== page.root)) raise(run);
    this.#current = undefined;
    return page;
  }

  #endMarker(page: Page | undefined, token: CST.DocumentEnd): void {
    const end = {};
    if (page) page.end = end;
    this.#current = end;
    this.#lineIsEmpty = false;
    this.#take(token.end ?? []);
    this.#current = undefined;
  }

  #root(token: CST.Token): Entry {
    const entry: Entry = { before: [], tags: [] };
    if (token.type !== 'block-map') {
      this.#settle(0, entry.before);
      this.#current = entry;
    }
    entry.value = this.#value(token, entry);
    // What stands above its first entry is above the document.
    const first = 'entries' in entry.value && entry.value.type === 'map' ? entry.value.entries[0] : undefined;
    return first ? { ...entry, before: first.before.splice(0) } : entry;
  }

  #value(token: CST.Token, entry: Entry): Node {
    switch (token.type) {
      case 'block-map':
        return this.#map(token);
      case 'block-seq':
        return this.#list(token);
      case 'block-scalar':
        return this.#blockText(token, entry);
      default: {
        this.#takeBetween(entry);
        const node = this.#flowOrText(token);
        this.#take(endOf(token));
        return node;
      }
    }
  }

  #map(token: CST.BlockMap): Block {
    const block: Block = { type: 'map', entries: [], trailing: [] };
    for (const { start, key, sep, value } of token.items) {
      this.#take(start);
      if (!sep) continue;
      const entry: Entry = { before: [], tags: [], key: textOf(key) };
      this.#begin(entry, this.#columnOf((key as CST.FlowScalar).offset));
      block.entries.push(entry);
      this.#take(endOf(key));
      this.#take(sep, entry.tags);
      if (value) withValue(entry, this.#value(value, entry));
    }
    this.#closed.push({ block, column: token.indent });
    return block;
  }

  #list(token: CST.BlockSequence): Block {
    const block: Block = { type: 'list', entries: [], trailing: [] };
    for (const { start, value } of token.items) {
      const at = start.findIndex(({ type }) => type === 'seq-item-ind');
      this.#take(at === -1 ? start : start.slice(0, at));
      const hyphen = start[at];
      if (!hyphen) continue;
      const entry: Entry = { before: [], tags: [] };
      this.#begin(entry, this.#columnOf(hyphen.offset));
      block.entries.push(entry);
      this.#take(start.slice(at + 1), entry.tags);
      if (value) withValue(entry, this.#value(value, entry));
    }
    this.#closed.push({ block, column: token.indent });
    return block;
  }

  #blockText(token: CST.BlockScalar, entry: Entry): Node {
    this.#takeBetween(entry);
    this.#take(token.props.filter((prop): prop is CST.SourceToken => 'source' in prop));
    const { node, blankAfter } = readBlockText(token);
    if (blankAfter) this.#pending.push({ text: '', column: 0 });
    this.#lineIsEmpty = true;
    return node;
  }

  #flowOrText(token: CST.Token | null | undefined): Flow | Text {
    this.#lineIsEmpty = false;
    return token?.type === 'flow-collection' ? this.#flow(token) : textOf(token);
  }

  #flow(token: CST.FlowCollection): Flow {
    const outer = this.#current;
    const close = token.end[0] as CST.SourceToken;
    const flow: Flow = {
      type: 'flow',
      open: token.start.source === '{' ? '{' : '[',
      entries: [],
      trailing: [],
      broken: this.#text.slice(token.offset, close.offset).includes('\n'),
    };
    this.#current = undefined;
    for (const { start, key, sep, value } of token.items) {
      this.#take(start);
      if (!key && !sep && !value) continue;
      flow.entries.push(this.#flowEntry(key, sep ?? [], value));
    }
    flow.trailing = this.#takePending().filter((line) => line !== '');
    this.#current = outer;
    this.#lineIsEmpty = false;
    return flow;
  }

  #flowEntry(
    key: CST.Token | null | undefined,
    separator: readonly CST.SourceToken[],
    value: CST.Token | undefined,
  ): FlowEntry {
    const entry: FlowEntry = { before: [], colon: separator.some(({ type }) => type === 'map-value-ind') };
    this.#current = entry;
    if (key) {
      this.#lineIsEmpty = false;
      entry.key = textOf(key);
      this.#take(endOf(key));
    }
    entry.before = this.#takePending().filter((line) => line !== '');
    this.#take(separator);
    this.#takeBetween(entry);
    if (value) {
      withValue(entry, this.#flowOrText(value));
      this.#take(endOf(value));
    }
    this.#current = entry;
    return entry;
  }

  /** Blanks, line breaks and comments; what else stands there has its place already. */
  #take(tokens: readonly CST.SourceToken[], tags?: string[]): void {
    for (const { type, source, offset } of tokens) {
      if (type === 'space' || type === 'byte-order-mark') continue;
      if (type === 'tag') tags?.push(source);
      if (type === 'newline' && this.#lineIsEmpty) this.#pending.push({ text: '', column: 0 });
      if (type === 'comment') this.#comment(source, offset);
      this.#lineIsEmpty = type === 'newline';
    }
  }

  /** Comments between a key and its value are about both, in their order: the one beside the key is the first of them. */
  #takeBetween(entry: { before: string[]; beside?: string }): void {
    const lines = this.#takePending().filter((line) => line !== '');
    if (lines.length > 0 && entry.beside !== undefined) {
      entry.before.push(entry.beside);
      delete entry.beside;
    }
    entry.before.push(...lines);
  }

  #comment(source: string, offset: number): void {
    const current = this.#current;
    const text = source.trimEnd();
    const column = this.#columnOf(offset);
    const end = offset + source.length;
    const run = this.#runs.at(-1);
    if (run && run.column === column && /^\n[ \t]*$/.test(this.#text.slice(run.end, offset))) {
      run.lines.push(text);
      run.end = end;
      return;
    }
    if (this.#lineIsEmpty || !current) {
      this.#pending.push({ text, column });
      return;
    }
    // The one beside the key makes way for the one beside the value.
    if (current.beside !== undefined && current.before) current.before.push(current.beside);
    current.beside = text;
    if (current.before) this.#runs.push({ entry: current, column, end, lines: [text] });
  }

  #begin(entry: Entry, column: number): void {
    this.#settle(column, entry.before);
    this.#current = entry;
    this.#lineIsEmpty = false;
  }

  /**
   * Gives the waiting lines to what they are about: to what begins now at this column, or to a block that ended, where
   * they are indented as its entries are.
   */
  #settle(column: number, before: string[]): void {
    let blocks = this.#closed;
    let blanks: string[] = [];
    for (const line of this.#pending) {
      if (line.text === '') {
        blanks.push('');
        continue;
      }
      // Once a comment belongs further out, the next one does too.
      const at = blocks.findIndex((closed) => line.column > column && closed.column <= line.column);
      blocks = at === -1 ? [] : blocks.slice(at);
      (blocks[0]?.block.trailing ?? before).push(...blanks, line.text);
      blanks = [];
    }
    before.push(...blanks);
    this.#pending = [];
    this.#closed = [];
  }

  #takePending(): string[] {
    const lines = this.#pending.map(({ text }) => text);
    this.#pending = [];
    return lines;
  }

  #columnOf(offset: number): number {
    return offset - (this.#text.lastIndexOf('\n', offset - 1) + 1);
  }
}

/** A comment of several lines stays in one piece: above its entry. */
function raise({ entry, lines: [first, ...others] }: Run): void {
  if (others.length === 0) return;
  if (entry.beside === first && first !== undefined) {
    entry.before?.push(first);
    delete entry.beside;
  }
  entry.before?.push(...others);
}

/** A value of no characters is one that is not written. */
function withValue<N extends Node>(entry: { value?: N }, node: N): void {
  if (node.type !== 'text' || node.source !== '') entry.value = node;
}

function emptyPage(): Page {
  return { above: [], header: [], trailing: [] };
}

/**
 * The lines above a document's first entry are about the document, but for those right above it that a blank line
 * parts from others.
 */
function moveHeader(page: Page): void {
  const { root } = page;
  if (!root) return;
  const lines = root.before;
  const own = lines.lastIndexOf('') + 1;
  const isParted = own < lines.length && lines.slice(0, own).some((line) => line !== '');
  const first = root.value?.type === 'map' ? root.value.entries[0] : undefined;
  page.header = first && isParted ? lines.slice(0, own) : lines;
  if (first && isParted) first.before = lines.slice(own);
  root.before = [];
}

/** Keys and what stands where a block scalar does not are flow scalars: `isUsual` saw to it. */
function textOf(token: CST.Token | null | undefined): Text {
  const scalar = token as CST.FlowScalar;
  return { type: 'text', source: scalar.source, value: CST.resolveAsScalar(scalar, false).value };
}

/** The tokens that follow a scalar or the closing bracket of a collection. */
function endOf(token: CST.Token | null | undefined): readonly CST.SourceToken[] {
  return token && 'end' in token && token.end ? token.end : [];
}

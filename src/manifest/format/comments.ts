import type { CST } from 'yaml';
import { keepsBlanks, noteFlow } from '../writer/layout.ts';

type Token = CST.SourceToken;
type CollectionItem = CST.CollectionItem;
type Block = CST.BlockMap | CST.BlockSequence;

const NEW_LINE: Token = { type: 'newline', offset: 0, indent: 0, source: '\n' };

/** The lines of tokens between entries: comments with their `#`, directives, and '' for a blank line. */
export function linesOf(tokens: readonly CST.Token[]): string[] {
  const lines: string[] = [];
  let isEmpty = true;
  for (const token of tokens) {
    if (token.type === 'comment' || token.type === 'directive') lines.push(token.source.trimEnd());
    if (token.type === 'newline' && isEmpty) lines.push('');
    if (token.type !== 'space') isEmpty = token.type === 'newline';
  }
  return lines;
}

/** Puts lines above an item. */
export function putAbove({ start }: CollectionItem, lines: readonly string[]): void {
  start.unshift(...lines.flatMap((source): Token[] => [{ ...NEW_LINE, type: 'comment', source }, NEW_LINE]));
}

/** True for an item that has only comments: those after the last entry. */
export function isTrailing({ key, sep, value, start }: CollectionItem): boolean {
  return !key && !sep && !value && !start.some(({ type }) => type === 'seq-item-ind');
}

/**
 * Moves every comment to the entry that it is about, by lines and columns, as a reader sees it. A comment of several lines is
 * above its entry, and so is one between a key and its value. One that is indented less than the collection before it belongs
 * to the next entry. The package reads each of these in another way.
 * @param text that the tokens come from
 * @returns what follows the item and belongs to none of its entries
 */
export function moveComments(item: CollectionItem, text: string): Token[] {
  return moveInItem(item, Number.POSITIVE_INFINITY, text);
}

/** @param outer indentation of the collection that the item is in */
function moveInItem(item: CollectionItem, outer: number, text: string): Token[] {
  const { sep, value } = item;
  if (isBlock(value)) {
    if (sep) moveBelow(item, sep, value, text);
    return moveInBlock(value, outer, text);
  }
  if (!value) return restOf(item, sep ?? item.start, text);
  if (sep) raise(item, take(sep, sep.filter(isComment)));
  if (value.type === 'block-scalar') return takeBlanks(value);
  if (value.type === 'flow-collection') moveInFlow(value, text);
  return 'end' in value && value.end ? restOf(item, value.end, text) : [];
}

/** Keeps the comment beside an item, and returns the tokens below it. */
function restOf(item: CollectionItem, tokens: Token[], text: string): Token[] {
  const end = tokens.splice(tokens.findIndex(({ type }) => type === 'seq-item-ind') + 1);
  raiseRun(item, end, text);
  const rest = end.some(isComment) ? end.splice(end.findIndex(isNewLine) + 1) : [];
  tokens.push(...end);
  return rest;
}

/** Moves the comments between a key and the block below it to the first entry of the block, unless they are beside the key. */
function moveBelow(item: CollectionItem, sep: Token[], { items }: Block, text: string): void {
  raiseRun(item, sep, text, items[0]);
  const below = sep.splice(sep.findIndex(isNewLine) + 1);
  sep.push(...below.filter(({ type }) => type === 'tag'));
  items[0]?.start.unshift(...below.filter(({ type }) => type !== 'tag'));
}

function moveInBlock({ items, indent }: Block, outer: number, text: string): Token[] {
  let rest: Token[] = [];
  for (const item of items) {
    item.start.unshift(...rest);
    rest = isTrailing(item) ? item.start : moveInItem(item, indent, text);
    // The package reads a line break after a hyphen as a blank line above it.
    const hyphen = item.start.findIndex(({ type }) => type === 'seq-item-ind');
    const behind = hyphen === -1 ? [] : item.start.splice(hyphen + 1);
    const first = behind.findIndex(isComment);
    item.start.push(...behind.filter((token, index) => !isNewLine(token) || (first !== -1 && index > first)));
  }
  if (items.some(isTrailing)) items.pop();
  // Once a comment belongs further out, the next one does too.
  const comments = rest.filter(isComment);
  const foreign = comments.findIndex((one) => one.indent < indent || one.indent <= outer);
  const inner = foreign === -1 ? comments.at(-1) : comments[foreign - 1];
  if (!inner) return rest;
  items.push({ start: rest.splice(0, rest.indexOf(inner) + 2) });
  return rest;
}

function moveInFlow(flow: CST.FlowCollection, text: string): void {
  const { items, end, offset } = flow;
  const isBroken = text.slice(offset, end[0]?.offset).includes('\n');
  let rest: Token[] = [];
  items.forEach((item, index) => {
    const previous = items[index - 1];
    const behind = item.start.splice(commaIn(item) + 1);
    if (previous) raiseRun(previous, behind, text);
    item.start.push(...behind);
    item.start.unshift(...rest);
    if (isTrailing(item)) {
      rest = item.start;
      return;
    }
    // The package puts comments between an entry and its comma into the next entry.
    const next = items[index + 1];
    if (next) endOf(item).push(...next.start.splice(0, commaIn(next) === -1 ? next.start.length : commaIn(next)));
    const below = moveInItem(item, Number.POSITIVE_INFINITY, text);
    rest = below.length > 0 ? [NEW_LINE, ...below] : [];
  });
  if (items.some(isTrailing)) items.pop();
  const last = items.at(-1);
  if (last) endOf(last).push(...take(rest, runIn(rest, text, last)));
  noteFlow(flow, { isBroken, trailing: linesOf(rest).filter((line) => line !== '') });
}

/** Index of the comma before an item in brackets. */
function commaIn({ start }: CollectionItem): number {
  return start.findIndex(({ type }) => type === 'comma');
}

/** Returns the tokens behind an entry in brackets. The parser creates none for a scalar right before a comma. */
function endOf({ start, sep, value }: CollectionItem): Token[] {
  const written = value as CST.FlowScalar | CST.FlowCollection | undefined;
  if (!written) return sep ?? start;
  written.end ??= [];
  return written.end;
}

/** Raises the comment beside an item if it continues on the next lines. */
function raiseRun(item: CollectionItem, tokens: Token[], text: string, entry = item): void {
  const run = runIn(tokens, text, entry);
  if (run.length > 1) raise(item, take(tokens, run));
}

/** The token that an item begins with: its hyphen, its key, or its value. */
function startOf({ start, key, value }: CollectionItem): CST.Token | undefined {
  return start.find(({ type }) => type === 'seq-item-ind') ?? key ?? value;
}

/**
 * Returns the comment on the line on which the tokens begin, with the lines that continue it. A comment above the next entry
 * has the column of the entries, so a deeper one continues the comment beside the entry before it.
 * @param entry in the column of the entries
 */
function runIn(tokens: readonly Token[], text: string, entry: CollectionItem): Token[] {
  const comments = tokens.filter(isComment);
  const [first] = comments;
  const columnOf = ({ offset }: CST.Token): number => offset - text.lastIndexOf('\n', offset - 1);
  if (!first || text.slice(first.offset - columnOf(first) + 1, first.offset).trim() === '') return [];
  const begin = startOf(entry);
  const length = comments.findIndex((one, index) => {
    const { offset = 0, source = '' } = comments[index - 1] ?? {};
    const isNext =
      /^\n[ \t]*$/.test(text.slice(offset + source.length, one.offset)) && (!begin || columnOf(one) > columnOf(begin));
    return index > 0 && !isNext;
  });
  return comments.slice(0, length === -1 ? undefined : length);
}

/** Takes comments out of tokens, with their lines. */
function take(tokens: Token[], comments: readonly Token[]): Token[] {
  for (const one of comments) {
    const at = tokens.indexOf(one);
    const isOwnLine = tokens.slice(0, at).some(isNewLine);
    tokens.splice(at, isOwnLine ? 2 : 1);
  }
  return [...comments];
}

function raise({ start }: CollectionItem, comments: readonly Token[]): void {
  // The package takes a comment right behind a comma for one about the entry before it.
  if (comments.length > 0 && start.some(({ type }) => type === 'comma')) start.push(NEW_LINE);
  start.push(...comments.flatMap((one) => [one, NEW_LINE]));
}

/** Takes the blank lines after a block scalar out of it, unless they are part of its text. */
function takeBlanks(token: CST.BlockScalar): Token[] {
  if (keepsBlanks(token)) return [];
  const lines = token.source.replace(/\n$/, '').split('\n');
  const width = (lines.find((line) => /[^ ]/.test(line)) ?? '').search(/[^ ]/);
  // A line of blanks is part of the text if it is indented deeper than the text.
  const last = lines.findLastIndex((line) => /[^ ]/.test(line) || (width !== -1 && line.length > width));
  const isFollowed = last < lines.length - 1 && token.source.endsWith('\n');
  token.source = lines
    .slice(0, last + 1)
    .map((line) => `${line}\n`)
    .join('');
  return isFollowed ? [NEW_LINE] : [];
}

function isBlock(token: CST.Token | null | undefined): token is Block {
  return token?.type === 'block-map' || token?.type === 'block-seq';
}

function isComment({ type }: Token): boolean {
  return type === 'comment';
}

function isNewLine({ type }: Token): boolean {
  return type === 'newline';
}

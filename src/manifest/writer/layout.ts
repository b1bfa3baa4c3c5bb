import {
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type ScalarTag,
  type Tags,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { StringifyContext } from 'yaml/util';
import type { Json, JsonObject } from '../../core/json.ts';
import { columns } from '../../text/columns.ts';
import type { Shape } from './key-order.ts';
import { inlineText, MAX_WIDTH } from './scalar.ts';

/** Stands for a value that is not written. YAML allows this character nowhere. */
const NOTHING = '\u0000';

type NodeCollection = YAMLMap | YAMLSeq;

/** `flat` is our own: set while a collection in braces is tried on one line. */
type Context = StringifyContext & { flat?: boolean };

/** The layout of a collection in brackets, which the package does not keep. */
interface Notes {
  /** True if it was written on several lines. */
  isBroken: boolean;
  /** Comments after its last entry, with their `#`. */
  trailing: readonly string[];
}

/** The width of the key of a value. */
const widths = new WeakMap<object, number>();
const notes = new WeakMap<object, Notes>();

/**
 * How documents are read so that `layOut` can write them again: a scalar that was read is written with the characters that it
 * has in its file.
 */
export const COMPOSING = {
  version: '1.2',
  uniqueKeys: false,
  stringKeys: true,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: 'silent',
  keepSourceTokens: true,
  customTags: (tags: Tags): Tags =>
    tags.map((tag) => {
      if (typeof tag === 'string') return tag;
      return 'collection' in tag && tag.collection
        ? { ...tag, stringify: collectionText }
        : { ...tag, stringify: scalarText };
    }) as Tags,
} as const;

/** Records how a collection in brackets was written. */
export function noteFlow(token: object, note: Notes): void {
  notes.set(token, note);
}

/** The comments after the last entry of a collection in brackets, with their `#`. */
export function flowNoteOf({ srcToken }: NodeCollection): readonly string[] {
  return (srcToken && notes.get(srcToken))?.trailing ?? [];
}

/** Writes a document that was read without its markers: two blanks of indentation, and small collections on one line. */
export function layOut(document: Document): string {
  visit(document, {
    Pair: (_key, { key, value }) => {
      if (isScalar(key) && typeof value === 'object' && value !== null) widths.set(value, columns(keyText(key)));
    },
  });
  const written = document.toString({ indent: 2, lineWidth: 0, directives: false, commentString });
  const text = SEPARATORS.reduce((all, [mark, sign]) => all.replaceAll(sign, mark), written);
  return text.replaceAll(` ${NOTHING}`, '').replaceAll(NOTHING, '');
}

/** Stand for U+2028 and U+2029 in comments, which the package takes for line breaks. */
const SEPARATORS = [
  ['\u2028', '\u0001'],
  ['\u2029', '\u0002'],
] as const;

function commentString(text: string): string {
  return SEPARATORS.reduce((all, [mark, sign]) => all.replaceAll(mark, sign), text)
    .split('\n')
    .map((line) => (line === '' ? '' : `#${line.trimEnd()}`))
    .join('\n');
}

/** Sorts the members of every mapping into canonical order. */
export function sortMembers(node: unknown, shape: Shape): void {
  // The shape of a scalar is not needed, and takes a search in the schema.
  if (isSeq(node)) for (const item of node.items) if (!isScalar(item)) sortMembers(item, shape.element(plain(item)));
  if (!isMap(node)) return;
  const byName = new Map(node.items.map((pair) => [nameOf(pair), pair]));
  if (byName.size === node.items.length)
    node.items = shape.order([...byName.keys()]).flatMap((name) => byName.get(name) ?? []);
  for (const pair of node.items)
    if (!isScalar(pair.value)) sortMembers(pair.value, shape.member(nameOf(pair), plain(pair.value)));
}

/** Returns the part of a node's value that decides the order of its members: scalars, and mappings of scalars. */
export function plain(node: unknown): Json {
  if (isScalar(node)) return node.value as Json;
  const members: JsonObject = {};
  if (isMap(node)) for (const pair of node.items) if (isScalar(pair.value)) members[nameOf(pair)] = plain(pair.value);
  return members;
}

export function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function keyText(key: { srcToken?: unknown; value: unknown }): string {
  const token = key.srcToken as { source?: string } | undefined;
  return token?.source ?? inlineText(String(key.value), false);
}

const scalarText: NonNullable<ScalarTag['stringify']> = (node, context, onComment, onChompKeep) => {
  return node.srcToken ? writtenText(node, context.indent, onComment, onChompKeep) : NOTHING;
};

/** The columns before a value on its line: its key, or its hyphen. */
function leadOf(node: object, { indent }: Context): number {
  return indent.length + (widths.get(node) ?? 0);
}

function collectionText(
  node: NodeCollection,
  context: Context,
  onComment?: () => void,
  onChompKeep?: () => void,
): string {
  const { indent, indentStep, inFlow, options } = context;
  const note = node.srcToken && notes.get(node.srcToken);
  const write = (more: Partial<Context>): string =>
    node.toString(
      { ...context, flowCollectionPadding: isMap(node) ? ' ' : '', ...more } as Context,
      onComment,
      onChompKeep,
    );
  if (!inFlow && !node.flow) return write({});
  const flat = write({ flat: true, options: { ...options, lineWidth: 0 } });
  // The line break keeps the outer collection from using one line, which would lose the comments.
  if (context.flat) return note?.trailing.length ? `${flat}\n` : flat;
  if (!flat.includes('\n') && !note?.trailing.length) {
    const isKept = node.items.length === 0 || note?.isBroken === false;
    const isRoot = node === context.doc.contents;
    if (isKept || (!isRoot && leadOf(node, context) + columns(flat) <= MAX_WIDTH)) return flat;
  }
  const step = `\n${indent}${indentStep}`;
  // The package indents only the first line of a comment.
  const broken = write({ flat: false, options: { ...options, lineWidth: 1 } }).replaceAll(`\n${indent}#`, `${step}#`);
  const trailing = note?.trailing.map((line) => `${step}${line}`).join('') ?? '';
  const close = node.items.length === 0 ? `\n${indent}` : '';
  return `${broken.slice(0, closeOf(broken))}${trailing}${close}${broken.slice(closeOf(broken))}`;
}

/** Offset of the closing bracket, and of the line break before it. */
function closeOf(text: string): number {
  const line = text.lastIndexOf('\n');
  return line === -1 ? text.length - 1 : line;
}

/** Writes a scalar with the same characters as in its file, with its lines at another indentation. */
function writtenText(
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

/** Returns the key and the value of a member. An element has only a value. */
export function partsOf(item: unknown): { key?: Node; value: Node | null | undefined } {
  if (typeof item !== 'object' || item === null || !('key' in item)) return { value: item as Node | null | undefined };
  const { key, value } = item as Pair<Node, Node | null>;
  return { key, value };
}

/** Returns the innermost value at the end of an item. */
function lastOf(item: unknown): Node | null | undefined {
  const { value } = partsOf(item);
  return (isMap(value) || isSeq(value)) && !value.flow ? lastOf(value.items.at(-1)) : value;
}

function isBlockText(node: unknown): node is Scalar {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

/** True if blank lines after a block are part of its text (`|+`). */
export function keepsBlanks({ props }: CST.BlockScalar): boolean {
  return props.some((one) => 'source' in one && one.type === 'block-scalar-header' && one.source.includes('+'));
}

/** True if a blank line after an item would be part of its text. */
export function endsOpen(item: unknown): boolean {
  const last = lastOf(item);
  return isBlockText(last) && keepsBlanks(last.srcToken as CST.BlockScalar);
}

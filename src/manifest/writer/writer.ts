import { columns } from '../../core/columns.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { type Shape, shapeOf } from './key-order.ts';
import { blockText, fitsBlock, inlineText, quotedLines } from './scalar.ts';

/** A line is at most this wide, in cells of a terminal, where a break is possible. */
export const MAX_WIDTH = 100;

const STEP = 2;

export interface Header {
  /** Where the schema lies, relative to the manifest's file, or its address: editors read it from the first line. */
  schema?: string;
  /** Lines about the manifest, above it. */
  comment?: string;
}

/**
 * The YAML of one manifest, ending in a line break: members in canonical order (schemas/), what is small on one line in
 * braces, texts in the style that keeps them exact. Reading it back gives the same manifest.
 * @param manifest as it was declared; `kind` may be missing in it
 */
export function writeManifest(kind: string, manifest: JsonObject, header: Header = {}): string {
  const value = { kind, ...manifest };
  return `${[...headerLines(header), ...mapLines(value, shapeOf(kind, value), 0)].join('\n')}\n`;
}

/** The line that tells an editor's language server which schema a document has. */
export function schemaLine(schema: string): string {
  return `# yaml-language-server: $schema=${schema}`;
}

function headerLines({ schema, comment }: Header): string[] {
  const lines = comment === undefined ? [] : comment.split(/\r\n?|\n/).map((line) => `# ${line}`.trimEnd());
  return schema === undefined ? lines : [schemaLine(schema), ...lines];
}

/** The lines of the members of a mapping, the key of each at `indent`. */
export function mapLines(map: JsonObject, shape: Shape, indent: number): string[] {
  return shape.order(Object.keys(map)).flatMap((name) => {
    const value = map[name] ?? null;
    return attached(`${' '.repeat(indent)}${inlineText(name, false)}:`, value, shape.member(name, value), indent);
  });
}

/** A value after what it belongs to: `key:` or `-`. */
function attached(lead: string, value: Json, shape: Shape, indent: number): string[] {
  const inline = flowText(value, shape, false);
  if (inline !== undefined && (isEmpty(value) || columns(`${lead} ${inline}`) <= MAX_WIDTH))
    return [`${lead} ${inline}`];
  if (typeof value === 'string') return textLines(lead, value, indent + STEP);
  if (isObject(value)) return [lead, ...mapLines(value, shape, indent + STEP)];
  if (Array.isArray(value)) return [lead, ...listLines(value, shape, indent + STEP)];
  return [`${lead} ${String(value)}`];
}

/** The lines of the elements of a list, the hyphen of each at `indent`. */
export function listLines(list: readonly Json[], shape: Shape, indent: number): string[] {
  return list.flatMap((value) => {
    const element = shape.element(value);
    const lead = `${' '.repeat(indent)}-`;
    const lines = attached(lead, value, element, indent);
    const [first, second, ...others] = lines;
    // A list or mapping of several lines begins beside its hyphen.
    return first === lead && second !== undefined ? [`${lead} ${second.trimStart()}`, ...others] : lines;
  });
}

function textLines(lead: string, text: string, indent: number): string[] {
  if (fitsBlock(text)) {
    const { header, lines } = blockText(text, indent);
    return [`${lead} ${header}`, ...lines];
  }
  const [first = '""', ...others] = quotedLines(text, indent);
  return [`${lead} ${first}`, ...others];
}

function isEmpty(value: Json): boolean {
  return value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
}

/** A value on one line; undefined where it holds several lines, or a list of more than texts and numbers. */
function flowText(value: Json, shape: Shape, inFlow: boolean): string | undefined {
  if (typeof value === 'string') return value.includes('\n') ? undefined : inlineText(value, inFlow);
  if (Array.isArray(value)) return flowList(value, shape);
  return isObject(value) ? flowMap(value, shape) : String(value);
}

function flowList(list: readonly Json[], shape: Shape): string | undefined {
  if (list.length === 0) return '[]';
  const texts = list.map((value) =>
    isObject(value) || Array.isArray(value) ? undefined : flowText(value, shape, true),
  );
  return texts.some((text) => text === undefined) ? undefined : `[${texts.join(', ')}]`;
}

function flowMap(map: JsonObject, shape: Shape): string | undefined {
  const names = shape.order(Object.keys(map));
  if (names.length === 0) return '{}';
  const texts = names.map((name) => {
    const value = map[name] ?? null;
    const text = flowText(value, shape.member(name, value), true);
    return text === undefined ? undefined : `${inlineText(name, true)}: ${text}`;
  });
  return texts.some((text) => text === undefined) ? undefined : `{ ${texts.join(', ')} }`;
}

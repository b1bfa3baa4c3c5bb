import type { Json, JsonObject } from '../core/json.ts';
import { MAX_SIZE } from './limits.ts';
import type { KeyedPart, Part } from './places.ts';

/** A longer text may have more words than are read, and a document above `MAX_SIZE` a value that is too large. */
const MOST = 100_000;
const DEEPEST = 16;
const LONGEST_KEY = 200;

/** White space that YAML and JavaScript read differently. */
const ODD_SPACE = /[\t\u0085\ufeff]/;
/** Empty lines and comments. A comment that begins with a variable may be a mistake. */
const LINES_WITHOUT_CONTENT = /(?: *(?:#(?!\{)[^\n]*)?\n)*/y;
const REST_OF_LINE = /(?: +#(?!\{)[^\n]*| *)\n/y;
const KEY = /([A-Za-z가-힣][\w가-힣-]*(?: [\w가-힣-]+)*):(?=[ \n])/y;
const DOUBLE_QUOTED = /"([^"\\\n]*)"/y;
const SINGLE_QUOTED = /'([^'\n]*)'(?!')/y;
const PLAIN = /[^ \n\-?:,[\]{}#&*!|>'"%@`][^\n]*/y;
const PLAIN_IN_FLOW = /[^ \n\-?:,[\]{}#&*!|>'"%@`“”‘’][^\n,[\]{}]*/y;
const LITERAL = /\|-?\n/y;
const INTEGER = /^\d{1,15}$/;
/** Plain scalars that are no text in the core schema of YAML 1.2. */
const NO_TEXT =
  /^(?:~|null|Null|NULL|[Tt]rue|TRUE|[Ff]alse|FALSE|\+?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+|\+?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** The text and how far it is read: to the first sign of a line, which is indented by `indent`. -1 at the end. */
interface Reader {
  text: string;
  at: number;
  indent: number;
}

/**
 * Reads documents of the simple YAML that nearly all manifests are written in, about ten times as fast as the library: mappings,
 * lists, one-line values, one-line `{ }` and `[ ]`, and `|` texts. Returns undefined for anything else, and for everything that
 * may be a mistake: the library then reads the text. What it reads, it reads as the library does (tested).
 */
export function readSimple(text: string): Part[] | undefined {
  if (text.length > MOST || !text.endsWith('\n') || ODD_SPACE.test(text)) return undefined;
  const documents: Part[] = [];
  const reader: Reader = { text, at: 0, indent: 0 };
  toNextLine(reader);
  while (reader.indent === 0) {
    if (isMarker(reader)) {
      reader.at += 4;
      toNextLine(reader);
      continue;
    }
    const begin = reader.at;
    const document = readMapping(reader, 0, 0);
    const isWhole = isAtEnd(reader) || isMarker(reader);
    if (!document || !isWhole || reader.at - begin > MAX_SIZE) return undefined;
    documents.push(document);
  }
  return isAtEnd(reader) ? documents : undefined;
}

function isAtEnd({ indent }: Reader): boolean {
  return indent === -1;
}

function isMarker({ text, at, indent }: Reader): boolean {
  return indent === 0 && text.startsWith('---\n', at);
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found) reader.at = pattern.lastIndex;
  return found ?? undefined;
}

function toNextLine(reader: Reader): void {
  take(reader, LINES_WITHOUT_CONTENT);
  const indent = spacesAt(reader.text, reader.at);
  reader.at += indent;
  reader.indent = reader.at === reader.text.length ? -1 : indent;
}

function endsLine(reader: Reader): boolean {
  if (!take(reader, REST_OF_LINE)) return false;
  toNextLine(reader);
  return true;
}

function isAt(reader: Reader, sign: string): boolean {
  return reader.text.startsWith(sign, reader.at);
}

function skipSpaces(reader: Reader): void {
  reader.at += spacesAt(reader.text, reader.at);
}

function readMapping(reader: Reader, column: number, depth: number): Part | undefined {
  const { at: begin } = reader;
  const value: JsonObject = {};
  const members = new Map<string, KeyedPart>();
  let end = begin;
  do {
    const start = reader.at;
    const name = takeKey(reader);
    if (name === '') break;
    const part = members.has(name) || depth > DEEPEST ? undefined : readMember(reader, column, depth);
    if (!part || reader.indent > column) return undefined;
    end = part.isEmpty ? start + name.length : part.range[1];
    members.set(name, { key: [start, start + name.length], part });
    value[name] = part.value;
  } while (reader.indent === column);
  return members.size === 0 ? undefined : { value, members, range: [begin, end] };
}

/** Returns a key, and moves behind its colon. Empty if there is none, or one that may be too long for YAML. */
function takeKey(reader: Reader): string {
  const [, name = ''] = take(reader, KEY) ?? [];
  return name.length > LONGEST_KEY ? '' : name;
}

function readMember(reader: Reader, column: number, depth: number): Part | undefined {
  if (isAt(reader, ' |')) return readLiteral(reader, column);
  const after = reader.at;
  if (!endsLine(reader)) return readOnLine(reader, depth);
  if (reader.indent >= column && isAt(reader, '- ')) return readList(reader, reader.indent, depth + 1);
  if (reader.indent > column) return readMapping(reader, reader.indent, depth + 1);
  return { value: null, isEmpty: true, range: [after, after] };
}

function readList(reader: Reader, column: number, depth: number): Part | undefined {
  const { at: begin } = reader;
  const items: Part[] = [];
  while (reader.indent === column && isAt(reader, '- ')) {
    const start = reader.at;
    reader.at += 1;
    skipSpaces(reader);
    KEY.lastIndex = reader.at;
    const inner = column + reader.at - start;
    const part = KEY.test(reader.text) ? readMapping(reader, inner, depth) : readOnLine(reader, depth);
    if (!part || reader.indent > column) return undefined;
    items.push(part);
  }
  return { value: items.map(({ value }) => value), items, range: [begin, items.at(-1)?.range[1] ?? begin] };
}

function readOnLine(reader: Reader, depth: number): Part | undefined {
  skipSpaces(reader);
  const part = readInline(reader, PLAIN, depth);
  return part && endsLine(reader) ? part : undefined;
}

function readInline(reader: Reader, plain: RegExp, depth: number): Part | undefined {
  const start = reader.at;
  if (isAt(reader, '{')) return readFlowMapping(reader, depth + 1);
  if (isAt(reader, '[')) return readFlowList(reader, depth + 1);
  const [, quoted] = take(reader, DOUBLE_QUOTED) ?? take(reader, SINGLE_QUOTED) ?? [];
  if (quoted !== undefined) return { value: quoted, range: [start, reader.at] };
  const [line = ''] = take(reader, plain) ?? [];
  const comment = line.indexOf(' #');
  const written = withoutEndSpaces(comment === -1 ? line : line.slice(0, comment));
  reader.at = start + written.length;
  const value = valueOfPlain(written);
  return value === undefined ? undefined : { value, range: [start, reader.at] };
}

function withoutEndSpaces(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x20) end -= 1;
  return text.slice(0, end);
}

function valueOfPlain(text: string): Json | undefined {
  if (text === '' || text.includes(': ') || text.endsWith(':')) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  if (INTEGER.test(text)) return Number(text);
  return NO_TEXT.test(text) ? undefined : text;
}

function readFlowMapping(reader: Reader, depth: number): Part | undefined {
  const { at: begin } = reader;
  const value: JsonObject = {};
  const members = new Map<string, KeyedPart>();
  const isWhole = readFlow(reader, '}', depth, () => {
    const start = reader.at;
    const name = takeKey(reader);
    if (name === '' || members.has(name)) return false;
    skipSpaces(reader);
    const part = readInline(reader, PLAIN_IN_FLOW, depth);
    if (!part) return false;
    members.set(name, { key: [start, start + name.length], part });
    value[name] = part.value;
    return true;
  });
  return isWhole ? { value, members, range: [begin, reader.at] } : undefined;
}

function readFlowList(reader: Reader, depth: number): Part | undefined {
  const { at: begin } = reader;
  const items: Part[] = [];
  const isWhole = readFlow(reader, ']', depth, () => {
    const part = readInline(reader, PLAIN_IN_FLOW, depth);
    if (part) items.push(part);
    return part !== undefined;
  });
  return isWhole ? { value: items.map(({ value }) => value), items, range: [begin, reader.at] } : undefined;
}

/** Reads the entries between two brackets. Returns false if one of them cannot be read. */
function readFlow(reader: Reader, closing: string, depth: number, readEntry: () => boolean): boolean {
  if (depth > DEEPEST) return false;
  reader.at += 1;
  skipSpaces(reader);
  while (!isAt(reader, closing)) {
    if (!readEntry()) return false;
    skipSpaces(reader);
    if (isAt(reader, closing)) break;
    if (!isAt(reader, ', ')) return false;
    reader.at += 1;
    skipSpaces(reader);
    if (isAt(reader, closing)) return false;
  }
  reader.at += 1;
  return true;
}

/** Reads a text below `|`. Its final line breaks are no part of the value, as in the documents that the library reads. */
function readLiteral(reader: Reader, column: number): Part | undefined {
  reader.at += 1;
  const { text, at: start } = reader;
  if (!take(reader, LITERAL)) return undefined;
  const indent = spacesAt(text, reader.at);
  if (indent <= column || text[reader.at + indent] === '\n') return undefined;
  const lines: string[] = [];
  let filled = 0;
  for (let from = reader.at; from < text.length; ) {
    const next = text.indexOf('\n', from);
    const spaces = spacesAt(text, from);
    const isBlank = from + spaces === next;
    if (isBlank && spaces > indent) return undefined;
    if (!isBlank && spaces < indent) break;
    lines.push(isBlank ? '' : text.slice(from + indent, next));
    from = next + 1;
    if (isBlank) continue;
    reader.at = from;
    filled = lines.length;
  }
  const { at: end } = reader;
  toNextLine(reader);
  return { value: lines.slice(0, filled).join('\n'), range: [start, end] };
}

function spacesAt(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20) at += 1;
  return at - from;
}

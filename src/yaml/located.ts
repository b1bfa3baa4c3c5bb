import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Range as NodeRange,
  type Pair,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Json } from '../core/json.ts';
import { asWarning, errorProblem, type Problem } from '../core/problem.ts';
import {
  createSource,
  decodeUtf8,
  MAX_SOURCE_BYTES,
  normaliseSource,
  positionsOf,
  type Source,
} from '../text/source-text.ts';
import {
  isMergeKey,
  MAX_DEPTH,
  MAX_ENTRIES,
  MAX_TEXT,
  type Oversized,
  oversizedIn,
  tokensOf,
  tooLarge,
  tooMany,
} from './limits.ts';
import {
  commentedVariables,
  controlCharacters,
  curlyQuotes,
  foldedText,
  halfCharacter,
  mergeConflict,
  unindentedTexts,
  wideIndent,
} from './mistakes.ts';
import {
  type DocumentReader,
  type KeyedPart,
  type LocatedDocument,
  type Part,
  PlacedDocument,
  type Range,
} from './places.ts';
import { readSimple } from './simple.ts';
import { syntaxProblem } from './syntax.ts';

/** Variables that were read as comments: each is looked for in every document. */
const MOST_SWALLOWED = 1000;

const COMPOSING = {
  version: '1.2',
  // Ours is linear and knows both places.
  uniqueKeys: false,
  stringKeys: true,
  resolveKnownTags: false,
  logLevel: 'silent',
} as const;

/** The documents of a text that could be read, and the problems of all. */
export interface ParsedText {
  documents: LocatedDocument[];
  problems: Problem[];
}

/**
 * Reads YAML text (1.2, core schema) as documents with places. Lines and columns are those of an editor: columns count code points,
 * without a byte-order mark. CR LF becomes LF with one warning. One final line break of a block scalar is dropped. Anchors,
 * aliases, unknown tags and duplicate keys are problems. A document that cannot be read, or that would mean something else than a
 * reader expects, has problems and is left out.
 * @param file the path that places name
 */
export function parseLocated(file: string, text: string): ParsedText {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_SOURCE_BYTES) return { documents: [], problems: [tooLarge(file, bytes)] };
  const source = createSource(file, normaliseSource(text));
  const problems = [...lineBreakWarning(source, text), ...controlCharacters(source)];
  if (problems.some((problem) => problem.severity === 'error')) return { documents: [], problems };

  const reader = readerOf(source);
  const simple = readSimple(source.text);
  if (simple)
    return { documents: simple.map((part, index) => new PlacedDocument(source, part, reader, index)), problems };
  return parseComposed(source, problems, reader);
}

function parseComposed(source: Source, problems: Problem[], reader: DocumentReader): ParsedText {
  const conflict = mergeConflict(source);
  if (conflict) return { documents: [], problems: [...problems, conflict] };
  // Composing is recursive, and a stack overflow there can end the process. So the depth is checked before.
  const { tokens, comments, many } = tokensOf(source.text);
  const refused = many ? tooMany(source.file, many) : tooDeep(source, tokens);
  if (refused) return { documents: [], problems: [...problems, refused] };
  const { lost, others } = unindentedTexts(source, tokens);
  const texts = others.slice(0, MOST_SWALLOWED);
  const swallowed = [
    ...lost.slice(0, MOST_SWALLOWED),
    ...curlyQuotes(source, tokens).slice(0, MOST_SWALLOWED),
    ...commentedVariables(source, comments).slice(0, MOST_SWALLOWED),
  ];
  const documents: LocatedDocument[] = [];
  let index = -1;
  for (const document of composed(source, tokens)) {
    if (hasContent(document)) index += 1;
    const read = readDocument(source, document, swallowed, texts);
    problems.push(...read.problems);
    if (read.part) documents.push(new PlacedDocument(source, read.part, reader, index));
  }
  return { documents, problems };
}

function composed(source: Source, tokens: readonly CST.Token[]): Document.Parsed[] {
  return [...new Composer(COMPOSING).compose(tokens, false, source.text.length)];
}

/** Returns the documents of a text as nodes, whatever mistakes they have. None if the text is too large or too deep to compose. */
export function nodesIn(text: string): Document.Parsed[] {
  const [source, { tokens }] = [createSource('', text), tokensOf(text)];
  return tooDeep(source, tokens) ? [] : composed(source, tokens);
}

function hasContent({ contents }: Document.Parsed): boolean {
  return contents !== null && !isEmptyScalar(contents);
}

function readerOf(source: Source): DocumentReader {
  let simple: readonly Part[] | undefined;
  let documents: Document.Parsed[] | undefined;
  const whole = (index: number): Part => {
    documents ??= composed(source, tokensOf(source.text).tokens).filter(hasContent);
    return readNode(documents[index]?.contents, source, []);
  };
  return {
    whole,
    quick: (index) => {
      simple ??= readSimple(source.text) ?? [];
      return simple[index] ?? whole(index);
    },
    forget: () => {
      simple = undefined;
      documents = undefined;
    },
  };
}

/** As `parseLocated`, from a file's bytes. Invalid UTF-8 is a problem with the offset of the first invalid byte. */
export function parseLocatedBytes(file: string, bytes: Uint8Array): ParsedText & { text: string } {
  if (bytes.length > MAX_SOURCE_BYTES) return { documents: [], problems: [tooLarge(file, bytes.length)], text: '' };
  const decoded = decodeUtf8(bytes);
  if ('text' in decoded) return { ...parseLocated(file, decoded.text), text: decoded.text };
  const before = new TextDecoder().decode(bytes.subarray(0, decoded.badByte));
  const position = positionsOf(normaliseSource(before))(normaliseSource(before).length);
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const byte = bytes[decoded.badByte]?.toString(16).padStart(2, '0');
  const problem = errorProblem(
    'not-utf8',
    `The file is not UTF-8: byte ${decoded.badByte} (0x${byte}) does not begin a character`,
    wide
      ? 'The file looks like UTF-16. Save it as UTF-8'
      : 'Save the file as UTF-8. Other Korean files are usually CP949 (EUC-KR)',
  );
  return { documents: [], problems: [{ ...problem, place: { file, ...position } }], text: before };
}

function lineBreakWarning(source: Source, text: string): Problem[] {
  const at = text.indexOf('\r');
  if (at === -1) return [];
  const offset = normaliseSource(text.slice(0, at)).length;
  const message = `The file has ${text[at + 1] === '\n' ? 'CR LF' : 'CR'} line breaks; texts are sent with LF`;
  const hint = 'Save it with LF line breaks (in git: `*.yaml text eol=lf` in .gitattributes)';
  return [asWarning(source.problem('line-breaks', [offset, offset], message, hint))];
}

function readDocument(
  source: Source,
  document: Document.Parsed,
  swallowed: readonly Problem[],
  unindented: readonly Problem[],
): { part?: Part; problems: Problem[] } {
  const [syntax] = document.errors;
  const lost = swallowedIn(source, document, swallowed);
  const mistakes = syntax || lost.length > 0 ? [...lost, ...swallowedIn(source, document, unindented)] : lost;
  const texts = mistakes.filter(({ code }) => code === 'yaml-syntax');
  if (mistakes.length > 0) return { problems: texts.length > 0 ? texts : mistakes };
  if (syntax) return { problems: [syntaxProblem(source, document, syntax)] };
  const directive = versionProblem(source, document);
  if (directive) return { problems: [directive] };
  const anchor = anchorProblem(source, document);
  if (anchor) return { problems: [anchor] };
  const oversized = oversizedIn(document);
  if (oversized) return { problems: [oversizedProblem(source, oversized)] };

  const problems = document.warnings.map((warning) => tagProblem(source, warning));
  problems.push(...secondManifest(source, document.contents));
  return hasContent(document) ? { part: readNode(document.contents, source, problems), problems } : { problems };
}

function swallowedIn(source: Source, { range }: Document.Parsed, swallowed: readonly Problem[]): Problem[] {
  if (swallowed.length === 0) return [];
  const [begin, , end] = range;
  const first = source.place(begin, begin).line;
  const last = source.place(end, end).line;
  return swallowed.filter(({ place }) => {
    const line = place?.line as number;
    return line >= first && line <= last;
  });
}

function versionProblem(source: Source, document: Document.Parsed): Problem | undefined {
  const version = document.directives?.yaml;
  if (!version?.explicit || version.version === '1.2') return undefined;
  const at = source.text.lastIndexOf('%YAML', document.range?.[0]);
  return source.problem(
    'yaml-syntax',
    [at, source.text.indexOf('\n', at)],
    `Manifests are YAML 1.2, not ${version.version}`,
    'Remove the %YAML line',
  );
}

function anchorProblem(source: Source, document: Document.Parsed): Problem | undefined {
  const [begin, , end] = document.range;
  if (!/[&*]|<</.test(source.text.slice(begin, end))) return undefined;
  let found: Node | undefined;
  const stopAt = (node: Node): symbol => {
    found = node;
    return visit.BREAK;
  };
  visit(document, {
    Pair: (_key, { key, value }) => (isMergeKey(key, value) ? stopAt(key) : undefined),
    Node: (_key, node) => (isAlias(node) || node.anchor !== undefined ? stopAt(node) : undefined),
  });
  if (!found?.range) return undefined;
  const [start] = found.range;
  const { anchor } = found as Scalar;
  const name = isAlias(found) ? `*${found.source}` : anchor === undefined ? '<<' : `&${anchor}`;
  const at = isAlias(found) ? start : source.text.lastIndexOf(name, start);
  return source.problem(
    'yaml-anchor',
    [at, at + name.length],
    `Anchors, aliases and merge keys are not supported: \`${name}\``,
    `Repeat the value. Put a text that begins with \`${name.charAt(0)}\` in double quotes`,
  );
}

function oversizedProblem(source: Source, found: Oversized): Problem {
  const { node } = found;
  const [start] = rangeOf(node);
  if ('units' in found) {
    const message = `A text has ${found.units.toLocaleString('en')} characters; no field takes more than ${MAX_TEXT.toLocaleString('en')}`;
    return source.problem('too-long', [start, start + 1], message, 'Shorten it');
  }
  const message = `A list or mapping has ${found.entries.toLocaleString('en')} entries; no field takes more than ${MAX_ENTRIES.toLocaleString('en')}`;
  return source.problem('too-many', [start, start + 1], message, 'Remove some entries');
}

function tagProblem(source: Source, warning: YAMLError): Problem {
  const tag = source.text.slice(...warning.pos);
  return source.problem(
    'yaml-tag',
    warning.pos,
    `The tag \`${tag}\` is unknown`,
    'Remove it. A text that begins with `!` requires quotes',
  );
}

function tooDeep(source: Source, tokens: readonly CST.Token[]): Problem | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAX_DEPTH) {
      const message = `The file is nested deeper than ${MAX_DEPTH} levels`;
      const { offset } = token;
      return source.problem('yaml-depth', [offset, offset + 1], message, 'No manifest needs more levels');
    }
    if (token.type === 'document' && token.value) open.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const { key, value } of token.items as CST.CollectionItem[]) {
      if (key) open.push({ token: key, depth: depth + 1 });
      if (value) open.push({ token: value, depth: depth + 1 });
    }
  }
  return undefined;
}

/** @param name of the field that has the node, if there is one */
function readNode(node: unknown, source: Source, problems: Problem[], name?: string): Part {
  if (isMap(node)) return readMap(node, source, problems);
  const range = isNode(node) ? rangeOf(node) : undefined;
  if (isSeq(node)) {
    const items = node.items.map((item) => readNode(item, source, problems));
    return { value: items.map(({ value }) => value), items, ...(range && { range }) };
  }
  const value = isScalar(node) ? readScalar(node) : null;
  if (range) problems.push(...halfCharacter(source, range, value));
  if (isScalar(node) && typeof value === 'string') problems.push(...foldedText(source, node, name));
  return { value, isEmpty: node === null || isEmptyScalar(node), ...(range && { range }) };
}

function readMap(map: YAMLMap, source: Source, problems: Problem[]): Part {
  const members = new Map<string, KeyedPart>();
  const cut = new Map<KeyedPart, string>();
  let last: { name: string; member: KeyedPart } | undefined;
  for (const pair of map.items) {
    const key = rangeOf(pair.key as Node);
    // By our options every key is a text. Anything else was reported as a syntax error.
    const name = String((pair.key as Scalar).value);
    const first = members.get(name);
    problems.push(...halfCharacter(source, key, name), ...wideIndent(source, key, name));
    const part = readNode(pair.value, source, problems, name);
    const whole = last && part.isEmpty && joined(last.member.part, key, source.text);
    if (last && whole) {
      last.member.part = whole;
      cut.set(last.member, last.name);
      continue;
    }
    last = { name, member: { key, part } };
    if (first) problems.push(duplicateKey(source, name, key, first.key));
    else members.set(name, last.member);
  }
  for (const [{ part }, name] of cut) problems.push(cutAtComma(source, name, part));
  const value = Object.fromEntries(Array.from(members, ([name, { part }]) => [name, part.value]));
  return { value, members, range: rangeOf(map) };
}

/**
 * Joins the pieces of a number without quotes: YAML reads `{ 금액: 1,000,000 }` as 금액: 1 and keys without values. Returns undefined
 * if the key does not continue the value.
 */
function joined({ range }: Part, key: Range, text: string): Part | undefined {
  if (!range || key[0] !== range[1] + 1 || !/\d,\d{3}/.test(text.slice(range[1] - 1, key[0] + 3))) return undefined;
  const whole: Range = [range[0], key[1]];
  return { value: text.slice(...whole), range: whole };
}

function cutAtComma(source: Source, name: string, { value, range }: Part): Problem {
  const [, ...rest] = String(value).split(',');
  const read = rest.map((key) => `\`${key}\``).join(', ');
  const message = `\`${name}\` ends at its comma: between \`{ }\` YAML reads ${read} as another field`;
  const quoted = `Quote the whole value: \`"${value}"\``;
  // The title of a coupon takes no commas, quoted or not.
  const isAmount = /^\d[\d,]*\d\D*$/.test(String(value));
  const hint = isAmount ? `${quoted}, or remove the commas` : quoted;
  return source.problem('wrong-type', range as Range, message, hint);
}

function duplicateKey(source: Source, name: string, key: Range, first: Range): Problem {
  const problem = source.problem('yaml-duplicate-key', key, `\`${name}\` is written twice`, 'Remove one of the two');
  return { ...problem, related: [{ message: 'the first one', place: source.place(...first) }] };
}

/**
 * Finds a second `kind` after other fields. Its manifest begins there, or at the first of the repeated fields directly above. Removes
 * that manifest: only the line between the two is missing.
 */
function secondManifest(source: Source, contents: unknown): Problem[] {
  if (!isMap(contents) || contents.flow === true) return [];
  const names = contents.items.map(({ key }) => (key as Scalar).value);
  const kinds = names.flatMap((name, index) => (name === 'kind' ? [index] : []));
  const second = kinds.find((index, nth) => nth > 0 && index - (kinds[nth - 1] as number) > 1);
  if (second === undefined) return [];
  const start = names.findLastIndex((name, index) => index <= second && names.indexOf(name) === index) + 1;
  const [{ key }] = contents.items.splice(start) as [Pair];
  const range = rangeOf(key as Node);
  const above = source.text.slice(0, range[0]).split('\n').slice(0, -1);
  // Comments directly above belong to the second manifest.
  const line = above.findLastIndex((one) => !one.startsWith('#')) + 2;
  const hint = `Write \`---\` on a line of its own before line ${line}`;
  return [source.problem('yaml-duplicate-key', range, 'A second manifest begins here', hint)];
}

function isEmptyScalar(node: unknown): boolean {
  return isScalar(node) && node.value === null && node.source === '';
}

function rangeOf({ range }: Node): Range {
  const [start, end] = range as NodeRange;
  return [start, end];
}

function readScalar(node: Scalar): Json {
  const { value } = node;
  const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  if (typeof value === 'string') return block && value.endsWith('\n') ? value.slice(0, -1) : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(node.source);
  return typeof value === 'boolean' ? value : null;
}

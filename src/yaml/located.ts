import { isUtf8 } from 'node:buffer';
import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Range as NodeRange,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Json } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import { createSource, decodedText, MAX_SOURCE_BYTES, normaliseSource, type Source } from '../text/source-text.ts';
import { oversizedIn, tokensOf, tooLarge } from './limits.ts';
import { commentedVariables, foldedText, type SwallowedText, unreadable } from './mistakes.ts';
import {
  type DocumentReader,
  type KeyedPart,
  type LocatedDocument,
  type Part,
  PlacedDocument,
  type Range,
} from './places.ts';
import { readSimple } from './simple.ts';
import { syntaxProblem, unindentedLine } from './syntax.ts';

/** How many variables that were read as comments are reported: each is looked for in every document. */
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
interface ParsedText {
  documents: LocatedDocument[];
  problems: Problem[];
}

/**
 * Reads YAML text (1.2, core schema) as documents with places. Lines and columns are those of an editor: columns count code points,
 * without a byte-order mark. Every line break becomes LF. One final line break of a block scalar is dropped. Anchors,
 * aliases, unknown tags and duplicate keys are problems. A document that cannot be read, or that would mean something else than a
 * reader expects, has problems and is left out.
 * @param file the path that places name
 */
export function parseLocated(file: string, text: string): ParsedText {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_SOURCE_BYTES) return { documents: [], problems: [tooLarge(file, bytes)] };
  const source = createSource(file, normaliseSource(text));
  const problem = unreadable(source);
  if (problem) return { documents: [], problems: [problem] };
  const reader = readerOf(source);
  const simple = readSimple(source.text);
  if (!simple) return parseComposed(source, reader);
  return { documents: simple.map((part, index) => new PlacedDocument(source, part, reader, index)), problems: [] };
}

function parseComposed(source: Source, reader: DocumentReader): ParsedText {
  const { tokens, comments, refusal } = tokensOf(source);
  if (refusal) return { documents: [], problems: [refusal] };
  const swallowed = commentedVariables(source, comments.slice(0, MOST_SWALLOWED));
  const problems: Problem[] = [];
  const documents: LocatedDocument[] = [];
  let index = -1;
  for (const document of composed(source, tokens)) {
    if (hasContent(document)) index += 1;
    const read = readDocument(source, document, swallowed);
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
  const source = createSource('', text);
  return composed(source, tokensOf(source).tokens);
}

function hasContent({ contents }: Document.Parsed): boolean {
  return contents !== null && !isEmptyScalar(contents);
}

function readerOf(source: Source): DocumentReader {
  let parts: readonly Part[] | undefined;
  const read = (): Part[] =>
    composed(source, tokensOf(source).tokens)
      .filter(hasContent)
      .map(({ contents }) => readNode(contents, source, []));
  return {
    partAt: (index) => {
      parts ??= readSimple(source.text) ?? read();
      return parts[index] as Part;
    },
    forget: () => {
      parts = undefined;
    },
  };
}

/** As `parseLocated`, from a file's bytes. The place of bytes that are not UTF-8 is the first of them. */
export function parseLocatedBytes(file: string, bytes: Uint8Array): ParsedText & { text: string } {
  if (bytes.length > MAX_SOURCE_BYTES) return { documents: [], problems: [tooLarge(file, bytes.length)], text: '' };
  const text = decodedText(bytes);
  const isWide = /^(?:fffe|feff|00|..00)/.test(Buffer.from(bytes.subarray(0, 2)).toString('hex'));
  if (!isWide && isUtf8(bytes)) return { ...parseLocated(file, text), text };
  // Only the text before is shown: numbers in another encoding would not be masked.
  const before = isWide ? '' : text.slice(0, text.indexOf('\ufffd'));
  const source = createSource(file, normaliseSource(before));
  const at = source.text.length;
  const hint = isWide
    ? 'The file looks like UTF-16. Save it as UTF-8'
    : 'Save the file as UTF-8. Other Korean files are usually CP949 (EUC-KR)';
  return {
    documents: [],
    problems: [source.problem('not-utf8', [at, at], 'The file is not UTF-8', hint)],
    text: before,
  };
}

function readDocument(
  source: Source,
  document: Document.Parsed,
  swallowed: readonly SwallowedText[],
): { part?: Part; problems: Problem[] } {
  const lost = swallowedIn(source, document, swallowed);
  const [first] = lost;
  const unindented = first && unindentedLine(source, document.range[0], first.end);
  if (first) return { problems: unindented ? [unindented] : lost.map(({ problem }) => problem) };
  const [syntax] = document.errors;
  const problem = syntax
    ? syntaxProblem(source, document, syntax)
    : (anchorProblem(source, document) ?? oversizedIn(source, document));
  if (problem) return { problems: [problem] };
  const problems = document.warnings.map((warning) => tagProblem(source, warning));
  return hasContent(document) ? { part: readNode(document.contents, source, problems), problems } : { problems };
}

function swallowedIn(source: Source, { range }: Document.Parsed, swallowed: readonly SwallowedText[]): SwallowedText[] {
  if (swallowed.length === 0) return [];
  const [begin, , end] = range;
  const first = source.place(begin, begin).line;
  const last = source.place(end, end).line;
  return swallowed.filter(({ problem: { place } }) => place && place.line >= first && place.line <= last);
}

function anchorProblem(source: Source, document: Document.Parsed): Problem | undefined {
  const [begin, , end] = document.range;
  if (!/[&*]|<</.test(source.text.slice(begin, end))) return undefined;
  let found: { name: string; start: number } | undefined;
  const stopAt = (name: string, { range }: Node): symbol => {
    const [start = 0] = range ?? [];
    found = { name, start: name.startsWith('&') ? source.text.lastIndexOf(name, start) : start };
    return visit.BREAK;
  };
  visit(document, {
    Pair: (_key, { key, value }) =>
      // The key `<<` of YAML 1.1 merges the members of another mapping.
      isCollection(value) && isScalar(key) && key.source === '<<' && key.type === 'PLAIN'
        ? stopAt('<<', key)
        : undefined,
    Alias: (_key, node) => stopAt(`*${node.source}`, node),
    Value: (_key, node) => (node.anchor === undefined ? undefined : stopAt(`&${node.anchor}`, node)),
  });
  if (!found) return undefined;
  const { name, start } = found;
  return source.problem(
    'yaml-anchor',
    [start, start + name.length],
    `Anchors, aliases and merge keys are not supported: \`${name}\``,
    `Repeat the value. Put a text that begins with \`${name.charAt(0)}\` in double quotes`,
  );
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

/** @param name of the field that has the node, if there is one */
function readNode(node: unknown, source: Source, problems: Problem[], name?: string): Part {
  if (isMap(node)) return readMap(node, source, problems);
  if (isSeq(node)) {
    const items = node.items.map((item) => readNode(item, source, problems));
    return { value: items.map(({ value }) => value), items, range: rangeAround(node, items.at(-1)?.range) };
  }
  const range = isNode(node) ? rangeOf(node) : NOWHERE;
  const value = isScalar(node) ? readScalar(node) : null;
  if (typeof value === 'string') problems.push(...halfCharacter(source, range, value));
  if (isScalar(node) && typeof value === 'string') problems.push(...foldedText(source, node, name));
  return { value, isEmpty: node === null || isEmptyScalar(node), range };
}

/** The range of a value that is not written. Its key is shown instead. */
const NOWHERE: Range = [0, 0];

function readMap(map: YAMLMap, source: Source, problems: Problem[]): Part {
  const members = new Map<string, KeyedPart>();
  const cut = new Map<KeyedPart, string>();
  let last: { name: string; member: KeyedPart } | undefined;
  for (const pair of map.items) {
    const key = rangeOf(pair.key as Node);
    // By our options every key is a text. Anything else was reported as a syntax error.
    const name = String((pair.key as Scalar).value);
    const first = members.get(name);
    if (first && name === 'kind') {
      problems.push(secondManifest(source, key));
      break;
    }
    problems.push(...halfCharacter(source, key, name));
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
  const { key, part } = [...members.values()].at(-1) ?? {};
  return { value, members, range: rangeAround(map, part?.isEmpty ? key : part?.range) };
}

/** Returns the range of a list or mapping: to its bracket, else to the end of its last part. The library counts the line break. */
function rangeAround(node: YAMLMap | YAMLSeq, [, end]: Range = NOWHERE): Range {
  const [start, after] = rangeOf(node);
  return [start, node.flow ? after : end];
}

/** Finds an unpaired surrogate, which only an escape in double quotes can write. No service can receive it. */
function halfCharacter(source: Source, range: Range, text: string): Problem[] {
  if (!/\p{Surrogate}/u.test(text)) return [];
  const hint = 'Write the character itself, or both of its halves, as `\\ud83d\\ude00`';
  return [
    source.problem('control-character', range, 'The text has half of a character, which UTF-8 cannot encode', hint),
  ];
}

/**
 * Joins the pieces of a value that its comma ended: YAML reads `{ 금액: 1,000,000 }` as 금액: 1 and keys without values, and so it does
 * with a comma between curly quotes. Returns undefined if the key does not continue the value.
 */
function joined({ value, range }: Part, key: Range, text: string): Part | undefined {
  const isQuoted = /^[“‘][^”’]*$/.test(String(value)) && /^,\s?$/.test(text.slice(range[1], key[0]));
  const isNumber = key[0] === range[1] + 1 && /\d,\d{3}/.test(text.slice(range[1] - 1, key[0] + 3));
  if (!isQuoted && !isNumber) return undefined;
  const whole: Range = [range[0], key[1]];
  return { value: text.slice(...whole), range: whole };
}

function cutAtComma(source: Source, name: string, { value, range }: Part): Problem {
  const [, ...rest] = String(value).split(',');
  const read = rest.map((key) => `\`${key.trim()}\``).join(', ');
  const message = `\`${name}\` ends at its comma: between \`{ }\` YAML reads ${read} as another field`;
  const quoted = `Quote the whole value: \`"${String(value).replace(/[“”‘’]/g, '')}"\``;
  // The title of a coupon takes no commas, quoted or not.
  const isAmount = /^\d[\d,]*\d\D*$/.test(String(value));
  return source.problem('wrong-type', range, message, isAmount ? `${quoted}, or remove the commas` : quoted);
}

function duplicateKey(source: Source, name: string, key: Range, first: Range): Problem {
  const problem = source.problem('yaml-duplicate-key', key, `\`${name}\` is written twice`, 'Remove one of the two');
  return { ...problem, related: [{ message: 'the first one', place: source.place(...first) }] };
}

/** The problem of a second `kind` in one document. The other fields of its manifest are not read. */
function secondManifest(source: Source, key: Range): Problem {
  const hint = 'Write `---` on a line of its own between two manifests';
  return source.problem('yaml-duplicate-key', key, 'A second manifest begins here', hint);
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

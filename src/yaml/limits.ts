import { type CST, type Document, isCollection, isScalar, Lexer, type Node, Parser, type Scalar, visit } from 'yaml';
import { errorProblem, type Problem } from '../core/problem.ts';
import { MAX_SOURCE_BYTES } from '../text/source-text.ts';

/** The deepest nesting that any manifest has. */
export const MAX_DEPTH = 64;

/** More pieces (words, signs, line breaks) than any file of a megabyte that people write. */
export const MAX_PIECES = 250_000;

export const MAX_DOCUMENTS = 10_000;

/** Longer than any text that the service takes, in UTF-16 units. */
export const MAX_TEXT = 10_000;

/** More entries than any list or mapping of a manifest has. */
export const MAX_ENTRIES = 10_000;

/** How many levels the parser reads beyond the limit, to find the place of the first level that is too deep. */
const MARGIN = 8;

/** A comment of a text, and the number of brackets that are open before it. */
export interface YamlComment {
  lexeme: string;
  offset: number;
  depth: number;
}

const MARKS = new Set(['\u0002', '\u0018', '\u001f']);

/** Returns 1 for an opening bracket, -1 for a closing one. */
function opened(lexeme: string): number {
  if (lexeme === '{' || lexeme === '[') return 1;
  return lexeme === '}' || lexeme === ']' ? -1 : 0;
}

/** True for a sign of the lexer that is not in the text. */
export function isMark(lexeme: string): boolean {
  return MARKS.has(lexeme);
}

/** The tokens of a text, and its comments that begin as a message variable does. */
interface Tokens {
  tokens: CST.Token[];
  comments: YamlComment[];
  many?: 'pieces' | 'documents';
}

/**
 * Returns the documents of a text as tokens, one after another. Stops if the text has too much depth or too many parts, because the
 * library's work grows with both.
 */
export function tokensOf(text: string): Tokens {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const comments: YamlComment[] = [];
  let pieces = 0;
  let [offset, depth] = [0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    pieces += 1;
    if (pieces > MAX_PIECES) return { tokens: [], comments, many: 'pieces' };
    if (lexeme.startsWith('#{')) comments.push({ lexeme, offset, depth });
    for (const token of parser.next(lexeme)) tokens.push(token);
    depth += opened(lexeme);
    if (!isMark(lexeme)) offset += lexeme.length;
    if (parser.stack.length > MAX_DEPTH + MARGIN) break;
  }
  tokens.push(...parser.end());
  const documents = tokens.filter(({ type }) => type === 'document').length;
  return documents > MAX_DOCUMENTS ? { tokens: [], comments, many: 'documents' } : { tokens, comments };
}

/** A part that is larger than in any manifest: a text that is too long, or a collection with too many entries. */
export type Oversized = { node: Node; units: number } | { node: Node; entries: number };

/** Returns the first node of a document that is too large to check. */
export function oversizedIn(document: Document.Parsed): Oversized | undefined {
  const [begin, , end] = document.range;
  // Nothing is longer than what it is written with.
  if (end - begin <= Math.min(MAX_TEXT, MAX_ENTRIES)) return undefined;
  let found: Oversized | undefined;
  visit(document, {
    Scalar: (_key, node) => {
      const units = typeof node.value === 'string' ? node.value.length : 0;
      if (units > MAX_TEXT) found = { node, units };
      return found && visit.BREAK;
    },
    Collection: (_key, node) => {
      const entries = node.items.length;
      if (entries > MAX_ENTRIES) found = { node, entries };
      return found && visit.BREAK;
    },
  });
  return found;
}

/** True for the key `<<` of YAML 1.1, which merges the members of another mapping. */
export function isMergeKey(key: unknown, value: unknown): key is Scalar {
  return isCollection(value) && isScalar(key) && key.source === '<<' && key.type === 'PLAIN';
}

/** The problem of a file with too many bytes. */
export function tooLarge(file: string, bytes: number): Problem {
  const [has, most] = [bytes, MAX_SOURCE_BYTES].map((number) => number.toLocaleString('en'));
  return unread(file, `The file has ${has} bytes; at most ${most} are read`, 'Split the file into several files');
}

/** The problem of a file with too many words or documents. */
export function tooMany(file: string, many: 'pieces' | 'documents'): Problem {
  const [most, what] = many === 'pieces' ? [MAX_PIECES, 'words and signs'] : [MAX_DOCUMENTS, 'documents'];
  const message = `The file has more than ${most.toLocaleString('en')} ${what}, so it is not read`;
  return unread(file, message, 'Split it into several files');
}

function unread(file: string, message: string, hint: string): Problem {
  return { ...errorProblem('source-too-large', message, hint), place: { file, line: 1, column: 1 } };
}

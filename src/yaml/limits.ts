import { type CST, type Document, isCollection, isScalar, Lexer, Parser, visit } from 'yaml';
import { errorProblem, type Problem } from '../core/problem.ts';
import { MAX_SOURCE_BYTES, type Source } from '../text/source-text.ts';

/** The deepest nesting that any manifest has. */
const MAX_DEPTH = 64;

/** More pieces (words, signs, line breaks) than any file of a megabyte that people write. */
const MAX_PIECES = 250_000;

const MAX_DOCUMENTS = 10_000;

/** Longer than any text that the service takes, in UTF-16 units, and more entries than any list or mapping has. */
export const MAX_SIZE = 10_000;

/** A comment of a text. */
export interface YamlComment {
  lexeme: string;
  offset: number;
  /** True between brackets. */
  isInFlow: boolean;
}

/** Signs of the lexer that are not in the text. */
const MARKS = new Set(['\u0002', '\u0018', '\u001f']);

const OPENED: ReadonlyMap<string, number> = new Map([
  ['{', 1],
  ['[', 1],
  ['}', -1],
  [']', -1],
]);

/** The tokens of a text, and its comments that begin as a message variable does. Or the problem of a text that is too large to read. */
interface Tokens {
  tokens: CST.Token[];
  comments: YamlComment[];
  refusal?: Problem;
}

/**
 * Returns the documents of a text as tokens, one after another. Refuses a text with too much depth or too many parts: the library's
 * work grows with both, and composing is recursive, so a stack overflow there can end the process.
 */
export function tokensOf(source: Source): Tokens {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const comments: YamlComment[] = [];
  const refused = (refusal: Problem): Tokens => ({ tokens: [], comments: [], refusal });
  let pieces = 0;
  let [offset, open] = [0, 0];
  for (const lexeme of new Lexer().lex(source.text)) {
    pieces += 1;
    if (pieces > MAX_PIECES) return refused(tooMany(source.file, MAX_PIECES, 'words and signs'));
    if (lexeme.startsWith('#{')) comments.push({ lexeme, offset, isInFlow: open > 0 });
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_DEPTH && parser.stack.filter((one) => 'items' in one).length > MAX_DEPTH) {
      const message = `The file is nested deeper than ${MAX_DEPTH} levels`;
      return refused(source.problem('yaml-depth', [offset, offset + 1], message, 'No manifest needs more levels'));
    }
    open += OPENED.get(lexeme) ?? 0;
    if (!MARKS.has(lexeme)) offset += lexeme.length;
  }
  tokens.push(...parser.end());
  const documents = tokens.filter(({ type }) => type === 'document').length;
  return documents > MAX_DOCUMENTS ? refused(tooMany(source.file, MAX_DOCUMENTS, 'documents')) : { tokens, comments };
}

/** Returns the problem of the first text, list or mapping of a document that is too large to check. */
export function oversizedIn(source: Source, document: Document.Parsed): Problem | undefined {
  const [begin, , end] = document.range;
  // Nothing is longer than what it is written with.
  if (end - begin <= MAX_SIZE) return undefined;
  let found: Problem | undefined;
  visit(document, {
    Node: (_key, node) => {
      const isList = isCollection(node);
      const size = isList ? node.items.length : isScalar(node) ? String(node.value).length : 0;
      if (size <= MAX_SIZE) return undefined;
      const [start = 0] = node.range ?? [];
      const has = `${isList ? 'A list or mapping' : 'A text'} has ${size.toLocaleString('en')}`;
      const message = `${has} ${isList ? 'entries' : 'characters'}; no field takes more than ${MAX_SIZE.toLocaleString('en')}`;
      found = source.problem(isList ? 'too-many' : 'too-long', [start, start + 1], message, 'Make it shorter');
      return visit.BREAK;
    },
  });
  return found;
}

/** The problem of a file with too many bytes. */
export function tooLarge(file: string, bytes: number): Problem {
  const [has, most] = [bytes, MAX_SOURCE_BYTES].map((number) => number.toLocaleString('en'));
  return unread(file, `The file has ${has} bytes; at most ${most} are read`);
}

function tooMany(file: string, most: number, what: string): Problem {
  return unread(file, `The file has more than ${most.toLocaleString('en')} ${what}, so it is not read`);
}

function unread(file: string, message: string): Problem {
  const problem = errorProblem('source-too-large', message, 'Split the file into several files');
  return { ...problem, place: { file, line: 1, column: 1 } };
}

import { Lexer, parseAllDocuments } from 'yaml';
import { canonical, type Json } from '../../core/json.ts';
import type { Splice } from './text.ts';

interface Comment {
  /** Offset of its `#`. */
  at: number;
  text: string;
}

/**
 * A text with a piece replaced and every comment kept. A comment that the new piece has no place for is put above the line in
 * which the piece begins.
 */
export function withComments(text: string, splice: Splice): string {
  const { start, end, text: piece, taken } = splice;
  const next = text.slice(0, start) + piece + text.slice(end);
  const isTaken = ({ at }: Comment): boolean => taken !== undefined && taken.start <= at && at < taken.end;
  const there = new Map<string, number>();
  for (const { text: one } of commentsIn(next)) there.set(one, (there.get(one) ?? 0) + 1);
  const lost = commentsIn(text).filter((comment) => {
    if (isTaken(comment)) return false;
    const left = there.get(comment.text) ?? 0;
    there.set(comment.text, left - 1);
    return left <= 0;
  });
  return lost.length === 0 ? next : withLines(next, lost, start);
}

/** A text with comments above the line of an offset, or above everything if that line begins inside a text. */
function withLines(text: string, comments: readonly Comment[], offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const [blanks = ''] = /^ */.exec(text.slice(lineStart)) ?? [];
  const lines = (indent: string): string => comments.map((one) => `${indent}${one.text}\n`).join('');
  const beside = text.slice(0, lineStart) + lines(blanks) + text.slice(lineStart);
  return said(beside) === said(text) ? beside : lines('') + text;
}

function said(text: string): string {
  const documents = parseAllDocuments(text, { uniqueKeys: false, resolveKnownTags: false, logLevel: 'silent' });
  return canonical([...documents].map((document) => (document.toJS() ?? null) as Json));
}

/** Tokens of the lexer that stand for no characters: a scalar follows, a document begins, brackets are not closed. */
const SCALAR_FOLLOWS = '\u001f';
const SIGNS = new Set(['\u0002', '\u0018']);

function commentsIn(text: string): Comment[] {
  const found: Comment[] = [];
  let at = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (SIGNS.has(token)) continue;
    if (token === SCALAR_FOLLOWS) {
      isScalar = true;
      continue;
    }
    if (token.startsWith('#') && !isScalar) found.push({ at, text: token.trimEnd() });
    isScalar = false;
    at += token.length;
  }
  return found;
}

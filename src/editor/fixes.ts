import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Position,
  type TextEdit,
} from 'vscode-languageserver/node.js';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { valueInBrackets } from '../yaml/syntax.ts';

/** The help that names the text to write. */
const MEANT =
  /(?:Did you mean|A manifest calls it|Put it in quotes:|Quote the whole value:|Write only its digits:|The value is always) `([^`]+)`(?:\?|, or remove the commas$|$)/m;
const ALLOWED = /^help: The allowed values are (.+)$/m;
/** The help without the text to write: the value is the rest of its line. */
const WHOLE = /^help: Put the whole value in double quotes(?:$|, or )/m;
/** The value is between brackets: it ends at the next comma or bracket that is not one of a variable. */
const BETWEEN = /^help: Between `/m;
/** A longer list belongs to completion. */
const MOST_CHOICES = 16;

/** The fixes of a problem: the text or the texts that its help names. */
export function fixesOf(document: TextDocument, diagnostic: Diagnostic): CodeAction[] {
  const { source } = diagnostic;
  if (source !== 'notiform') return [];
  const message = englishOf(diagnostic);
  const meant = MEANT.exec(message)?.[1];
  const allowed = Array.from((ALLOWED.exec(message)?.[1] ?? '').matchAll(/`([^`]+)`/g), ([, word = '']) => word);
  const words = meant === undefined ? allowed.slice(0, MOST_CHOICES) : [meant];
  const { start } = diagnostic.range;
  const edits = WHOLE.test(message)
    ? [quotedLine(document, start)]
    : BETWEEN.test(message)
      ? [quotedPart(document, start)]
      : words.map((word) => editOf(document, diagnostic, word));
  return edits.flatMap((edit) => {
    if (edit === undefined) return [];
    return {
      title: `Replace with ${edit.newText}`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      isPreferred: edits.length === 1,
      edit: { changes: { [document.uri]: [edit] } },
    };
  });
}

/** Quotes the value of a field that fills the rest of its line. Undefined if the value has quotes, or may end elsewhere. */
function quotedLine(document: TextDocument, { line, character }: Position): TextEdit | undefined {
  const [text, next] = linesAt(document, line);
  const [, field = '', value = ''] = /^(\s*(?:-\s+)*[^\s:'"#{}[\],]+:[ \t]+)([^\s"'|>\\][^"\\]*)$/.exec(text) ?? [];
  const isMore = next.search(/\S/) > text.search(/[^\s-]/) || /^ *\t/.test(next);
  if (value === '' || character < field.length || isMore || HAS_MORE.test(value)) return undefined;
  return quoted({ line, character: field.length }, value);
}

/** Only blanks of YAML: another space is a part of the text. */
const BLANK_END = /(?<![ \t])[ \t]+$/;

/** No part of a text: a comment, an anchor, a tag, an open bracket, the end of a mapping or a list in brackets, and its next field. */
const HAS_MORE = /(?:^|\s)#(?!\{)|^(?:&|!!)\S|^[{[][\s{[]|^(?:\{[^{}]*|\[[^[\]]*)$|[,}\]]$|,\s*[^\s:,]+:\s/;

/** Quotes the value with a variable that is at a place between brackets, as the help writes it. */
function quotedPart(document: TextDocument, at: Position): TextEdit | undefined {
  const found = valueInBrackets(document.getText(), document.offsetAt(at));
  return found && quoted(document.positionAt(found.start), found.value);
}

/** A line without the blanks at its end, and the next line that is not empty. */
function linesAt(document: TextDocument, line: number): [text: string, next: string] {
  const [, text = '', next = ''] =
    /^([^\r\n]*)(?:\s*[\r\n])?([^\r\n]*)/.exec(document.getText().slice(document.offsetAt({ line, character: 0 }))) ??
    [];
  return [text.replace(BLANK_END, ''), next];
}

function quoted({ line, character }: Position, value: string): TextEdit {
  const end = { line, character: character + value.length };
  return { range: { start: { line, character }, end }, newText: `"${value}"` };
}

/** The English text of a problem, which an editor may show in another language. */
function englishOf({ data, message }: Diagnostic): string {
  return typeof data === 'string' ? data : message;
}

function editOf(document: TextDocument, diagnostic: Diagnostic, word: string) {
  const { range } = diagnostic;
  const message = englishOf(diagnostic);
  const written = document.getText(range);
  const [quote = ''] = /^["']/.exec(written) ?? [];
  if (message.includes('quotes: `') || message.includes('whole value: `')) {
    // The place of a value that ends at its comma is the part before the comma.
    const whole = word.slice(1, -1);
    const end = document.positionAt(document.offsetAt(range.start) + whole.length);
    const value = { start: range.start, end };
    return document.getText(value) === whole ? { range: value, newText: word } : undefined;
  }
  if (message.includes('only its digits: `')) return { range, newText: word };
  const next = document.positionAt(document.offsetAt(range.end) + 1);
  const isKey = document.getText({ start: range.end, end: next }) === ':';
  // A field of another mapping, and a value that is missing behind its field, are no replacement of the key.
  if (isKey && (/\.|: /.test(word) || ALLOWED.test(message))) return undefined;
  // A reference has the id of an address.
  const name = word.includes('/') && !written.includes('/') ? word.slice(word.lastIndexOf('/') + 1) : word;
  return { range, newText: `${quote}${name}${quote}` };
}

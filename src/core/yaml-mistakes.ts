import { Lexer, type YAMLError } from 'yaml';
import type { Problem } from './problem.ts';
import type { Source } from './source-text.ts';

/** Marks of the lexer that stand for no character of the text. */
const MARKS = new Set(['\u0002', '\u0018', '\u001f']);

/** All but tab and line feed, and U+0085, which YAML takes for printable. */
const CONTROL = /(?![\t\n\u0085])\p{Cc}/u;

/**
 * `title: #{이름}님` is an empty title with a comment, and `title: 안녕 #{이름}님` is 안녕: YAML takes ` #` for the
 * beginning of a comment. A text that was cut like that is never what was meant.
 */
export function commentedVariables(source: Source): Problem[] {
  const problems: Problem[] = [];
  let offset = 0;
  for (const lexeme of new Lexer().lex(source.text)) {
    if (MARKS.has(lexeme)) continue;
    if (lexeme.startsWith('#{') && followsText(source.text, offset)) {
      problems.push({
        code: 'variable-in-comment',
        severity: 'error',
        message: `YAML reads \`${cut(lexeme.trimEnd())}\` as a comment, because \`#\` follows a space`,
        hint: 'Put the whole value in double quotes, or write it as a block (`|`)',
        place: source.place(offset, offset + lexeme.trimEnd().length),
      });
    }
    offset += lexeme.length;
  }
  return problems;
}

/** A comment as far as it is read: it may be a whole file. */
function cut(text: string): string {
  const points = [...text.slice(0, 160)];
  return points.length > 80 ? `${points.slice(0, 79).join('')}…` : text;
}

function followsText(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() !== '';
}

/** Characters that YAML allows nowhere. Only the first is reported: a file that has one is often no text at all. */
export function controlCharacters(source: Source): Problem[] {
  const found = CONTROL.exec(source.text);
  if (!found) return [];
  const hex = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return [
    {
      code: 'control-character',
      severity: 'error',
      message: `The control character U+${hex} may not stand in YAML`,
      hint: 'Remove it; in a double-quoted text it may be written as an escape',
      place: source.place(found.index, found.index + 1),
    },
  ];
}

interface Explained {
  message: string;
  hint: string;
  range: readonly [number, number];
}

const QUOTE_HINT = 'Put the whole value in double quotes';

/** The library's finding as a sentence for somebody who writes manifests, with what to do. */
export function explainSyntax(text: string, error: YAMLError): Explained {
  const [start, end] = error.pos;
  const range = [start, Math.min(Math.max(end, start + 1), text.length)] as const;
  const sign = `\`${[...text.slice(start, start + 2)][0] ?? ''}\``;
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return { range, message: 'A tab is no indentation in YAML', hint: 'Indent with spaces' };
    case 'MISSING_CHAR':
      if (error.message.startsWith('Missing closing')) return unclosedQuote(text);
      return error.message.startsWith('Implicit map keys') ? noField(range) : general(text, error, range);
    case 'MULTILINE_IMPLICIT_KEY':
      return noField(range);
    case 'BAD_INDENT':
      if (/end with a .$/.test(error.message)) return unclosedBracket(error, range);
      return {
        range,
        message: plain(error),
        hint: 'Indent members of one mapping alike, and deeper than their parent',
      };
    case 'BAD_SCALAR_START':
      return { range, message: `A value without quotes cannot begin with ${sign}`, hint: QUOTE_HINT };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { range, message: 'A value that holds `: ` is read as another mapping', hint: QUOTE_HINT };
    case 'NON_STRING_KEY':
      return { range, message: 'A key has to be a plain text', hint: 'Put it in double quotes' };
    case 'UNEXPECTED_TOKEN':
      return { range, message: `This is not YAML: ${sign} cannot stand here`, hint: bracketHint(lineOf(text, start)) };
    default:
      return general(text, error, range);
  }
}

/** A quote that is never closed swallows the rest of the file: where it opens is what somebody has to see. */
function unclosedQuote(text: string): Explained {
  let opens = 0;
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (MARKS.has(lexeme)) continue;
    if (/^["']/.test(lexeme)) opens = offset;
    offset += lexeme.length;
  }
  return {
    range: [opens, opens + 1],
    message: `The quote ${text.charAt(opens)} that opens here is never closed`,
    hint: 'Close it where the text ends',
  };
}

function unclosedBracket(error: YAMLError, range: Explained['range']): Explained {
  const bracket = error.message.slice(-1);
  const hint = `Close it with \`${bracket}\`, and indent what stands between the brackets`;
  return { range, message: `A bracket is not closed before this: \`${bracket}\` is missing`, hint };
}

function noField(range: Explained['range']): Explained {
  return {
    range,
    message: 'This is no field with a value',
    hint: 'Write `field: value`, with a space after the colon',
  };
}

function general(text: string, error: YAMLError, range: Explained['range']): Explained {
  return { range, message: plain(error), hint: bracketHint(lineOf(text, range[0])) };
}

function lineOf(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, `${text}\n`.indexOf('\n', at));
}

function plain(error: YAMLError): string {
  return `This is not YAML: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
}

function bracketHint(line: string): string {
  return /[$#]\{/.test(line)
    ? 'Between `{ }` and `[ ]` a value with `${…}` or `#{…}` wants double quotes'
    : 'Check quotes, brackets and indentation here and on the line above';
}

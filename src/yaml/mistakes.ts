/** Mistakes that YAML reads as something else without an error: a text, or a part of it, would be lost. */
import type { Scalar } from 'yaml';
import type { ProblemCode } from '../core/codes.ts';
import { asWarning, type Problem } from '../core/problem.ts';
import { codePointName } from '../text/graphemes.ts';
import type { Source } from '../text/source-text.ts';
import type { YamlComment } from './limits.ts';
import { betweenBrackets, STRAY_MARK } from './syntax.ts';

interface Unreadable {
  pattern: RegExp;
  code: ProblemCode;
  message: (found: string) => string;
  hint: string;
}

/** Signs and lines that no manifest has. A file is not read any further if it has one of them. */
const UNREADABLE: readonly Unreadable[] = [
  {
    // YAML allows tab, line feed and U+0085.
    pattern: /(?![\t\n\u0085])\p{Cc}/u,
    code: 'control-character',
    message: (found) => `The control character ${codePointName(found)} is not allowed in YAML`,
    hint: 'Remove the character, or write it as an escape in a double-quoted text',
  },
  {
    pattern: /(?<=\n)\ufeff/,
    code: 'control-character',
    message: () => STRAY_MARK,
    hint: 'Delete the character. It has no width',
  },
  {
    // git writes these lines. The texts of a manifest are indented.
    pattern: /^(?:<{7}|\|{7}|={7}|>{7})(?= |$).*/m,
    code: 'merge-conflict',
    message: () => 'The file has an unresolved merge conflict',
    hint: 'Keep one of the two versions, and remove the lines that begin with `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`',
  },
  {
    pattern: /^%[A-Z]+ .*/m,
    code: 'yaml-syntax',
    message: () => 'Manifests are YAML 1.2 without directives',
    hint: 'Remove the line',
  },
];

/** Returns the first mistake for which a file is not read at all. */
export function unreadable(source: Source): Problem | undefined {
  for (const { pattern, code, message, hint } of UNREADABLE) {
    const found = pattern.exec(source.text);
    if (!found) continue;
    const end = found.index + found[0].trimEnd().length;
    return source.problem(code, [found.index, Math.max(end, found.index + 1)], message(found[0]), hint);
  }
  return undefined;
}

/** A part of a text that YAML reads as a comment. */
export interface SwallowedText {
  problem: Problem;
  end: number;
}

/** A comment that is a message variable, and perhaps a text after it. `#{ name: a }` is a field that was commented out. */
const VARIABLE = /^#\{[^{}:,]+\}/;

/**
 * Finds a message variable that YAML reads as a comment, because ` #` begins one: `title: #{이름}님` is an empty title,
 * `title: 안녕 #{이름}님` is only 안녕, and a text loses each line that begins with a variable.
 */
export function commentedVariables(source: Source, comments: readonly YamlComment[]): SwallowedText[] {
  const { text } = source;
  return comments.flatMap(({ lexeme, offset, isInFlow }): SwallowedText[] => {
    const isLine = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
    if (isLine && !VARIABLE.test(lexeme)) return [];
    const afterQuote = /["']/.test(text.charAt(offset - 1));
    const because = isLine ? 'it begins a line outside quotes' : '`#` follows a space';
    const message = `YAML reads \`${cut(lexeme.trimEnd())}\` as a comment, because ${afterQuote ? 'the quotes end before it' : because}`;
    const hint = afterQuote
      ? 'Write `\\"` for a quote inside double quotes, or put the whole value in single quotes'
      : isLine
        ? 'Write a text of several lines as a block (`|`), and indent each line. Write `# ` for a comment'
        : isInFlow
          ? betweenBrackets(text, offset)
          : `Put the whole value in double quotes, or write it as a block (\`|\`)${corrected(text, offset)}`;
    const end = offset + lexeme.trimEnd().length;
    return [{ problem: source.problem('variable-in-comment', [offset, end], message, hint), end }];
  });
}

/** How many characters of a comment are read. A comment may be a whole file. */
const MOST_READ = 160;

/** Returns the line with its value in quotes, for the hint: `: \`name: "#{이름}님"\``. Empty if the value has quotes, or is long. */
function corrected(text: string, offset: number): string {
  const begin = text.lastIndexOf('\n', offset) + 1;
  const [line = ''] = text.slice(begin, begin + MOST_READ).split('\n', 1);
  const [, field, value] = /^\s*(?:-\s+)*([^\s:'"#{}[\],]+:)\s+([^"\\`|>\s][^"\\`]*?)\s*$/.exec(line) ?? [];
  return field === undefined || line.length === MOST_READ ? '' : `: \`${field} "${value}"\``;
}

function cut(text: string): string {
  const points = [...text.slice(0, MOST_READ)];
  return points.length > 80 ? `${points.slice(0, 79).join('')}…` : text;
}

/** A line break that becomes a space, in texts with and without quotes. In double quotes, a `\` at the end of a line is deliberate. */
const FOLD = /[^\s\\][ \t]*\n[ \t]*\S/;
const FOLD_IN_PLAIN = /\S[ \t]*\n[ \t]*\S/;

/** Finds a text of several lines whose style joins them into one. @param name of its field */
export function foldedText(source: Source, { type, range, value }: Scalar, name: string | undefined): Problem[] {
  const [start = 0, end = 0] = range ?? [];
  const text = source.text.slice(start, end);
  if (type === 'BLOCK_LITERAL' || !text.includes('\n')) return [];
  const isFolded =
    type === 'BLOCK_FOLDED'
      ? linesIn(text) - 1 > linesIn(String(value))
      : (type === 'QUOTE_DOUBLE' ? FOLD : FOLD_IN_PLAIN).test(text);
  if (!isFolded) return [];
  const field = name === undefined ? '- ' : `${name}: `;
  const message = 'YAML joins the lines of this text with spaces: its line breaks are lost';
  const hint = `Write \`${field}|\`, and every line of the text below it, indented. To join lines, write them on one line`;
  return [asWarning(source.problem('folded-text', [start, end], message, hint))];
}

function linesIn(text: string): number {
  return text.match(/\S[^\n]*/g)?.length ?? 0;
}

/** Mistakes that YAML reads as something else without an error: a text, or a part of it, would be lost. */
import { CST, type Scalar } from 'yaml';
import type { Json } from '../core/json.ts';
import { asWarning, type Problem } from '../core/problem.ts';
import { codePointName } from '../text/graphemes.ts';
import type { Source } from '../text/source-text.ts';
import type { YamlComment } from './limits.ts';
import { BETWEEN_BRACKETS, STRAY_MARK, WIDE_SPACE, wrongSpace } from './syntax.ts';

/** Control characters except tab, line feed and U+0085, which YAML allows; and the byte order mark of a file behind another. */
const CONTROL = /(?![\t\n\u0085])\p{Cc}|(?<=\n)\ufeff/u;

/**
 * Finds a message variable that YAML reads as a comment, because ` #` begins one: `title: #{이름}님` is an empty title, and
 * `title: 안녕 #{이름}님` is only 안녕. This is always a mistake.
 */
export function commentedVariables(source: Source, comments: readonly YamlComment[]): Problem[] {
  const problems: Problem[] = [];
  for (const { lexeme, offset, depth } of comments) {
    const isLine = !followsText(source.text, offset);
    const meant = isLine ? (depth > 0 ? 'comment' : meaningOf(source.text, offset, lexeme)) : 'text';
    if (meant === 'comment') continue;
    const afterQuote = /["']/.test(source.text.charAt(offset - 1));
    const because = isLine ? 'it begins a line outside quotes' : '`#` follows a space';
    const message = `YAML reads \`${cut(lexeme.trimEnd())}\` as a comment, because ${afterQuote ? 'the quotes end before it' : because}`;
    const hint = afterQuote
      ? 'Write `\\"` for a quote inside double quotes, or put the whole value in single quotes'
      : depth > 0
        ? BETWEEN_BRACKETS
        : `Put the whole value in double quotes, or write it as a block (\`|\`)${corrected(source.text, offset)}`;
    const range = [offset, offset + lexeme.trimEnd().length] as const;
    const problem = source.problem('variable-in-comment', range, message, hint);
    problems.push(meant === 'text' ? problem : asWarning(problem));
  }
  return problems;
}

/** The line with its value in quotes, for the hint: `: \`name: "#{이름}님"\``. "" if the value has quotes, is long or goes on. */
function corrected(text: string, offset: number): string {
  const begin = text.lastIndexOf('\n', offset) + 1;
  const line = /^[^\n\r]*/.exec(text.slice(begin, begin + MOST_READ))?.[0] ?? '';
  const [, lead = '', field, value] =
    /^(\s*(?:-\s+)*)([^\s:'"#{}[\],]+:)\s+([^"\\`|>\s][^"\\`]*?)\s*$/.exec(line) ?? [];
  const isWhole = !text.startsWith(`\n${' '.repeat(lead.length + 1)}`, begin + line.length);
  return field === undefined || line.length === MOST_READ || !isWhole ? '' : `: \`${field} "${value}"\``;
}

/** How many characters of a comment are read. A comment may be a whole file. */
const MOST_READ = 160;

function cut(text: string): string {
  const points = [...text.slice(0, MOST_READ)];
  return points.length > 80 ? `${points.slice(0, 79).join('')}…` : text;
}

function followsText(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() !== '';
}

/** Fields with a text that people read and that may have message variables. */
const TEXT_FIELDS = new Set(
  'additionalContent comment content description extra header intro name preview subtitle text title'.split(' '),
);

/** A line that continues a text without quotes. */
const CONTINUED = /^ +(?!- )[^\s#{["'|>&*!%@`][^:#]*$/;

/**
 * Tells what a line was meant as that begins with a message variable: as the text of the field above it, if the field has no value
 * or the line continues its plain text, perhaps after others; after a comment, as a comment. Under a text that has ended, it is `unclear`.
 */
function meaningOf(text: string, offset: number, lexeme: string): 'text' | 'comment' | 'unclear' {
  const begin = text.lastIndexOf('\n', offset) + 1;
  let end = begin - 1;
  let above = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  while (end > 0 && CONTINUED.test(above)) {
    end -= above.length + 1;
    above = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  }
  const [, lead = '', name, value] = /^( *(?:- +)*)([A-Za-z]\w*):(?:\s+([^\s{[|>].*))?$/.exec(above) ?? [];
  if (name === undefined || /\s#/.test(above) || !/^#\{[^{}:,]+\}/.test(lexeme)) return 'comment';
  const isText = TEXT_FIELDS.has(name);
  if (/^["']/.test(value ?? '') || offset - begin <= lead.length) return isText && value ? 'unclear' : 'comment';
  if (value === undefined && end < begin - 1) return isText ? 'text' : 'comment';
  return (value === undefined ? isTextBelow(text, offset + lexeme.length, lead) : isText) ? 'text' : 'comment';
}

/** True unless the first line with content, from an offset on, is a value of the field: a list or a member. */
function isTextBelow(text: string, offset: number, lead: string): boolean {
  NEXT_LINE.lastIndex = offset;
  const [, indent = '', next = ''] = NEXT_LINE.exec(text) ?? [];
  const isList = /^-\s/.test(next) && indent.length >= lead.length;
  return (
    !isList &&
    (indent.length <= lead.length || !(/^[{[]/.test(next) || /^(?:[^\s#:]+(?:\s+[^\s:#]+)*)\s*:(?:\s|$)/.test(next)))
  );
}

/** Returns the next line that is neither empty nor a comment. */
const NEXT_LINE = /\n(?:[^\S\n]*(?:#[^\n]*)?\n)*( *)([^\n]*)/y;

/** The next line that is not empty, from the end of a block text. */
const BELOW = /\n*([^\S\n]*)(\S[^\n]*)/y;

/** Fields whose members have names that people choose: of a variable, a button, a rule. */
const NAMED_BY_PEOPLE = new Set(['action', 'buttons', 'lint', 'values', 'variables']);

/** A field of a manifest, a mark between documents or a comment. Other lines after a block text are probably part of it. */
const NEXT_PART = /^(?:- +)*(?:[a-z]\w*\s*:(?:\s|$)|(["']).*\1\s*:(?:\s|$)|---|\.\.\.|#(?!\{[^{}:,]+\}))/;

/**
 * Finds lines that are not indented like the block text (`|` or `>`) above them. For YAML they are a field (`주문번호: 1`) or a
 * comment (`#{이름}님`), and the parser reports a later line or none.
 * @returns those that are `lost` for certain. The `others` are a mistake only in a document that has another one
 */
export function unindentedTexts(source: Source, tokens: readonly CST.Token[]): { lost: Problem[]; others: Problem[] } {
  const found: { lost: Problem[]; others: Problem[] } = { lost: [], others: [] };
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ key, value }, path) => {
      if (value?.type !== 'block-scalar' || !key || !('source' in key) || !/^\w+$/.test(key.source)) return;
      const header = source.text.indexOf('\n', value.offset);
      const end = header + 1 + value.source.length;
      if (header === -1 || end === source.text.length) return;
      // The parser counts a tab before the next line as part of the block text.
      BELOW.lastIndex = source.text.lastIndexOf('\n', end - 1) + 1;
      const below = BELOW.exec(source.text);
      if (!below) return;
      const [whole, lead = '', rest = ''] = below;
      const parent = columnOf(source.text, key);
      const isItem = /^-\s/.test(rest) && (lead.length !== parent || !/#\{/.test(rest));
      if (isItem || (NEXT_PART.test(rest) && !WIDE_SPACE.test(lead))) return;
      if (/:(?:\s|$)/.test(rest) && NAMED_BY_PEOPLE.has(holderAt(source.text, token, path, lead.length))) return;
      const [sign] = source.text.slice(value.offset, header).split(' ');
      const start = below.index + whole.length - rest.length;
      const message =
        wrongSpace(lead) ??
        `This line is not indented like the text under \`${key.source}: ${sign}\`, so it does not belong to it`;
      const [spaces = ' '.repeat(parent + 2)] = /^ +(?=\S)/m.exec(value.source) ?? [];
      const hint = `Indent every line of the text by ${spaces.length} spaces`;
      const problem = source.problem('yaml-syntax', [start, start + rest.trimEnd().length], message, hint);
      const isLost = value.source.trim() === '' || rest.startsWith('#');
      found[isLost ? 'lost' : 'others'].push(problem);
    });
  }
  return found;
}

/** Finds a value in curly quotes between brackets. Its comma ends it: `{ 금액: “29,800” }` has a field `800”` without a value. */
export function curlyQuotes(source: Source, tokens: readonly CST.Token[]): Problem[] {
  const problems: Problem[] = [];
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ value }) => {
      if (value?.type !== 'flow-collection') return;
      const scalars = value.items.map((item) => item.value ?? item.key);
      for (const [index, scalar] of scalars.entries()) {
        if (scalar?.type !== 'scalar' || !/^[“”‘’][^“”‘’]*$/.test(scalar.source)) continue;
        const close = scalars
          .slice(index + 1, index + 4)
          .find((one) => one?.type !== 'scalar' || /[“”‘’]/.test(one.source));
        if (close?.type !== 'scalar' || !/^[^“”‘’]+[“”‘’]$/.test(close.source)) continue;
        const whole = source.text.slice(scalar.offset, close.offset + close.source.length);
        const message = `\`${whole.charAt(0)}\` is not a quote of YAML, so this value ends at its comma`;
        const hint = `Put the whole value in double quotes: \`"${cut(whole.slice(1, -1))}"\``;
        const range = [scalar.offset, scalar.offset + whole.length] as const;
        problems.push(source.problem('yaml-syntax', range, message, hint));
      }
    });
  }
  return problems;
}

/** The field whose members begin at a column; empty if there is none. */
function holderAt(text: string, document: CST.Document, path: CST.VisitPath, column: number): string {
  const keys = path.map((_step, index) => CST.visit.itemAtPath(document, path.slice(0, index + 1))?.key);
  const holder = keys[keys.findLastIndex((key) => key && columnOf(text, key) === column) - 1];
  return holder && 'source' in holder ? holder.source : '';
}

function columnOf(text: string, { offset }: CST.Token): number {
  return offset - text.lastIndexOf('\n', offset) - 1;
}

/** Characters that YAML allows nowhere. Only the first is reported: a file that has one is often no text at all. */
export function controlCharacters(source: Source): Problem[] {
  const found = CONTROL.exec(source.text);
  if (!found) return [];
  const [character] = found;
  const range = [found.index, found.index + 1] as const;
  if (character === '\ufeff')
    return [source.problem('control-character', range, STRAY_MARK, 'Delete the character. It has no width')];
  const message = `The control character ${codePointName(character)} is not allowed in YAML`;
  const hint = 'Remove the character, or write it as an escape in a double-quoted text';
  return [source.problem('control-character', range, message, hint)];
}

/** A line that git writes into a file with a merge conflict. No valid manifest has such a line: texts are indented. */
const CONFLICT = /^(?:<{7}|\|{7}|={7}|>{7})(?= |$).*/m;

/** Finds the first line of a merge conflict. */
export function mergeConflict(source: Source): Problem | undefined {
  const found = CONFLICT.exec(source.text);
  if (!found) return undefined;
  const range = [found.index, found.index + found[0].trimEnd().length] as const;
  const hint =
    'Keep one of the two versions, and remove the lines that begin with `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`';
  return source.problem('merge-conflict', range, 'The file has an unresolved merge conflict', hint);
}

/** An escape of half a surrogate pair, without the other half. */
const HALF = /\\u(?:0000)?d[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\u(?:0000)?d[c-f][\da-f]{2}/i;

/** Finds an unpaired surrogate, which only an escape in double quotes can write. No service can receive it. */
export function halfCharacter(source: Source, [start, end]: readonly [number, number], value: Json): Problem[] {
  if (typeof value !== 'string' || !/\p{Surrogate}/u.test(value)) return [];
  const found = HALF.exec(source.text.slice(start, end));
  const at: readonly [number, number] = found
    ? [start + found.index, start + found.index + found[0].length]
    : [start, end];
  const message = `\`${source.text.slice(...at)}\` is half of a character, which UTF-8 cannot encode`;
  const hint = 'Write the character itself, or both of its halves, as `\\ud83d\\ude00`';
  return [source.problem('control-character', at, message, hint)];
}

/** Finds a key that begins with a space that YAML does not know: its line is not indented, whatever it looks like. */
export function wideIndent(source: Source, [start]: readonly [number, number], key: string): Problem[] {
  if (!WIDE_SPACE.test(source.text.charAt(start))) return [];
  return [source.problem('yaml-syntax', [start, start + 1], String(wrongSpace(key)), 'Indent with ordinary spaces')];
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

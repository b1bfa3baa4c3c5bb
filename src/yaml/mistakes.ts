import { CST, type Document, Lexer, type YAMLError } from 'yaml';
import type { Problem } from '../core/problem.ts';
import { codePointName } from '../text/graphemes.ts';
import type { Source } from '../text/source-text.ts';
import { isMark, type YamlComment } from './limits.ts';
import { explainLine, outsideBlock, WIDE_SPACE } from './lines.ts';
import { type Explained, FIELD, lookalike, MARK, strayMark, strayMarkIn, WRONG_DASHES } from './signs.ts';

const BLANK_AFTER_COLON = new RegExp(`:${WIDE_SPACE.source}`, 'u');

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
    if (isLine && (depth > 0 || !continuesField(source.text, offset, lexeme))) continue;
    const afterQuote = /["']/.test(source.text.charAt(offset - 1));
    const because = isLine ? 'it begins a line outside quotes' : '`#` follows a space';
    const message = `YAML reads \`${cut(lexeme.trimEnd())}\` as a comment, because ${afterQuote ? 'the quotes end before it' : because}`;
    const hint = afterQuote
      ? 'Write `\\"` for a quote inside double quotes, or put the whole value in single quotes'
      : depth > 0
        ? quoteHint(source.text, offset)
        : 'Put the whole value in double quotes, or write it as a block (`|`)';
    const range = [offset, offset + lexeme.trimEnd().length] as const;
    problems.push(source.problem('variable-in-comment', range, message, hint));
  }
  return problems;
}

/** Returns the hint for a value between brackets with a variable at an offset: the value ends at the next comma or bracket. */
function quoteHint(text: string, offset: number): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n', offset - 1) + 1, offset - MOST_READ), offset);
  const piece = line.slice(line.search(/[^,{}[\]]*$/));
  const [, field = '', lead] = /^\s*([^:]+:\s+)?(.*)$/s.exec(piece) as RegExpExecArray;
  const [rest] = /^(?:#\{[^{}\n]*\}|[^,{}\]\n])*/.exec(text.slice(offset, offset + MOST_READ)) as RegExpExecArray;
  return `Put the whole value in double quotes: \`${field}"${cut(`${lead}${rest}`.trim())}"\``;
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

/**
 * True for a line that begins with a message variable and was meant as the text of the field on the line above: the field has no
 * value, or the line continues its plain text. After a comment, the line is a comment too.
 */
function continuesField(text: string, offset: number, lexeme: string): boolean {
  const begin = text.lastIndexOf('\n', offset) + 1;
  const above = text.slice(text.lastIndexOf('\n', begin - 2) + 1, begin - 1);
  const field = /^( *(?:- +)*)([A-Za-z]\w*):(?:\s+([^\s{["'|>].*))?$/.exec(above);
  if (!field || /\s#/.test(above) || !/^#\{[^{}:,]+\}/.test(lexeme)) return false;
  const [, lead = '', name = '', value] = field;
  if (offset - begin <= lead.length || (value !== undefined && !TEXT_FIELDS.has(name))) return false;
  NEXT_LINE.lastIndex = offset + lexeme.length;
  const [, indent = '', next = ''] = NEXT_LINE.exec(text) ?? [];
  const isList = /^-\s/.test(next) && indent.length >= lead.length;
  return !isList && (indent.length <= lead.length || !(/^[{[]/.test(next) || FIELD.test(next)));
}

/** Returns the next line that is neither empty nor a comment. */
const NEXT_LINE = /\n(?:[^\S\n]*(?:#[^\n]*)?\n)*( *)([^\n]*)/y;

/** The next line that is not empty, from the end of a block text. */
const BELOW = /\n*([^\S\n]*)(\S[^\n]*)/y;

/** How much text after a block text is searched for a lost variable. */
const MOST_BELOW = 2000;

/** Fields whose members have names that people choose: of a variable, a button, a rule. */
const NAMED_BY_PEOPLE = new Set(['action', 'buttons', 'lint', 'values', 'variables']);

/**
 * Finds lines that are not indented like the block text (`|` or `>`) above them. For YAML they are a field (`주문번호: 1`) or a
 * comment (`#{이름}님`), and the parser reports a later line or none.
 */
export function unindentedTexts(source: Source, tokens: readonly CST.Token[]): Problem[] {
  const problems: Problem[] = [];
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
      const start = below.index + whole.length - rest.length;
      const parent = columnOf(source.text, key);
      const isEmpty = value.source.trim() === '';
      const [, name = ''] = /^([^:]+):(?:\s|$)/.exec(rest) ?? [];
      const isLabel = isEmpty && name !== '' && !/^(?:[A-Za-z]\w*|["'#-].*)$/.test(name) && lead.length <= parent;
      if (!isLabel && !losesVariable(source.text.slice(start, start + MOST_BELOW), lead.length === parent)) return;
      if (name !== '' && NAMED_BY_PEOPLE.has(holderAt(source.text, token, path, lead.length))) return;
      const [sign] = source.text.slice(value.offset, header).split(' ');
      const [, spaces] = /^( *)\S/m.exec(value.source) ?? [];
      const line = { number: 0, offset: start - lead.length, lead, text: rest.trimEnd() };
      const block = { header: `${key.source}: ${sign}`, line: 0, parent, indent: spaces?.length };
      const { message, hint, range } = outsideBlock(line, block);
      problems.push(source.problem('yaml-syntax', range, message, hint));
    });
  }
  return problems;
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

const WRONG_ITEM = new RegExp(`^[^\\S\\n]*[${WRONG_DASHES}]\\s`, 'm');

/**
 * Finds the first field or plain text of each document with a line that begins with a wrong dash. YAML reads the items of such a list
 * as one text in one line, or as fields.
 */
export function wrongItems(source: Source, tokens: readonly CST.Token[]): Problem[] {
  const problems: Problem[] = [];
  if (!WRONG_ITEM.test(source.text)) return problems;
  for (const token of tokens) {
    if (token.type !== 'document') continue;
    CST.visit(token, ({ key, value }) => {
      const at =
        wrongItemIn(source.text, key) ??
        (isOneText(source.text, key, value) ? undefined : wrongItemIn(source.text, value));
      if (at === undefined) return value?.type === 'flow-collection' ? CST.visit.SKIP : undefined;
      const { message, range } = lookalike({ number: 0, offset: at, lead: '', text: source.text.charAt(at) }, 0);
      const hint =
        'Write `- ` before each item of a list. If this line is a part of a text, write the text as a block (`|`)';
      problems.push(source.problem('yaml-syntax', range, message, hint));
      return CST.visit.BREAK;
    });
  }
  return problems;
}

/** True if the value is one line of a field that has a text, or of a variable, whose name is rarely ASCII: YAML loses nothing of it. */
function isOneText(text: string, key: CST.Token | null | undefined, value: CST.Token | undefined): boolean {
  if (!key || value?.type !== 'scalar' || value.source.includes('\n')) return false;
  const name = text.slice(key.offset, text.indexOf(':', key.offset));
  return TEXT_FIELDS.has(name) || !/^\w*$/.test(name);
}

/** Returns the offset of a wrong dash that begins a line of a plain scalar. */
function wrongItemIn(text: string, scalar: CST.Token | null | undefined): number | undefined {
  if (scalar?.type !== 'scalar') return undefined;
  const begin = text.lastIndexOf('\n', scalar.offset - 1) + 1;
  // The first line may begin with a field.
  const isOwnLine = text.slice(begin, scalar.offset).trim() === '';
  const lines = text.slice(isOwnLine ? begin : scalar.offset, scalar.offset + scalar.source.length);
  const found = WRONG_ITEM.exec(isOwnLine ? lines : lines.replace(/^[^\n]*/, (first) => '_'.repeat(first.length)));
  return found ? (isOwnLine ? begin : scalar.offset) + found.index + found[0].length - 2 : undefined;
}

/** A field of a manifest, a mark between documents or a comment. Other lines after a block text are probably part of it. */
const NEXT_PART = /^\s*(?:- +)*(?:[a-z]\w*\s*:(?:\s|$)|(["']).*\1\s*:(?:\s|$)|---|\.\.\.|#(?!\{))/;

/**
 * True if a text begins outside a block text, although its lines up to the next field have a variable that YAML reads as a comment.
 * @param isBeside true if the text begins at the column of the block text's field, where no list begins
 */
function losesVariable(text: string, isBeside: boolean): boolean {
  if (!isBeside && /^-\s/.test(text)) return false;
  const lines = text.split('\n');
  const end = lines.findIndex((line) => NEXT_PART.test(line));
  return lines.slice(0, end === -1 ? lines.length : end).some((line) => /(?:^|\s)#\{[^{}:,]+\}/.test(line));
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
  if (character === MARK) return [source.problem('control-character', range, strayMark.message, strayMark.hint)];
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

const QUOTE_HINT = 'Put the whole value in double quotes';
const INDENT_HINT = 'Give the members of one mapping the same indentation, deeper than their parent';

const DOCUMENT_MARK = /\n(?:---|\.\.\.)/g;

/** Explains an error of the parser: by the line it is on if that shows the cause, else by its code. */
export function explainSyntax(source: Source, document: Document.Parsed, error: YAMLError): Explained {
  // The other documents are left out: each of thousands may have a mistake.
  const [begin, , documentEnd] = document.range;
  const [errorStart, errorEnd] = error.pos;
  DOCUMENT_MARK.lastIndex = Math.max(documentEnd, errorEnd) - 1;
  const text = source.text.slice(begin, DOCUMENT_MARK.exec(source.text)?.index);
  const start = errorStart - begin;
  const lineEnd = `${text}\n`.indexOf('\n', start);
  const end = Math.min(Math.max(errorEnd - begin, start + 1), Math.max(lineEnd, start + 1), text.length);
  const explained = explainLine(text, start, source.place(begin, begin).line) ?? explainCode(text, error, [start, end]);
  const { message, hint, range } = strayMarkIn(text, explained.range) ?? explained;
  return { message, hint, range: [begin + range[0], begin + range[1]] };
}

function explainCode(text: string, error: YAMLError, range: Explained['range']): Explained {
  const [start] = range;
  const sign = `\`${[...text.slice(start, start + 2)][0] ?? ''}\``;
  switch (error.code) {
    case 'MISSING_CHAR':
      if (error.message.startsWith('Missing closing')) return unclosedQuote(text);
      if (error.message.startsWith('Tags and anchors')) return badStart(text, start - 1);
      return error.message.startsWith('Implicit map keys') ? noField(text, range) : general(text, error, range);
    case 'MULTILINE_IMPLICIT_KEY':
      return noField(text, range);
    case 'BAD_INDENT':
      if (/end with a .$/.test(error.message)) return unclosedBracket(text, start);
      return { range, message: plain(error), hint: INDENT_HINT };
    case 'BAD_SCALAR_START':
      return badStart(text, start);
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { range, message: 'A value that contains `: ` requires quotes', hint: QUOTE_HINT };
    case 'BLOCK_IN_FLOW':
      return {
        range,
        message: 'Between brackets, this reads as two values',
        hint: 'Write a comma between two fields; put a value that contains `: ` in double quotes',
      };
    case 'BAD_DQ_ESCAPE':
      return {
        range,
        message: plain(error),
        hint: 'Write `\\\\` for a backslash, or put the value in single quotes',
      };
    case 'NON_STRING_KEY':
      return { range, message: 'A key must be plain text', hint: 'Put it in double quotes' };
    case 'UNEXPECTED_TOKEN':
      if (/^`[}\]]`$/.test(sign)) return { range, message: `${sign} closes no bracket`, hint: 'Remove it' };
      return {
        range,
        message: `This is not YAML: ${sign} is not allowed here`,
        hint: /\}\s*\n\{$/.test(text.slice(0, start + 1))
          ? 'Write `---` on a line of its own between two documents'
          : bracketHint(lineOf(text, start)),
      };
    default:
      return general(text, error, range);
  }
}

function badStart(text: string, at: number): Explained {
  const message = `A value without quotes cannot begin with \`${text.charAt(at)}\``;
  return { range: [at, at + 1], message, hint: QUOTE_HINT };
}

/** Returns the place of a quote that is never closed. The rest of the file is then part of its value. */
function unclosedQuote(text: string): Explained {
  const opens = lexemes(text).reduce((last, { lexeme, offset }) => (/^["']/.test(lexeme) ? offset : last), 0);
  return {
    range: [opens, opens + 1],
    message: `The quote ${text.charAt(opens)} that opens here is never closed`,
    hint: 'Close it where the value ends',
  };
}

/** @param end where the parser found the bracket to be missing */
function unclosedBracket(text: string, end: number): Explained {
  const open: Lexeme[] = [];
  const found = lexemes(text).filter(({ lexeme }) => /^[{}[\]]$/.test(lexeme));
  const next = found.findIndex(({ offset }) => offset >= end);
  const before = next === -1 ? found : found.slice(0, next);
  for (const one of before) {
    if (/[{[]/.test(one.lexeme)) open.push(one);
    else open.pop();
  }
  const { lexeme, offset } = open.at(-1) as Lexeme;
  const close = lexeme === '{' ? '}' : ']';
  const isClosed = found[before.length]?.lexeme === close;
  return {
    range: [offset, offset + 1],
    message: isClosed
      ? `The lines between \`${lexeme}\` and \`${close}\` are not indented`
      : `The bracket \`${lexeme}\` that opens here is never closed`,
    hint: isClosed
      ? 'Indent every line between the brackets, and the closing one'
      : `Close it with \`${close}\`; indent every line between the brackets`,
  };
}

interface Lexeme {
  lexeme: string;
  offset: number;
}

function lexemes(text: string): Lexeme[] {
  let offset = 0;
  return [...new Lexer().lex(text)].flatMap((lexeme) => {
    if (isMark(lexeme)) return [];
    offset += lexeme.length;
    return [{ lexeme, offset: offset - lexeme.length }];
  });
}

function noField(text: string, range: Explained['range']): Explained {
  const blank = lineOf(text, range[0]).search(BLANK_AFTER_COLON) + 1;
  if (blank > 0) {
    const at = text.lastIndexOf('\n', range[0] - 1) + 1 + blank;
    return {
      range: [at, at + 1],
      message: `The character ${codePointName(text.slice(at))} after the colon looks like a space, and is none`,
      hint: 'Delete it, and press the space bar',
    };
  }
  return {
    range,
    message: 'This line is not a field with a value',
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
    ? 'Between `{ }` and `[ ]`, put the whole value with `${…}` or `#{…}` in double quotes'
    : 'Check quotes, brackets and indentation here and on the line above';
}

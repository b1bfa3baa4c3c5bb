/** Texts as YAML: which style keeps one exact and can be read. */
import { columns } from '../../text/columns.ts';

/** A line is at most this wide, in cells of a terminal, where a break is possible. */
export const MAX_WIDTH = 100;

/** Words that YAML 1.2 or YAML 1.1 does not read as a text. They need quotes. */
const WORDS = /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=|\.inf|\.nan|\.\.\.)$/i;
const NUMBERS = /^\.?(?:\d[\d.,:_+\-TZtzeE ]*|0[xob].*)$/;

/** Indicators of YAML, and signs of numbers. */
const FIRST = /^[-+?:,[\]{}#&*!|>'"%@`]/;

/** Characters that need an escape in double quotes: control characters, other line breaks, what YAML forbids, unpaired surrogates. */
const ESCAPED = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/u;
const ESCAPED_ALL = /["\\\p{Cc}\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/gu;

const NAMED: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Writes a text of one line as a plain or a double-quoted scalar. A text with a message variable `#{name}` always gets quotes. */
export function inlineText(text: string, inFlow: boolean): string {
  return isPlain(text, inFlow) ? text : doubleQuoted(text);
}

function isPlain(text: string, inFlow: boolean): boolean {
  if (text === '' || text !== text.trim() || FIRST.test(text) || ESCAPED.test(text)) return false;
  if (WORDS.test(text) || NUMBERS.test(text)) return false;
  if (text.includes(': ') || text.endsWith(':') || text.includes(' #') || text.includes('#{')) return false;
  return !(inFlow && /[,[\]{}]/.test(text));
}

/**
 * Writes a text after its key: on the same line if it fits there.
 * @param column at which the text begins, and `indent` of its other lines
 */
export function fittedText(text: string, column: number, indent: number): string {
  if (text.includes('\n')) return newText(text, indent).join('\n');
  const inline = inlineText(text, false);
  return text === '' || column + columns(inline) <= MAX_WIDTH ? inline : newText(text, indent).join('\n');
}

/** Writes a text that does not fit on one line: as a block, or in quotes if a block cannot express it exactly. */
function newText(text: string, indent: number): string[] {
  if (!fitsBlock(text)) return quotedLines(text, indent);
  const { header, lines } = blockText(text, indent);
  return [header, ...lines];
}

/** A text in double quotes on one line. */
function doubleQuoted(text: string): string {
  return `"${text.replace(ESCAPED_ALL, escaped)}"`;
}

function escaped(character: string): string {
  const name = NAMED[character];
  if (name !== undefined) return name;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * True if a text can be written as a block. Blanks at the end of a line, and a line break at the end of the text, are invisible in
 * a block, so such a text is written in quotes. So is a text with characters that a block cannot have.
 */
function fitsBlock(text: string): boolean {
  if (text.trim() === '' || text.endsWith('\n') || /[^\S\n](?:\n|$)/.test(text) || /^\t/m.test(text)) return false;
  return !ESCAPED.test(text.replace(/[\n\t]/g, ''));
}

/** A block scalar: its header, and its lines at `indent`. Its one final line break is no part of the text. */
function blockText(text: string, indent: number): { header: string; lines: string[] } {
  // Blanks at the beginning would be taken for indentation.
  const header = /^\n* /.test(text) ? '|2' : '|';
  return { header, lines: text.split('\n').map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`)) };
}

/** Writes a double-quoted text with one line of it on each line. A `\` at the end of a line joins it with the next one. */
function quotedLines(text: string, indent: number): string[] {
  const pieces = text.split(/(?<=\n)(?!$)/);
  return pieces.map((piece, index) => {
    const first = index === 0;
    const body = doubleQuoted(piece).slice(1, -1);
    // Blanks at the beginning of a line would be dropped.
    const start = first ? `"${body}` : `${' '.repeat(indent)}${body.replace(/^ /, '\\ ')}`;
    return index === pieces.length - 1 ? `${start}"` : `${start}\\`;
  });
}

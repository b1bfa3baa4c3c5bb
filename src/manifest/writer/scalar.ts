/** Texts as YAML: which style keeps one exact and can be read. */

/** What YAML 1.2 reads as something else than a text, or what readers of YAML 1.1 do: all of it wants quotes. */
const WORDS = /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=|\.inf|\.nan|\.\.\.)$/i;
const NUMBERS = /^\.?(?:\d[\d.,:_+\-TZtzeE ]*|0[xob].*)$/;

/** Indicators of YAML, and signs of numbers. */
const FIRST = /^[-+?:,[\]{}#&*!|>'"%@`]/;

/** Never plain and never in a block: control characters, other line breaks, half of a pair. */
const ESCAPED = /[\p{Cc}\u2028\u2029\ufeff\p{Cs}]/u;
const ESCAPED_ALL = /["\\\p{Cc}\u2028\u2029\ufeff\p{Cs}]/gu;

const NAMED: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text of one line as a plain or a double-quoted scalar. A message variable `#{name}` wants quotes wherever it stands. */
export function inlineText(text: string, inFlow: boolean): string {
  return isPlain(text, inFlow) ? text : doubleQuoted(text);
}

function isPlain(text: string, inFlow: boolean): boolean {
  if (text === '' || text !== text.trim() || FIRST.test(text) || ESCAPED.test(text)) return false;
  if (WORDS.test(text) || NUMBERS.test(text)) return false;
  if (text.includes(': ') || text.endsWith(':') || text.includes(' #') || text.includes('#{')) return false;
  return !(inFlow && /[,[\]{}]/.test(text));
}

/** The lines of a text that does not fit on its line: a block, or quotes if a block cannot keep the text exact. */
export function newText(text: string, indent: number): string[] {
  if (!fitsBlock(text)) return quotedLines(text, indent);
  const { header, lines } = blockText(text, indent);
  return [header, ...lines];
}

/** A text in double quotes on one line. */
export function doubleQuoted(text: string): string {
  return `"${text.replace(ESCAPED_ALL, escaped)}"`;
}

function escaped(character: string): string {
  const name = NAMED[character];
  if (name !== undefined) return name;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A text of one line in single quotes; undefined for one that they cannot hold. */
export function singleQuoted(text: string): string[] | undefined {
  return ESCAPED.test(text) ? undefined : [`'${text.replaceAll("'", "''")}'`];
}

/**
 * Whether a text can stand in a block: what nobody sees there (blanks at the end of a line, a line break at the end
 * of the text, which MANIFESTS' rule would drop) and what may not stand there is written in quotes.
 */
export function fitsBlock(text: string): boolean {
  if (text.trim() === '' || text.endsWith('\n') || /[^\S\n](?:\n|$)/.test(text) || /^\t/m.test(text)) return false;
  return !ESCAPED.test(text.replace(/[\n\t]/g, ''));
}

/** A block scalar: its header, and its lines at `indent`. Its one final line break is no part of the text. */
export function blockText(text: string, indent: number): { header: string; lines: string[] } {
  // Blanks at the beginning would be taken for indentation.
  const header = /^\n* /.test(text) ? '|2' : '|';
  return { header, lines: text.split('\n').map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`)) };
}

/** A double-quoted text, a line of it on each line: `\` at a line's end means that the next one goes on there. */
export function quotedLines(text: string, indent: number): string[] {
  const pieces = text.split(/(?<=\n)(?!$)/);
  return pieces.map((piece, index) => {
    const first = index === 0;
    const body = doubleQuoted(piece).slice(1, -1);
    // Blanks at the beginning of a line would be dropped.
    const start = first ? `"${body}` : `${' '.repeat(indent)}${body.replace(/^ /, '\\ ')}`;
    return index === pieces.length - 1 ? `${start}"` : `${start}\\`;
  });
}

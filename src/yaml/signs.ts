import type { Json } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import { codePointName } from '../text/graphemes.ts';
import type { Source } from '../text/source-text.ts';

/** The cause of a YAML mistake. The parser reports where it stopped. The cause is often a sign or a space nearby. */
export interface Explained {
  message: string;
  hint: string;
  /** Offsets into the text in UTF-16 units, the end exclusive. */
  range: readonly [number, number];
}

export interface SourceLine {
  number: number;
  offset: number;
  /** The white space before the text, as written. */
  lead: string;
  text: string;
}

/** The words of a name are read one by one: each blank belongs to one part of the pattern, so a long row of blanks is read once. */
export const FIELD =
  /^("[^"]*"|'[^']*'|[^\s#"'{}[\],&*!|>%@`-][^\s:#]*(?:\s+[^\s:#]+)*|-[^\s:#]+(?:\s+[^\s:#]+)*)\s*:(?:\s+(.*))?$/s;

/** Other dashes, bullets and middle dots, as a word processor writes them. `ㅡ` is the vowel of a Korean keyboard. */
export const WRONG_DASHES = '－‐‑‒–—―−•‣◦●▪·∙ㆍㅡ';

const LOOKALIKES: Readonly<Record<string, string>> = {
  '：': ':',
  '，': ',',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '｜': '|',
  '＞': '>',
  ...Object.fromEntries(Array.from(WRONG_DASHES, (dash) => [dash, '-'])),
  '“': '"',
  '”': '"',
  '＂': '"',
  '‘': "'",
  '’': "'",
};

/** A character that looks like a sign of YAML, at an offset of a line's text. */
export function lookalike({ offset, lead, text }: SourceLine, at: number): Explained {
  const sign = text.charAt(at);
  const ascii = LOOKALIKES[sign];
  const start = offset + lead.length + at;
  return {
    range: [start, start + 1],
    message: `The character \`${sign}\` (${codePointName(sign)}) is not the \`${ascii}\` of YAML`,
    hint: `Write \`${ascii}\``,
  };
}

/** A sign that is written slightly wrong: a dash, a colon, a `|`, a quote, a comma. */
export function wrongSign(line: SourceLine): Explained | undefined {
  const { text } = line;
  const start = line.offset + line.lead.length;
  const at = (from: number, length: number, message: string, hint: string): Explained => ({
    range: [start + from, start + from + length],
    message,
    hint,
  });
  if (text.startsWith('//')) return at(0, 2, '`//` does not begin a comment in YAML', 'Write `#`');
  if (/^-[^\s\d-]/.test(text)) return at(0, 1, 'A space is missing after the dash', 'Write `- ` before an item');
  const [, dashes = '', rest = ''] = /^((?:-\s+)*)(.*)$/s.exec(text) as RegExpExecArray;
  const [wide, named = ''] = /^([^\s:：]+)：/.exec(rest) ?? [];
  if (wide !== undefined && !FIELD.test(rest)) {
    return at(
      dashes.length + named.length,
      1,
      'The colon `：` (U+FF1A) is not the colon of YAML',
      `Write \`${named}: \`, with an ASCII colon and a space`,
    );
  }
  const [, tight = ''] = /^([A-Za-z]\w*):[^\s/]/.exec(rest) ?? [];
  if (tight !== '' && !FIELD.test(rest)) {
    return at(
      dashes.length,
      tight.length + 1,
      `A space is missing after \`${tight}:\``,
      `Write \`${tight}: \` and the value`,
    );
  }
  const [, name = '', value = dashes === '' ? '' : rest] = FIELD.exec(rest) ?? [];
  const from = text.length - value.length;
  const sign = signsIn(rest, value);
  if (sign !== undefined) return lookalike(line, sign < 0 ? dashes.length : from + sign);
  if (/^-\s/.test(value)) {
    return at(
      from,
      1,
      `A list cannot begin on the line of \`${name}:\``,
      'Write its first dash on the next line, indented; put a text that begins with a dash in double quotes',
    );
  }
  const [, header = ''] = /^([|>][-+\d]*\s+)[^\s#]/.exec(value) ?? [];
  if (header !== '') {
    return at(
      from + header.length,
      value.length - header.length,
      `Text cannot follow \`${header.trim()}\` on the same line`,
      'Begin the text on the next line, indented',
    );
  }
  return afterQuote(value, (offset, ...rest) => at(from + offset, ...rest));
}

/** Returns the offset of a wrong quote, comma or bracket character in a value; -1 if the line begins with a bracket. */
function signsIn(rest: string, value: string): number | undefined {
  if (/^[｛［]/.test(rest)) return -1;
  if (!/^[[{]/.test(value)) return /^[“”＂‘’]/.test(value) ? 0 : undefined;
  const bare = value.replace(/"[^"]*"|'[^']*'/g, (quoted) => '_'.repeat(quoted.length));
  const found = /，(?=\s*[A-Za-z]\w*:)|[｝］]$|[:,{[] ?[“”＂‘’]/.exec(bare);
  return found ? found.index + found[0].length - 1 : undefined;
}

type At = (from: number, length: number, message: string, hint: string) => Explained;

/** Finds a value with text after its closing quote or bracket. */
function afterQuote(value: string, at: At): Explained | undefined {
  const bracketed = /(?:^|[:,{[]\s*)([[{])[^[\]{}]*[\]}]\s*[^\s,}\]#:]/.exec(value);
  if (bracketed) {
    const [whole, bracket = ''] = bracketed;
    const message = `A text cannot begin with \`${bracket}\`, which opens a list or a mapping`;
    return at(bracketed.index + whole.indexOf(bracket), 1, message, 'Put the whole value in double quotes');
  }
  const isFlow = /^[[{]/.test(value);
  const signs = isFlow ? null : /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'(?!'))\s*([,;"']+)$/.exec(value);
  if (signs) {
    const [whole, sign = ''] = signs;
    return at(whole.length - sign.length, sign.length, `\`${sign}\` follows the closing quote`, 'Remove it');
  }
  const quoted = /(?:^|[:,{[]\s*)(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'(?!'))(\s*)([^\s,}\]:#][^\s,}\]:]*)(:?)/.exec(
    value,
  );
  if (!quoted) return undefined;
  const [whole, space = '', word = '', colon = ''] = quoted;
  const from = quoted.index + whole.length - word.length - colon.length;
  if (colon !== '' || (isFlow && space !== ''))
    return at(from, word.length, `A comma is missing before \`${word}\``, 'Separate the entries with `, `');
  const isSingle = value.charAt(from - 1 - space.length) === "'";
  if (isSingle && space === '')
    return at(
      from - 1,
      1,
      'This apostrophe ends the text in single quotes',
      "Write `''` for an apostrophe, or put the whole value in double quotes",
    );
  return at(
    from,
    word.length,
    `\`${word}\` follows the closing quote`,
    isSingle ? 'Move it inside the quotes' : 'Move it inside the quotes; write `\\"` for a quote inside double quotes',
  );
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

export const MARK = '\ufeff';

export const strayMark = {
  message: 'A byte order mark (U+FEFF) is allowed only at the beginning of a file',
  hint: 'Delete the character. It has no width',
};

/** Explains a mistake by a byte order mark in its line. */
export function strayMarkIn(text: string, [start]: Explained['range']): Explained | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const at = `${text}\n`.slice(from, `${text}\n`.indexOf('\n', start)).indexOf(MARK);
  return at === -1 ? undefined : { ...strayMark, range: [from + at, from + at + 1] };
}

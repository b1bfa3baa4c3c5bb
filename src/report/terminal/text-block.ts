import type { Json } from '../../core/json.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import { looksTheSame } from '../../text/unseen.ts';
import type { Style, Tone } from '../style.ts';
import { type Span, span, type Text, whole } from '../text.ts';
import { type DiffLine, type DiffRow, diffTexts, withContext } from '../text-diff.ts';
import { indented, wrap } from './line.ts';

/**
 * Users' texts in a block. Our signs are left of the bar and the text is right of it, so a line of a text that begins with `-`
 * or `+` does not look like a change. `│` begins a line, `┆` continues it.
 */
const BAR = '│';
const ON = '┆';
const GAP = '⋮';

/** Signs for white space that do not occur in the texts. */
interface Signs {
  space: string;
  tab: string;
  lineBreak: string;
}

interface BlockLook {
  signs: Signs;
  /** The signs around a changed word; undefined if colour marks it. */
  quotes: readonly [string, string] | undefined;
}

/** How much of a text is shown around its changes, in lines; all of it for `Infinity`. */
export const CONTEXT = 3;

/** A whole text as it is, in rows of `width` columns. White space at a line's end is visible. */
export function drawText(text: string, width: number, ...tones: readonly Tone[]): Text[] {
  const signs = signsFor(text);
  // A line break at the end of the text belongs to its last line.
  const lines = text.split(/\n(?!$)/u);
  const rows = lines.flatMap((line) => barred(edged(line, signs, tones), width));
  return [...rows, ...footnote(rows, signs, 'en')];
}

/** A row of a text diff. Its sign is data: no reader has to find it in the text. */
interface SignedRow {
  sign: '+' | '-' | ' ';
  /** The bar and the text, or a remark of ours. */
  line: Text;
}

interface DiffStyle extends Pick<Style, 'color' | 'width' | 'language'> {
  /** The equal lines that are shown around each difference. */
  context: number;
}

/** Returns the difference of two texts in rows of `width` columns: a column for the sign, the bar, the text. */
export function drawTextDiff(before: string, after: string, style: DiffStyle): Text[] {
  return diffRows(before, after, style).map(({ sign, line }) => [SIGNS[sign], ...line]);
}

const SIGNS: Readonly<Record<SignedRow['sign'], Span>> = {
  '+': span('+ ', 'green', 'bold'),
  '-': span('- ', 'red', 'bold'),
  ' ': span('  '),
};

/** Returns the difference of two texts in rows of `width` columns with their signs, which take two of these columns. */
export function diffRows(before: string, after: string, style: DiffStyle): SignedRow[] {
  const { color, width, context, language = 'en' } = style;
  const signs = signsFor(before + after);
  const all = diffTexts(before, after);
  // Texts with the quotation marks would be confused with a mark.
  const isLike = all.some((row) => /[«»]/.test(wholeOf(row)));
  const look: BlockLook = { signs, quotes: color ? undefined : isLike ? ['', ''] : ['«', '»'] };
  const legend = isLike ? PHRASES.unmarked : all.some(hasMarks) ? PHRASES.changed : undefined;
  const rows = withContext(all, context).flatMap((row) => drawRow(row, look, width, language));
  const lines = rows.map(({ line }) => line);
  const notes = footnote(lines, signs, language, color ? undefined : legend);
  const remarks = [...notes, ...drawUnseen(changedPairs(all), width, language)];
  return [...rows, ...remarks.map((line): SignedRow => ({ sign: ' ', line }))];
}

/** Says that texts differ which look the same. */
export function drawUnseen(
  pairs: readonly (readonly [Json, Json])[],
  width: number,
  language: Language = 'en',
): Text[] {
  const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
  if (!pairs.some(([before, after]) => looksTheSame(text(before), text(after)))) return [];
  const remark = PHRASES.looksTheSame[language];
  return indented(wrap([span(remark, 'dim')], Math.max(8, width - 4)), 2);
}

const PHRASES = {
  looksTheSame: {
    en: '(looks the same, differs in letters (NFC, NFD) or emoji style)',
    ko: '(보기에는 같지만 글자(NFC, NFD)나 이모지 모양이 다름)',
  },
  equal: { en: '{count} equal lines', ko: '동일한 {count}줄 생략' },
  space: { en: 'space', ko: '공백' },
  tab: { en: 'tab', ko: '탭' },
  lineBreak: { en: 'line break', ko: '줄바꿈' },
  changed: { en: '« » changed', ko: '« » 바뀐 부분' },
  unmarked: { en: 'changed words are not marked', ko: '바뀐 부분 표시 생략' },
} satisfies Record<string, Phrase>;

function wholeOf({ pieces }: Pick<DiffLine, 'pieces'>): string {
  return pieces.map(({ text }) => text).join('');
}

/** The lines that are beside each other in a diff; only their changed pieces if the lines look different. */
function changedPairs(rows: readonly DiffLine[]): [string, string][] {
  return rows.flatMap((row, index): [string, string][] => {
    const next = rows[index + 1];
    if (row.side !== 'before' || next?.side !== 'after') return [];
    const [old, fresh] = [row, next].map(({ pieces }) => pieces.filter(({ changed }) => changed));
    if (!old || !fresh) return [];
    const all: [string, string] = [wholeOf(row), wholeOf(next)];
    if (looksTheSame(...all) || old.length !== fresh.length) return [all];
    return old.map(({ text }, at): [string, string] => [text, fresh[at]?.text ?? '']);
  });
}

function drawRow(row: DiffRow, look: BlockLook, width: number, language: Language): SignedRow[] {
  if ('skipped' in row) {
    const equal = fill(PHRASES.equal, language, { count: row.skipped });
    return [{ sign: ' ', line: [span(`${GAP} ${equal}`, 'dim')] }];
  }
  const sign = row.side === 'both' ? ' ' : row.side === 'before' ? '-' : '+';
  return barred(contentOf(row, look), width - 2).map((line) => ({ sign, line }));
}

/** A text's spans behind a bar, in as many rows as they need. */
function barred(content: Text, width: number): Text[] {
  return wrap(content, Math.max(8, width - 2)).map((row, index) => [span(`${index === 0 ? BAR : ON} `, 'dim'), ...row]);
}

/** A text between single spaces, which the marks leave out. White space alone is marked. */
const SPACED = /^( (?=\S))?(.*?)((?<=\S) )?$/su;

function contentOf(row: DiffLine, { signs, quotes }: BlockLook): Text {
  const { side, pieces } = row;
  if (side === 'both') return pieces.flatMap(({ text }) => plain(text, signs, []));
  const tone: Tone = side === 'before' ? 'red' : 'green';
  if (!hasMarks(row)) return edged(wholeOf(row), signs, [tone]);
  return pieces.flatMap(({ text, changed }) => {
    if (!changed) return plain(text, signs, []);
    if (!quotes) return spaced(text, signs, [tone, 'inverse']);
    const [open, close] = quotes;
    const [, lead = '', words = '', end = ''] = SPACED.exec(text) ?? [];
    const marked = [whole(open), ...spaced(words, signs, []), whole(close)];
    return [...plain(lead, signs, []), ...marked, ...plain(end, signs, [])];
  });
}

/** True if the changed pieces of a line are marked: it is neither equal nor wholly another line. */
function hasMarks({ side, pieces, paired }: DiffLine): boolean {
  return side !== 'both' && paired && !pieces.every(({ changed }) => changed);
}

/** A line that is changed entirely, or not at all: white space is visible at its end, and if there is nothing else. */
function edged(text: string, signs: Signs, tones: readonly Tone[]): Span[] {
  const end = text.trimEnd().length;
  return [...plain(text.slice(0, end), signs, tones), ...signed(text.slice(end), signs, tones)];
}

/** A text whose spaces are spaces. Tabs and line breaks would move the terminal's cursor and are signs in any case. */
function plain(text: string, signs: Signs, tones: readonly Tone[]): Span[] {
  return text
    .split(/([\t\n])/u)
    .filter((part) => part !== '')
    .flatMap((part) => (/[\t\n]/u.test(part) ? signed(part, signs, tones) : [span(part, ...tones)]));
}

/** A changed text: one space beside or between words is seen as it is, all other white space is a sign. */
function spaced(text: string, signs: Signs, tones: readonly Tone[]): Span[] {
  if (text.trim() === '') return signed(text, signs, tones);
  return text
    .split(/([\t\n\u3000]| {2,})/u)
    .flatMap((part, index) => (index % 2 === 1 ? signed(part, signs, tones) : plain(part, signs, tones)));
}

/** A text whose white space is all visible. */
function signed(text: string, signs: Signs, tones: readonly Tone[]): Span[] {
  if (text === '') return [];
  const shown = text
    .replaceAll(' ', signs.space)
    .replaceAll('\t', signs.tab)
    .replaceAll('\n', signs.lineBreak)
    .replaceAll('\u3000', '<U+3000>');
  return [span(shown, ...tones)];
}

function signsFor(text: string): Signs {
  const choose = (...signs: [string, string, string]): string => signs.find((sign) => !text.includes(sign)) ?? signs[2];
  return {
    space: choose('·', '␣', '<U+0020>'),
    tab: choose('→', '⇥', '<U+0009>'),
    lineBreak: choose('⏎', '↵', '<U+000A>'),
  };
}

/** The meaning of the signs that were drawn. */
function footnote(rows: readonly Text[], signs: Signs, language: Language, legend?: Phrase): Text[] {
  const drawn = rows.map((pieces) => pieces.map(({ text }) => text).join('')).join('');
  const meanings = [
    ...(legend ? [legend[language]] : []),
    ...(['space', 'tab', 'lineBreak'] as const)
      .filter((name) => drawn.includes(signs[name]))
      .map((name) => `${signs[name]} ${PHRASES[name][language]}`),
  ];
  return meanings.length === 0 ? [] : [[span(`  (${meanings.join(', ')})`, 'dim')]];
}

import type { Hit } from './rule.ts';
import { FILL, MOST_HITS, pieceOf, type SearchedText, type TextSpan } from './search.ts';

/** A table of words: what it finds, and examples that it must find and must not find. */
interface WordTable {
  /** The id of its rule, and a name: `AT20 cart`. */
  name: string;
  signs: readonly Sign[];
  yes: string;
  no: string;
}

/** A row of a table: a sentence that has one of the words gets the points, once. */
interface Sign {
  points: number;
  /** True for the words that are looked for. A sentence without one of these is never reported. */
  isWanted: boolean;
  words: string;
  /** Longer words and phrases in which the words do not count. */
  not: string;
}

/** The points from which a sentence is reported. */
const ENOUGH = 3;

/** A dot, a question mark or an exclamation mark ends a sentence before a blank. Inside an address or a number they do not. */
const SENTENCE = pattern('(?=\\S)(?:[^\\n.!?]|[.!?](?=[^\\s!?]))+(?<=\\S)!*');

/**
 * Reads tables of words. Each begins with its name in brackets, and has one row on each line:
 *
 *     = 2 WORDS   words that are looked for, and their points
 *     + 1 WORDS   words beside them that add points
 *     - 3 WORDS   words beside them that take points away
 *       / WORDS   longer words in which the words of the row above do not count
 *     yes TEXT    a text that must be found
 *     no TEXT     a text that must not be found
 *
 * An indented line continues the one above. Blanks separate words. In a word, `_` is a blank that may be left out, `…` a message variable,
 * `#` a digit or a message variable. The rest is a regular expression.
 */
export function wordTables(text: string): WordTable[] {
  return text
    .split(/^\[(?=AT)/m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.trim().split('\n');
      const rows = lines
        .join('\n')
        .replace(/\n {4}/g, ' ')
        .replace(/\n {2}\/ /g, ' / ')
        .split('\n');
      const example = (word: string): string =>
        rows.find((row) => row.startsWith(`${word} `))?.slice(word.length + 1) ?? '';
      return { name: name.slice(0, -1), signs: rows.flatMap(signOf), yes: example('yes'), no: example('no') };
    });
}

function signOf(row: string): Sign[] {
  const [, kind, points, rest = ''] = /^([=+-]) (\d) (.*)$/.exec(row) ?? [];
  if (kind === undefined) return [];
  const [words = '', ...not] = rest.split(' / ');
  return [
    { points: kind === '-' ? -Number(points) : Number(points), isWanted: kind === '=', words, not: not.join(' ') },
  ];
}

/** Makes a pattern in which `…` matches a message variable. */
export function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll('…', `${FILL}+`), 'gmu');
}

/** Makes a pattern of words as tables write them. */
function wordList(words: string): RegExp {
  return pattern(words.replaceAll('#', `[\\d${FILL}]`).replaceAll('_', '\\s?').replaceAll(' ', '|'));
}

/** True if a text has a match of a global pattern. */
export function has(text: string, wanted: RegExp): boolean {
  wanted.lastIndex = 0;
  return wanted.test(text);
}

/** Finds a global pattern in a text whose variables are masked. */
export function spansOf(text: string, wanted: RegExp): TextSpan[] {
  // Most texts have none, and `matchAll` copies the pattern for each.
  if (!has(text, wanted)) return [];
  wanted.lastIndex = 0;
  return Array.from(text.matchAll(wanted), ({ 0: found, index: start }) => ({ start, end: start + found.length }));
}

/** Returns the function that finds the first place in a sentence where a word of a row counts. */
function searchFor({ words, not }: Sign): (sentence: string) => TextSpan | undefined {
  const [wanted, harmless] = [wordList(words), not === '' ? undefined : wordList(not)];
  return (sentence) => {
    const spans = spansOf(sentence, wanted);
    if (spans.length === 0 || !harmless) return spans[0];
    const safe = spansOf(sentence, harmless);
    return spans.find(({ start, end }) => !safe.some((one) => one.start <= start && end <= one.end));
  };
}

/** A sentence that a table reports. */
interface FoundWords {
  placed: SearchedText;
  sentence: TextSpan;
  /** The words that are looked for, from the first to the last. */
  wanted: TextSpan;
  /** The words that added points, one of each row, in the order of the text. */
  words: readonly TextSpan[];
}

/** Returns the function that finds the sentences of some tables. @param names how the names of the tables begin: `AT20 ` */
export function finder(tables: readonly WordTable[], names: string): (texts: readonly SearchedText[]) => FoundWords[] {
  const finders = tables.filter(({ name }) => name.startsWith(names)).map(finderOf);
  return (texts) => finders.flatMap((find) => find(texts));
}

function finderOf({ signs }: WordTable): (texts: readonly SearchedText[]) => FoundWords[] {
  const any = wordList(signs.flatMap(({ isWanted, words }) => (isWanted ? words : [])).join(' '));
  const rows = signs.map((sign) => ({ ...sign, search: searchFor(sign) }));
  const foundIn = (placed: SearchedText): FoundWords[] =>
    spansOf(placed.masked, SENTENCE).flatMap((sentence) => {
      const text = placed.masked.slice(sentence.start, sentence.end);
      if (!has(text, any)) return [];
      const found = rows.flatMap(({ search, points, isWanted }) => {
        const { start, end } = search(text) ?? {};
        if (start === undefined || end === undefined) return [];
        return [{ start: sentence.start + start, end: sentence.start + end, points, isWanted }];
      });
      const words = found.filter(({ points }) => points > 0).sort((a, b) => a.start - b.start);
      const wanted = found.filter((one) => one.isWanted);
      if (wanted.length === 0 || found.reduce((sum, { points }) => sum + points, 0) < ENOUGH) return [];
      const start = Math.min(...wanted.map((one) => one.start));
      return [{ placed, sentence, wanted: { start, end: Math.max(...wanted.map(({ end }) => end)) }, words }];
    });
  return (texts) => texts.flatMap((placed) => (has(placed.masked, any) ? foundIn(placed).slice(0, MOST_HITS) : []));
}

/** Points at the words that were looked for. */
export function pointed(found: readonly FoundWords[]): Hit[] {
  return found.map(({ placed, wanted }) => pieceOf(placed, wanted));
}

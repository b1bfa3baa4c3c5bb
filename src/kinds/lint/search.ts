import { findVariables, type VariableSpan } from '../../core/variables.ts';
import { countUpTo } from '../../text/source-text.ts';
import type { PlacedText } from '../fields.ts';
import type { Hit } from './rule.ts';

/** Replaces each character of a message variable, so that a search for words does not match its name. */
export const FILL = '\uFFFC';

/** Masks the message variables of a text. Every other character keeps its place. */
export function masked(text: string): string {
  return text.includes('#{') ? text.replace(/#\{[^#{}]+\}/g, (variable) => FILL.repeat(variable.length)) : text;
}

/** Makes a pattern in which `…` matches a message variable. */
export function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll('…', `${FILL}+`), 'gmu');
}

/**
 * Makes a pattern of a list of words, as tables of rules write them. Blanks separate the words. In a word, `_` is a blank that may be
 * left out, `…` a message variable, `#` a digit or a message variable. The rest is a regular expression.
 */
export function wordList(words: string): RegExp {
  return pattern(words.replaceAll('#', `[\\d${FILL}]`).replaceAll('_', '\\s?').replaceAll(' ', '|'));
}

/** The most findings of one rule in one text. Each has to be found again in the file. */
export const MOST_HITS = 50;

/** A place in a text, in UTF-16 units. */
export interface TextSpan {
  start: number;
  end: number;
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
  return Array.from(text.matchAll(wanted), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/**
 * Finds a word, except inside harmless phrases. Korean has no boundary between a word and its ending, so the phrase
 * around a word decides its meaning. @param text with its variables masked
 */
export function wordsIn(text: string, word: RegExp, harmless: readonly RegExp[] = []): TextSpan[] {
  const spans = spansOf(text, word);
  if (spans.length === 0) return [];
  const isSafe = within(harmless.flatMap((phrase) => spansOf(text, phrase)));
  return spans.filter((span) => !isSafe(span));
}

/** Returns a test for spans that lie inside one of these. The test is a binary search, so that many spans stay fast. */
export function within(spans: readonly TextSpan[]): (span: TextSpan) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const starts = sorted.map(({ start }) => start);
  let furthest = 0;
  const ends = sorted.map(({ end }) => {
    furthest = Math.max(furthest, end);
    return furthest;
  });
  return ({ start, end }) => end <= (ends[countUpTo(starts, start) - 1] ?? -1);
}

/** Returns the place of a finding: the words, and how many equal ones come before them. */
export function pieceOf(
  { at, text }: PlacedText,
  { start, end }: TextSpan,
): Pick<Hit, 'at' | 'text' | 'nth'> & { text: string } {
  const piece = text.slice(start, end);
  let nth = 0;
  for (let found = text.indexOf(piece); found < start; found = text.indexOf(piece, found + 1)) nth += 1;
  return { at, text: piece, nth };
}

/**
 * Reports every place of a word in some texts, except inside harmless phrases.
 * @param joined all texts in one: most have no such word, and are not searched one by one
 */
export function wordHits(
  { texts, joined }: { texts: readonly SearchedText[]; joined: string },
  word: RegExp,
  harmless: readonly RegExp[],
  wordsFor: (found: string) => Pick<Hit, 'message' | 'hint'>,
): Hit[] {
  if (!has(joined, word)) return [];
  return texts.flatMap((placed) =>
    wordsIn(placed.masked, word, harmless)
      .slice(0, MOST_HITS)
      .map((span) => {
        const piece = pieceOf(placed, span);
        return { ...piece, ...wordsFor(piece.text) };
      }),
  );
}

/** Texts are searched for words up to this length. No text of a template is longer. */
const MOST_READ = 3000;

/** A text as rules search it: its variables, and the text with them masked. */
export interface SearchedText extends PlacedText {
  readonly variables: readonly VariableSpan[];
  readonly masked: string;
}

/** The searched part of each text. */
export function searchedPart(texts: readonly PlacedText[]): SearchedText[] {
  return texts.map(({ at, text }) => searched(at, text.slice(0, MOST_READ)));
}

export function searched(at: PlacedText['at'], text: string): SearchedText {
  return { at, text, variables: findVariables(text), masked: masked(text) };
}

/** No pattern matches across this: each allows at most white space where one text ends and the next begins. */
const BETWEEN = '\n\0\n';

/**
 * Joins texts with their variables masked. A pattern that matches in one of them matches in all of them together, so a rule
 * looks into each text only if the joined text has a match: nearly always it has none.
 */
export function joined(texts: readonly SearchedText[]): string {
  return texts.map((one) => one.masked).join(BETWEEN);
}

import { countUpTo } from '../../../core/source-text.ts';
import type { PlacedText } from '../../fields.ts';
import type { Hit } from './rule.ts';

/** What stands for each character of a message variable, so that its name is no word of the text. */
export const FILL = '\uFFFC';

/** A message variable in the patterns below. */
export const VARIABLE = `${FILL}+`;

/** The text with its message variables made unreadable; every other character stays where it is. */
export function masked(text: string): string {
  return text.replace(/#\{[^#{}]+\}/g, (variable) => FILL.repeat(variable.length));
}

/** A pattern in which `…` stands for a message variable. */
export function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll('…', VARIABLE), 'gmu');
}

/** Hits of one rule in one text that are reported. Each has to be found again in the file. */
export const MOST_HITS = 50;

/** One place in a text, in UTF-16 units. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Where a pattern (global) is met in a text whose variables are masked. */
export function spansOf(text: string, wanted: RegExp): TextSpan[] {
  return Array.from(masked(text).matchAll(wanted), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/**
 * Finds a word, except inside harmless phrases. Korean has no boundary between a word and its ending, so the phrase
 * around a word decides what it means.
 */
export function wordsIn(text: string, word: RegExp, harmless: readonly RegExp[] = []): TextSpan[] {
  const spans = spansOf(text, word);
  if (spans.length === 0) return [];
  const isSafe = within(harmless.flatMap((phrase) => spansOf(text, phrase)));
  return spans.filter((span) => !isSafe(span));
}

/** Tells whether a span lies within one of these. Each answer takes a search, however many there are. */
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

/** What a hit points at. */
export function pieceOf(
  { at, text }: PlacedText,
  { start, end }: TextSpan,
): Pick<Hit, 'at' | 'text' | 'nth'> & { text: string } {
  const piece = text.slice(start, end);
  let nth = 0;
  for (let found = text.indexOf(piece); found < start; found = text.indexOf(piece, found + 1)) nth += 1;
  return { at, text: piece, nth };
}

/** Every place of a word in some texts as a hit. */
export function wordHits(
  texts: readonly PlacedText[],
  word: RegExp,
  harmless: readonly RegExp[],
  say: (found: string) => Pick<Hit, 'message' | 'hint'>,
): Hit[] {
  return texts.flatMap((placed) =>
    wordsIn(placed.text, word, harmless)
      .slice(0, MOST_HITS)
      .map((span) => {
        const piece = pieceOf(placed, span);
        return { ...piece, ...say(piece.text) };
      }),
  );
}

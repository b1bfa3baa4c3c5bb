import { findVariables, type VariableSpan } from '../../core/variables.ts';
import type { PlacedText } from '../fields.ts';
import type { Hit } from './rule.ts';

/** Replaces each character of a message variable, so that a search for words does not match its name. */
export const FILL = '\uFFFC';

/** Masks the message variables of a text. Every other character keeps its place. */
export function masked(text: string): string {
  return text.includes('#{') ? text.replace(/#\{[^#{}]+\}/g, (variable) => FILL.repeat(variable.length)) : text;
}

/** The most findings of one rule in one text. Each has to be found again in the file. */
export const MOST_HITS = 50;

/** A place in a text, in UTF-16 units. */
export interface TextSpan {
  start: number;
  end: number;
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

import { findVariables } from '../core/variables.ts';
import { codePointName, graphemes } from '../text/graphemes.ts';
import { escapeXml } from './xml.ts';

/** A part of a text: plain, a message variable, or the name of a character that nobody would see. */
export interface Piece {
  readonly kind: 'text' | 'variable' | 'mark';
  readonly text: string;
}

/** Characters that obey or hide: controls, bidi and other format characters, half surrogate pairs, noncharacters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
/** Graphemes in which a joiner is what it ought to be: emoji, and letters of scripts that join. */
const JOINED =
  /^(?:\p{Extended_Pictographic}|(?![\p{Script=Latin}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L})/u;
const TAB = '\t';
const TAB_STOP = '    ';

/** The text with every line break a line feed. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The graphemes and message variables of one line of text, hidden characters as marks (`U+202E`). */
export function piecesOf(line: string): Piece[] {
  let from = 0;
  const pieces = findVariables(line).flatMap(({ start, end }): Piece[] => {
    const before = plain(line.slice(from, start));
    from = end;
    return [...before, { kind: 'variable', text: shownWhole(line.slice(start, end)) }];
  });
  return [...pieces, ...plain(line.slice(from))];
}

/** The text as it may stand in a description: line breaks stay, hidden characters become `[U+202E]`. */
export function visibleText(text: string): string {
  return withLineFeeds(text).split('\n').map(shownWhole).join('\n');
}

function shownWhole(line: string): string {
  return plain(line)
    .map(({ kind, text }) => (kind === 'mark' ? `[${text}]` : text))
    .join('');
}

function plain(text: string): Piece[] {
  return graphemes(text).flatMap((grapheme): Piece[] => {
    if (grapheme === TAB) return [...TAB_STOP].map((space) => ({ kind: 'text', text: space }));
    return HIDDEN.test(grapheme) && !JOINED.test(grapheme)
      ? [...grapheme].map(shownAlone)
      : [{ kind: 'text', text: grapheme }];
  });
}

function shownAlone(point: string): Piece {
  return HIDDEN.test(point) ? { kind: 'mark', text: codePointName(point) } : { kind: 'text', text: point };
}

/** Any text for a page: hidden characters are named, and nothing in it is markup. */
export function safe(text: string): string {
  return escapeXml(visibleText(text));
}

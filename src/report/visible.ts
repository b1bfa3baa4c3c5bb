import { codePointName } from '../text/graphemes.ts';

/**
 * Replaces characters that a terminal obeys or hides. Users' texts and the service's words pass here before they are drawn: no
 * control character, bidirectional control or lone surrogate gets through.
 */

const NAMED: Readonly<Record<string, string>> = { '\t': '→', '\n': '⏎', '\r': '␍', '\u00a0': '⍽' };

/** The joiner of emoji is the only format character whose effect a reader sees. */
const EMOJI_JOINER = '(?<=\\p{Extended_Pictographic}\\ufe0f?\\p{Emoji_Modifier}?)\\u200d(?=\\p{Extended_Pictographic})';

/** Controls, formats, surrogates, whatever may be ignored when shown (the Hangul fillers too), odd spaces, Braille's blank. */
const UNSEEN = new RegExp(
  `(?!${EMOJI_JOINER}|[\\ufe0e\\ufe0f])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]` +
    '|(?![ \\u3000])\\p{Zs}',
  'gu',
);

/** The text with every unseen character as a sign (`→` for a tab, `⏎` for a line feed) or as `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => NAMED[character] ?? codePoint(character));
}

/** `<U+202E>` */
export function codePoint(character: string): string {
  return `<${codePointName(character)}>`;
}

import { eastAsianWidth } from 'get-east-asian-width';
import { graphemes } from './graphemes.ts';

/** Letters, and the signs and lines that notiform draws: a Hangul syllable takes two columns, all others take one. */
const PLAIN = /^[\x20-\x7e가-힣·×«»…→─-▟▶✓✗⧖]*$/;
const WIDE = /[가-힣]/g;

/** What a terminal draws as an emoji, two columns wide: a sign such as `▶` only with a selector. */
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;

/** What takes no column, as the first character of a grapheme. */
const WITHOUT_WIDTH = /^[\p{Control}\p{Mark}\p{Default_Ignorable_Code_Point}\p{Surrogate}]/u;

/** Columns that a text takes in a terminal: East Asian wide characters and emoji take two. */
export function columns(text: string): number {
  // Nearly every text has only these, and splitting a text into graphemes is a hundred times slower.
  if (PLAIN.test(text)) return text.length + (text.match(WIDE)?.length ?? 0);
  return graphemes(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0);
}

function widthOf(grapheme: string): number {
  if (WITHOUT_WIDTH.test(grapheme)) return 0;
  return EMOJI.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

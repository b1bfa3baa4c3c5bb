import stringWidth from 'string-width';
import { graphemes } from './graphemes.ts';

/** Letters, and the signs and lines that notiform draws: a Hangul syllable takes two columns, all others take one. */
const PLAIN = /^[\x20-\x7e가-힣·×«»…→─-▟▶✓✗⧖]*$/;
const WIDE = /[가-힣]/g;

/** Signs that a terminal shows as text, such as `▶`, unless a selector makes them emoji. The library takes them for emoji. */
const SIGN = /(?!\p{Emoji_Presentation})\p{Extended_Pictographic}/u;

/** In UTF-16 units: the library's work grows with the square of the length. */
const LONG = 512;

/** Widths of single characters, which a long text asks for again and again; at most 65,536 of them. */
const known = new Map<string, number>();

/** Columns that a text takes in a terminal: East Asian wide characters take two. */
export function columns(text: string): number {
  // Nearly every text has only these, and splitting a text into graphemes is a hundred times slower.
  if (PLAIN.test(text)) return text.length + (text.match(WIDE)?.length ?? 0);
  if (text.length > LONG || SIGN.test(text))
    return graphemes(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0);
  return widthOf(text);
}

function widthOf(text: string): number {
  if (text.length > 1) return stringWidth(text);
  const width = known.get(text) ?? (SIGN.test(text) ? 1 : stringWidth(text));
  known.set(text, width);
  return width;
}

import { graphemes } from '../text/graphemes.ts';

/**
 * How wide a character is, without a font: the drawing is measured before anybody knows which font will show it. The
 * numbers are those of the sans serifs that systems with Korean text have; `textLength` in the SVG evens out the rest.
 */

const REGULAR = [
  250, 300, 415, 555, 555, 905, 675, 235, 335, 335, 430, 570, 280, 340, 280, 335, 555, 555, 555, 555, 555, 555, 555,
  555, 555, 555, 280, 280, 570, 570, 570, 515, 980, 640, 660, 680, 705, 630, 580, 735, 725, 285, 520, 655, 550, 825,
  725, 760, 650, 760, 680, 630, 605, 720, 620, 910, 620, 600, 605, 310, 335, 310, 510, 560, 470, 560, 585, 505, 590,
  555, 300, 560, 580, 250, 250, 525, 255, 880, 585, 580, 590, 590, 360, 485, 330, 580, 510, 760, 500, 510, 490, 335,
  265, 335, 570,
];

const BOLD = [
  255, 350, 525, 575, 575, 925, 730, 280, 355, 355, 450, 585, 300, 350, 300, 335, 575, 575, 575, 575, 575, 575, 575,
  575, 575, 575, 330, 330, 585, 585, 585, 565, 990, 680, 700, 690, 720, 640, 600, 750, 740, 305, 560, 705, 595, 845,
  735, 775, 665, 775, 700, 645, 620, 735, 645, 930, 645, 625, 610, 355, 335, 355, 585, 560, 480, 575, 630, 540, 630,
  570, 355, 605, 625, 290, 290, 580, 295, 925, 625, 620, 630, 630, 415, 525, 375, 625, 565, 820, 560, 565, 505, 385,
  290, 385, 585,
];

const FIRST_PRINTABLE = 0x20;
const HANGUL = 0.92;
const WIDE = 1;
const EMOJI = 1.25;
const OTHER = 0.6;

/** Ends of quotations, dots and dashes that are narrower than other signs outside of ASCII. */
const NARROW_SIGNS = new Map([
  ['‘', 0.3],
  ['’', 0.3],
  ['“', 0.5],
  ['”', 0.5],
  ['·', 0.42],
  ['•', 0.42],
  ['–', 0.55],
]);

const IS_HANGUL = /^[\p{Script=Hangul}]/u;
const IS_WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const IS_EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)/u;
const IS_SIGN = /^[\p{S}\p{Po}\p{Pd}\p{No}]/u;
const TAKES_ROOM = /[^\p{Mn}\p{Me}\p{Cf}]/gu;

/** The width of one grapheme, in em. */
export function advance(grapheme: string, bold: boolean): number {
  const letter = fromTable(grapheme, bold);
  if (letter !== undefined) return letter;
  if (IS_EMOJI.test(grapheme)) return EMOJI;
  if (IS_HANGUL.test(grapheme)) return HANGUL;
  if (IS_WIDE.test(grapheme)) return WIDE;
  const sign = NARROW_SIGNS.get(grapheme);
  if (sign !== undefined) return sign;
  const base = grapheme.normalize('NFD').charAt(0);
  if (base !== grapheme) return fromTable(base, bold) ?? spread(grapheme);
  return IS_SIGN.test(grapheme) ? WIDE : spread(grapheme);
}

/** The width of a text in em, as if it stood on one line. */
export function advanceOf(text: string, bold: boolean): number {
  return graphemes(text).reduce((sum, grapheme) => sum + advance(grapheme, bold), 0);
}

function fromTable(grapheme: string, bold: boolean): number | undefined {
  if (grapheme.length !== 1) return undefined;
  const thousandths = (bold ? BOLD : REGULAR)[grapheme.charCodeAt(0) - FIRST_PRINTABLE];
  return thousandths === undefined ? undefined : thousandths / 1000;
}

/** Scripts that are not known better: by the code points that take room of their own. */
function spread(grapheme: string): number {
  return (grapheme.match(TAKES_ROOM)?.length ?? 0) * OTHER;
}

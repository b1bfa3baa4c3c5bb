/**
 * Letters, breaks, and the signs and lines that notiform draws. Nothing joins them: each is a grapheme, which is found faster than
 * by the segmenter.
 */
const SIMPLE = /^[\t\n -~가-힣·×«»…→─-╿▶✓✗⧖]*$/;
/** Each is made when the first text needs it, because it takes as long as all modules of a small command. */
let byGrapheme: Intl.Segmenter | undefined;
let byWord: Intl.Segmenter | undefined;

/** How much of a text the segmenter reads at once, in UTF-16 units. */
const WINDOW = 512;

/** Returns what a reader takes for characters: combining marks, surrogates and joined emoji stay together. */
export function graphemes(text: string): string[] {
  if (SIMPLE.test(text)) return [...text];
  byGrapheme ??= new Intl.Segmenter('ko', { granularity: 'grapheme' });
  return segmentsOf(byGrapheme, text);
}

/** A variable of a template, which a reader takes for one word. */
const VARIABLE = /(#\{[^{}\n]*\})/u;

/** Returns the words, variables, spaces and marks of a text. */
export function wordSegments(text: string): string[] {
  byWord ??= new Intl.Segmenter('ko', { granularity: 'word' });
  const segmenter = byWord;
  return text.split(VARIABLE).flatMap((part, index) => (index % 2 === 1 ? part : segmentsOf(segmenter, part)));
}

/**
 * Returns the segments of a text. `Intl.Segmenter` copies its whole input for each segment, so a long text is passed to
 * it in windows. The last two segments of a window may depend on the text after it, and are read again.
 */
function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  const segments: string[] = [];
  let size = WINDOW;
  for (let from = 0; from < text.length; ) {
    const found = Array.from(segmenter.segment(text.slice(from, from + size)), ({ segment }) => segment);
    const sure = from + size < text.length ? found.slice(0, -2) : found;
    for (const segment of sure) {
      segments.push(segment);
      from += segment.length;
    }
    // A segment may be longer than any window.
    size = sure.length > 0 ? WINDOW : size * 2;
  }
  return segments;
}

/** `U+202E`, the name of the first character of a text. */
export function codePointName(text: string): string {
  return `U+${Number(text.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;
}

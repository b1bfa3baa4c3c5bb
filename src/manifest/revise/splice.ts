import { countUpTo } from '../../text/source-text.ts';
import { hunksOf } from './align.ts';

/** A piece of a text, and its replacement. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * Applies splices to a text. Every line that no splice changes keeps its bytes, including its line break and the byte order mark.
 * @param original the file's text
 * @param source the normalised text, which the offsets of the splices refer to
 */
export function spliced(original: string, source: string, splices: readonly Splice[]): string {
  const offsetOf = originalOffsets(original);
  const breaks = [...original.matchAll(/\r\n?|\n/g)];
  const breakOffsets = breaks.map(({ index }) => index);
  // An insertion at an offset comes before a replacement that begins there.
  const inOrder = splices
    .flatMap((one) => linesOf(source, one))
    .sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));
  let result = '';
  let at = 0;
  for (const { start, end, text } of inOrder) {
    const from = offsetOf(start);
    // A new line gets the line break of the line that it replaces or follows.
    const line = countUpTo(breakOffsets, from - 1);
    const own = breaks[start === end && source[start - 1] === '\n' ? line - 1 : line] ?? breaks.at(-1) ?? ['\n'];
    result += original.slice(at, from) + text.replaceAll('\n', own[0]);
    at = offsetOf(end);
  }
  return result + original.slice(at);
}

/** Splits a splice into one for each run of changed lines. */
function linesOf(source: string, splice: Splice): Splice[] {
  const lines = (text: string): string[] => text.split(/(?<=\n)/);
  const [before, after] = [lines(source.slice(splice.start, splice.end)), lines(splice.text)];
  const offsets = [splice.start];
  for (const line of before) offsets.push((offsets.at(-1) ?? 0) + line.length);
  return hunksOf(before, after).map((hunk) => ({
    start: offsets[hunk.before.start] ?? splice.end,
    end: offsets[hunk.before.end] ?? splice.end,
    text: after.slice(hunk.after.start, hunk.after.end).join(''),
  }));
}

/** Makes the function that converts offsets of the normalised text to those of the original. */
function originalOffsets(original: string): (offset: number) => number {
  const mark = original.startsWith('\ufeff') ? 1 : 0;
  const pairs = [...original.matchAll(/\r\n/g)].map(({ index }, count) => index - mark - count);
  return (offset) => offset + mark + countUpTo(pairs, offset - 1);
}

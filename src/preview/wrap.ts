import { graphemes } from '../text/graphemes.ts';
import { advance, advanceOf } from './advance.ts';
import { type Piece, piecesOf, withLineFeeds } from './visible.ts';

export interface Font {
  /** In pixels. */
  readonly size: number;
  readonly bold: boolean;
}

/** A unit of drawing: letters, or a chip (a variable, a mark) with the room on both sides of it. */
export interface DrawnRun {
  readonly kind: Piece['kind'];
  readonly text: string;
  /** From the line's start, in pixels. */
  readonly x: number;
  readonly width: number;
}

export interface WrappedLine {
  readonly width: number;
  readonly runs: readonly DrawnRun[];
}

/** The room of a chip left and right of its text, in pixels. */
export const CHIP_ROOM = 4;

/** A piece that is never cut, with its width; pieces of one chip that was too long for a line are several. */
interface Unit extends Piece {
  readonly width: number;
}

/** A long address is preferably broken after these characters. */
const SEAM = /^[/?&=.,;:_\-#%]$/;
/** At a seam only if the line is at least this full. */
const FULL_ENOUGH = 0.6;
/** Scripts that are written without spaces. Hangul is not among them: its words stay whole. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const NEVER_FIRST = /^[\p{Pe}\p{Pf}、。，．・：；！？ー々…%,.!?:;]/u;
/** Sums of fractions are not exact. */
const TOLERANCE = 0.01;

/** Returns the width of a piece that is drawn whole, with the room of its chip. */
export type Measure = (piece: Piece) => number;

/** The lines of a text in a column of `width` pixels, broken as `wrapBy` does. */
export function wrap(text: string, font: Font, width: number): WrappedLine[] {
  return wrapBy(text, inPixels(font), width);
}

/**
 * The lines of a text in a column. Line breaks of the text are kept, words stay whole where they can, a word that is too long
 * is broken between graphemes, at a seam of an address if there is one. No line is wider.
 */
export function wrapBy(text: string, measure: Measure, width: number): WrappedLine[] {
  return withLineFeeds(text)
    .split('\n')
    .flatMap((line) => wrapLine(unitsOf(line, measure, width), width));
}

/** The same lines, `count` at most; where some are left out, the last ends with `…`. */
export function firstLines(lines: readonly WrappedLine[], count: number, font: Font, width: number): WrappedLine[] {
  const last = lines[count - 1];
  if (lines.length <= count || !last) return lines.slice(0, count);
  const measure = inPixels(font);
  const dots = unit({ kind: 'text', text: '…' }, measure);
  const kept = last.runs.flatMap((run) => (run.kind === 'text' ? letters(run.text, measure) : [run]));
  while (kept.length > 0 && widthOf(kept) + dots.width > width + TOLERANCE) kept.pop();
  return [...lines.slice(0, count - 1), lineOf([...kept, dots], width)];
}

function letters(text: string, measure: Measure): Unit[] {
  return graphemes(text).map((grapheme) => unit({ kind: 'text', text: grapheme }, measure));
}

function unitsOf(line: string, measure: Measure, width: number): Unit[] {
  return piecesOf(line).flatMap((piece) => {
    const whole = unit(piece, measure);
    return piece.kind === 'text' || whole.width <= width ? [whole] : chipInParts(piece, measure, width);
  });
}

function unit(piece: Piece, measure: Measure): Unit {
  return { ...piece, width: measure(piece) };
}

function inPixels(font: Font): Measure {
  return ({ kind, text }) =>
    kind === 'text' ? advance(text, font.bold) * font.size : advanceOf(text, font.bold) * font.size + 2 * CHIP_ROOM;
}

/** A chip that is longer than a line, as several. */
function chipInParts({ kind, text }: Piece, measure: Measure, width: number): Unit[] {
  const parts: Unit[] = [];
  let part = '';
  for (const grapheme of graphemes(text)) {
    if (part && measure({ kind, text: part + grapheme }) > width) {
      parts.push(unit({ kind, text: part }, measure));
      part = '';
    }
    part += grapheme;
  }
  return [...parts, unit({ kind, text: part }, measure)];
}

function wrapLine(units: readonly Unit[], width: number): WrappedLine[] {
  const lines: WrappedLine[] = [];
  let line: Unit[] = [];
  let used = 0;
  const flush = (): void => {
    lines.push(lineOf(withoutEnd(line), width));
    line = [];
    used = 0;
  };
  for (const word of wordsOf(units)) {
    // What is left of the word, without the spaces at its end.
    let left = widthOf(withoutEnd(word));
    if (line.length > 0 && left > width - used + TOLERANCE) flush();
    let from = 0;
    while (left > width + TOLERANCE) {
      const cut = cutAt(word, from, width);
      line = word.slice(from, cut);
      left -= widthOf(line);
      from = cut;
      flush();
    }
    for (const unit of word.slice(from)) {
      line.push(unit);
      used += unit.width;
    }
  }
  if (line.length > 0 || lines.length === 0) flush();
  return lines;
}

/** Words with the spaces that follow them; spaces at a line's start belong to its first word. */
function wordsOf(units: readonly Unit[]): Unit[][] {
  const words: Unit[][] = [];
  let word: Unit[] = [];
  let isBlank = true;
  for (const [index, next] of units.entries()) {
    const previous = units[index - 1];
    if (previous && !isBlank && mayBreak(previous, next)) {
      words.push(word);
      word = [];
      isBlank = true;
    }
    word.push(next);
    isBlank &&= isSpace(next);
  }
  return word.length > 0 ? [...words, word] : words;
}

function mayBreak(before: Unit, after: Unit): boolean {
  if (isSpace(before)) return !isSpace(after);
  if (before.kind !== 'text' || after.kind !== 'text' || NEVER_FIRST.test(after.text)) return false;
  return UNSPACED.test(before.text) || UNSPACED.test(after.text);
}

/** Returns the end of a line inside a word that is too long. The line has at least one unit. */
function cutAt(word: readonly Unit[], from: number, width: number): number {
  let used = 0;
  let cut = from;
  let seam = 0;
  for (let unit = word[cut]; unit; unit = word[cut]) {
    if (used + unit.width > width + TOLERANCE) break;
    used += unit.width;
    cut += 1;
    if (SEAM.test(unit.text) && used >= width * FULL_ENOUGH) seam = cut;
  }
  return seam || Math.max(from + 1, cut);
}

function lineOf(units: readonly Unit[], width: number): WrappedLine {
  const runs: DrawnRun[] = [];
  let x = 0;
  for (const unit of units) {
    const last = runs.at(-1);
    if (last?.kind === 'text' && unit.kind === 'text') {
      runs[runs.length - 1] = { ...last, text: last.text + unit.text, width: last.width + unit.width };
    } else {
      runs.push({ kind: unit.kind, text: unit.text, x, width: unit.width });
    }
    x += unit.width;
  }
  // A single grapheme can be wider than a very narrow column; it is drawn narrower.
  const only = runs.length === 1 ? runs[0] : undefined;
  return only && x > width ? { width, runs: [{ ...only, width }] } : { width: x, runs };
}

function withoutEnd(units: readonly Unit[]): readonly Unit[] {
  return units.slice(0, units.findLastIndex((unit) => !isSpace(unit)) + 1);
}

function isSpace(unit: Unit): boolean {
  return unit.kind === 'text' && unit.text === ' ';
}

function widthOf(units: readonly { readonly width: number }[]): number {
  return units.reduce((sum, { width }) => sum + width, 0);
}

import { diffArrays } from 'diff';
import { look } from './unseen.ts';
import { DIFF_TIMEOUT, type DiffPiece, diffWords } from './word-diff.ts';

/** A line of one or both of two texts. `\n` stands in a piece only where the line break itself is a difference. */
export interface DiffLine {
  side: 'both' | 'before' | 'after';
  pieces: DiffPiece[];
  /** Whether it is drawn beside its counterpart, so that the changed pieces are worth marking. */
  paired: boolean;
}

/** A run of lines, or how many equal ones are left out. */
export type DiffRow = DiffLine | { skipped: number };

/** Two lines that are less alike are two lines, not one that changed. */
const ALIKE = 0.4;
/** One line in the place of one line is the same line sooner. */
const ALIKE_ALONE = 0.2;
/** Lines are not compared with each other if that takes more steps than this. */
const MOST_STEPS = 1_000_000;

/**
 * What differs between two texts, by line and inside lines by word. A line break at the end that only one of them has
 * is a difference of the last line.
 */
export function diffTexts(before: string, after: string): DiffLine[] {
  const [a, b] = linesOf(before, after);
  const changes = diffArrays(a, b, { timeout: DIFF_TIMEOUT }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ];
  return changes.flatMap((change, index): DiffLine[] => {
    const next = changes[index + 1];
    if (change.removed) return next?.added ? replaced(change.value, next.value) : change.value.map(onlyBefore);
    if (change.added) return changes[index - 1]?.removed ? [] : change.value.map(onlyAfter);
    return change.value.map(same);
  });
}

/** The rows with at most `context` equal lines around each difference. A gap of one line is shown as it is. */
export function withContext(rows: readonly DiffLine[], context: number): DiffRow[] {
  const near = rows.map((_, index) =>
    rows.slice(Math.max(0, index - context), index + context + 1).some(({ side }) => side !== 'both'),
  );
  const shown: DiffRow[] = [];
  for (let index = 0; index < rows.length; ) {
    const row = rows[index];
    if (!row) break;
    const end = near.indexOf(true, index);
    const gap = near[index] ? 0 : (end === -1 ? rows.length : end) - index;
    shown.push(gap > 1 ? { skipped: gap } : row);
    index += Math.max(1, gap);
  }
  return shown;
}

/** Lines of both texts without their breaks; a final break that only one has stays on its last line. */
function linesOf(before: string, after: string): [string[], string[]] {
  const [endsA, endsB] = [before.endsWith('\n'), after.endsWith('\n')];
  const split = (text: string, ends: boolean, otherEnds: boolean): string[] => {
    if (text === '') return [];
    const lines = (ends ? text.slice(0, -1) : text).split('\n');
    const last = lines.at(-1) ?? '';
    return ends && !otherEnds ? [...lines.slice(0, -1), `${last}\n`] : lines;
  };
  return [split(before, endsA, endsB), split(after, endsB, endsA)];
}

function same(line: string): DiffLine {
  return { side: 'both', pieces: [{ text: line, changed: false }], paired: false };
}

function onlyBefore(line: string): DiffLine {
  return { side: 'before', pieces: [{ text: line, changed: true }], paired: false };
}

function onlyAfter(line: string): DiffLine {
  return { side: 'after', pieces: [{ text: line, changed: true }], paired: false };
}

/** Removed lines against added ones: line by line where they are alike, as one text where only white space moved. */
function replaced(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (squeezed(before) === squeezed(after)) return rewrapped(before, after);
  return aligned(before, after).flatMap(([a, b]) => {
    if (a === undefined) return b === undefined ? [] : [onlyAfter(b)];
    if (b === undefined) return [onlyBefore(a)];
    const words = diffWords(a, b);
    return [
      { side: 'before', pieces: words.before, paired: true },
      { side: 'after', pieces: words.after, paired: true },
    ] satisfies DiffLine[];
  });
}

function squeezed(lines: readonly string[]): string {
  return lines.join('').replace(/\s/gu, '');
}

/** The same words in other lines: the breaks and spaces are what changed. */
function rewrapped(before: readonly string[], after: readonly string[]): DiffLine[] {
  const words = diffWords(before.join('\n'), after.join('\n'));
  return [
    ...splitPieces(words.before).map((pieces): DiffLine => ({ side: 'before', pieces, paired: true })),
    ...splitPieces(words.after).map((pieces): DiffLine => ({ side: 'after', pieces, paired: true })),
  ];
}

/** Pieces by line: a changed break stays with the line that it ends, an equal one is only where lines part. */
function splitPieces(pieces: readonly DiffPiece[]): DiffPiece[][] {
  const lines: DiffPiece[][] = [[]];
  for (const { text, changed } of pieces) {
    text.split('\n').forEach((part, index, parts) => {
      const line = lines.at(-1);
      const broken = index < parts.length - 1;
      const shown = broken && changed ? `${part}\n` : part;
      if (shown !== '') line?.push({ text: shown, changed });
      if (broken) lines.push([]);
    });
  }
  return lines.length > 1 && lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines;
}

type LinePair = [string | undefined, string | undefined];

/** The pairing in order that makes the most alike lines meet. */
function aligned(before: readonly string[], after: readonly string[]): LinePair[] {
  if (before.length * sizeOf(after) + after.length * sizeOf(before) > MOST_STEPS) return unpaired(before, after);
  const [a, b] = [before.map(bigramsOf), after.map(bigramsOf)];
  const least = a.length === 1 && b.length === 1 ? ALIKE_ALONE : ALIKE;
  const gains = a.map((bigrams) => b.map((others) => gainOf(alike(bigrams, others), least)));
  const best = before.concat('').map(() => new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = best[i];
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), (gains[i]?.[j] ?? 0) + at(i + 1, j + 1));
    }
  }
  const pairs: LinePair[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    const worth = gains[i]?.[j] ?? 0;
    if (worth > 0 && at(i, j) === worth + at(i + 1, j + 1)) pairs.push([before[i++], after[j++]]);
    else if (at(i, j) === at(i + 1, j)) pairs.push([before[i++], undefined]);
    else pairs.push([undefined, after[j++]]);
  }
  return [...pairs, ...unpaired(before.slice(i), after.slice(j))];
}

function unpaired(before: readonly string[], after: readonly string[]): LinePair[] {
  return [...before.map((line): LinePair => [line, undefined]), ...after.map((line): LinePair => [undefined, line])];
}

/** Characters of some lines and of their breaks. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function gainOf(likeness: number, least: number): number {
  return likeness >= least ? likeness : 0;
}

/** Neighbouring characters without spaces, the line's two ends included: what tells alike lines of any script. */
function bigramsOf(line: string): string[] {
  const characters = ['', ...look(line).replace(/\s/gu, ''), ''];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}\n${character}`);
}

/** Share of bigrams that both lines have (Dice), between 0 and 1. */
function alike(a: readonly string[], b: readonly string[]): number {
  const rest = new Map<string, number>();
  for (const bigram of a) rest.set(bigram, (rest.get(bigram) ?? 0) + 1);
  const shared = b.filter((bigram) => {
    const left = rest.get(bigram) ?? 0;
    rest.set(bigram, left - 1);
    return left > 0;
  });
  return (2 * shared.length) / (a.length + b.length);
}

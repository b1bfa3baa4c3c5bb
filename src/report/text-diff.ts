import { diffArrays } from 'diff';
import { look } from '../text/unseen.ts';
import { DIFF_TIMEOUT, type DiffPiece, diffWords } from './word-diff.ts';

/** A line of one or both of two texts. A piece contains `\n` only if the line break itself is a difference. */
export interface DiffLine {
  side: 'both' | 'before' | 'after';
  pieces: DiffPiece[];
  /** True if its counterpart is drawn too, so that changed pieces are marked. */
  paired: boolean;
}

/** A run of lines, or how many equal ones are left out. */
export type DiffRow = DiffLine | { skipped: number };

/** Lines that are less similar are two lines, not one that changed. */
const SIMILAR = 0.4;
/** One line that replaces one line needs less similarity. */
const SIMILAR_SINGLE = 0.2;
/** Lines are not compared with each other if that takes more steps than this. */
const MOST_STEPS = 1_000_000;

/**
 * Compares two texts by line, and inside lines by word. A line break at the end that only one of them has
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
    if (change.removed && next?.added) return replaced(change.value, next.value);
    if (change.added && changes[index - 1]?.removed) return [];
    const side = change.removed ? 'before' : change.added ? 'after' : 'both';
    return change.value.map((line) => lineOf(side, line));
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

function lineOf(side: DiffLine['side'], line: string): DiffLine {
  return { side, pieces: [{ text: line, changed: side !== 'both' }], paired: false };
}

/** Removed lines against added ones: line by line if they are similar, as one text if only white space moved. */
function replaced(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (squeezed(before) === squeezed(after)) return rewrapped(before, after);
  return aligned(before, after).flatMap(([a, b]) => {
    if (a === undefined) return b === undefined ? [] : [lineOf('after', b)];
    if (b === undefined) return [lineOf('before', a)];
    const words = diffWords(a, b);
    return paired([words.before], [words.after]);
  });
}

function squeezed(lines: readonly string[]): string {
  return lines.join('').replace(/\s/gu, '');
}

/** The same words in other lines: only line breaks and spaces changed. */
function rewrapped(before: readonly string[], after: readonly string[]): DiffLine[] {
  const words = diffWords(before.join('\n'), after.join('\n'));
  return paired(splitPieces(words.before), splitPieces(words.after));
}

function paired(before: readonly DiffPiece[][], after: readonly DiffPiece[][]): DiffLine[] {
  return [
    ...before.map((pieces): DiffLine => ({ side: 'before', pieces, paired: true })),
    ...after.map((pieces): DiffLine => ({ side: 'after', pieces, paired: true })),
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

/** Pairs the most similar lines and keeps their order. */
function aligned(before: readonly string[], after: readonly string[]): LinePair[] {
  if (before.length * sizeOf(after) + after.length * sizeOf(before) > MOST_STEPS) return unpaired(before, after);
  const [a, b] = [before.map(bigramsOf), after.map(bigramsOf)];
  const least = a.length === 1 && b.length === 1 ? SIMILAR_SINGLE : SIMILAR;
  const gains = a.map((bigrams) =>
    b.map((others) => {
      const likeness = likenessOf(bigrams, others);
      return likeness >= least ? likeness : 0;
    }),
  );
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

/** Neighbouring characters without spaces, with the line's two ends: they show similarity in any script. */
function bigramsOf(line: string): string[] {
  const characters = ['', ...look(line).replace(/\s/gu, ''), ''];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}\n${character}`);
}

/** Share of bigrams that both lines have (Dice), between 0 and 1. */
function likenessOf(a: readonly string[], b: readonly string[]): number {
  const rest = new Map<string, number>();
  for (const bigram of a) rest.set(bigram, (rest.get(bigram) ?? 0) + 1);
  const shared = b.filter((bigram) => {
    const left = rest.get(bigram) ?? 0;
    rest.set(bigram, left - 1);
    return left > 0;
  });
  return (2 * shared.length) / (a.length + b.length);
}

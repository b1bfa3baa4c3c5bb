import { diffArrays } from 'diff';
import { type DiffPiece, diffWords, MOST_EDITS } from './word-diff.ts';

/** A line of one or both of two texts. A piece contains `\n` only if the line break itself is a difference. */
export interface DiffLine {
  side: 'both' | 'before' | 'after';
  pieces: DiffPiece[];
  /** True if its counterpart is drawn too, so that changed pieces are marked. */
  paired: boolean;
}

/** A run of lines, or how many equal ones are left out. */
export type DiffRow = DiffLine | { skipped: number };

/** Lines of which less stays are other lines, not changed ones. A share of their letters. */
const SIMILAR = 0.1;

/**
 * Compares two texts by line, and inside lines by word. A line break at the end that only one of them has
 * is a difference of the last line.
 */
export function diffTexts(before: string, after: string): DiffLine[] {
  const [a, b] = linesOf(before, after);
  const changes = diffArrays(a, b, { maxEditLength: MOST_EDITS }) ?? [
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

/** Removed lines against added ones: their changed words are marked if enough of them stays. */
function replaced(before: readonly string[], after: readonly string[]): DiffLine[] {
  const words = diffWords(before.join('\n'), after.join('\n'));
  const all = lettersIn(words.before) + lettersIn(words.after);
  const same = lettersIn(words.before.filter(({ changed }) => !changed));
  if (2 * same >= SIMILAR * all)
    return paired(splitPieces(words.before, before.length), splitPieces(words.after, after.length));
  return [...before.map((line) => lineOf('before', line)), ...after.map((line) => lineOf('after', line))];
}

function lettersIn(pieces: readonly DiffPiece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.replace(/\s/gu, '').length, 0);
}

/** Lines with their counterparts: below each other if there is one for each. */
function paired(before: readonly DiffPiece[][], after: readonly DiffPiece[][]): DiffLine[] {
  const old = before.map((pieces): DiffLine => ({ side: 'before', pieces, paired: true }));
  const fresh = after.map((pieces): DiffLine => ({ side: 'after', pieces, paired: true }));
  if (old.length !== fresh.length) return [...old, ...fresh];
  return old.flatMap((line, index) => [line, fresh[index] ?? line]);
}

/** Pieces by line. A break stays with the line that it ends if nothing else changes there: it is the difference. */
function splitPieces(pieces: readonly DiffPiece[], count: number): DiffPiece[][] {
  const lines: DiffPiece[][] = [[]];
  for (const { text, changed } of pieces) {
    const isSpace = changed && text.trim() === '';
    text.split('\n').forEach((part, index, parts) => {
      const line = lines.at(-1);
      const broken = index < parts.length - 1;
      const shown = broken && (isSpace || (changed && lines.length === count)) ? `${part}\n` : part;
      if (shown !== '') line?.push({ text: shown, changed });
      if (broken) lines.push([]);
    });
  }
  return lines.slice(0, count);
}

import { diffArrays } from 'diff';
import { wordSegments } from '../text/graphemes.ts';

/** A part of one of two texts: the same in both, or changed. */
export interface DiffPiece {
  text: string;
  changed: boolean;
}

/** A diff with more added and removed parts shows the texts as changed entirely. */
export const MOST_EDITS = 1000;

/** Words, runs of spaces, line breaks, marks: the units that are compared. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const segment of wordSegments(text)) {
    const last = words.at(-1);
    if (segment === ' ' && last?.trimEnd() === '' && !last.includes('\n')) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

/**
 * Compares two texts by word: the pieces of each put together are the text. A word that differs in part is marked as a whole, with
 * its ending: a part of a Korean word is hard to read.
 */
export function diffWords(before: string, after: string): { before: DiffPiece[]; after: DiffPiece[] } {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_EDITS });
  if (!changes) return { before: [{ text: before, changed: true }], after: [{ text: after, changed: true }] };
  const hunks = bridged(changes.map(toHunk));
  const side = (name: 'old' | 'new'): DiffPiece[] =>
    merged(
      hunks.map((hunk) => ('same' in hunk ? { text: hunk.same, changed: false } : { text: hunk[name], changed: true })),
    );
  return { before: side('old'), after: side('new') };
}

type LineHunk = { same: string } | { old: string; new: string };

function toHunk(change: { value: string[]; added: boolean; removed: boolean }): LineHunk {
  const text = change.value.join('');
  if (change.added) return { old: '', new: text };
  if (change.removed) return { old: text, new: '' };
  return { same: text };
}

/** Joins neighbours: a removal with an addition, and two replacements that only spaces part, for they read as one. */
function bridged(hunks: readonly LineHunk[]): LineHunk[] {
  const joined: LineHunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    const beforeLast = joined.at(-2);
    if ('same' in hunk || !last) joined.push(hunk);
    else if (!('same' in last)) joined[joined.length - 1] = { old: last.old + hunk.old, new: last.new + hunk.new };
    else if (/^ +$/.test(last.same) && beforeLast && !('same' in beforeLast)) {
      joined.splice(-2, 2, {
        old: beforeLast.old + last.same + hunk.old,
        new: beforeLast.new + last.same + hunk.new,
      });
    } else joined.push(hunk);
  }
  return joined.map((hunk) => ('same' in hunk || hunk.old !== hunk.new ? hunk : { same: hunk.old }));
}

function merged(pieces: readonly DiffPiece[]): DiffPiece[] {
  const kept: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = kept.at(-1);
    if (piece.text === '') continue;
    if (last && last.changed === piece.changed) kept[kept.length - 1] = { ...last, text: last.text + piece.text };
    else kept.push(piece);
  }
  return kept;
}

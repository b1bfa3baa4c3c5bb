/** Returns the hint for a mistyped word: the nearest known word, or another hint if none is near enough. */
export function didYouMean(word: string, known: Iterable<string>, otherwise: string): string {
  const meant = suggest(word, known);
  return meant === undefined ? otherwise : `Did you mean \`${meant}\`?`;
}

/** The most names that a sentence lists. */
const MOST_NAMED = 10;

/** Joins names for a sentence: the first ones, and the number of the others. */
export function fewOf(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** Characters that have no shape of their own, and blanks that look like a space. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]|[^\S ]/u;

/** A text that begins as an address: `Kind/`. */
const ADDRESS = /^[A-Z]\w*\//;

/**
 * Returns the known word nearest to a mistyped one, or undefined if none is near enough. Of an address, every part must be near: two
 * ids of one kind and profile share most of their letters. A word with an invisible character is never suggested: a reader cannot type it.
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  const parts = ADDRESS.test(word) ? word.split('/') : [];
  let nearest: string | undefined;
  let least = mostEdits(word) + 1;
  for (const candidate of known) {
    // The distance is at least the difference of the lengths. This skips the count for very long words.
    if (candidate.trim() === '' || Math.abs(word.length - candidate.length) >= least) continue;
    const far = distance(lower, candidate.toLowerCase());
    if (far >= least || UNSEEN.test(candidate)) continue;
    if (parts.length > 1 && !areNear(parts, candidate.split('/'))) continue;
    nearest = candidate;
    least = far;
  }
  return nearest;
}

function areNear(parts: readonly string[], others: readonly string[]): boolean {
  const isNear = (part: string, at: number): boolean =>
    part === others[at] || suggest(part, others.slice(at, at + 1)) !== undefined;
  return parts.length === others.length && parts.every(isNear);
}

/**
 * The most edits between a word and one that was meant. Words of fewer than three letters are too often near to others: for them only
 * the case may differ. A Hangul syllable has two or three letters, but a single syllable is too short.
 */
function mostEdits(word: string): number {
  const isShort = word.length < 2 || word.normalize('NFD').length < 3;
  return isShort ? 0 : Math.max(1, Math.floor(word.length / 3));
}

/** Counts the edits between two words. Swapping two neighbours is one edit (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const steps = [at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1)];
      if (swapped) steps.push(at(beforeLast, column - 2) + 1);
      current.push(Math.min(...steps));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] as number;
}

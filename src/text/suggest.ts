/** Returns the known word nearest to a mistyped one, or undefined if none is near enough. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  return nearest(word, known)[0];
}

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

/** Returns the hint for a part of an id: the ids that have it. Returns undefined if none has it, or if the part is too short. */
export function idsWith(part: string, ids: readonly string[]): string | undefined {
  if (isShort(part)) return undefined;
  const found = [...new Set(ids)]
    .filter((id) => id.toLowerCase().includes(part.toLowerCase()))
    .map((id) => `\`${id}\``);
  if (found.length === 0) return undefined;
  return found.length === 1 ? `Did you mean ${found[0]}?` : `Name one of them: ${fewOf(found)}`;
}

function areNear(parts: readonly string[], others: readonly string[]): boolean {
  return parts.length === others.length && parts.every((part, at) => isNear(part, others[at] as string));
}

function isNear(part: string, other: string): boolean {
  return part === other || suggest(part, [other]) !== undefined;
}

/** Words with fewer letters are too often near to others. For them only the case may differ. */
const TOO_SHORT = 3;

/** A Hangul syllable has two or three letters, but a single syllable is too short. */
function isShort(word: string): boolean {
  return word.length < 2 || word.normalize('NFD').length < TOO_SHORT;
}

/** Characters that have no shape of their own, and blanks that look like a space. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]|[^\S ]/gu;

/** Returns a word without its invisible characters. */
function withoutUnseen(word: string): string {
  return word.replace(UNSEEN, '');
}

/** A text that begins as an address: `Kind/`. */
const ADDRESS = /^[A-Z]\w*\//;

/**
 * Returns the nearest known words, in their order. Returns none if none is near enough. Of an address, every part must be near: two
 * ids of one kind and profile share most of their letters. A word with an invisible character is never suggested: a reader cannot type it.
 */
export function nearest(word: string, known: Iterable<string>): string[] {
  const lower = word.toLowerCase();
  const most = isShort(word) ? 0 : Math.max(1, Math.floor(word.length / 3));
  const parts = ADDRESS.test(word) ? word.split('/') : [];
  let best: string[] = [];
  let least = most;
  for (const candidate of known) {
    // The distance is at least the difference of the lengths. This skips the count for very long words.
    if (candidate.trim() === '' || Math.abs(word.length - candidate.length) > least) continue;
    const far = distance(lower, candidate.toLowerCase());
    if (far > least || withoutUnseen(candidate) !== candidate) continue;
    if (parts.length > 1 && !areNear(parts, candidate.split('/'))) continue;
    if (far < least) best = [];
    least = far;
    best.push(candidate);
  }
  return best;
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

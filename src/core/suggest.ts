/** The known word that somebody most likely meant, or undefined where none is near enough. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  return nearest(word, known)[0];
}

/** As `suggest`, for addresses: every part of the one that is meant is near, not their whole length alone. */
export function suggestAddress(address: string, known: Iterable<string>): string | undefined {
  const parts = address.split('/');
  return suggest(
    address,
    [...known].filter((one) => {
      const others = one.split('/');
      return others.length === parts.length && parts.every((part, at) => isNear(part, others[at]));
    }),
  );
}

function isNear(part: string, other = ''): boolean {
  return part === other || suggest(part, [other]) !== undefined;
}

/** Letters of a word that is alike to others by chance: one is meant where it differs in case alone. */
const TOO_SHORT = 3;

/** A syllable of Hangul has two or three letters, and one alone is no word to go by. */
function isShort(word: string): boolean {
  return word.length < 2 || word.normalize('NFD').length < TOO_SHORT;
}

/** The known words that are equally near, the nearest there are, in their order; none where none is near enough. */
export function nearest(word: string, known: Iterable<string>): string[] {
  const lower = word.toLowerCase();
  const most = isShort(word) ? 0 : Math.max(1, Math.floor(word.length / 3));
  let best: string[] = [];
  let least = most;
  for (const candidate of known) {
    // No word is nearer to another than their lengths are: nothing is counted for a word of a million letters.
    if (candidate.trim() === '' || Math.abs(word.length - candidate.length) > least) continue;
    const far = distance(lower, candidate.toLowerCase());
    if (far > least) continue;
    if (far < least) best = [];
    least = far;
    best.push(candidate);
  }
  return best;
}

/** Edits between two words, where swapping two neighbours is one edit (optimal string alignment). */
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

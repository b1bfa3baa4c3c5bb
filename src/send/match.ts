import { findVariables } from '../core/variables.ts';
import { graphemes } from '../text/graphemes.ts';
import { look, unseenDifference } from '../text/unseen.ts';

/** The first difference between a text and its template. Offsets count code points. */
export interface Mismatch {
  /** The template with the known values in it; variables without one are left as `#{name}`. */
  expected: string;
  /** The offset of the first difference in `expected` and in the text; the length if one of them ends there. */
  expectedAt: number;
  actualAt: number;
  /** How many characters of `expected` the text lacks there, if it continues with what follows them. */
  lacking?: number;
}

/** A run of characters of the template, and its offset in the template. */
interface Literal {
  characters: string[];
  at: number;
}

/**
 * Compares a text with a template. A variable in `values` stands for its value, any other for one character or
 * more, line breaks too, as the service sees it. Undefined if they agree.
 *
 * With all values known the place is exact. A text of another program may match in several ways: the first line that differs
 * decides the place, and in this line the longest match.
 */
export function matchTemplate(
  template: string,
  text: string,
  values: ReadonlyMap<string, string> = new Map(),
): Mismatch | undefined {
  const { expected, literals } = split(template, values);
  const placed = place(literals, Array.from(text));
  return 'at' in placed ? undefined : (lineMismatch(expected, literals, text) ?? { expected, ...placed });
}

/**
 * Finds the first line that differs, if both have several lines, and equally many. A variable of an earlier line could otherwise
 * take the line that differs as a part of its value, and the place would be a later line.
 */
function lineMismatch(expected: string, { length: parts }: readonly Literal[], text: string): Mismatch | undefined {
  const [ours, theirs] = [text.split('\n'), expected.split('\n')];
  if (parts === 1 || ours.length === 1 || ours.length !== theirs.length) return undefined;
  let [expectedAt, actualAt] = [0, 0];
  for (const [index, line] of theirs.entries()) {
    const own = ours[index] ?? '';
    const placed = place(split(line, new Map()).literals, Array.from(own));
    if (!('at' in placed))
      return { ...placed, expected, expectedAt: expectedAt + placed.expectedAt, actualAt: actualAt + placed.actualAt };
    expectedAt += Array.from(line).length + 1;
    actualAt += Array.from(own).length + 1;
  }
  return undefined;
}

/** A place where a text differs from its template although it looks like it, and what differs there and elsewhere. */
interface UnseenMismatch extends Mismatch {
  /** As `unseenDifference` names it: `decomposed letters (NFD) 0 → 4`. */
  difference: string;
}

/**
 * Finds where a text that looks like its template differs from it: in the form of letters (NFC, NFD) or in variation selectors.
 * Values of variables do not count. Undefined if the text agrees with the template or looks different.
 */
export function matchUnseen(
  template: string,
  text: string,
  values: ReadonlyMap<string, string> = new Map(),
): UnseenMismatch | undefined {
  const { expected, literals } = split(template, values);
  const actual = Array.from(text);
  // The text as it looks, and for each of its characters the place in `text` that it comes from.
  const seen: string[] = [];
  const origin: number[] = [];
  let from = 0;
  for (const grapheme of graphemes(text)) {
    for (const character of look(grapheme)) {
      seen.push(character);
      origin.push(from);
    }
    from += Array.from(grapheme).length;
  }
  const looked = literals.map(({ characters, at }) => ({ characters: Array.from(look(characters.join(''))), at }));
  const placed = place(looked, seen);
  if (!('at' in placed)) return undefined;
  const pairs = literals.map(({ characters, at }, index) => {
    const begin = placed.at[index] ?? 0;
    const end = begin + (looked[index]?.characters.length ?? 0);
    const actualAt = origin[begin] ?? actual.length;
    const given = actual.slice(actualAt, origin[end] ?? actual.length);
    return { characters, given, expectedAt: at, actualAt };
  });
  const difference = unseenDifference(pairs.map(({ characters, given }) => [characters.join(''), given.join('')]));
  const first = pairs.find(({ characters, given }) => characters.join('') !== given.join(''));
  if (difference === undefined || first === undefined) return undefined;
  const shared = sharedPrefix(first.characters, first.given, 0);
  return { expected, expectedAt: first.expectedAt + shared, actualAt: first.actualAt + shared, difference };
}

/** Finds where each literal is in a text, or the place of the first difference. */
function place(literals: readonly Literal[], actual: readonly string[]): { at: number[] } | Omit<Mismatch, 'expected'> {
  const [first, ...others] = literals;
  const begun = first ? sharedPrefix(first.characters, actual, 0) : 0;
  if (first && begun < first.characters.length) return { expectedAt: begun, actualAt: begun };
  if (others.length === 0) return begun < actual.length ? { expectedAt: begun, actualAt: begun } : { at: [0] };

  const places = [0];
  let position = begun;
  let variableAt = begun;
  for (const [index, literal] of others.entries()) {
    if (position === actual.length) return { expectedAt: variableAt, actualAt: position };
    const from = position + 1;
    const last = index === others.length - 1;
    const find = last ? atEnd : indexOf;
    const found = find(literal.characters, actual, from);
    if (found === undefined) {
      const isEmpty = find(literal.characters, actual, position) === position;
      if (isEmpty && literal.characters.length > 0) return { expectedAt: variableAt, actualAt: position };
      return nearest(literal, actual, { position, variableAt, last });
    }
    places.push(found);
    position = found + literal.characters.length;
    variableAt = literal.at + literal.characters.length;
  }
  return { at: places };
}

/** Splits a template at its variables without a value. */
function split(template: string, values: ReadonlyMap<string, string>): { expected: string; literals: Literal[] } {
  const literals: Literal[] = [];
  let expected = '';
  let current: Literal = { characters: [], at: 0 };
  let taken = 0;
  const write = (text: string): void => {
    expected += text;
    for (const character of text) current.characters.push(character);
  };
  for (const { name, start, end } of findVariables(template)) {
    write(template.slice(taken, start));
    const value = values.get(name);
    if (value !== undefined) write(value);
    else {
      literals.push(current);
      expected += template.slice(start, end);
      current = { characters: [], at: Array.from(expected).length };
    }
    taken = end;
  }
  write(template.slice(taken));
  literals.push(current);
  return { expected, literals };
}

function sharedPrefix(literal: readonly string[], text: readonly string[], from: number): number {
  let shared = 0;
  while (shared < literal.length && from + shared < text.length && literal[shared] === text[from + shared]) shared += 1;
  return shared;
}

function indexOf(literal: readonly string[], text: readonly string[], from: number): number | undefined {
  for (let at = from; at + literal.length <= text.length; at += 1) {
    if (sharedPrefix(literal, text, at) === literal.length) return at;
  }
  return undefined;
}

function atEnd(literal: readonly string[], text: readonly string[], from: number): number | undefined {
  const at = text.length - literal.length;
  return at >= from && sharedPrefix(literal, text, at) === literal.length ? at : undefined;
}

/** Finds the first difference between a literal that the text does not have and the rest of the text, which begins with a variable. */
function nearest(
  { characters, at }: Literal,
  text: readonly string[],
  { position, variableAt, last }: { position: number; variableAt: number; last: boolean },
): Omit<Mismatch, 'expected'> {
  const from = position + 1;
  const begun = longestPrefix(characters, text.slice(from));
  const matchedTo = from + begun.end;
  const ended = last
    ? { length: sharedSuffix(characters, text, position), end: 0 }
    : longestPrefix(characters.toReversed(), text.slice(position).toReversed());
  const continuesAt = text.length - ended.end - (last ? ended.length : 0);
  // The end of the literal follows the variable at once: then a beginning of it that comes later is part of another word.
  if (begun.length > 0 && (begun.length >= ended.length || matchedTo - begun.length < continuesAt))
    return { expectedAt: at + begun.length, actualAt: matchedTo };
  if (ended.length === 0 && last) return { expectedAt: at, actualAt: text.length };
  if (ended.length === 0) return { expectedAt: at, actualAt: from, lacking: characters.length };
  const lacksFrom = continuesAt === position ? variableAt : at;
  return { expectedAt: lacksFrom, actualAt: continuesAt, lacking: at + characters.length - ended.length - lacksFrom };
}

/** Finds the longest beginning of a literal that a text has, and where it ends first (Knuth, Morris and Pratt). */
function longestPrefix(literal: readonly string[], text: readonly string[]): { length: number; end: number } {
  const shorter = [0];
  const extended = (length: number, character: string | undefined): number => {
    let kept = length;
    while (kept > 0 && literal[kept] !== character) kept = shorter[kept - 1] ?? 0;
    return literal[kept] === character ? kept + 1 : kept;
  };
  for (let at = 1; at < literal.length; at += 1) shorter.push(extended(shorter[at - 1] ?? 0, literal[at]));
  let best = { length: 0, end: 0 };
  let length = 0;
  for (const [at, character] of text.entries()) {
    length = extended(length, character);
    if (length > best.length) best = { length, end: at + 1 };
  }
  return best;
}

function sharedSuffix(literal: readonly string[], text: readonly string[], from: number): number {
  let shared = 0;
  while (
    shared < literal.length - 1 &&
    text.length - shared > from &&
    literal[literal.length - 1 - shared] === text[text.length - 1 - shared]
  ) {
    shared += 1;
  }
  return shared;
}

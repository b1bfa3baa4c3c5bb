import { worded } from '../core/problem.ts';
import type { Difference, ProofFailure } from '../core/send-result.ts';
import { fillVariables, findVariables, length } from '../core/variables.ts';
import { codePointName } from '../text/graphemes.ts';
import { look } from '../text/unseen.ts';
import type { Values } from './channel.ts';
import { say } from './sentences.ts';

/** Compares a text of a message with that of its template. */
export function compareText(path: string, template: string, text: string, values: Values): ProofFailure[] {
  const mismatch = matchTemplate(template, text, values);
  if (!mismatch) return [];
  const { difference, what, isUnseen } = mismatch;
  const { line, column } = difference;
  const isOneLine = line === 1 && !text.includes('\n');
  return [
    {
      code: 'send-differs',
      path,
      ...worded(isOneLine ? say('text-differs', { column, what }) : say('text-differs-line', { line, column, what })),
      ...(isUnseen && { hint: UNSEEN }),
      difference,
    },
  ];
}

const UNSEEN =
  'It looks the same, and differs in the form of its letters (NFC, NFD) or in signs that choose how an emoji looks';

/** The first difference between a text and its template. */
interface Mismatch {
  difference: Difference;
  /** `the approved template has a space, the message "줄"` */
  what: string;
  /** True if both texts look the same. */
  isUnseen: boolean;
}

/**
 * Compares a text with a template. A variable in `values` stands for its value, any other for one character or more, line breaks
 * too. Undefined if they agree. Otherwise the first line that differs has the difference. Its column is exact if the line has no
 * variable without a value.
 */
export function matchTemplate(
  template: string,
  text: string,
  values: ReadonlyMap<string, string> = new Map(),
): Mismatch | undefined {
  const expected = fillVariables(template, values);
  if (!partingOf(expected, text)) return undefined;
  const [theirs, ours] = [expected.split('\n'), text.split('\n')];
  const index = theirs.findIndex((line, at) => partingOf(line, ours[at] ?? null));
  const at = index < 0 ? theirs.length : index;
  const [line = null, own = null] = [theirs[at], ours[at]];
  const { expectedAt, actualAt, lacking } = partingOf(line ?? '', own) ?? { expectedAt: 0, actualAt: 0 };
  const after = (lines: readonly string[], from: string | null, to: number): string | undefined =>
    from === null ? undefined : from.slice(to) || (at < lines.length - 1 ? '\n' : undefined);
  const what =
    line === null || own === null
      ? contrast(line === null ? undefined : '\n', own === null ? undefined : '\n')
      : lacking === undefined
        ? contrast(after(theirs, line, expectedAt), after(ours, own, actualAt))
        : `after ${lastVariable(line.slice(0, expectedAt))} the approved template has ${quoted(lacking)}, which the message lacks`;
  return {
    difference: { line: at + 1, column: length((own ?? '').slice(0, actualAt)) + 1, expected: line, actual: own },
    what,
    isUnseen: !partingOf(look(expected), look(text)),
  };
}

/** Where a text parts from its template, in UTF-16 units. */
interface Parting {
  expectedAt: number;
  actualAt: number;
  /** The text after a variable of which the text has nothing. */
  lacking?: string;
}

/** Finds the texts between the variables one after another, each as early as possible: then every match is found. */
function partingOf(template: string, text: string | null): Parting | undefined {
  if (text === null) return { expectedAt: 0, actualAt: 0 };
  let position = 0;
  let variableAt = 0;
  const literals = literalsOf(template);
  for (const [index, { literal, at }] of literals.entries()) {
    const isFirst = index === 0;
    if (!isFirst && position === text.length) return { expectedAt: variableAt, actualAt: position };
    // A variable has one character at least.
    const from = isFirst ? 0 : position + ((text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1);
    const find = (part: string): number =>
      isFirst ? (text.startsWith(part) ? 0 : -1) : part === '' ? from : text.indexOf(part, from);
    const isLast = index === literals.length - 1;
    const end = text.length - literal.length;
    const found = isLast && !isFirst ? (end >= from && text.endsWith(literal) ? end : -1) : find(literal);
    if (found < 0) {
      if (!isFirst && text.startsWith(literal, position)) return { expectedAt: variableAt, actualAt: position };
      const shared = longestPrefix(literal, (part) => find(part) >= 0);
      if (shared === 0 && !isFirst) return { expectedAt: at, actualAt: position, lacking: literal };
      return { expectedAt: at + shared, actualAt: find(literal.slice(0, shared)) + shared };
    }
    position = found + literal.length;
    variableAt = at + literal.length;
  }
  return position === text.length ? undefined : { expectedAt: template.length, actualAt: position };
}

function literalsOf(template: string): { literal: string; at: number }[] {
  let at = 0;
  const before = findVariables(template).map(({ start, end }) => {
    const literal = { literal: template.slice(at, start), at };
    at = end;
    return literal;
  });
  return [...before, { literal: template.slice(at), at }];
}

/** Returns the length of the longest beginning that a text has. It has every shorter one too. */
function longestPrefix(literal: string, has: (part: string) => boolean): number {
  let [least, most] = [0, literal.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (has(literal.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  // Two characters may share their first half.
  return /[\ud800-\udbff]$/.test(literal.slice(0, least)) ? least - 1 : least;
}

function contrast(theirs: string | undefined, ours: string | undefined): string {
  const [name, own] = [nameNext(theirs), nameCharacter(Array.from(ours ?? '')[0])];
  if (theirs === undefined) return `the approved template ends there, the message continues with ${own}`;
  if (ours === undefined) return `the approved template continues with ${name}, the message ends there`;
  return `the approved template has ${name}, the message ${own}`;
}

/** Names the next character, or the whole variable that begins there. */
function nameNext(rest = ''): string {
  return /^#\{[^#{}]+\}/.exec(rest)?.[0] ?? nameCharacter(Array.from(rest)[0]);
}

function lastVariable(before: string): string {
  return /#\{[^#{}]+\}$/.exec(before)?.[0] ?? '';
}

/** The most characters of a missing text that a sentence quotes. */
const MOST_QUOTED = 40;

function quoted(text: string): string {
  const characters = Array.from(text);
  if (characters.length === 1) return nameCharacter(text);
  return JSON.stringify(characters.slice(0, MOST_QUOTED).join('') + (characters.length > MOST_QUOTED ? '…' : ''));
}

const NAMES: Record<string, string> = {
  '\n': 'a line break',
  '\r': 'a carriage return (U+000D)',
  '\t': 'a tab',
  ' ': 'a space',
  '\u00a0': 'a no-break space (U+00A0)',
  '\u3000': 'an ideographic space (U+3000)',
  '\u200b': 'a zero-width space (U+200B)',
};

/** Returns the name of a character for a sentence; the number of an invisible one. */
export function nameCharacter(character = ''): string {
  const known = NAMES[character];
  if (known) return known;
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? codePointName(character) : `"${character}"`;
}

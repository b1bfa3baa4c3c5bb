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
  const message = isOneLine ? say('text-differs', { column, what }) : say('text-differs-line', { line, column, what });
  return [{ code: 'send-differs', path, ...worded(message), ...(isUnseen && { hint: UNSEEN }), difference }];
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
  const found = theirs.findIndex((line, at) => ours[at] === undefined || partingOf(line, ours[at]) !== undefined);
  const at = found < 0 ? theirs.length : found;
  const [line, own] = [theirs[at], ours[at]];
  const isWhole = line === undefined || own === undefined;
  const { expectedAt, actualAt, lacking } = (!isWhole && partingOf(line, own)) || { expectedAt: 0, actualAt: 0 };
  /** The rest of a line with its line break; that of a missing line, as the other text has it. */
  const rest = (lines: readonly string[], from: string | undefined, to: number): string =>
    isWhole ? (from === undefined ? '' : '\n') : (from ?? '').slice(to) || (at < lines.length - 1 ? '\n' : '');
  const what = lacking ?? contrast(rest(theirs, line, expectedAt), rest(ours, own, actualAt));
  const column = length((own ?? '').slice(0, actualAt)) + 1;
  return {
    difference: { line: at + 1, column, expected: line ?? null, actual: own ?? null },
    what,
    isUnseen: !partingOf(look(expected), look(text)),
  };
}

/** Where a text parts from its template, in UTF-16 units. */
interface Parting {
  expectedAt: number;
  actualAt: number;
  /** The words for a text after a variable of which the message has nothing. */
  lacking?: string;
}

/** Finds the texts between the variables one after another, each as early as possible: then every match is found. */
function partingOf(template: string, text: string): Parting | undefined {
  const variables = findVariables(template);
  let position = 0;
  for (let index = 0; index <= variables.length; index += 1) {
    const before = variables[index - 1];
    const at = before?.end ?? 0;
    const literal = template.slice(at, variables[index]?.start);
    if (before && position === text.length) return { expectedAt: before.start, actualAt: position };
    // A variable has one character at least.
    const from = before ? position + ((text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1) : 0;
    const find = (part: string): number =>
      before ? (part === '' ? from : text.indexOf(part, from)) : text.startsWith(part) ? 0 : -1;
    const isLast = before && index === variables.length;
    const end = text.length - literal.length;
    const found = isLast ? (end >= from && text.endsWith(literal) ? end : -1) : find(literal);
    if (found < 0) {
      if (before && text.startsWith(literal, position)) return { expectedAt: before.start, actualAt: position };
      let shared = literal.length;
      // Two characters may share their first half.
      while (find(literal.slice(0, shared)) < 0 || /[\ud800-\udbff]$/.test(literal.slice(0, shared))) shared -= 1;
      if (shared > 0 || !before) return { expectedAt: at + shared, actualAt: find(literal.slice(0, shared)) + shared };
      const variable = template.slice(before.start, before.end);
      const lacking = `after ${variable} the approved template has ${quoted(literal)}, which the message lacks`;
      return { expectedAt: at, actualAt: position, lacking };
    }
    position = found + literal.length;
  }
  return position === text.length ? undefined : { expectedAt: template.length, actualAt: position };
}

function contrast(theirs: string, ours: string): string {
  const name = /^#\{[^#{}]+\}/.exec(theirs)?.[0] ?? nameCharacter(Array.from(theirs)[0]);
  const own = nameCharacter(Array.from(ours)[0]);
  if (theirs === '') return `the approved template ends there, the message continues with ${own}`;
  if (ours === '') return `the approved template continues with ${name}, the message ends there`;
  return `the approved template has ${name}, the message ${own}`;
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

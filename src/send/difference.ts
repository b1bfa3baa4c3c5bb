import type { Difference } from '../core/send-result.ts';
import { codePointName } from '../text/graphemes.ts';
import type { Mismatch } from './match.ts';

/** Converts a mismatch to a place in the text, with the two lines that differ there. */
export function differenceOf({ expected, expectedAt, actualAt }: Mismatch, text: string): Difference {
  const ours = Array.from(text);
  const theirs = Array.from(expected);
  const { line, column } = positionOf(ours, actualAt);
  const inTemplate = positionOf(theirs, expectedAt).line;
  const isNextLine =
    onlyLineBreak(theirs, expectedAt, ours[actualAt]) || onlyLineBreak(ours, actualAt, theirs[expectedAt]);
  const more = isNextLine ? 1 : 0;
  return {
    line: line + more,
    column: isNextLine ? 1 : column,
    expected: expected.split('\n')[inTemplate - 1 + more] ?? null,
    actual: text.split('\n')[line - 1 + more] ?? null,
  };
}

/** Describes a mismatch: `the template has a line break, the message ends`. */
export function contrast({ expected, expectedAt, actualAt, lacking = 0 }: Mismatch, text: string): string {
  const characters = Array.from(expected);
  if (lacking > 0) {
    const [variable] = /#\{[^#{}]+\}$/.exec(characters.slice(0, expectedAt).join('')) ?? [];
    const lacks = nameRun(characters.slice(expectedAt, expectedAt + lacking));
    return `${variable ? `after ${variable} ` : ''}the approved template has ${lacks}, which the message lacks`;
  }
  const theirs = characters[expectedAt];
  const ours = Array.from(text)[actualAt];
  if (theirs === undefined)
    return `the approved template ends there, the message continues with ${nameCharacter(ours)}`;
  if (ours === undefined)
    return `the approved template continues with ${nameNext(expected, expectedAt)}, the message ends there`;
  return `the approved template has ${nameNext(expected, expectedAt)}, the message ${nameCharacter(ours)}`;
}

/** True if one text continues with a line break and the other ends. The difference is then the next line. */
function onlyLineBreak(text: readonly string[], at: number, other: string | undefined): boolean {
  return text[at] === '\n' && other === undefined;
}

/** Returns the line and column of a character, both from 1. */
export function positionOf(characters: readonly string[], at: number): { line: number; column: number } {
  const before = characters.slice(0, at);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.filter((character) => character === '\n').length + 1, column: before.length - lastBreak };
}

/** Names the next character, or the whole variable that begins there. */
function nameNext(expected: string, at: number): string {
  const rest = Array.from(expected).slice(at);
  return /^#\{[^#{}]+\}/.exec(rest.join(''))?.[0] ?? nameCharacter(rest[0]);
}

/** The most characters of a missing text that a sentence quotes. */
const MOST_QUOTED = 40;

function nameRun(characters: readonly string[]): string {
  if (characters.length === 1) return nameCharacter(characters[0]);
  const cut = characters.length > MOST_QUOTED ? '…' : '';
  return JSON.stringify(characters.slice(0, MOST_QUOTED).join('') + cut);
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
  const number = codePointName(character);
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? number : `"${character}"`;
}

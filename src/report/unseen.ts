import type { Json } from '../core/json.ts';
import { look } from './look.ts';
import type { DiffLine } from './text-diff.ts';

/** What no reader sees in a text, and how to count it. */
const UNSEEN: readonly { name: string; count(text: string): number }[] = [
  {
    name: 'decomposed letters (NFD)',
    count: (text) => [...byLetter.segment(text)].filter(({ segment }) => segment.normalize('NFC') !== segment).length,
  },
  { name: 'U+FE0E (text style)', count: (text) => text.split('\ufe0e').length - 1 },
  { name: 'U+FE0F (emoji style)', count: (text) => text.split('\ufe0f').length - 1 },
];

const byLetter = new Intl.Segmenter('ko', { granularity: 'grapheme' });

/** True if two texts differ and no reader sees it. */
export function looksTheSame(before: string, after: string): boolean {
  return before !== after && look(before) === look(after);
}

/**
 * Says what differs between texts that look the same: `decomposed letters (NFD) 5 → 0`. Pairs that a reader tells apart do not
 * count. Undefined if no pair is left.
 */
export function unseenDifference(pairs: readonly (readonly [Json, Json])[]): string | undefined {
  const texts = pairs
    .map(([before, after]) => [textOf(before), textOf(after)] as const)
    .filter(([before, after]) => looksTheSame(before, after));
  if (texts.length === 0) return undefined;
  const counts = UNSEEN.map(({ name, count }) => ({
    name,
    before: texts.reduce((sum, [text]) => sum + count(text), 0),
    after: texts.reduce((sum, [, text]) => sum + count(text), 0),
  })).filter(({ before, after }) => before + after > 0);
  const changed = counts.filter(({ before, after }) => before !== after);
  return (changed.length > 0 ? changed : counts)
    .map(({ name, before, after }) => `${name} ${before} → ${after}`)
    .join(', ');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The lines that stand beside each other in a diff; their changed pieces if a reader tells the lines apart. */
export function changedPairs(rows: readonly DiffLine[]): [string, string][] {
  return rows.flatMap((row, index): [string, string][] => {
    const next = rows[index + 1];
    if (row.side !== 'before' || next?.side !== 'after') return [];
    const [old, fresh] = [row, next].map(({ pieces }) => pieces.filter(({ changed }) => changed));
    if (!old || !fresh) return [];
    const wholeOf = ({ pieces }: DiffLine): string => pieces.map(({ text }) => text).join('');
    const all: [string, string] = [wholeOf(row), wholeOf(next)];
    if (looksTheSame(...all) || old.length !== fresh.length) return [all];
    return old.map(({ text }, at): [string, string] => [text, fresh[at]?.text ?? '']);
  });
}

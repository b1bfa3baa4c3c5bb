import type { Json } from '../core/json.ts';
import type { Language, Phrase } from '../core/language.ts';
import { graphemes } from './graphemes.ts';

/** Differences that a reader cannot see, and how to count them. */
const UNSEEN: readonly { name: Phrase; count(text: string): number }[] = [
  {
    name: { en: 'decomposed letters (NFD)', ko: '분리된 자모(NFD)' },
    count: (text) => graphemes(text).filter((letter) => letter.normalize('NFC') !== letter).length,
  },
  { name: { en: 'U+FE0E (text style)', ko: 'U+FE0E(텍스트 모양)' }, count: (text) => text.split('\ufe0e').length - 1 },
  { name: { en: 'U+FE0F (emoji style)', ko: 'U+FE0F(이모지 모양)' }, count: (text) => text.split('\ufe0f').length - 1 },
];

/** A text as it looks: letters composed, without the variation selectors. */
export function look(text: string): string {
  return text.normalize('NFC').replace(/[\ufe0e\ufe0f]/g, '');
}

/** True if two texts differ and look the same. */
export function looksTheSame(before: string, after: string): boolean {
  return before !== after && look(before) === look(after);
}

/**
 * Says what differs between texts that look the same: `decomposed letters (NFD) 5 → 0`. Pairs that look
 * different do not count. Undefined if no pair is left.
 */
export function unseenDifference(
  pairs: readonly (readonly [Json, Json])[],
  language: Language = 'en',
): string | undefined {
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
    .map(({ name, before, after }) => `${name[language]} ${before} → ${after}`)
    .join(', ');
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

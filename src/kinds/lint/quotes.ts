import type { PlacedText } from '../fields.ts';
import type { Hit } from './rule.ts';
import type { NamedValues } from './samples.ts';
import { say } from './sentences.ts';

/** Fields with a short text. A body may begin and end with the words of a person. */
const SHORT = new Set(['name', 'category', 'title', 'subtitle', 'preview', 'header', 'description']);

/** A text that is wholly within one pair of curly quotes. */
const WHOLE = /^(?:[“”][^“”]+[“”]|[‘’][^‘’]+[‘’])$/;

/** AT34 finds the quotes of a word processor, which are a part of the text in YAML. */
export const curlyQuotes: { id: string; source: string } = {
  id: 'AT34',
  source: 'YAML 1.2.2, 7.3',
};

/** Finds short texts and sample values that are wholly in curly quotes. */
export function quotedIn(texts: readonly PlacedText[], samples: readonly NamedValues[]): Hit[] {
  const short = texts.filter(({ at }) => SHORT.has(String(at.at(-1))));
  const values = samples.flatMap((one) => Array.from(one.values, ([name, text]) => ({ at: [...one.at, name], text })));
  return [...short, ...values]
    .filter(({ text }) => WHOLE.test(text))
    .map(({ at, text }) => ({
      at,
      on: 'value',
      message: say('curly-quotes', { open: text.charAt(0), close: text.charAt(text.length - 1) }),
    }));
}

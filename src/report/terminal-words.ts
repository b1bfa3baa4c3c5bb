import { fill, type Phrase, type PhraseValues } from '../core/language.ts';
import type { Style } from './style.ts';

/** Returns a text of a terminal, which is English. Numbers have no separators: logs are searched for them. */
export function said(_style: Pick<Style, 'language'>, phrase: Phrase, values: PhraseValues = {}): string {
  return fill(phrase, 'en', values, String);
}

import { catalogOf } from './sentences.ts';
import type { Style } from './style.ts';
import words from './terminal-words.json' with { type: 'json' };

const translate = catalogOf(Object.entries(words).map(([en, ko]) => ({ en, ko })));

/** Returns a text of `status` in the language of the style. Other commands draw without a language, so in English. */
export function said({ language = 'en' }: Style, text: string): string {
  return language === 'en' ? text : (translate(language, text) ?? text);
}

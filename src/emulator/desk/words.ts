import { meanings } from './meanings.ts';
import { fill, koreanOf, nouns, type Text, texts } from './texts.ts';

/** The texts of the desk in the language of its reader. */
export class Words {
  readonly isKorean: boolean;

  constructor(isKorean: boolean) {
    this.isKorean = isKorean;
  }

  /** A text of the desk, with values for its `{}`. */
  t(text: Text, ...values: readonly (string | number)[]): string {
    return fill(this.isKorean ? texts[text] : text, values);
  }

  /** Translates a text of the emulator. A text of a user does not change. */
  translated(english: string): string {
    return this.isKorean ? koreanOf(english) : english;
  }

  /** `3 requests`, `요청 3건` */
  count(number: number, noun: keyof typeof nouns): string {
    const shown = number.toLocaleString('en');
    const [one, many, korean] = nouns[noun];
    return this.isKorean ? `${korean} ${shown}건` : `${shown} ${number === 1 ? one : many}`;
  }

  /** The meaning of a code; the code itself if it has none. */
  meaning(kind: keyof typeof meanings, code: string): string {
    const known: Readonly<Record<string, readonly [string, string]>> = meanings[kind];
    const [english, korean] = (Object.hasOwn(known, code) ? known[code] : undefined) ?? [code, code];
    return this.isKorean ? korean : english;
  }

  /** The name of a type of message: `Brand, image`, `LMS`. */
  typeName(type: string): string {
    return ['sms', 'lms', 'mms', 'rcs'].includes(type) ? type.toUpperCase() : this.meaning('message', type);
  }

  /** A code with its meaning: `WL (Web link)`. */
  withMeaning(kind: keyof typeof meanings, code: string): string {
    const meaning = this.meaning(kind, code);
    return meaning === code ? code : `${code} (${meaning})`;
  }
}

/** The colour of a state or an arrival. */
export function toneOf(word: string): 'good' | 'bad' | 'due' | 'still' {
  if (['RDY', 'ACT', 'A', 'delivered', 'APR'].includes(word)) return 'good';
  if (['REJ', 'BLK', 'S', 'failed'].includes(word)) return 'bad';
  return ['REQ', 'waiting', 'fallback', 'INQ'].includes(word) ? 'due' : 'still';
}

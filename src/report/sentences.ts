import { fill, type Language, type Phrase } from '../core/language.ts';

/** Returns an English sentence in a language, or undefined if the catalog does not have it. */
type Translate = (language: Language, sentence: string) => string | undefined;

interface SentenceForm {
  phrase: Phrase;
  /** The words before the first value: few sentences share them, so most forms are never tried. */
  start: string;
  form: RegExp;
}

/** English words outside quotes: a value that is a sentence of its own. */
const PROSE = /[A-Za-z]{2,} [a-z]{2,}/;
const QUOTED = /`[^`]*`/g;

/** A sentence can repeat the words of the catalog in its values. These limits bound how long its forms are tried. */
const LONGEST = 1_000;
const DEEPEST = 3;

/** A catalog of sentences with values. A value may be a sentence of the catalog too. */
export function catalogOf(phrases: readonly Phrase[]): Translate {
  let forms: SentenceForm[] | undefined;
  const translateTo = (language: Language, sentence: string, depth: number): string | undefined => {
    if (sentence.length > LONGEST || depth > DEEPEST) return undefined;
    forms ??= phrases.map(formOf);
    for (const { phrase, start, form } of forms) {
      const found = sentence.startsWith(start) ? form.exec(sentence) : null;
      if (!found) continue;
      const values = Object.entries(found.groups ?? {}).map(
        ([name, value]) => [name, translateTo(language, value, depth + 1) ?? value] as const,
      );
      // A sentence is never half in another language. What one of the two sentences quotes is no part of it.
      const isSentence = ([name, value]: readonly [string, string]): boolean =>
        phrase[language].includes(`{${name}}`) &&
        ![phrase.en, phrase[language]].some((text) => text.includes(`\`{${name}}\``)) &&
        isProse(value);
      if (values.some(isSentence)) continue;
      return fill(phrase, language, Object.fromEntries(values.map(([name, value]) => [name, unjoined(value)])));
    }
    return undefined;
  };
  return (language, sentence) => translateTo(language, sentence, 0);
}

function isProse(value: string): boolean {
  return PROSE.test(value.replace(QUOTED, ''));
}

/** Returns a list of quoted words without the English words between them: "`a`, `b`". */
function unjoined(value: string): string {
  return value.replace(/(?<=`),? (?:and|or) (?=`)/g, ', ');
}

/** The pattern of an English sentence, which finds the values of its placeholders. A count is digits, and a quoted value ends at its quote. */
function formOf(phrase: Phrase): SentenceForm {
  const literal = phrase.en.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const form = literal
    .replaceAll('{count}', '(?<count>[\\d,]+)')
    .replace(/`\{(\w+)\}`/g, '`(?<$1>[^`]+)`')
    .replace(/\{(\w+)\}/g, '(?<$1>.+?)');
  // "It" names nothing, so it is no value. Sentences that begin with it have forms of their own.
  return {
    phrase,
    start: phrase.en.replace(/\{[\s\S]*/, ''),
    form: new RegExp(`^${phrase.en.startsWith('{') ? '(?!It )' : ''}${form}$`, 's'),
  };
}

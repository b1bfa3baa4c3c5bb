import { fill, type Phrase } from './language.ts';

/** A sentence as data, for a reader in another language than English: the code of its words, and their values. */
export interface Sentence {
  code: string;
  values?: Readonly<Record<string, string | number | Sentence>>;
}

/** A sentence with its English text. */
export interface Said extends Sentence {
  text: string;
}

/** A sentence that has words in every language, or English text only. */
export type Wording = string | Said;

/** Words by their codes. */
export type Phrases = Readonly<Record<string, Phrase>>;

/** The placeholders of a text, as `name` of `{name}`. */
type NamesIn<Text> = Text extends `${string}{${infer Inside}}${infer Rest}` ? NameOf<Inside> | NamesIn<Rest> : never;
type NameOf<Inside> = Inside extends `${infer Name}:${string}`
  ? Name
  : Inside extends `${string} ${string}`
    ? never
    : Inside;
type ValuesOf<Text> = [NamesIn<Text>] extends [never] ? [] : [Readonly<Record<NamesIn<Text>, Wording | number>>];

/** Returns the function that makes the sentences of a table. It takes the code of the words, and the value of each placeholder. */
export function sayer<Table extends Phrases>(
  table: Table,
): <Code extends keyof Table & string>(code: Code, ...values: ValuesOf<Table[Code]['en']>) => Said {
  return (code, ...[values]: readonly (Readonly<Record<string, Wording | number>> | undefined)[]) => {
    const phrase: Phrase | undefined = table[code];
    const texts: Record<string, string | number> = {};
    const data: Record<string, string | number | Sentence> = {};
    for (const [name, value] of Object.entries(values ?? {}))
      [texts[name], data[name]] = typeof value === 'object' ? [value.text, sentenceOf(value)] : [value, value];
    return { text: phrase ? fill(phrase, 'en', texts, String) : code, code, ...(values && { values: data }) };
  };
}

export function textOf(wording: Wording): string {
  return typeof wording === 'string' ? wording : wording.text;
}

/** Returns a sentence as data, without its text. */
export function sentenceOf({ code, values }: Said): Sentence {
  return { code, ...(values && { values }) };
}

/** Returns the member of a plan or a row that has its text as data: `said`. Empty if the text is English only. */
export function saidOf(wording: Wording): { said?: Sentence } {
  return typeof wording === 'string' ? {} : { said: sentenceOf(wording) };
}

/** Returns a sentence in a language. Undefined if the table lacks its words, as those of a later version of notiform. */
export function sentenceIn(table: Phrases, language: 'en' | 'ko', { code, values = {} }: Sentence): string | undefined {
  const phrase = Object.hasOwn(table, code) ? table[code] : undefined;
  if (!phrase) return undefined;
  const filled: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    const shown = typeof value === 'object' ? sentenceIn(table, language, value) : value;
    if (shown === undefined) return undefined;
    filled[name] = shown;
  }
  return fill(phrase, language, filled, String);
}

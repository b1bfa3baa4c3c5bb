/** The languages of what people read: reviews, previews, results of commands, and the problems that most people meet. Help is English. */
export const LANGUAGES = ['en', 'ko'] as const;

export type Language = (typeof LANGUAGES)[number];

/**
 * A text in every language, side by side. `{name}` stands for a value. English chooses between singular and plural by a number:
 * `{count} {count:template changes|templates change}`.
 */
export type Phrase = Readonly<Record<Language, string>>;

/** Values by the name of their placeholder. Numbers get thousands separators unless the caller draws them. */
export type PhraseValues = Readonly<Record<string, string | number>>;

/**
 * Returns a text in a language with its values. A value is inserted as it is: placeholders inside it are not replaced.
 * @param shown draws a number
 */
export function fill(
  phrase: Phrase,
  language: Language,
  values: PhraseValues = {},
  shown: (number: number) => string = grouped,
): string {
  return phrase[language].replaceAll(
    PLACEHOLDER,
    (placeholder: string, name: string, one: string | undefined, many: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      if (one !== undefined) return value === 1 ? one : many;
      return typeof value === 'number' ? shown(value) : value;
    },
  );
}

/** `1,234` of a whole number. A locale of its own takes longer to load than all problems to draw. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A placeholder: its name, and the singular and the plural if it chooses between two. */
export const PLACEHOLDER = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/gu;

export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}

import { findVariables } from '../../core/variables.ts';
import type { Hit, RuleRow } from './rule.ts';
import { MOST_HITS, type NamedValues, pieceOf, type SearchedText } from './search.ts';
import { say } from './sentences.ts';

/** A piece of a text that looks like a message variable but is not one. */
interface Malformed {
  text: string;
  /** Offset in UTF-16 units. */
  start: number;
}

/** Look-alikes of a variable: other template languages, full-width characters, other brackets, no opening brace. */
const LOOK_ALIKES: readonly RegExp[] = [
  /\{\{[^{}]*\}\}|\$\{[^{}]*\}|(?<![#{$＃＄\w])\{#?[가-힣\w ]+\}(?!\})|([%$])[가-힣A-Za-z_]{1,20}\1/g,
  /＃[{｛][^{}｛｝＃]*[}｝]?|#｛[^{}｛｝#]*[}｝]?|＄[{｛][^{}｛｝]*[}｝]|(?<![#＃＄$])｛[가-힣\w]+[}｝]|％[가-힣A-Za-z_]{1,20}％/g,
  /[#＃](?:[(（][가-힣\w ]+[)）]|[[［][가-힣\w ]+[\]］])/g,
  /(?<!\{[^{}]{0,40})#[가-힣\w][가-힣\w -]*\}/g,
];

/** The beginning of a variable, the text up to the next brace, and that brace, or the rest of a variable in the variable. */
const OPENED = /#\{(?=([^{}]*)(\}|\{[^{}]*\}[^{}]*\}|\{|$))/g;

/** A name that no message fills in. Names of brand templates have no space (resource API 2.4). About others the documents are silent (assumption 379). */
const ODD_NAME = /^$|[\s#]/;

/** What a Korean text joins to a name: `님`, and a particle. A value chooses between `은` and `는`, so the name allows both. */
const JOINED =
  '(?:님들?|씨)?(?:[은는이가을를의과와도만]|이?나|이며|입니다|처럼|보다|마다|부터|밖에|(?:에게서?|에서?|께서?|한테|까지|으?로|으?로부터|부터)[는도만의]?)?';

/** A sign that every malformed variable has outside of well-formed variables, unless its name is odd. */
const ODD_SIGN = /[{%$｛％＃＄]|#[([（［가-힣\w-]/;

/**
 * Finds every `#{…}` that is not `#{name}`, and look-alikes: the syntax of other template languages and full-width characters.
 * @param names the variables of the template: `#name` without braces is a hashtag if it is none of them
 */
export function malformedVariables(text: string, names: readonly string[] = []): Malformed[] {
  const forms = [...LOOK_ALIKES, ...withoutBraces(names)];
  return [
    ...Array.from(text.matchAll(OPENED)).flatMap(({ 1: name = '', 2: next = '', index: start }) => {
      if (next === '}' && !ODD_NAME.test(name)) return [];
      const piece = next.length > 1 ? `#{${name}{` : next === '}' ? `#{${name}}` : `#{${name}`.replace(/\s*#?$/, '');
      return [{ text: piece, start }];
    }),
    ...forms.flatMap((form) =>
      Array.from(text.matchAll(form), ({ 0: found, index: start }) => ({ text: found, start })),
    ),
  ].map((found) => ({ ...found, text: String(found.text.split('\n')[0]) }));
}

/** A `#name` with what may be joined to it, outside of addresses and entities. A syllable alone begins too many words. */
function withoutBraces(names: readonly string[]): RegExp[] {
  const words = names.filter((name) => /^[가-힣\w-]{2,}$/.test(name)).sort((a, b) => b.length - a.length);
  if (words.length === 0) return [];
  return [new RegExp(`(?<![\\w/&#?=])#(?:${words.join('|')})(?=${JOINED}(?![가-힣\\w}-]))`, 'g')];
}

/** The texts and samples of a manifest, for the rules that every kind with texts has. */
interface TextReading {
  texts: readonly SearchedText[];
  samples: readonly NamedValues[];
}

export const syntax: RuleRow<TextReading> = {
  id: 'AT01',
  code: 'variable-syntax',
  find: ({ texts, samples }) => {
    const used = texts.flatMap(({ variables }) => variables.map(({ name }) => name));
    const names = [...new Set([...used, ...samples.flatMap(({ values }) => [...values.keys()])])];
    return texts.filter(mayBeMalformed).flatMap((placed) =>
      malformedVariables(placed.part, names)
        .slice(0, MOST_HITS)
        .map(({ text, start }) => ({
          ...pieceOf(placed, { start, end: start + text.length }),
          message: say('variable-malformed', { text }),
        })),
    );
  },
};

function mayBeMalformed({ masked, variables }: SearchedText): boolean {
  return ODD_SIGN.test(masked) || variables.some(({ name }) => ODD_NAME.test(name));
}

/** Finds variables in texts that take none. @param places of these texts; `[]` is any element */
export function variablesAt(...places: string[]): (reading: TextReading) => Hit[] {
  return ({ texts }) =>
    texts
      .filter(({ place }) => places.includes(place))
      .flatMap((placed) => placed.variables.slice(0, MOST_HITS).map((span) => pieceOf(placed, span)));
}

export const withoutSample = {
  id: 'AT07',
  level: 'warning',
  code: 'sample-values',
  source: 'message API 2.9: a body is sent with every variable filled in',
} as const;

/** @param optional variables that a sample may fill although no text has them */
export function unsampledIn({ texts, samples }: TextReading, optional: readonly string[] = []): Hit[] {
  const first = firstUses(texts);
  if (samples.length === 0) return unsampled(first);
  const names = first.map(({ name }) => name);
  return samples.flatMap((sample) => [
    ...unfilled(sample, names),
    ...names.flatMap((name) => unusable(sample, name)),
    ...unknownValues(sample, [...names, ...optional]),
  ]);
}

interface FirstUse {
  name: string;
  piece(): Pick<Hit, 'at' | 'text' | 'nth'>;
}

/** Returns the first place of each variable. AT01 reports variables without a name. */
export function firstUses(texts: readonly SearchedText[]): FirstUse[] {
  const seen = new Set<string>();
  return texts.flatMap((placed) =>
    placed.variables
      .filter(({ name }) => name.trim() !== '' && !seen.has(name) && seen.add(name))
      .map((span) => ({ name: span.name, piece: () => pieceOf(placed, span) })),
  );
}

function unsampled(uses: readonly FirstUse[]): Hit[] {
  const [first] = uses;
  if (!first) return [];
  const message = say('no-samples', { names: quoted(uses.map(({ name }) => name)) });
  const hint = say('no-samples-way', { sample: `samples: [{ name: 기본, values: { ${first.name}: … } }]` });
  return [{ ...first.piece(), code: 'no-samples', message, hint }];
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function unfilled({ at, name, values }: NamedValues, wanted: readonly string[]): Hit[] {
  const missing = wanted.filter((one) => !values.has(one));
  if (missing.length === 0) return [];
  return [{ at, on: 'key', message: say('sample-lacks', { sample: name, names: quoted(missing) }) }];
}

function unusable({ at, name: sample, values }: NamedValues, name: string): Hit[] {
  const value = values.get(name);
  const [inner] = findVariables(value ?? '');
  if (value === undefined || (value !== '' && !inner)) return [];
  const message = inner
    ? say('sample-variable', { name, sample, inner: `#{${inner.name}}` })
    : say('sample-empty', { name, sample });
  return [{ at: [...at, name], on: 'value', message }];
}

/** Reports values for unknown variables. */
function unknownValues({ at, name: sample, values }: NamedValues, known: readonly string[]): Hit[] {
  return [...values.keys()]
    .filter((key) => !known.includes(key))
    .map((key) => {
      const bare = /^#\{([^{}]+)\}$/.exec(key)?.[1];
      return {
        at: [...at, key],
        on: 'key',
        message: say('sample-unused', { sample, name: key }),
        hint: bare === undefined ? say('sample-correct', { name: `#{${key}}` }) : say('sample-bare', { name: bare }),
      };
    });
}

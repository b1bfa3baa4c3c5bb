import { own } from '../../core/json.ts';
import { formatPath } from '../../core/path.ts';
import type { Said } from '../../core/sentence.ts';
import { findVariables } from '../../core/variables.ts';
import type { Hit, RuleRow } from './rule.ts';
import type { NamedValues } from './search.ts';
import { MOST_HITS, pieceOf, type SearchedText } from './search.ts';
import { type LINT_SENTENCES, say } from './sentences.ts';

/** A piece of a text that looks like a message variable but is not one. */
interface Malformed {
  text: string;
  /** The code of the sentence about it. */
  why: MalformedWord;
  /** Offset in UTF-16 units. */
  start: number;
  /** The correction, if it is known. */
  hint?: Said;
}

type MalformedWord = Exclude<Extract<keyof typeof LINT_SENTENCES, `variable-${string}`>, 'variable-in-text'>;

/** Look-alikes of a variable: other template languages, full-width characters, other brackets, no opening brace. */
const LOOK_ALIKES: readonly (readonly [why: MalformedWord, form: RegExp])[] = [
  [
    'variable-foreign',
    /\{\{[^{}]*\}\}|\$\{[^{}]*\}|(?<![#{$＃＄\w])\{#?[가-힣\w ]+\}(?!\})|([%$])[가-힣A-Za-z_]{1,20}\1/g,
  ],
  [
    'variable-full-width',
    /＃[{｛][^{}｛｝＃]*[}｝]?|#｛[^{}｛｝#]*[}｝]?|＄[{｛][^{}｛｝]*[}｝]|(?<![#＃＄$])｛[가-힣\w]+[}｝]|％[가-힣A-Za-z_]{1,20}％/g,
  ],
  ['variable-brackets', /[#＃](?:[(（][가-힣\w ]+[)）]|[[［][가-힣\w ]+[\]］])/g],
  ['variable-unopened', /(?<!\{[^{}]{0,40})#[가-힣\w][가-힣\w -]*\}/g],
];

/** A `#name` that is not a part of an address or an entity, with what is joined to it. */
const BARE = /(?<![\w/&#?=])#([가-힣\w-]+)(?![가-힣\w}-])/g;

/** What a Korean text joins to a name: `님`, and a particle. A value chooses between `은` and `는`, so the name allows both. */
const JOINED =
  /^(?:님들?|씨)?(?:[은는이가을를의과와도만]|이?나|이며|입니다|처럼|보다|마다|부터|밖에|(?:에게서?|에서?|께서?|한테|까지|으?로|으?로부터|부터)[는도만의]?)?$/;
const LONGEST_JOINED = 7;

/** A sign that every malformed variable has, and every variable. */
const ODD_SIGN = /[{%$｛％＃＄]|#[([（［가-힣\w]/;

/**
 * Finds every `#{…}` that is not `#{name}`, and look-alikes: the syntax of other template languages and full-width characters.
 * @param isVariable true for the name of a variable of the template: `#name` without braces is a hashtag if it is none
 */
export function malformedVariables(text: string, isVariable: (name: string) => boolean = () => false): Malformed[] {
  if (!ODD_SIGN.test(text)) return [];
  return [
    ...Array.from(text.matchAll(/#\{/g), ({ index: start }) => malformedAt(text, start, isVariable)).flat(),
    ...LOOK_ALIKES.flatMap(([why, form]) =>
      Array.from(text.matchAll(form), ({ 0: found, index: start }) => ({ text: firstLine(found), why, start })),
    ),
    ...bareIn(text, isVariable),
  ];
}

function bareIn(text: string, isVariable: (name: string) => boolean): Malformed[] {
  return Array.from(text.matchAll(BARE)).flatMap(({ 1: word = '', index: start }) => {
    const name = variableIn(word, isVariable);
    return name === undefined
      ? []
      : [{ text: `#${name}`, why: 'variable-bare', start, hint: say('did-you-mean', { name: `#{${name}}` }) }];
  });
}

/** The longest variable with which a word begins, if only a particle follows it. */
function variableIn(word: string, isVariable: (name: string) => boolean): string | undefined {
  const shortest = Math.max(1, word.length - LONGEST_JOINED);
  for (let end = word.length; end >= shortest; end -= 1) {
    // Two syllables are often a word: `#수도` is no `#{수}`.
    const isWord = end === 1 && word.length === 2;
    if (!isWord && JOINED.test(word.slice(end)) && isVariable(word.slice(0, end))) return word.slice(0, end);
  }
  return undefined;
}

function malformedAt(text: string, start: number, isVariable: (name: string) => boolean): Malformed[] {
  const rest = text.slice(start + 2);
  const name = rest.slice(0, rest.search(/[{}]|$/));
  const next = rest[name.length];
  const isNested = next === '{' && /^\{[^{}]*\}[^{}]*\}/.test(rest.slice(name.length));
  if (next === undefined || (next === '{' && !isNested)) {
    const text = firstLine(`#{${next === '{' ? name.replace(/#$/, '') : name}`).trimEnd();
    return [{ text, why: 'variable-unclosed', start }];
  }
  const why = whyMalformed(name, next);
  const meant = withoutBlanks(name);
  const hint = meant !== name && isVariable(meant) ? { hint: say('did-you-mean', { name: `#{${meant}}` }) } : {};
  return why === undefined ? [] : [{ text: firstLine(`#{${name}${next}`), why, start, ...hint }];
}

function whyMalformed(name: string, next: string): MalformedWord | undefined {
  if (next === '{') return 'variable-nested';
  if (name === '') return 'variable-nameless';
  if (/\n/.test(name)) return 'variable-line-break';
  if (name.trim() !== name) return 'variable-edge-space';
  if (name.includes('#')) return 'variable-hash';
  // Names of brand templates have none (resource API 2.4). About others the documents are silent (assumption 379).
  return /\s/.test(name) ? 'variable-space' : undefined;
}

function withoutBlanks(name: string): string {
  return name.replace(/\s/g, '');
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line;
}

/** The texts and samples of a manifest, for the rules that every kind with texts has. */
interface TextReading {
  texts: readonly SearchedText[];
  samples: readonly NamedValues[];
}

export const syntax: RuleRow<TextReading> = {
  id: 'AT01',
  code: 'variable-syntax',
  find: (reading) => malformedTexts(reading),
};

function malformedTexts({ texts, samples }: TextReading): Hit[] {
  const isVariable = (name: string): boolean =>
    texts.some(({ variables }) => variables.some((one) => one.name === name)) ||
    samples.some(({ values }) => values.has(name));
  return texts.flatMap((placed) => {
    return malformedVariables(placed.text, isVariable)
      .slice(0, MOST_HITS)
      .map(({ text, why, start, hint }) => ({
        ...pieceOf(placed, { start, end: start + text.length }),
        message: say(why, { text }),
        ...(hint === undefined ? {} : { hint }),
      }));
  });
}

/**
 * Finds variables in texts that take none.
 * @param labels the name of each text for a person, by its place; `[]` is any element
 */
export function variablesAt(labels: Readonly<Record<string, Said>>): (reading: TextReading) => Hit[] {
  const fields = new Set(Object.keys(labels).map((place) => place.split('.').at(-1)));
  return ({ texts }) =>
    texts.flatMap((placed) => {
      if (placed.variables.length === 0 || !fields.has(String(placed.at.at(-1)))) return [];
      const label = own(labels, formatPath(placed.at).replace(/\[\d+\]/g, '[]'));
      if (label === undefined) return [];
      return placed.variables.slice(0, MOST_HITS).map(({ name, ...span }) => ({
        ...pieceOf(placed, span),
        message: say('variable-in-text', { field: label, name }),
      }));
    });
}

export const withoutSample: RuleRow<TextReading> = {
  id: 'AT07',
  level: 'warning',
  code: 'sample-values',
  source: 'message API 2.9: a body is sent with every variable filled in',
  find: (reading) => unsampledIn(reading),
};

/** @param optional variables that a sample may fill although no text has them */
export function unsampledIn({ texts, samples }: TextReading, optional: readonly string[] = []): Hit[] {
  const first = firstUses(texts);
  if (samples.length === 0) return unsampled(first);
  const names = first.map(({ name }) => name);
  return samples.flatMap((sample) => [
    ...unfilled(
      sample,
      names.filter((name) => !sample.values.has(name)),
    ),
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
  const seen = new Map<string, FirstUse>();
  for (const placed of texts) {
    for (const span of placed.variables) {
      const { name } = span;
      if (name.trim() !== '' && !seen.has(name)) seen.set(name, { name, piece: () => pieceOf(placed, span) });
    }
  }
  return [...seen.values()];
}

function unsampled([first, ...others]: readonly FirstUse[]): Hit[] {
  if (!first) return [];
  const { name } = first;
  const count = others.length;
  return [
    {
      ...first.piece(),
      code: 'no-samples',
      message: count === 0 ? say('no-samples', { name }) : say('no-samples-more', { name, count }),
      hint: say('no-samples-way', { sample: `samples: [{ name: 기본, values: { ${name}: … } }]` }),
    },
  ];
}

function unfilled({ at, name }: NamedValues, missing: readonly string[]): Hit[] {
  if (missing.length === 0) return [];
  const names = missing.map((one) => `\`${one}\``).join(', ');
  return [
    {
      at,
      on: 'key',
      message: say('sample-lacks', { sample: name, names }),
      hint: say('sample-lacks-way'),
    },
  ];
}

function unusable({ at, name: sample, values }: NamedValues, name: string): Hit[] {
  const value = values.get(name);
  if (value === undefined) return [];
  const here = { at: [...at, name], on: 'value' } as const;
  if (value === '') return [{ ...here, message: say('sample-empty', { name, sample }), hint: say('sample-empty-way') }];
  const [inner] = findVariables(value);
  if (!inner) return [];
  const message = say('sample-variable', { name, sample, inner: `#{${inner.name}}` });
  return [{ ...here, message, hint: say('sample-variable-way') }];
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

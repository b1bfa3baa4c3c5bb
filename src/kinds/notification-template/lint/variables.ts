import { own } from '../../../core/json.ts';
import { formatPath } from '../../../core/path.ts';
import { suggest } from '../../../core/suggest.ts';
import { findVariables } from '../../../core/variables.ts';
import type { PlacedText } from '../../fields.ts';
import { malformedVariables } from '../variable-syntax.ts';
import type { NamedValues, TemplateReading } from './reading.ts';
import { AS_OF, type Hit, type LintRule, SOURCES } from './rule.ts';
import { MOST_HITS, pieceOf } from './words.ts';

/** Distinct variables that a template may have (assumption 175). */
export const MOST_VARIABLES = 40;

export const syntax: LintRule<Pick<TemplateReading, 'texts'>> = {
  id: 'AT01',
  level: 'warning',
  code: 'variable-syntax',
  what: 'Something looks like a message variable and is not `#{name}`: a brace is missing or too many, `{{x}}`, `${x}`, `{x}`, `%x%`, full-width signs, no name, a space around it',
  help: 'Write a message variable as `#{name}`, with no space around the name',
  source: SOURCES.guides,
  date: AS_OF,
  find: ({ texts }) => texts.flatMap((placed) => malformedIn(placed)),
};

/** @param isTold whether what begins there is told elsewhere */
export function malformedIn(placed: PlacedText, isTold: (start: number) => boolean = () => false): Hit[] {
  return malformedVariables(placed.text)
    .filter(({ start }) => !isTold(start))
    .slice(0, MOST_HITS)
    .map(({ text, why, start }) => ({
      ...pieceOf(placed, { start, end: start + text.length }),
      message: `\`${text}\` ${why}`,
    }));
}

const many: LintRule = {
  id: 'AT02',
  level: 'warning',
  code: 'likely-rejected',
  what: `More than ${MOST_VARIABLES} variables`,
  help: 'Write out what is the same in every message, or put several values into one variable',
  source: SOURCES.guides,
  date: AS_OF,
  find: ({ texts }) => {
    const first = firstSights(texts);
    const next = first[MOST_VARIABLES];
    if (!next) return [];
    const message = `The template has ${first.length} variables, and ${MOST_VARIABLES} are the most that inspectors take; \`${next.name}\` is one too many`;
    return [{ ...next.piece(), message }];
  },
};

const nothingElse: LintRule = {
  id: 'AT03',
  level: 'warning',
  code: 'likely-rejected',
  what: 'A body of variables alone: an inspector cannot see what will be sent',
  help: 'Write into the body what the message tells, and leave to variables what differs from one message to the next',
  source: SOURCES.guides,
  date: AS_OF,
  find: ({ template: { content } }) => {
    const rest = content.replace(/#\{[^#{}]+\}/g, '');
    if (rest === content || /[\p{L}\p{N}]/u.test(rest)) return [];
    return [{ at: ['content'], message: 'The body is made of variables alone' }];
  },
};

/** A rule for fields that take no variables. */
function noVariable(
  id: string,
  fields: { what: string; help: string },
  isMeant: (path: string) => string | undefined,
): LintRule {
  return {
    id,
    level: 'warning',
    code: 'likely-rejected',
    ...fields,
    source: SOURCES.guides,
    date: AS_OF,
    find: ({ texts }) =>
      texts.flatMap((placed) => {
        const label = isMeant(formatPath(placed.at));
        return label === undefined ? [] : variablesIn(placed, (name) => `${label} holds the variable \`${name}\``);
      }),
  };
}

export function variablesIn(placed: PlacedText, say: (name: string) => string): Hit[] {
  return findVariables(placed.text)
    .slice(0, MOST_HITS)
    .map(({ name, ...span }) => ({ ...pieceOf(placed, span), message: say(name) }));
}

const inName = noVariable(
  'AT04',
  {
    what: 'A variable in the name of a button or quick reply',
    help: 'Write out a name that is the same in every message; what differs stands in the link or the body',
  },
  (path) => {
    const [, list] = /^(buttons|quickReplies)\[\d+\]\.name$/.exec(path) ?? [];
    if (list === undefined) return undefined;
    return list === 'buttons' ? 'The name of a button' : 'The name of a quick reply';
  },
);

const inPreview = noVariable(
  'AT05',
  {
    what: 'A variable in the preview message',
    help: 'Write out a preview that is the same in every message, or leave `preview` out',
  },
  (path) => (path === 'preview' ? 'The preview message' : undefined),
);

const FIXED_TEXTS: Readonly<Record<string, string>> = {
  'emphasis.subtitle': 'The subtitle',
  extra: 'The extra information',
  'items[].title': 'The title of an item',
  'itemSummary.title': 'The title of the summary',
};

const inFixed = noVariable(
  'AT06',
  {
    what: 'A variable in the subtitle, the extra information, the title of an item or of the summary',
    help: 'Write out a text that is the same in every message, and move the variable into the body, the title or the description',
  },
  (path) => own(FIXED_TEXTS, path.replace(/\[\d+\]/g, '[]')),
);

export const withoutSample: LintRule<Pick<TemplateReading, 'texts' | 'samples'>> = {
  id: 'AT07',
  level: 'warning',
  code: 'sample-values',
  what: 'A variable for which a sample has no value, an empty value or one that contains a variable; or a value in a sample for a variable that no text has',
  help: 'Give every sample a value for each variable: previews, proofs and test sends are made of them',
  source: 'message API 2.9: a body is sent with every variable filled in',
  date: AS_OF,
  find: ({ texts, samples }) => unsampledIn(texts, samples),
};

/** @param optional variables that a sample may fill though no text has them */
export function unsampledIn(
  texts: TemplateReading['texts'],
  samples: TemplateReading['samples'],
  optional: readonly string[] = [],
): Hit[] {
  const first = firstSights(texts);
  if (samples.length === 0) return unsampled(first);
  return samples.flatMap((sample) => {
    const missing = first.filter(({ name }) => !sample.values.has(name)).map(({ name }) => name);
    const known = [...first.map(({ name }) => name), ...optional];
    const strangers = misspelt(sample, known, missing);
    // A value under a name that is nearly right is one mistake.
    const meant = strangers.map((stranger) => stranger.meant);
    return [
      ...unfilled(
        sample,
        missing.filter((name) => !meant.includes(name)),
      ),
      ...first.flatMap(({ name }) => unusable(sample, name)),
      ...strangers.map((stranger) => stranger.hit),
    ];
  });
}

interface Sight {
  name: string;
  piece(): Pick<Hit, 'at' | 'text' | 'nth'>;
}

/** Every variable at the place where it stands first; one without a name is AT01's. */
function firstSights(texts: TemplateReading['texts']): Sight[] {
  const seen = new Map<string, Sight>();
  for (const placed of texts) {
    for (const { name, ...span } of findVariables(placed.text)) {
      if (name.trim() !== '' && !seen.has(name)) seen.set(name, { name, piece: () => pieceOf(placed, span) });
    }
  }
  return [...seen.values()];
}

function unsampled([first, ...others]: readonly Sight[]): Hit[] {
  if (!first) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [
    {
      ...first.piece(),
      message: `No sample gives a value for \`${first.name}\`${more}`,
      hint: `Add \`samples: [{ name: 기본, values: { ${first.name}: … } }]\``,
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
      message: `The sample ${name} has no value for ${names}`,
      hint: 'Add it: a message with a variable that is open or empty is refused',
    },
  ];
}

/** A value that no message can be sent with. */
function unusable({ at, name: sample, values }: NamedValues, name: string): Hit[] {
  const value = values.get(name);
  if (value === undefined) return [];
  const whose = `The value of \`${name}\` in the sample ${sample}`;
  const here = { at: [...at, name], on: 'value' } as const;
  if (value === '') return [{ ...here, message: `${whose} is empty`, hint: 'Write a value: an empty one is refused' }];
  const [inner] = findVariables(value);
  if (!inner) return [];
  const message = `${whose} contains the variable \`#{${inner.name}}\`, which is not filled`;
  return [{ ...here, message, hint: 'Write the text that a recipient reads' }];
}

/** Values for variables that there are not; the one that is meant is most likely one that misses its value. */
function misspelt(
  { at, name, values }: NamedValues,
  known: readonly string[],
  missing: readonly string[],
): { meant: string | undefined; hit: Hit }[] {
  return [...values.keys()]
    .filter((key) => !known.includes(key))
    .map((key) => {
      const alike = known.find((one) => one.normalize('NFC') === key.normalize('NFC'));
      const meant = alike ?? suggest(key, missing) ?? suggest(key, known);
      const message = `The sample ${name} has a value for \`${key}\`, and no text of the template has that variable`;
      return { meant, hit: { at: [...at, key], on: 'key', message, hint: hintFor(alike !== undefined, meant) } };
    });
}

function hintFor(isAlike: boolean, meant: string | undefined): string {
  if (isAlike) {
    return 'The two look alike: one of them is written in decomposed Hangul (NFD); type it anew';
  }
  return meant === undefined ? 'Remove it, or put `#{…}` into a text' : `Did you mean \`${meant}\`?`;
}

/** AT01 to AT07: message variables and the samples that fill them. */
export const variableRules: readonly LintRule[] = [
  syntax,
  many,
  nothingElse,
  inName,
  inPreview,
  inFixed,
  withoutSample,
];

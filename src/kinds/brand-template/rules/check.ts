import type { Surroundings } from '../../../core/declaration.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Problem } from '../../../core/problem.ts';
import { covering, findingsOf, rulesOf, SOURCES } from '../../lint/rule.ts';
import { curlyQuotes, quotedIn, unseenIn } from '../../lint/unseen.ts';
import { syntax, variablesAt, withoutSample } from '../../lint/variables.ts';
import { BRAND_RULES } from '../sentences.ts';
import { errorsIn } from './errors.ts';
import { buttonCount, checkSendable, filledLength, items, linkForms, sampled } from './hints.ts';
import { type BrandReading, readBrand } from './reading.ts';

const [FORM, MESSAGE] = [SOURCES.resource('2.4'), SOURCES.message('2.10')];
const LISTS = ['buttons', 'carousel.cards[].buttons'];
const IMAGES = ['image', 'items[].image', 'carousel.intro.image', 'carousel.cards[].image', 'video.thumbnail'];
const FILE_CODES = ['file-type', 'file-too-large', 'file-large'] as const;
const IMAGE_CODES = ['image-damaged', 'image-shape', 'image-width', 'missing-field'] as const;

/** Every lint rule of brand templates, in the order of their ids. Brand templates have no inspection, so only some ids apply. */
export const brandRules = rulesOf<BrandReading>(BRAND_RULES, [
  syntax,
  {
    id: 'AT02',
    level: 'error',
    code: 'too-many-variables',
    source: FORM,
    covers: covering(['too-many-variables'], ...LISTS),
  },
  {
    id: 'AT04',
    code: 'variable-place',
    source: `${MESSAGE}, buttonvariable`,
    find: variablesAt('buttons[].name', 'carousel.cards[].buttons[].name'),
  },
  { ...withoutSample, find: sampled },
  {
    id: 'AT10',
    level: 'error',
    code: 'channel-button',
    source: FORM,
    covers: covering(['channel-button'], ...LISTS.map((list) => `${list}[]`)),
  },
  {
    id: 'AT11',
    level: 'both',
    code: 'not-sendable',
    source: `${SOURCES.resource('2.4, 4.9')}, ${MESSAGE}`,
    covers: [
      ...covering(['too-many'], 'carousel.cards[].buttons'),
      ...covering(['missing-field', 'too-few'], 'buttons'),
    ],
    find: buttonCount,
  },
  { id: 'AT12', code: 'link-form', source: `${MESSAGE}, assumption 124`, find: linkForms },
  {
    id: 'AT14',
    level: 'both',
    code: 'not-sendable',
    source: `${FORM}, ${MESSAGE}, assumption 122`,
    covers: covering(['missing-field', 'too-few', 'too-many'], 'items'),
    find: items,
  },
  { id: 'AT15', code: 'not-sendable', source: MESSAGE, find: filledLength },
  {
    id: 'AT17',
    level: 'both',
    code: 'image-shape',
    source: SOURCES.resource('4.7a'),
    covers: covering([...FILE_CODES, ...IMAGE_CODES], ...IMAGES.flatMap((at) => [at, `${at}.file`])),
  },
  {
    id: 'AT30',
    level: 'error',
    code: 'duplicate-code',
    source: `${SOURCES.resource('4.7 /add')}: the service assigns the code`,
    covers: covering(['duplicate-code'], 'name'),
  },
  { ...curlyQuotes, find: ({ named, samples }) => quotedIn(named, samples) },
]);

/** Checks the rules of brand templates that a JSON Schema cannot express well: errors, and hints of what may go wrong. */
export function checkBrand(manifest: JsonObject, { profileType, withoutLint }: Surroundings = {}): Problem[] {
  const reading = readBrand(manifest);
  const errors = errorsIn(reading, profileType);
  // A variable whose name the service refuses is one mistake, not two.
  const isError = ({ path, text, nth }: Problem): boolean =>
    text !== undefined && errors.some((one) => one.path === path && one.text === text && one.nth === nth);
  return [
    ...(withoutLint ? [] : findingsOf(brandRules, reading)).filter((one) => !isError(one)),
    ...unseenIn(reading.named),
    ...errors,
    ...checkSendable(manifest),
  ];
}

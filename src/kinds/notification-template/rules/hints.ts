import { covering, rulesOf, SOURCES } from '../../lint/rule.ts';
import { curlyQuotes, quotedIn } from '../../lint/unseen.ts';
import { syntax, variablesAt, withoutSample } from '../../lint/variables.ts';
import { TEMPLATE_RULES } from '../sentences.ts';
import * as parts from './parts.ts';
import type { TemplateReading } from './reading.ts';
import * as wording from './texts.ts';

const FORM = SOURCES.resource('2.2');
const LINKS = ['buttons[].link', 'quickReplies[].link'].flatMap((at) => [
  at,
  ...['mobile', 'android', 'ios'].map((device) => `${at}.${device}`),
]);
/** The places of images in a template, in any of their forms. */
const IMAGES = ['emphasis.image', 'emphasis.image.file', 'highlight.image', 'highlight.image.file'];
const IMAGE_CODES = ['file-type', 'file-too-large', 'image-damaged', 'image-shape', 'image-width'] as const;
const UNUSED = { level: 'both', code: 'unused-member', source: FORM } as const;

/** Every lint rule of notification templates, in the order of their ids. */
export const templateRules = rulesOf<TemplateReading>(TEMPLATE_RULES, [
  syntax,
  { id: 'AT02', find: parts.tooManyVariables },
  { id: 'AT03', find: parts.onlyVariables },
  { id: 'AT04', find: variablesAt('buttons[].name', 'quickReplies[].name') },
  { id: 'AT05', find: variablesAt('preview') },
  { id: 'AT06', find: variablesAt('emphasis.subtitle', 'extra', 'items[].title', 'itemSummary.title') },
  { ...withoutSample, find: parts.sampled },
  {
    id: 'AT08',
    ...UNUSED,
    covers: covering(['missing-field'], 'emphasis.title', 'emphasis.subtitle'),
    find: parts.unused('emphasis'),
  },
  { id: 'AT09', ...UNUSED, covers: covering(['missing-field'], 'extra'), find: parts.unused('extra') },
  {
    id: 'AT10',
    code: 'channel-button',
    source: `${SOURCES.resource('3, convertAddCh')}, assumption 144`,
    find: parts.channelButton,
  },
  { id: 'AT11', level: 'error', code: 'too-many', source: FORM, covers: covering(['too-many'], 'buttons') },
  {
    id: 'AT12',
    level: 'both',
    code: 'link-form',
    source: `${FORM}, assumption 142`,
    covers: covering(['missing-field'], ...LINKS),
    find: parts.linkForms,
  },
  {
    id: 'AT13',
    level: 'error',
    code: 'unknown-value',
    source: `${FORM}, assumption 15`,
    covers: covering(['unknown-value', 'missing-field'], 'buttons[].name').map((one) => ({ ...one, type: 'TN' })),
  },
  {
    id: 'AT14',
    ...UNUSED,
    covers: covering(['missing-field', 'too-few', 'too-many'], 'items'),
    find: parts.unused('items', 'itemSummary'),
  },
  { id: 'AT15', code: 'not-sendable', source: SOURCES.message('2.9, length conflict'), find: parts.tooLong },
  { id: 'AT16', code: 'cut-on-phone', source: `${SOURCES.guides}, assumption 80`, find: parts.cut },
  {
    id: 'AT17',
    level: 'error',
    code: 'image-shape',
    source: SOURCES.resource('4.2'),
    covers: covering([...IMAGE_CODES, 'missing-field'], ...IMAGES),
  },
  { id: 'AT18', source: `${FORM}, ${SOURCES.guides}`, find: wording.security },
  { id: 'AT19', find: wording.advertising },
  { id: 'AT20', find: wording.words('AT20 ') },
  { id: 'AT21', find: wording.words('AT21 ', ({ texts }) => texts) },
  { id: 'AT22', find: wording.words('AT22 ', wording.buttonNames) },
  { id: 'AT23', find: wording.unclearLinks },
  { id: 'AT24', date: '2026-04-01', find: wording.valueReason },
  { id: 'AT25', find: wording.reason },
  { id: 'AT26', find: wording.advertisingLink },
  { id: 'AT27', find: wording.words('AT27 ') },
  { id: 'AT28', source: SOURCES.message('2.9'), find: wording.words('AT28 ', wording.titles) },
  { id: 'AT29', source: `${FORM}, ${SOURCES.guides}`, find: wording.tracking },
  {
    // The `uniqueNames` of the declaration find duplicates, since they need all manifests.
    id: 'AT30',
    level: 'both',
    code: 'duplicate-name',
    source: 'resource API 4.1 /codeCheck; for names assumption 176',
    covers: covering(['duplicate-code'], 'code', 'id'),
  },
  { id: 'AT31', find: parts.sameName },
  { id: 'AT32', source: 'YAML 1.2.2, 8.1 and 5.7', find: wording.words('AT32 ') },
  {
    id: 'AT33',
    code: 'unknown-category',
    source: 'resource API 4.1 /category/all; assumption 13',
    find: parts.unlisted,
  },
  {
    ...curlyQuotes,
    find: ({ template: { name, category }, prose, samples }) =>
      quotedIn([{ at: ['name'], text: name }, { at: ['category'], text: category }, ...prose], samples),
  },
]);

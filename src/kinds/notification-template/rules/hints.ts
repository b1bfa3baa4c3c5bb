import { covering, rulesOf, SOURCES } from '../../lint/rule.ts';
import { curlyQuotes, quotedIn } from '../../lint/unseen.ts';
import { syntax, variablesAt, withoutSample } from '../../lint/variables.ts';
import { TEMPLATE_RULES } from '../sentences.ts';
import {
  channelButton,
  cut,
  linkForms,
  onlyVariables,
  sameName,
  sampled,
  tooLong,
  tooManyVariables,
  unlisted,
  unused,
} from './parts.ts';
import type { TemplateReading } from './reading.ts';
import {
  advertising,
  advertisingLink,
  buttonNames,
  reason,
  security,
  titles,
  tracking,
  unclearLinks,
  valueReason,
  words,
} from './texts.ts';

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
  { id: 'AT02', find: tooManyVariables },
  { id: 'AT03', find: onlyVariables },
  { id: 'AT04', find: variablesAt('buttons[].name', 'quickReplies[].name') },
  { id: 'AT05', find: variablesAt('preview') },
  { id: 'AT06', find: variablesAt('emphasis.subtitle', 'extra', 'items[].title', 'itemSummary.title') },
  { ...withoutSample, find: sampled },
  {
    id: 'AT08',
    ...UNUSED,
    covers: covering(['missing-field'], 'emphasis.title', 'emphasis.subtitle'),
    find: unused('emphasis'),
  },
  { id: 'AT09', ...UNUSED, covers: covering(['missing-field'], 'extra'), find: unused('extra') },
  {
    id: 'AT10',
    code: 'channel-button',
    source: `${SOURCES.resource('3, convertAddCh')}, assumption 144`,
    find: channelButton,
  },
  { id: 'AT11', level: 'error', code: 'too-many', source: FORM, covers: covering(['too-many'], 'buttons') },
  {
    id: 'AT12',
    level: 'both',
    code: 'link-form',
    source: `${FORM}, assumption 142`,
    covers: covering(['missing-field'], ...LINKS),
    find: linkForms,
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
    find: unused('items', 'itemSummary'),
  },
  { id: 'AT15', code: 'not-sendable', source: SOURCES.message('2.9, length conflict'), find: tooLong },
  { id: 'AT16', code: 'cut-on-phone', source: `${SOURCES.guides}, assumption 80`, find: cut },
  {
    id: 'AT17',
    level: 'error',
    code: 'image-shape',
    source: SOURCES.resource('4.2'),
    covers: covering([...IMAGE_CODES, 'missing-field'], ...IMAGES),
  },
  { id: 'AT18', source: `${FORM}, ${SOURCES.guides}`, find: security },
  { id: 'AT19', find: advertising },
  { id: 'AT20', find: words('AT20 ') },
  { id: 'AT21', find: words('AT21 ', ({ texts }) => texts) },
  { id: 'AT22', find: words('AT22 ', buttonNames) },
  { id: 'AT23', find: unclearLinks },
  { id: 'AT24', date: '2026-04-01', find: valueReason },
  { id: 'AT25', find: reason },
  { id: 'AT26', find: advertisingLink },
  { id: 'AT27', find: words('AT27 ') },
  { id: 'AT28', source: SOURCES.message('2.9'), find: words('AT28 ', titles) },
  { id: 'AT29', source: `${FORM}, ${SOURCES.guides}`, find: tracking },
  {
    // The `claims` of the declaration find duplicates, since they need all manifests.
    id: 'AT30',
    level: 'both',
    code: 'duplicate-name',
    source: 'resource API 4.1 /codeCheck; for names assumption 176',
    covers: covering(['duplicate-code'], 'code', 'id'),
  },
  { id: 'AT31', find: sameName },
  { id: 'AT32', source: 'YAML 1.2.2, 8.1 and 5.7', find: words('AT32 ') },
  { id: 'AT33', code: 'unknown-category', source: 'resource API 4.1 /category/all; assumption 13', find: unlisted },
  {
    ...curlyQuotes,
    find: ({ template: { name, category }, prose, samples }) =>
      quotedIn([{ at: ['name'], text: name }, { at: ['category'], text: category }, ...prose], samples),
  },
]);

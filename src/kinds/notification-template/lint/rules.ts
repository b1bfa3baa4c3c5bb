import { covering, rulesOf, SOURCES } from '../../lint/rule.ts';
import { curlyQuotes, quotedIn } from '../../lint/unseen.ts';
import { syntax, variablesAt, withoutSample } from '../../lint/variables.ts';
import { channelButton, extra, linkForms, sameName, unusedItems, unusedTexts } from './parts.ts';
import type { TemplateReading } from './reading.ts';
import { say, TEMPLATE_FINDS, TEMPLATE_HELP } from './sentences.ts';
import { bodyLength, cut, onlyVariables, sampled, tooManyVariables } from './shown.ts';
import {
  advertising,
  advertisingLink,
  numbers,
  payment,
  purposes,
  reason,
  security,
  stores,
  struckThrough,
  tracking,
  unclearLinks,
  valueReason,
  writtenBreak,
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
export const templateRules = rulesOf<TemplateReading>(TEMPLATE_FINDS, TEMPLATE_HELP, [
  syntax,
  { id: 'AT02', find: tooManyVariables },
  { id: 'AT03', find: onlyVariables },
  {
    id: 'AT04',
    find: variablesAt({ 'buttons[].name': say('label-button'), 'quickReplies[].name': say('label-reply') }),
  },
  { id: 'AT05', find: variablesAt({ preview: say('label-preview') }) },
  {
    id: 'AT06',
    find: variablesAt({
      'emphasis.subtitle': say('label-subtitle'),
      extra: say('label-extra'),
      'items[].title': say('label-item'),
      'itemSummary.title': say('label-summary'),
    }),
  },
  { ...withoutSample, find: sampled },
  {
    id: 'AT08',
    ...UNUSED,
    covers: covering(['missing-field'], 'emphasis.title', 'emphasis.subtitle'),
    find: unusedTexts,
  },
  { id: 'AT09', ...UNUSED, covers: covering(['missing-field'], 'extra'), find: extra },
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
  { id: 'AT14', ...UNUSED, covers: covering(['missing-field', 'too-few', 'too-many'], 'items'), find: unusedItems },
  { id: 'AT15', code: 'not-sendable', source: SOURCES.message('2.9, length conflict'), find: bodyLength },
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
  { id: 'AT20', find: purposes },
  { id: 'AT21', find: stores },
  { id: 'AT22', find: payment },
  { id: 'AT23', find: unclearLinks },
  { id: 'AT24', date: '2026-04-01', find: valueReason },
  { id: 'AT25', find: reason },
  { id: 'AT26', find: advertisingLink },
  { id: 'AT27', find: numbers },
  { id: 'AT28', source: SOURCES.message('2.9'), find: struckThrough },
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
  { id: 'AT32', source: 'YAML 1.2.2, 8.1 and 5.7', find: writtenBreak },
  {
    // `checkCategory` finds it, since only it has the list of an environment.
    id: 'AT33',
    code: 'unknown-category',
    source: 'resource API 4.1 /category/all; assumption 13',
    covers: covering(['unknown-category'], 'category'),
  },
  {
    ...curlyQuotes,
    find: ({ template: { name, category }, prose, samples }) =>
      quotedIn([{ at: ['name'], text: name }, { at: ['category'], text: category }, ...prose], samples),
  },
]);

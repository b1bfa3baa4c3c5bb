import type { JsonObject } from '../../../core/json.ts';
import { type Refused, result } from '../../answers.ts';
import type { ImageUse } from '../../store/image.ts';
import type { Profile } from '../../store/profile.ts';
import type { TemplateContent } from '../../store/template.ts';
import { templateCategories } from '../categories.ts';
import { checkNumbers, checkPlugins, type Earlier, readButtons, readQuickReplies } from './buttons.ts';
import { readHighlight, readItem, readRepresentLink } from './items.ts';
import { Reading } from './reading.ts';

export const CODE_PATTERN = /^[A-Za-z0-9_-]*$/;
export const CODE_MAX = 30;
/** Longest name (the public list's `templateName`: assumption 17). */
const NAME_MAX = 200;

const MESSAGE_TYPES = ['BA', 'EX', 'AD', 'MI'] as const;
const EMPHASIZE_TYPES = ['NONE', 'TEXT', 'IMAGE', 'ITEM_LIST'] as const;

/** What the guard asks of the world around a template. */
export interface Surroundings {
  profile: Profile;
  /** Whether this URL was given by an upload for this use. */
  isUploaded(url: string, use: ImageUse): boolean;
  /** Whether a button of this type may name this plugin. */
  knowsPlugin(pluginId: string, linkType: string): boolean;
  /** What the template had before an update. */
  earlier: { buttons: Earlier; quickReplies: Earlier };
}

/** A code as `add`, `codeCheck`, `update` take it: null where none is given. */
export function readCode(reading: Reading, name: string, required: boolean): string | null {
  return reading.text(name, { required, max: CODE_MAX, pattern: CODE_PATTERN });
}

/** The content of a template, checked by every rule of resource API 2.2; a refusal where one is broken. */
export function readTemplate(body: JsonObject, surroundings: Surroundings): TemplateContent | Refused {
  const reading = new Reading(body);
  const content = readMembers(reading, surroundings);
  checkMessageType(reading, content);
  checkEmphasis(reading, content);
  checkImages(reading, content, surroundings);
  checkNumbers(reading, content.buttons, content.quickReplies);
  checkPlugins(reading, content.buttons, surroundings.knowsPlugin);
  if (content.categoryCode !== '' && !templateCategories.has(content.categoryCode)) {
    reading.fail(result.category, 'there is no such category');
  }
  return reading.failure ?? applicable(content);
}

function readMembers(reading: Reading, { profile, earlier }: Surroundings): TemplateContent {
  return {
    templateName: reading.requiredText('templateName', { max: NAME_MAX }),
    templateMessageType: reading.word('templateMessageType', MESSAGE_TYPES),
    templateEmphasizeType: reading.word('templateEmphasizeType', EMPHASIZE_TYPES),
    templateContent: reading.requiredText('templateContent'),
    templatePreviewMessage: reading.text('templatePreviewMessage', { max: 40 }),
    templateExtra: reading.text('templateExtra'),
    templateImageName: reading.text('templateImageName'),
    templateImageUrl: reading.text('templateImageUrl'),
    templateTitle: reading.text('templateTitle'),
    templateSubtitle: reading.text('templateSubtitle'),
    templateHeader: reading.text('templateHeader', { max: 16 }),
    templateItemHighlight: readHighlight(reading),
    templateItem: readItem(reading),
    templateRepresentLink: readRepresentLink(reading),
    categoryCode: reading.requiredText('categoryCode'),
    securityFlag: reading.flag('securityFlag'),
    buttons: readButtons(reading, earlier.buttons),
    quickReplies: readQuickReplies(reading, earlier.quickReplies, profile.bizchat),
  };
}

/** Members that the message type or the emphasis has no place for are null, and stay so in a detail (resource API 2.2). */
function applicable(content: TemplateContent): TemplateContent {
  const { templateMessageType: message, templateEmphasizeType: emphasis } = content;
  const extra = message === 'EX' || message === 'MI';
  return {
    ...content,
    ...(!extra && { templateExtra: null }),
    ...(emphasis !== 'TEXT' && { templateTitle: null, templateSubtitle: null }),
    ...(emphasis !== 'IMAGE' && { templateImageName: null, templateImageUrl: null }),
    ...(emphasis !== 'ITEM_LIST' && { templateItem: null }),
  };
}

function checkMessageType(reading: Reading, { templateMessageType: type }: TemplateContent): void {
  if (type === 'EX' || type === 'MI') reading.requiredText('templateExtra');
}

function checkEmphasis(reading: Reading, content: TemplateContent): void {
  switch (content.templateEmphasizeType) {
    case 'TEXT':
      reading.requiredText('templateTitle');
      reading.requiredText('templateSubtitle');
      break;
    case 'IMAGE':
      reading.requiredText('templateImageName');
      reading.requiredText('templateImageUrl');
      break;
    case 'ITEM_LIST':
      if ((content.templateItem?.list ?? []).length === 0)
        reading.fail(result.parameters, 'templateItem.list is required with ITEM_LIST');
      break;
  }
}

function checkImages(reading: Reading, content: TemplateContent, { isUploaded }: Surroundings): void {
  const check = (name: string, url: string | null | undefined, use: ImageUse): void => {
    if (url && !isUploaded(url, use))
      reading.fail(result.image, `${name} is not the URL of an image uploaded for this use`);
  };
  check('templateImageUrl', content.templateImageUrl, 'notification/template');
  check('templateItemHighlight.imageUrl', content.templateItemHighlight?.imageUrl, 'notification/highlight');
}

import * as z from 'zod';
import { fileName } from '../../core/content.ts';
import { type Json, type JsonObject, member } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { informative, text as nonEmpty, optional } from '../../wire/shape.ts';
import {
  also,
  answered,
  answerOnly,
  decodeImage,
  flag,
  group,
  image,
  list,
  object,
  plain,
  required,
  type ShownImage,
  text,
  word,
} from '../field-types.ts';
import type { ContentOf, Field } from '../fields.ts';
import { buttonFields, links } from '../parts.ts';

const EMPHASES = ['NONE', 'TEXT', 'IMAGE', 'ITEM_LIST'] as const;

/** Fields of a notification template (resource API 2.2, docs/manifests.md), in the order in which people read them. */

const linkFields = links('linkMo', 'linkAnd');

const button = {
  ...buttonFields,
  link: group(linkFields),
  plugin: word('pluginId'),
  bizFormId: answerOnly(plain<string | number>('bizFormId', optional(z.union([z.string(), z.number()])))),
  tel: also(text('telNumber'), 'tel_number'),
};

const item = { title: required(text('title')), description: required(text('description')) };

export const templateFields = {
  code: also(answered(word('templateCode'), nonEmpty), 'newTemplateCode'),
  name: required(answered(word('templateName'), z.string())),
  category: required(word('categoryCode')),
  messageType: required(
    answered(word<'BA' | 'EX' | 'AD' | 'MI'>('templateMessageType'), z.enum(['BA', 'EX', 'AD', 'MI'])),
  ),
  emphasis: group({
    type: required(emphasisType()),
    title: text('templateTitle'),
    subtitle: text('templateSubtitle'),
    image: namedImage(),
  }),
  header: text('templateHeader'),
  highlight: object('templateItemHighlight', {
    title: text('title'),
    description: text('description'),
    image: image('imageUrl', () => 'notification/highlight'),
  }),
  content: required(answered(text('templateContent'), z.string())),
  items: list('templateItem.list', item),
  itemSummary: object('templateItem.summary', { title: text('title'), description: text('description') }),
  extra: text('templateExtra'),
  preview: text('templatePreviewMessage'),
  security: flag('securityFlag'),
  link: object('templateRepresentLink', linkFields),
  buttons: list('buttons', button),
  quickReplies: also(list('quickReplies', button), 'quickreply'),
};

/** A template in manifest form, after it passed the JSON Schema. */
export type TemplateContent = ContentOf<typeof templateFields>;
export type Button = ContentOf<typeof button>;
export type ButtonLink = ContentOf<typeof linkFields>;

/** Takes content that a schema or the codec has checked: the parsed boundary of this kind. */
export function templateOf(content: JsonObject): TemplateContent {
  return content as unknown as TemplateContent;
}

function emphasisType(): Field<(typeof EMPHASES)[number], false> {
  const field = answered(word<(typeof EMPHASES)[number]>('templateEmphasizeType'), z.enum(EMPHASES));
  return { ...field, write: (value) => value ?? 'NONE' };
}

/** An image with a name in requests: the last part of its path, which is never compared. */
function namedImage(): Field<ShownImage, false> {
  const field = image('templateImageUrl', () => 'notification/template');
  return {
    ...field,
    wire: undefined,
    shapes: { ...field.shapes, templateImageName: informative(z.string()) },
    write: (value, coding, at) => {
      const url = field.write(value, coding, at);
      return url === undefined ? undefined : { templateImageUrl: url, templateImageName: nameOf(value) };
    },
    read: (answer, { bound }) => decodeImage(member(answer, 'templateImageUrl'), bound),
  };
}

function nameOf(image: Json | undefined): string {
  return fileName(String(member(image, 'path') ?? String(member(image, 'url')).replace(/[?#].*$/s, ''))) || 'image';
}

/** True for an app link that can no longer be registered, in any spelling (resource API 2.2, assumption 45). */
export function isTell(address: string): boolean {
  return /^\s*tell:\/\//i.test(address);
}

/** Every `tell://` address of the AL buttons and quick replies of a content, and its place. */
export function tellLinks(content: JsonObject): { at: Path; address: string }[] {
  const { buttons = [], quickReplies = [] } = templateOf(content);
  return Object.entries({ buttons, quickReplies }).flatMap(([list, all]) =>
    all.flatMap(({ type, link }, index) =>
      (['android', 'ios'] as const).flatMap((key) => {
        const address = link?.[key];
        const isOne = type === 'AL' && address !== undefined && isTell(address);
        return isOne ? [{ at: [list, index, 'link', key], address }] : [];
      }),
    ),
  );
}

import type { JsonObject } from '../../core/json.ts';
import { trimEndOf } from '../../core/trim.ts';
import type { BubbleButton, Emphasis, Highlight, NotificationBubble } from '../../preview/bubble.ts';
import type { Context } from '../context.ts';
import type { Message, NotificationType } from '../message/message.ts';
import { CHANNEL_ADD_NOTICE } from '../resource/template/convert.ts';
import type { Button, TemplateContent } from '../resource/template/shape.ts';
import type { Template } from '../resource/template/store.ts';
import { listOf } from '../shape.ts';
import { objectAt, phoneTime, registeredLink, senderOf, sentLink, textAt } from './bubble-parts.ts';
import { pictureOf } from './pictures.ts';

/** A notification template as the phone shows it, with unfilled variables. */
export function templateBubble(context: Context, template: Template): NotificationBubble {
  const { content } = template;
  const { summary } = content.templateItem ?? {};
  const highlight = highlightOf(context, content);
  return {
    kind: 'notification',
    sender: senderOf(context, template.senderKey),
    emphasis: emphasisOf(context, content, content.templateTitle ?? ''),
    header: content.templateHeader ?? '',
    ...(highlight && { highlight }),
    items: content.templateItem?.list ?? [],
    ...(summary && { summary: { title: summary.title ?? '', description: summary.description ?? '' } }),
    content: plainBody(content.templateContent),
    extra: content.templateExtra ?? '',
    notice: noticeOf(content),
    preview: content.templatePreviewMessage ?? '',
    security: content.securityFlag,
    ...(content.templateRepresentLink && { link: registeredLink(content.templateRepresentLink) }),
    buttons: content.buttons.map(registeredButton),
    quickReplies: content.quickReplies.map(registeredButton),
  };
}

/**
 * A sent notification message. Parts that a send does not have (extra text, subtitle, preview message, images) come
 * from its template (assumption 77).
 */
export function notificationBubble(
  context: Context,
  { type, content: sent }: { type: NotificationType; content: JsonObject },
  sendAt: Message['sendAt'],
  template: Template | undefined,
): NotificationBubble {
  const registered = template?.content;
  const item = objectAt(sent, 'item') ?? {};
  const summary = objectAt(item, 'summary');
  const link = objectAt(sent, 'link');
  const highlight = sentHighlight(context, objectAt(sent, 'itemhighlight'), registered);
  return {
    kind: 'notification',
    sender: senderOf(context, textAt(sent, 'senderkey')),
    at: phoneTime(context, sendAt),
    emphasis: sentEmphasis(context, type, sent, registered),
    header: textAt(sent, 'header'),
    ...(highlight && { highlight }),
    items: listOf(item, 'list').map(titledOf),
    ...(summary && { summary: titledOf(summary) }),
    content: plainBody(textAt(sent, 'message')),
    extra: registered?.templateExtra ?? '',
    notice: registered ? noticeOf(registered) : '',
    preview: registered?.templatePreviewMessage ?? '',
    security: registered?.securityFlag ?? false,
    ...(link && { link: sentLink(link) }),
    buttons: listOf(sent, 'button').map(sentButton),
    quickReplies: listOf(sent, 'quickreply').map(sentButton),
  };
}

function emphasisOf(context: Context, content: TemplateContent, title: string): Emphasis {
  switch (content.templateEmphasizeType) {
    case 'TEXT':
      return { type: 'TEXT', title, subtitle: content.templateSubtitle ?? '' };
    case 'IMAGE':
      return {
        type: 'IMAGE',
        image: pictureOf(context, content.templateImageUrl, content.templateImageName || '이미지'),
      };
    case 'ITEM_LIST':
      return { type: 'ITEM_LIST' };
    default:
      return { type: 'NONE' };
  }
}

/** Without a template, the emphasis follows from the message. */
function sentEmphasis(
  context: Context,
  type: NotificationType,
  sent: JsonObject,
  registered: TemplateContent | undefined,
): Emphasis {
  const title = textAt(sent, 'title');
  if (registered) return emphasisOf(context, registered, title);
  if (type === 'ai') return { type: 'IMAGE', image: { href: null, alt: '이미지' } };
  if (title !== '') return { type: 'TEXT', title, subtitle: '' };
  return objectAt(sent, 'item') ? { type: 'ITEM_LIST' } : { type: 'NONE' };
}

const STRUCK = '\\s';

function highlightOf(context: Context, { templateItemHighlight: highlight }: TemplateContent): Highlight | undefined {
  if (highlight === null) return undefined;
  return drawnHighlight(context, highlight.title ?? '', highlight.description ?? '', highlight.imageUrl);
}

function sentHighlight(
  context: Context,
  sent: JsonObject | undefined,
  registered: TemplateContent | undefined,
): Highlight | undefined {
  if (sent === undefined) return undefined;
  const image = registered?.templateItemHighlight?.imageUrl ?? null;
  return drawnHighlight(context, textAt(sent, 'title'), textAt(sent, 'description'), image);
}

/** A `\s` at the end of the title strikes it through (message API 2.9). */
function drawnHighlight(context: Context, title: string, description: string, image: string | null): Highlight {
  const struck = title.endsWith(STRUCK);
  return {
    title: struck ? title.slice(0, -STRUCK.length) : title,
    description,
    struck,
    ...(image && { image: pictureOf(context, image, title) }),
  };
}

/** The body without the channel-add notice of a conversion (assumption 59), which is drawn separately. */
function plainBody(body: string): string {
  return body.endsWith(CHANNEL_ADD_NOTICE) ? trimEndOf(body.slice(0, -CHANNEL_ADD_NOTICE.length), '\n') : body;
}

function noticeOf({ templateMessageType: type, templateContent: body }: TemplateContent): string {
  return type === 'AD' || type === 'MI' || body.endsWith(CHANNEL_ADD_NOTICE) ? CHANNEL_ADD_NOTICE : '';
}

function registeredButton(button: Button): BubbleButton {
  const detail = button.telNumber ?? button.pluginId ?? '';
  return { type: button.linkType, name: button.name, link: registeredLink(button), detail };
}

/** Members of a button in a send, besides links. */
const DETAILS = ['tel_number', 'map_address', 'map_coordinates', 'plugin_id', 'biz_form_id', 'chat_extra'];

export function sentButton(button: JsonObject): BubbleButton {
  const detail = DETAILS.map((name) => textAt(button, name)).find((text) => text !== '') ?? '';
  return { type: textAt(button, 'type'), name: textAt(button, 'name'), link: sentLink(button), detail };
}

function titledOf(item: JsonObject): { title: string; description: string } {
  return { title: textAt(item, 'title'), description: textAt(item, 'description') };
}

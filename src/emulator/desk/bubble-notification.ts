import type { JsonObject } from '../../core/json.ts';
import type { BubbleButton, Emphasis, Highlight, NotificationBubble } from '../../preview/bubble.ts';
import { highlightOf, notificationParts } from '../../preview/sent/notification.ts';
import { objectAt, textAt } from '../../preview/sent/parts.ts';
import { trimEndOf } from '../../text/trim.ts';
import type { Context } from '../context.ts';
import type { Message, NotificationType } from '../message/message.ts';
import { CHANNEL_ADD_NOTICE } from '../resource/template/operations.ts';
import type { Button, Template, TemplateContent } from '../resource/template/template.ts';
import { phoneTime, pictureOf, registeredLink, senderOf } from './bubble-parts.ts';

/** A notification template as the phone shows it, with unfilled variables. */
export function templateBubble(context: Context, template: Template): NotificationBubble {
  const { content } = template;
  const { summary } = content.templateItem ?? {};
  const highlight = registeredHighlight(context, content);
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
  const parts = notificationParts(sent);
  const image = registered?.templateItemHighlight?.imageUrl;
  return {
    kind: 'notification',
    sender: senderOf(context, textAt(sent, 'senderkey')),
    at: phoneTime(context, sendAt),
    emphasis: sentEmphasis(context, type, sent, registered),
    ...parts,
    ...(parts.highlight &&
      image && { highlight: { ...parts.highlight, image: pictureOf(context, image, parts.highlight.title) } }),
    content: plainBody(parts.content),
    extra: registered?.templateExtra ?? '',
    notice: registered ? noticeOf(registered) : '',
    preview: registered?.templatePreviewMessage ?? '',
    security: registered?.securityFlag ?? false,
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

function registeredHighlight(
  context: Context,
  { templateItemHighlight: highlight }: TemplateContent,
): Highlight | undefined {
  if (highlight === null) return undefined;
  const { title, description, imageUrl } = highlight;
  const drawn = highlightOf(title ?? '', description ?? '');
  return { ...drawn, ...(imageUrl && { image: pictureOf(context, imageUrl, drawn.title) }) };
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

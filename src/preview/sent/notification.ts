import type { JsonObject } from '../../core/json.ts';
import type { Highlight, NotificationBubble } from '../bubble.ts';
import { objectAt, objectsAt, sentButton, sentItem, sentLink, textAt } from './parts.ts';

/**
 * Returns what a phone shows of the content of a notification message (message API 2.9). Its template has the other
 * parts (assumption 77), and the content as it is without the channel-add notice.
 */
export function notificationParts(content: JsonObject): Omit<NotificationBubble, 'kind' | 'sender' | 'emphasis'> {
  const item = objectAt(content, 'item') ?? {};
  const summary = objectAt(item, 'summary');
  const highlight = objectAt(content, 'itemhighlight');
  const link = objectAt(content, 'link');
  return {
    header: textAt(content, 'header'),
    ...(highlight && { highlight: highlightOf(textAt(highlight, 'title'), textAt(highlight, 'description')) }),
    items: objectsAt(item, 'list').map(sentItem),
    ...(summary && { summary: sentItem(summary) }),
    content: textAt(content, 'message'),
    ...(link && { link: sentLink(link) }),
    buttons: objectsAt(content, 'button').map(sentButton),
    quickReplies: objectsAt(content, 'quickreply').map(sentButton),
  };
}

const STRUCK = '\\s';

/** A `\s` at the end of the title strikes it through (message API 2.9). */
export function highlightOf(title: string, description: string): Highlight {
  const struck = title.endsWith(STRUCK);
  return { title: struck ? title.slice(0, -STRUCK.length) : title, description, struck };
}

import type { JsonObject } from '../../../core/json.ts';
import { templatePicture } from '../../../kinds/notification-template/bubble.ts';
import { withoutNotice } from '../../../kinds/notification-template/notice.ts';
import type { Emphasis, NotificationBubble } from '../../../preview/bubble.ts';
import { notificationParts } from '../../../preview/sent/notification.ts';
import { textAt } from '../../../preview/sent/parts.ts';
import type { ShownSend } from '../../channel.ts';

/** The parts that a message does not have (subtitle, extra text, images) are those of its template (assumption 77). */
export function notificationBubble(type: string, content: JsonObject, shown: ShownSend): NotificationBubble {
  const { template, profile: sender = '', files } = shown;
  const parts = notificationParts(content);
  const title = textAt(content, 'title');
  if (template === undefined) {
    const image = { href: null, alt: '' };
    const emphasis: Emphasis = type === 'ai' ? { type: 'IMAGE', image } : { type: 'TEXT', title, subtitle: '' };
    return { kind: 'notification', sender, emphasis, ...parts };
  }
  const setting = { sender, values: new Map<string, string>(), files };
  const drawn = templatePicture.bubble(template.content, setting);
  if (drawn.kind !== 'notification') return { kind: 'notification', sender, emphasis: { type: 'NONE' }, ...parts };
  const image = drawn.highlight?.image;
  return {
    ...drawn,
    ...parts,
    emphasis: drawn.emphasis.type === 'TEXT' ? { ...drawn.emphasis, title } : drawn.emphasis,
    ...(parts.highlight && { highlight: { ...parts.highlight, image } }),
    content: withoutNotice(textAt(template.content, 'messageType'), parts.content),
  };
}

import type { JsonObject } from '../core/json.ts';
import type { TextMessageBubble } from '../preview/bubble.ts';
import { textMessageParts } from '../preview/sent/text.ts';
import type { ShownSend } from './channel.ts';

/** Draws a text message, RCS or ntalk. Images are placeholders: a payload has only their keys. */
export function textBubble(
  channel: TextMessageBubble['channel'],
  content: JsonObject,
  { from }: ShownSend,
): TextMessageBubble {
  const parts = textMessageParts(channel, content, (_key, alt) => ({ href: null, alt }));
  return { kind: 'text', channel, sender: from, ...parts };
}

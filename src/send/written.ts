import type { JsonObject } from '../core/json.ts';
import { parsePath } from '../core/path.ts';
import type { TestSend } from '../core/test-send.ts';
import { variableNames } from '../core/variables.ts';
import type { TextMessageBubble } from '../preview/bubble.ts';
import { textMessageParts } from '../preview/sent/text.ts';
import { unsupported } from './about.ts';
import type { Draft, ShownSend } from './channel.ts';
import { fillTexts, textsIn } from './members.ts';

/** Makes the message of a test send that writes the payload itself, in `message.content`. Variables are filled in all its texts. */
export function draftContent(test: TestSend, type: string): Draft {
  const content = test.message?.content ?? {};
  return {
    type,
    variables: variableNames(textsIn(content).map(({ text }) => text)),
    mistakes: unsupported(test, ['profile', 'buttons', 'brand'], `of type ${type}`),
    risks: [],
    fill: (_, values) => fillTexts(content, values),
    fieldOf: (path) => ['message', 'content', ...parsePath(path)],
  };
}

/** Draws a text message, RCS or ntalk. Images are placeholders: a payload has only their keys. */
export function textBubble(
  channel: TextMessageBubble['channel'],
  content: JsonObject,
  { from }: ShownSend,
): TextMessageBubble {
  const parts = textMessageParts(channel, content, (_key, alt) => ({ href: null, alt }));
  return { kind: 'text', channel, sender: from, ...parts };
}

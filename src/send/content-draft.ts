import { parsePath } from '../core/path.ts';
import type { TestSend } from '../core/test-send.ts';
import { variableNames } from '../core/variables.ts';
import { unsupported } from './about.ts';
import type { Draft } from './channel.ts';
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

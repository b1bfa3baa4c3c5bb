import type { TestSend } from '../../../core/test-send.ts';
import { sendMistake } from '../../about.ts';
import type { Draft, WrittenChannel } from '../../channel.ts';
import { draftContent, textBubble } from '../../written.ts';

/** Messages of type `ntalk`. Their members are not documented, so any object is accepted (assumption 96). */
export const ntalk: WrittenChannel = {
  types: ['ntalk'],
  draft,
  check: () => [],
  isSentAtOnce: true,
  bubble: (_, content, shown) => textBubble('ntalk', content, shown),
};

/** The service ignores the time of an ntalk, and sends the message at once (message API 2.4, sendtime). */
function draft(test: TestSend): Draft {
  const made = draftContent(test, 'ntalk');
  if (test.at === undefined) return made;
  const message = 'The service ignores `at` of a message of type ntalk, and sends it at once';
  const reserved = sendMistake(['at'], 'send-time', message, { hint: 'Leave `at` out', severity: 'warning' });
  return { ...made, mistakes: [...made.mistakes, reserved] };
}

import type { JsonObject } from '../../../core/json.ts';
import { parsePath } from '../../../core/path.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import type { TestSend } from '../../../core/test-send.ts';
import { variableNames } from '../../../core/variables.ts';
import { filled } from '../../../kinds/bubble.ts';
import { sendMistake, unsupported } from '../../about.ts';
import type { Draft, WrittenChannel } from '../../channel.ts';
import { textsIn } from '../../members.ts';
import { checkShape, list, map, object, shape, text, wrongValue } from '../../shape.ts';
import { textBubble } from '../../text-bubble.ts';

/** The channels whose payload a test send writes itself. */

/** RCS messages, device-specific and integrated (message API 2.8). */
export const rcs: WrittenChannel = {
  types: ['rcs'],
  draft: (test) => draftContent(test, 'rcs'),
  check: (_, content) => checkShape(content, SHAPE),
  shapeOf: () => SHAPE,
  bubble: (_, content, shown) => textBubble('rcs', content, shown),
};

/** The kinds of actions are not documented: one member of any name, whose value is an object (assumption 93). */
const suggestion = object({
  action: map(object({}, { required: true }), { required: true, check: checkKinds }),
  displayText: text({ required: true }),
  postback: object({ data: text() }),
});

/**
 * Nothing in a content shows whether its message base belongs to integrated RCS, which takes only the header 0 and neither footer nor
 * copyallowed. Each value is therefore accepted (assumption 335).
 */
const SHAPE = shape({
  messagebaseid: text({ required: true, max: 40 }),
  chatbotid: text({ required: true, max: 40 }),
  brandkey: text({ max: 64 }),
  header: text({ required: true, of: ['0', '1'] }),
  footer: text({ max: 64 }),
  copyallowed: text({ of: ['Y', 'N'] }),
  agencyid: text({ max: 20 }),
  agencykey: text({ max: 64 }),
  groupid: text({ max: 20 }),
  message: object({}),
  button: list(object({ suggestions: list(suggestion) })),
});

function checkKinds(action: JsonObject): ProofFailure[] {
  const { length: kinds } = Object.keys(action);
  if (kinds === 1) return [];
  const message = kinds === 0 ? 'It names no kind of action' : `It names ${kinds} kinds of action`;
  return [wrongValue('', `${message}, and exactly one is allowed`)];
}

/** Messages of type `ntalk`. Their members are not documented, so any object is accepted (assumption 96). */
export const ntalk: WrittenChannel = {
  types: ['ntalk'],
  draft: (test) => {
    const made = draftContent(test, 'ntalk');
    if (test.at === undefined) return made;
    // The service ignores the time of an ntalk, and sends the message at once (message API 2.4, sendtime).
    const message = 'The service ignores `at` of a message of type ntalk, and sends it at once';
    const reserved = sendMistake(['at'], 'send-time', message, { hint: 'Leave `at` out', severity: 'warning' });
    return { ...made, mistakes: [...made.mistakes, reserved] };
  },
  check: () => [],
  isSentAtOnce: true,
  bubble: (_, content, shown) => textBubble('ntalk', content, shown),
};

/** Makes the message of `message.content`. Variables are filled in all its texts. */
function draftContent(test: TestSend, type: string): Draft {
  const content = test.message?.content ?? {};
  return {
    type,
    variables: variableNames(textsIn(content).map(({ text }) => text)),
    mistakes: unsupported(test, ['profile', 'buttons', 'brand'], `of type ${type}`),
    risks: [],
    fill: (_, values) => filled(content, values),
    fieldOf: (path) => ['message', 'content', ...parsePath(path)],
  };
}

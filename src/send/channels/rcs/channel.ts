import type { JsonObject } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import type { WrittenChannel } from '../../channel.ts';
import { checkShape, list, map, object, shape, text, wrongValue } from '../../shape.ts';
import { draftContent, textBubble } from '../../written.ts';

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

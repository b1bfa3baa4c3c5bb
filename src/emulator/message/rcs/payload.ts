import type { JsonObject } from '../../../core/json.ts';
import { type MessageError, messageError } from '../../answers.ts';
import { array, needed, object, oneOf, text } from '../../members.ts';
import { listOf, objectOf, type Shape } from '../../shape.ts';
import { check, type MessageChannel } from '../channel.ts';

/** The documents do not show the seven kinds of action: an object with one member of any name (assumption 93). */
const suggestion = object({
  action: { is: 'record', required: true, each: { is: 'open', required: true } },
  displayText: needed(text),
  postback: object({ data: text }),
});

/** `content.rcs` (message API 2.8). The documents do not show the fields of a message base (assumption 93). */
const rcsShape: Shape = {
  messagebaseid: { is: 'text', required: true, max: 40 },
  chatbotid: { is: 'text', required: true, max: 40 },
  brandkey: { is: 'text', max: 64 },
  header: needed(oneOf('0', '1')),
  footer: { is: 'text', max: 64 },
  copyallowed: oneOf('Y', 'N'),
  agencyid: { is: 'text', max: 20 },
  agencykey: { is: 'text', max: 64 },
  groupid: { is: 'text', max: 20 },
  message: { is: 'open' },
  button: array(object({ suggestions: array(suggestion) })),
};

export const rcsChannel: MessageChannel = {
  family: 'rcs',
  success: '8000',
  shape: () => rcsShape,
  check: (_context, content, path, shape) => check(content, shape, path) ?? checkActions(content, path),
};

function checkActions(content: JsonObject, path: string): MessageError | undefined {
  for (const [card, button] of listOf(content, 'button').entries()) {
    for (const [index, element] of listOf(button, 'suggestions').entries()) {
      if (Object.keys(objectOf(element, 'action')).length !== 1)
        return messageError(2000, `${path}button[${card}].suggestions[${index}].action must hold one kind of action`);
    }
  }
  return undefined;
}

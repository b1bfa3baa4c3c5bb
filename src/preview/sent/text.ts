import type { JsonObject } from '../../core/json.ts';
import type { BubbleButton, TextMessageBubble } from '../bubble.ts';
import { objectAt, objectsAt, type PictureAt, textAt, textsIn } from './parts.ts';

type TextParts = Omit<TextMessageBubble, 'kind' | 'channel' | 'sender' | 'at'>;

/** Returns what a phone shows of the content of a text message, RCS or ntalk (message API 2.5 to 2.8). */
export function textMessageParts(
  channel: TextMessageBubble['channel'],
  content: JsonObject,
  pictureAt: PictureAt,
): TextParts {
  if (channel === 'rcs' || channel === 'ntalk') return openParts(content);
  return {
    subject: textAt(content, 'subject'),
    text: textAt(content, 'message'),
    images: objectsAt(content, 'file').map((file, index) => pictureAt(textAt(file, 'key'), `사진 ${index + 1}`)),
  };
}

/** Possible names of a title. The documents do not show the members. */
const TITLES = ['title', 'subject', 'header'];

/**
 * The documents do not show the fields of an RCS or ntalk body: all its texts are shown in order, and a member with
 * the name of a title is the title (assumption 85).
 */
function openParts(content: JsonObject): TextParts {
  const body = objectAt(content, 'message') ?? withoutEnvelope(content);
  const title = TITLES.find((name) => textAt(body, name) !== '');
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== title));
  const suggestions = objectsAt(content, 'button').map((card) => objectsAt(card, 'suggestions').map(suggestionOf));
  return {
    ad: textAt(content, 'header') === '1',
    subject: title === undefined ? '' : textAt(body, title),
    text: textsIn(rest).filter(Boolean).join('\n'),
    buttons: suggestions.flat(),
    footer: textAt(content, 'footer'),
  };
}

/** Members that the phone does not show. */
const ENVELOPE = new Set([
  ...['messagebaseid', 'chatbotid', 'brandkey', 'header', 'footer', 'copyallowed', 'agencyid', 'agencykey'],
  ...['groupid', 'button', 'partnerkey', 'senderkey', 'templatecode'],
]);

function withoutEnvelope(content: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !ENVELOPE.has(name)));
}

export function suggestionOf(suggestion: JsonObject): BubbleButton {
  const action = objectAt(suggestion, 'action') ?? {};
  const [kind = ''] = Object.keys(action);
  const [detail = ''] = textsIn(action).filter(Boolean);
  const opens = /^https?:/.test(detail) ? { link: { mobile: detail } } : { detail };
  return { type: kind, name: textAt(suggestion, 'displayText'), ...opens };
}

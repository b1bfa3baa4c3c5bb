import type { JsonObject } from '../../core/json.ts';
import { trimEndOf } from '../../text/trim.ts';
import { CHANNEL_BUTTON_NAME } from '../parts.ts';
import { templateOf } from './fields.ts';

/** Code points of the notice that a channel-add template shows under its text (resource API 3, convertAddCh). */
export const NOTICE_LENGTH = 36;

const NOTICE_START = '채널 추가하고 이 채널의';

/** The notice as previews show it (assumption 315). */
export const NOTICE = `${NOTICE_START} 광고와 마케팅 메시지를 이 메신저로 받기`;

const CHANNEL_TYPES: readonly string[] = ['AD', 'MI'];

/** True if templates of this message type (AD, MI) have the notice and a channel-add button. */
export function addsChannel(messageType: string): boolean {
  return CHANNEL_TYPES.includes(messageType);
}

/**
 * The body without the channel-add notice that the service puts at its end, and the line breaks before it (assumptions
 * 10, 59). Known by its place, its length and its first words, since the documents do not show the rest of it.
 */
export function withoutNotice(messageType: string, body: string): string {
  const before = addsChannel(messageType) ? beforeNotice(body) : undefined;
  return before === undefined ? body : trimEndOf(before, '\n');
}

function beforeNotice(body: string): string | undefined {
  const points = [...body];
  const last = points.splice(-NOTICE_LENGTH);
  const found = last.length === NOTICE_LENGTH && last.join('').startsWith(NOTICE_START);
  return found ? points.join('') : undefined;
}

/**
 * The content after `convertAddCh` (assumption 10). The manifest form never contains the notice, so line breaks at the end
 * of the body become part of the notice (assumption 59).
 */
export function withChannel(content: JsonObject): JsonObject {
  const { messageType, buttons = [], content: body } = templateOf(content);
  return {
    ...content,
    content: trimEndOf(body, '\n'),
    messageType: messageType === 'BA' ? 'AD' : 'MI',
    buttons: [{ type: 'AC', name: CHANNEL_BUTTON_NAME }, ...buttons],
  };
}

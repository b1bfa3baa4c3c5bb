/** Code points of the notice that a channel-add template shows under its text (resource API 3, convertAddCh). */
export const NOTICE_LENGTH = 36;

const NOTICE_START = '채널 추가하고 이 채널의';

const CHANNEL_TYPES: readonly string[] = ['AD', 'MI'];

/** Whether templates of this message type carry the notice and a channel-add button: AD and MI. */
export function addsChannel(messageType: string): boolean {
  return CHANNEL_TYPES.includes(messageType);
}

/**
 * The body without the channel-add notice that the service puts at its end, and the line breaks before it (assumption
 * 10). Known by its place, its length and its first words, since the documents do not show the rest of it.
 */
export function withoutNotice(messageType: string, body: string): string {
  return holdsNotice(messageType, body) ? splitNotice(body).before.replace(/\n+$/, '') : body;
}

/** Whether the body ends in the notice, in a message type that carries one. */
export function holdsNotice(messageType: string, body: string): boolean {
  return addsChannel(messageType) && splitNotice(body).last.startsWith(NOTICE_START);
}

function splitNotice(body: string): { before: string; last: string } {
  const points = [...body];
  const start = Math.max(0, points.length - NOTICE_LENGTH);
  return { before: points.slice(0, start).join(''), last: points.slice(start).join('') };
}

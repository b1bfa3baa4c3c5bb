import { codePointName } from '../text/graphemes.ts';
import type { Redaction } from '../text/redaction.ts';

/** Characters that would move a terminal's cursor, change its colour or reverse the reading order. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Returns a text of the service or a server as it can be shown: without secrets, and visible. */
export function shown(text: string, redaction: Redaction, most?: number): string {
  return visible(redaction.clean(text), most);
}

/** Makes one line of a text: white space collapsed, other control characters as symbols, cut at `most` code points. */
export function visible(text: string, most = 300): string {
  const line = text
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/^ | $/g, '')
    .replace(UNSEEN, symbolOf);
  const points = [...line];
  return points.length <= most ? line : `${points.slice(0, most - 1).join('')}…`;
}

function symbolOf(character: string): string {
  const point = character.charCodeAt(0);
  if (point < 0x20) return String.fromCharCode(0x2400 + point);
  if (point === 0x7f) return '␡';
  return `<${codePointName(character)}>`;
}

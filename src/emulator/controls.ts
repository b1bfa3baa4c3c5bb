import { isObject, type Json } from '../core/json.ts';

/** Controls of ASCII but tab and line breaks (assumption 143). */
const CONTROL = /(?![\t\n\r\u0080-\u009f])\p{Cc}/u;

/**
 * What is wrong with the first text of a body that holds a control character, and where it stands:
 * `buttons[0].name has the control character U+0007`; undefined if none does.
 */
export function controlIn(value: Json, at = ''): string | undefined {
  if (typeof value === 'string') {
    const [control] = CONTROL.exec(value) ?? [];
    return control && `${at} has the control character U+${hexOf(control)}`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = controlIn(member, isObject(value) ? placeIn(at, name) : `${at}[${name}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name of the caller's that is no plain one is not repeated. */
function placeIn(at: string, name: string): string {
  const plain = /^\w{1,40}$/.test(name) ? name : '…';
  return at === '' ? plain : `${at}.${plain}`;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
}

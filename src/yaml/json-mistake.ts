import { type Position, positionsOf } from '../text/source-text.ts';

/** White space, then one token: a bracket, comma or colon, a text, or another value. Empty at a mistake or the end. */
const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))?/guy;

type Wanted = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'end of value';

/** Returns the line and column, from 1, at which an invalid JSON text stops being JSON. Columns count code points. */
export function jsonMistake(text: string): Position {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let start = 0;
  for (const { 0: found, 1: sign, 2: quoted, index } of text.matchAll(TOKEN)) {
    const word = found.trimStart();
    start = index + found.length - word.length;
    const next: Wanted | undefined =
      word === '' ? undefined : after(wanted, sign ?? (quoted === undefined ? 'word' : '"'), open);
    if (next === undefined) break;
    wanted = next;
  }
  return positionsOf(text)(start);
}

/** Returns what may follow a token, or undefined if the token is a mistake. Keeps the open brackets in `open`. */
function after(wanted: Wanted, token: string, open: ('{' | '[')[]): Wanted | undefined {
  const isValue = wanted === 'value' || wanted === 'first value';
  const inner = open.at(-1);
  switch (token) {
    case '{':
    case '[':
      if (!isValue) return undefined;
      open.push(token);
      return token === '{' ? 'first key' : 'first value';
    case '}':
    case ']': {
      const isEnd = wanted === 'end of value' || wanted === (token === '}' ? 'first key' : 'first value');
      if (!isEnd || inner !== (token === '}' ? '{' : '[')) return undefined;
      open.pop();
      return 'end of value';
    }
    case ',':
      if (wanted !== 'end of value' || inner === undefined) return undefined;
      return inner === '{' ? 'key' : 'value';
    case ':':
      return wanted === 'colon' ? 'value' : undefined;
    case '"':
      if (wanted === 'key' || wanted === 'first key') return 'colon';
      return isValue ? 'end of value' : undefined;
    default:
      return isValue ? 'end of value' : undefined;
  }
}

import { type Dialect, type Words, wordsOf } from './dialect.ts';
import type { WireResponse } from './exchange.ts';

/** What an answer means, before its shape is looked at. Texts are raw: whoever shows them cleans them. */
export type Judgement =
  | { is: 'good'; body: unknown; words?: Words }
  /** Too many requests: nothing was done. */
  | { is: 'throttled'; words?: Words }
  /** Turned away, and to be asked again. */
  | { is: 'busy'; words: Words }
  /** A failure of the server's side: what was asked may have been done. */
  | { is: 'down'; status: number; words?: Words }
  | { is: 'refused'; words: Words }
  /** Bytes that are no JSON, as from a broken connection. */
  | { is: 'garbled'; why: string; quote?: string }
  /** An answer from somebody who does not speak the protocol. */
  | { is: 'foreign'; why: string; quote?: string };

/** Reads an answer of either API (resource API 2.1 and 7, message API 2.2 and 7). Pure. */
export function judge(dialect: Dialect, response: WireResponse): Judgement {
  const { status } = response;
  const read = readBody(response);
  const body = 'body' in read ? read.body : undefined;
  const words = wordsOf(dialect, body);
  const said = words ? { words } : {};

  if (status === 429 || (words && dialect.throttled.includes(words.code))) return { is: 'throttled', ...said };
  if (status >= 500 || (words && dialect.down.includes(words.code))) return { is: 'down', status, ...said };
  if (status >= 300 && status < 400) return { is: 'foreign', ...redirect(response) };
  if (!('body' in read)) return read.is === 'garbled' && status < 300 ? read : { ...read, is: 'foreign' };
  const good = status < 300;
  if (words && dialect.busy.includes(words.code)) return { is: 'busy', words };
  if (words && words.code !== dialect.success) return { is: 'refused', words };
  if (good) return { is: 'good', body, ...said };
  return { is: 'foreign', why: `HTTP ${status} and no code of the service in it` };
}

type Unread = { is: 'garbled' | 'foreign'; why: string; quote?: string };

function readBody(response: WireResponse): { body: unknown } | Unread {
  if (response.body.length === 0) return { is: 'garbled', why: `HTTP ${response.status} and an empty body` };
  const text = decode(response.body);
  if (text === undefined) return { is: 'garbled', why: 'bytes that are not UTF-8' };
  try {
    return { body: JSON.parse(text) };
  } catch {
    return unread(response, text);
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function unread({ status, headers }: WireResponse, text: string): Unread {
  const html = /html/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html|head|body)\b/i.test(text);
  if (!html) return { is: 'garbled', why: 'something that is not JSON', quote: text.slice(0, 2000) };
  return { is: 'foreign', why: `an HTML page (HTTP ${status})`, quote: titleOf(text) };
}

/** The page's title, or its first words. */
function titleOf(html: string): string {
  const title = /<title[^<>]*>([^<]*)/i.exec(html.slice(0, 100_000))?.[1]?.trim();
  if (title) return title;
  return withoutCode(html.slice(0, 100_000))
    .replace(/<[^<>]*>/g, ' ')
    .trim()
    .slice(0, 2000);
}

function redirect({ status, headers }: WireResponse): { why: string } {
  const to = headers.location;
  const host = to !== undefined && URL.canParse(to) ? new URL(to).host : undefined;
  return { why: `a redirection (HTTP ${status})${host === undefined ? '' : ` to ${host}`}` };
}

/** A page without its scripts and styles. One that is never closed hides what follows, as in a browser. */
function withoutCode(html: string): string {
  const [before = '', ...tags] = html.split(/<(?=\/?(?:script|style)\b)/i);
  let open: string | undefined;
  const rest = tags.map((piece) => {
    const [, closing, name = ''] = /^(\/?)(script|style)/i.exec(piece) ?? [];
    if (open === undefined && closing === '') open = name.toLowerCase();
    else if (open === name.toLowerCase() && closing !== '') open = undefined;
    return open === undefined ? `<${piece}` : '';
  });
  return [before, ...rest].join(' ');
}

import { isUtf8 } from 'node:buffer';
import type { WireResponse } from './exchange.ts';

/** A body that is not JSON: why, and its first words if there are any. */
interface Unread {
  is: 'garbled' | 'foreign';
  why: string;
  quote?: string;
}

/** The most of a body that is searched for words to quote. */
const SEARCHED = 100_000;

/** Parses the body of an answer. */
export function readBody(response: WireResponse): { body: unknown } | Unread {
  const { status, headers } = response;
  if (response.body.length === 0) return { is: 'garbled', why: `HTTP ${status} and an empty body` };
  if (!isUtf8(response.body)) return { is: 'garbled', why: 'bytes that are not UTF-8' };
  const text = new TextDecoder().decode(response.body);
  try {
    return { body: JSON.parse(text) };
  } catch {
    const isHtml = /html/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html|head|body)\b/i.test(text);
    if (isHtml) return { is: 'foreign', why: `an HTML page (HTTP ${status})`, quote: titleOf(text.slice(0, SEARCHED)) };
    // A token or a key may be in it, and no redaction knows it yet.
    if (/^\s*[[{]/.test(text)) return { is: 'garbled', why: 'malformed JSON' };
    return { is: 'garbled', why: 'something that is not JSON', quote: text.slice(0, 2000) };
  }
}

/** Scripts and styles. An unclosed one hides the rest of the page, as in a browser. */
const CODE = /<(script|style)\b.*?(?:<\/\1\b[^<>]*|$)/gis;

/** The page's title, or its first words. */
function titleOf(html: string): string {
  const title = /<title[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim();
  const text = html.replace(CODE, '<').replace(/<[^<>]*(?:>|$)/g, ' ');
  return title || text.trim().slice(0, 2000);
}

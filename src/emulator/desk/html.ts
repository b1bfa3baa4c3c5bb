import { escapeXml } from '../../preview/xml.ts';

/** A piece of a page. Texts become one only by `html`, which escapes them. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a page is made of; null is nothing. */
export type Part = Html | string | number | null | readonly Part[];

/** Writes HTML. Every value is escaped, unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.map((text, index) => (index === 0 ? text : written(parts[index - 1] ?? null) + text)).join(''),
  );
}

function written(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(written).join('') : escapeXml(String(part));
}

/** The language of a user's text, as an attribute: Korean if it has Hangul. */
export function langOf(text: string): Html | null {
  return /\p{Script=Hangul}/u.test(text) ? html` lang="ko"` : null;
}

/** The page loads only files of this emulator: no inline script or style, no other origin, no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/** The policy of a drawing or an uploaded file in its own tab: inline styles, and no scripts. */
export const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox";

/** The headers of every answer of the desk. */
export function deskHeaders(type: string, policy = POLICY): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    // With `no-referrer`, a form of the page would have the origin `null`.
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

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

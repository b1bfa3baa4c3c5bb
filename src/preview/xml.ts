import { createHash } from 'node:crypto';

/** Characters that no XML document can hold, half surrogate pairs among them. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** A text for XML, between tags or in an attribute. What XML cannot hold becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; `content` is XML already, attributes are escaped here. Numbers have two decimals at most. */
export function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${attributeText(value)}"`))
    .join('');
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

function attributeText(value: string | number): string {
  return typeof value === 'number' ? decimal(value) : escapeXml(value);
}

/** A number with two decimals at most. */
export function decimal(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/**
 * A page that requests nothing: its style is inside of it, and its policy permits nothing else.
 * @param permits more of the policy, for what is inside of the body
 */
export function htmlPage(
  attributes: Attributes,
  { title, css, permits = [] }: { title: string; css: string; permits?: readonly string[] },
  body: string,
): string {
  const policy = [
    "default-src 'none'",
    ...permits,
    `style-src ${hashOf(css)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    '<meta name="generator" content="notiform">',
    element('title', {}, title),
    element('style', {}, css),
  ];
  return `${element('html', attributes, `${element('head', {}, head.join('\n'))}\n${element('body', {}, body)}`)}\n`;
}

/** A text of a page in its policy. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

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

export type Attributes = Readonly<Record<string, string | number | undefined>>;

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

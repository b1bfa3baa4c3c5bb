/** A secret as programs write it. */
export interface Encodings {
  /** Texts that are the secret. */
  texts: ReadonlySet<string>;
  /** Patterns of base64 that holds it together with other text, as `account:password`. */
  patterns: ReadonlySet<string>;
}

/** Every usual encoding of a secret: as it is, JSON, URL, base64, shell, HTML and YAML, and JSON or URL inside of another. */
export function encodingsOf(secret: string): Encodings {
  const plain = [secret, secret.normalize('NFC'), secret.normalize('NFD')];
  const once = [...plain, ...plain.flatMap(jsonForms)];
  const texts = [...once, ...once.flatMap((text) => [...jsonForms(text), ...urlForms(text)])];
  const more = plain.flatMap((text) => [
    ...urlForms(text).flatMap(urlForms),
    ...shellForms(text),
    ...htmlForms(text),
    text.replaceAll("'", "''"),
    base64(text),
  ]);
  return {
    texts: new Set([...texts, ...more].filter((text) => text !== '')),
    patterns: new Set(once.filter((text) => text.length >= 4).flatMap(base64Around)),
  };
}

/** As JavaScript, and as libraries that write ASCII alone, escape slashes, or escape what HTML obeys. */
function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, unicode);
  const forms = [json, ascii, json.replace(/[<>&]/g, unicode)];
  return [...forms, ...forms.map((form) => form.replaceAll('/', '\\/'))];
}

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Percent-encoded: as a path or a form, with marks that not everybody encodes, and hex digits of either case. */
function urlForms(text: string): string[] {
  const whole = Buffer.from(text).toString();
  const component = encodeURIComponent(whole);
  const strict = component.replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [component, strict, encodeURI(whole), new URLSearchParams([['', whole]]).toString().slice(1)];
  return [...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

/** Inside of single quotes, of double quotes, of `$'…'`, and without quotes. */
function shellForms(text: string): string[] {
  return [
    text.replaceAll("'", `'\\''`),
    text.replaceAll("'", `'"'"'`),
    text.replace(/["$`\\!]/g, '\\$&'),
    text.replace(/["$`\\]/g, '\\$&'),
    text.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n'),
    text.replace(/[^\p{L}\p{N}_./:=@%+,\n-]/gu, '\\$&'),
  ];
}

function htmlForms(text: string): string[] {
  const named = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = named.replaceAll('"', '&quot;');
  return [
    text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
    named,
    quoted,
    ...['&#39;', '&#x27;', '&apos;'].map((quote) => quoted.replaceAll("'", quote)),
  ];
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64').replace(/=+$/, '');
}

/**
 * The part of a base64 text that is the same whatever stands around the secret, for each of the three positions that it can
 * have. A character on either side also holds some bits of the secret.
 */
function base64Around(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const from = Math.ceil((8 * before) / 6);
    const to = Math.floor((8 * (before + bytes.length)) / 6);
    const core = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(from, to);
    const left = before === 0 ? '' : '[\\w+/-]?';
    const forms = new Set([core, core.replaceAll('+', '-').replaceAll('/', '_')]);
    return Array.from(forms, (form) => `${left}${form.replace(/[+/]/g, '\\$&')}[\\w+/-]?={0,2}`);
  });
}

import { maskNumber } from '../../core/mask.ts';

const HIDDEN = '****';

/** A Korean number in any of its usual spellings, as a service may echo one in its words. */
const PHONE = /(?<!\d)(?:\+?82[-. ]?|0)1\d[-. ]?\d{3,4}[-. ]?\d{4}(?!\d)/g;

/**
 * Keeps secrets and phone numbers out of every text that comes from elsewhere before it is shown: what the service
 * says, titles of HTML pages, words of the network.
 */
export class Redaction {
  readonly #secrets = new Set<string>();
  readonly #numbers = new Set<string>();

  /** Remembers a secret in each form that a text may hold it in. */
  hide(secret: string): void {
    if (secret === '') return;
    for (const form of formsOf(secret)) this.#secrets.add(form);
  }

  /** Remembers a private number, which is shown masked. */
  mask(number: string): void {
    const digits = number.replace(/\D/g, '');
    if (digits.length >= 4) this.#numbers.add(digits);
  }

  /** The text without them. */
  clean(text: string): string {
    let cleaned = text;
    for (const secret of longestFirst(this.#secrets)) cleaned = cleaned.replaceAll(secret, HIDDEN);
    for (const digits of longestFirst(this.#numbers)) cleaned = cleaned.replace(spelled(digits), maskNumber(digits));
    return cleaned.replace(PHONE, maskNumber);
  }
}

function formsOf(secret: string): string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(Buffer.from(secret).toString()),
    Buffer.from(secret).toString('base64'),
    secret.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ];
}

function longestFirst(texts: Iterable<string>): string[] {
  return [...texts].sort((a, b) => b.length - a.length);
}

/** The digits with a dash, dot or space allowed between any two. */
function spelled(digits: string): RegExp {
  return new RegExp([...digits].join('[-. ]?'), 'g');
}

import { maskNumber } from './mask.ts';
import { encodingsOf } from './secret-forms.ts';

const HIDDEN = '****';

/** A shorter secret hides ordinary words, so our own texts show it. */
const SHORTEST = 6;

/** Characters that a cut secret shows at least. Fewer say nothing. */
const SHORTEST_CUT = 4;

/** A Korean mobile number in any of its usual spellings, as a service may echo one in its words. */
const PHONE = /(?<!\d)(?:\+?82[-. ]?|0)1\d[-. ]?\d{3,4}[-. ]?\d{4}(?!\d)/g;

/**
 * The one place that knows the secrets and private numbers of a run. Data is cleaned before it is drawn, since wrapping,
 * cutting and escaping would take a secret apart. The terminal cleans every text again as it writes it.
 */
export class Redaction {
  readonly #everywhere = new Forms();
  readonly #inWords = new Forms();
  readonly #numbers = new Set<string>();

  /** Adds a secret of this run, and each of its lines. A secret of fewer than six characters is ignored. */
  hide(secret: string): void {
    for (const word of [secret, ...secret.split(/\r?\n/).map((line) => line.trim())]) {
      if (word.length >= SHORTEST) this.#everywhere.add(word);
    }
  }

  /** Adds a secret that is hidden only in texts from elsewhere, whatever its length. */
  hideInWords(secret: string): void {
    if (secret !== '') this.#inWords.add(secret);
  }

  /** Adds a private number, which `clean` masks. */
  mask(number: string): void {
    const digits = number.replace(/\D/g, '');
    if (digits.length >= 4) this.#numbers.add(digits);
  }

  /** Cleans a text that comes from elsewhere (the service, the network): no secret, no private number, no mobile number. */
  clean(text: string): string {
    let cleaned = this.#inWords.replaceIn(this.withoutSecrets(text), () => HIDDEN);
    for (const digits of longestFirst(this.#numbers)) cleaned = cleaned.replace(spelled(digits), maskNumber(digits));
    return cleaned.replace(PHONE, maskNumber);
  }

  /** The text with `****` in place of each secret, in whatever encoding, also where the text was cut inside the secret. */
  withoutSecrets(text: string): string {
    return this.#everywhere.replaceIn(text, () => HIDDEN);
  }

  /** As `withoutSecrets`, with a `*` for each character: every place in a source stays where it is. */
  starred(text: string): string {
    return this.#everywhere.replaceIn(text, (found) => found.replace(/[^\r\n]/gu, '*'));
  }

  /** Data of any shape without secrets, in names of members too. Shares with the original what holds none. */
  within<T>(data: T): T {
    return this.#everywhere.isEmpty ? data : (this.#within(data) as T);
  }

  #within(data: unknown): unknown {
    if (typeof data === 'string') return this.withoutSecrets(data);
    if (typeof data === 'number') return this.withoutSecrets(String(data)) === String(data) ? data : HIDDEN;
    if (Array.isArray(data)) {
      const cleaned = data.map((one) => this.#within(one));
      return cleaned.every((one, index) => one === data[index]) ? data : cleaned;
    }
    if (!isPlain(data)) return data;
    let isSame = true;
    const cleaned = Object.entries(data).map(([name, value]) => {
      const member = [this.withoutSecrets(name), this.#within(value)] as const;
      isSame &&= member[0] === name && member[1] === value;
      return member;
    });
    return isSame ? data : Object.fromEntries(cleaned);
  }
}

/** Secrets in all their encodings, looked for in one pass. */
class Forms {
  readonly #forms = new Set<string>();
  readonly #patterns = new Set<string>();
  #all: RegExp | undefined;

  get isEmpty(): boolean {
    return this.#forms.size === 0;
  }

  add(secret: string): void {
    const { texts, patterns } = encodingsOf(secret);
    for (const text of texts) this.#forms.add(text);
    for (const pattern of patterns) this.#patterns.add(pattern);
    this.#all = undefined;
  }

  replaceIn(text: string, shown: (found: string) => string): string {
    if (this.isEmpty) return text;
    // The longer of two secrets is hidden whole.
    this.#all ??= new RegExp(longestFirst([...Array.from(this.#forms, escaped), ...this.#patterns]).join('|'), 'g');
    const whole = text.replace(this.#all, shown);
    return whole.includes('…') ? this.#withoutCut(whole, shown) : whole;
  }

  /** Hides the beginning of a secret that stands before an ellipsis. */
  #withoutCut(text: string, shown: (found: string) => string): string {
    const pieces = text.split('…');
    const last = pieces.length - 1;
    return pieces.map((piece, index) => (index === last ? piece : this.#uncut(piece, shown))).join('…');
  }

  #uncut(piece: string, shown: (found: string) => string): string {
    let longest = 0;
    for (const form of this.#forms) {
      for (
        let length = Math.min(form.length - 1, piece.length);
        length >= Math.max(SHORTEST_CUT, longest + 1);
        length -= 1
      ) {
        if (piece.endsWith(form.slice(0, length))) longest = length;
      }
    }
    const cut = piece.length - longest;
    return longest === 0 ? piece : piece.slice(0, cut) + shown(piece.slice(cut));
  }
}

function isPlain(data: unknown): data is Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return false;
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === Object.prototype || prototype === null;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function longestFirst(texts: Iterable<string>): string[] {
  return [...texts].sort((a, b) => b.length - a.length);
}

/** The digits with a dash, dot or space allowed between any two. */
function spelled(digits: string): RegExp {
  return new RegExp([...digits].join('[-. ]?'), 'g');
}

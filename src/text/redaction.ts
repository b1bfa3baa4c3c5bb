import { MOBILE, maskNumber, starMobiles } from './mask.ts';
import { isAddress, patternsOf, type SecretPatterns } from './secret-patterns.ts';

const HIDDEN = '****';

/** A shorter secret hides ordinary words, so our own texts show it. */
const SHORTEST = 6;

/** A longer secret is hidden piece by piece, because a regular expression has a largest size. */
const PIECES = /.{1,1000}/gsu;

/** The longest source of one regular expression, in characters. Far below the largest that Node takes. */
const LONGEST_SOURCE = 200_000;

/** The shortest piece of a text that identifies it inside a message. */
const QUOTED = /`[^`\n]{6,}`/g;

/**
 * The one place that knows the secrets and private numbers of a run. Data is cleaned before it is drawn, since wrapping,
 * cutting and escaping would take a secret apart. The terminal cleans every text again as it writes it.
 */
export class Redaction {
  readonly #everywhere = new Secrets();
  readonly #inWords = new Secrets();
  readonly #numbers = new Set<string>();
  readonly #onSecret: (secret: string) => void;

  /** @param onSecret called with every secret as soon as it is known */
  constructor(onSecret: (secret: string) => void = () => undefined) {
    this.#onSecret = onSecret;
  }

  /** Adds a secret of this run, and each of its lines. A secret of fewer than six characters is ignored. */
  hide(secret: string): void {
    this.#onSecret(secret);
    for (const word of [secret, ...secret.split(/\r?\n/).map((line) => line.trim())]) {
      for (const [piece] of word.matchAll(PIECES)) if (piece.length >= SHORTEST) this.#everywhere.add(piece);
    }
  }

  /** Adds a secret that is hidden only in texts from elsewhere, whatever its length. */
  hideInWords(secret: string): void {
    if (secret === '') return;
    this.#onSecret(secret);
    this.#inWords.add(secret);
  }

  /** Adds a private number, which `clean` masks. */
  mask(number: string): void {
    const digits = number.replace(/\D/g, '');
    if (digits.length >= 4) this.#numbers.add(digits);
  }

  /** Cleans a text that comes from elsewhere (the service, the network): no secret, no private number, no mobile number. */
  clean(text: string): string {
    let cleaned = this.#inWords.replaceIn(this.withoutSecrets(text), () => HIDDEN);
    for (const digits of [...this.#numbers].sort((a, b) => b.length - a.length))
      cleaned = cleaned.replace(spelled(digits), maskNumber(digits));
    return cleaned.replace(MOBILE, maskNumber);
  }

  /** Replaces each secret by `****`, in every encoding, and also if the text was cut inside the secret. */
  withoutSecrets(text: string): string {
    return this.#everywhere.replaceIn(text, () => HIDDEN);
  }

  /** Like `withoutSecrets`, with a `*` for each character, so all places in a source stay the same. */
  starred(text: string): string {
    return this.#everywhere.replaceIn(text, (found) => found.replace(/[^\r\n]/gu, '*'));
  }

  /** Removes secrets from data of any shape, including the names of members. Parts without a secret are not copied. */
  within<T>(data: T): T {
    return this.#everywhere.isEmpty ? data : (this.#within(data, (text) => this.withoutSecrets(text)) as T);
  }

  /** Stars the mobile numbers in data of any shape: a value of a message may have one. */
  withoutMobiles<T>(data: T): T {
    return this.#within(data, starMobiles) as T;
  }

  #within(data: unknown, clean: (text: string) => string): unknown {
    if (typeof data === 'string') return clean(data);
    if (typeof data === 'number') return clean(String(data)) === String(data) ? data : HIDDEN;
    if (Array.isArray(data)) {
      const cleaned = data.map((one) => this.#within(one, clean));
      return cleaned.every((one, index) => one === data[index]) ? data : cleaned;
    }
    if (!isPlain(data)) return data;
    let isSame = true;
    const cleaned = Object.entries(data).map(([name, value]) => {
      const member = [clean(name), this.#within(value, clean)] as const;
      isSame &&= member[0] === name && member[1] === value;
      return member;
    });
    return isSame ? data : Object.fromEntries(cleaned);
  }
}

/** Finds secrets in all their encodings in one pass. */
class Secrets {
  readonly #secrets = new Map<string, SecretPatterns>();
  #whole: RegExp[] | undefined;
  #cut: RegExp[] | undefined;

  get isEmpty(): boolean {
    return this.#secrets.size === 0;
  }

  add(secret: string): void {
    if (this.#secrets.has(secret)) return;
    this.#secrets.set(secret, patternsOf(secret));
    this.#whole = undefined;
    this.#cut = undefined;
  }

  replaceIn(text: string, shown: (found: string) => string): string {
    if (this.isEmpty) return text;
    this.#whole ??= this.#any(({ whole }) => whole);
    const whole = this.#whole
      .reduce((rest, pattern) => rest.replace(pattern, shown), text)
      .replace(QUOTED, (quoted) => (this.#isPiece(quoted.slice(1, -1)) ? `\`${shown(quoted.slice(1, -1))}\`` : quoted));
    if (!whole.includes('…')) return whole;
    this.#cut ??= this.#any(({ cut }) => [cut]);
    return this.#cut.reduce((rest, pattern) => rest.replace(pattern, shown), whole);
  }

  /**
   * A message about a mistake may quote only what YAML made of a part of the secret. Of an address only its password is secret:
   * it is a secret of its own here, and scheme, host and database are words like any other.
   */
  #isPiece(quoted: string): boolean {
    return [...this.#secrets.keys()].some((secret) => !isAddress(secret) && secret.includes(quoted));
  }

  /** The longer of two secrets comes first: it is hidden whole. */
  #any(sources: (patterns: SecretPatterns) => readonly string[]): RegExp[] {
    const byLength = [...this.#secrets].sort(([a], [b]) => b.length - a.length);
    const parts: string[] = [];
    for (const source of byLength.flatMap(([, patterns]) => sources(patterns))) {
      const last = parts.at(-1);
      if (last === undefined || last.length + source.length > LONGEST_SOURCE) parts.push(source);
      else parts[parts.length - 1] = `${last}|${source}`;
    }
    return parts.map((part) => new RegExp(part, 'g'));
  }
}

function isPlain(data: unknown): data is Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return false;
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === Object.prototype || prototype === null;
}

/** The digits with a dash, dot or space allowed between any two. */
function spelled(digits: string): RegExp {
  return new RegExp([...digits].join('[-. ]?'), 'g');
}

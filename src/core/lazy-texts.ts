import { decodedText, normaliseSource } from './source-text.ts';

/** The texts of files by their names. Bytes are decoded when a text is asked for, because few files have a problem to show. */
export class LazyTexts implements ReadonlyMap<string, string> {
  readonly #texts: ReadonlyMap<string, string | Uint8Array>;

  constructor(texts: ReadonlyMap<string, string | Uint8Array>) {
    this.#texts = texts;
  }

  /** Returns these texts and more. */
  and(more: Iterable<readonly [string, string]>): LazyTexts {
    return new LazyTexts(new Map<string, string | Uint8Array>([...more, ...this.#texts]));
  }

  get size(): number {
    return this.#texts.size;
  }

  has(file: string): boolean {
    return this.#texts.has(file);
  }

  get(file: string): string | undefined {
    const text = this.#texts.get(file);
    return text instanceof Uint8Array ? decoded(text) : text;
  }

  keys(): MapIterator<string> {
    return this.#texts.keys();
  }

  values(): MapIterator<string> {
    return this.#all().values();
  }

  entries(): MapIterator<[string, string]> {
    return this.#all().entries();
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  forEach(visit: (text: string, file: string, texts: LazyTexts) => void): void {
    for (const [file, text] of this) visit(text, file, this);
  }

  #all(): Map<string, string> {
    return new Map(
      Array.from(this.#texts, ([file, text]) => [file, text instanceof Uint8Array ? decoded(text) : text]),
    );
  }
}

function decoded(bytes: Uint8Array): string {
  return normaliseSource(decodedText(bytes));
}

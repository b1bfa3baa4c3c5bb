import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sources } from './problem.ts';
import { decodedText, normaliseSource } from './source-text.ts';

/** Bytes of a file that are seldom asked for. */
export interface KeptBytes {
  readonly bytes: Uint8Array;
}

/** Files are compressed in blocks of this size. */
const BLOCK = 64 * 1024;

/** The bytes that are kept as they are: those of most projects. */
const PLAIN = 8 * 1024 * 1024;

/** Keeps the bytes of many small files in little memory. Those of a large project are compressed. */
export class KeptFiles {
  readonly #plain: number;
  #size = 0;
  #open = new FileBlock();

  constructor(plain = PLAIN) {
    this.#plain = plain;
  }

  readonly keep = (bytes: Uint8Array): KeptBytes => {
    if (bytes.length > BLOCK) return { bytes };
    if (bytes.length > this.#open.free) {
      const isPlain = this.#size <= this.#plain;
      this.#open = new FileBlock(isPlain ? undefined : this.#open.compress());
    }
    this.#size += bytes.length;
    return this.#open.add(bytes);
  };
}

class FileBlock {
  #content: Uint8Array<ArrayBuffer>;
  #length = 0;
  #isCompressed = false;

  /** @param space the memory of a block that was compressed */
  constructor(space = new Uint8Array(BLOCK)) {
    this.#content = space;
  }

  get free(): number {
    return BLOCK - this.#length;
  }

  add(bytes: Uint8Array): KeptBytes {
    const start = this.#length;
    this.#content.set(bytes, start);
    this.#length += bytes.length;
    return new BytesInBlock(this, start, this.#length);
  }

  /** Compresses the bytes. Returns the memory that they took. */
  compress(): Uint8Array<ArrayBuffer> {
    const space = this.#content;
    this.#content = deflateRawSync(space.subarray(0, this.#length), { level: 1 });
    this.#isCompressed = true;
    return space;
  }

  read(start: number, end: number): Uint8Array {
    return (this.#isCompressed ? inflateRawSync(this.#content) : this.#content).subarray(start, end);
  }
}

class BytesInBlock implements KeptBytes {
  readonly #block: FileBlock;
  readonly #start: number;
  readonly #end: number;

  constructor(block: FileBlock, start: number, end: number) {
    this.#block = block;
    this.#start = start;
    this.#end = end;
  }

  get bytes(): Uint8Array {
    return this.#block.read(this.#start, this.#end);
  }
}

/** The texts of files by their names. Bytes are decoded when a text is asked for, because few files have a problem to show. */
export class LazyTexts implements Sources {
  readonly #texts: ReadonlyMap<string, string | KeptBytes>;

  readonly #more: ReadonlyMap<string, string>;

  constructor(texts: ReadonlyMap<string, string | KeptBytes>, more: ReadonlyMap<string, string> = new Map()) {
    this.#texts = texts;
    this.#more = more;
  }

  and(more: Iterable<readonly [string, string]>): LazyTexts {
    return new LazyTexts(this.#texts, new Map([...more, ...this.#more]));
  }

  has(file: string): boolean {
    return this.#texts.has(file) || this.#more.has(file);
  }

  get(file: string): string | undefined {
    const text = this.#texts.get(file) ?? this.#more.get(file);
    return text === undefined ? undefined : decoded(text);
  }

  *[Symbol.iterator](): MapIterator<[string, string]> {
    yield* this.#more;
    for (const [file, text] of this.#texts) yield [file, decoded(text)];
  }
}

function decoded(text: string | KeptBytes): string {
  return typeof text === 'string' ? text : normaliseSource(decodedText(text.bytes));
}

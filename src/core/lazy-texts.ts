import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { sha256 } from './json.ts';
import { errorProblem, NotiformError, type Sources } from './problem.ts';
import { readSmall } from './regular-file.ts';
import { decodedText, MAX_SOURCE_BYTES, normaliseSource } from './source-text.ts';

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

/** The bytes of a file that was not read, because its stamp is that of an earlier run. */
export class BytesOnDisk implements KeptBytes {
  readonly #path: string;
  readonly #name: string;
  readonly #digest: string;

  constructor(path: string, name: string, digest: string) {
    this.#path = path;
    this.#name = name;
    this.#digest = digest;
  }

  /** Throws a NotiformError if the file has other bytes by now. */
  get bytes(): Uint8Array {
    const bytes = this.now();
    if (bytes) return bytes;
    throw new NotiformError(
      errorProblem(
        'file-changed',
        `\`${this.#name}\` changed while notiform read the project`,
        'Run the command again',
      ),
    );
  }

  /** Returns the bytes, or undefined if the file has others by now. */
  now(): Uint8Array | undefined {
    try {
      const bytes = readSmall(this.#path, MAX_SOURCE_BYTES, undefined, MAX_SOURCE_BYTES);
      return bytes && sha256(bytes) === this.#digest ? bytes : undefined;
    } catch {
      return undefined;
    }
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
    for (const [file, text] of this.#texts) {
      const found = decoded(text);
      if (found !== undefined) yield [file, found];
    }
  }
}

/** Returns the text of a file. Undefined if it changed while the command ran: a problem is shown without its excerpt then. */
function decoded(text: string | KeptBytes): string | undefined {
  if (typeof text === 'string') return text;
  const bytes = text instanceof BytesOnDisk ? text.now() : text.bytes;
  return bytes && normaliseSource(decodedText(bytes));
}

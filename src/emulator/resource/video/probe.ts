/** A long head has the type, and a size of 8 bytes after it. */
const LONG_HEAD = 16;
const HEAD = 8;
/** The needed bytes of a movie header: version and flags, two dates, time scale, duration. */
const MOVIE_HEADER = { short: 20, long: 32 };
const UNKNOWN_SHORT = 0xffff_ffffn;
const UNKNOWN_LONG = 0xffff_ffff_ffff_ffffn;

interface Box {
  type: string;
  size: number;
  head: number;
}

/** Finds out while a video arrives if it is of the MP4 family (ISO 14496-12), and its duration. */
export class VideoProbe {
  isVideo = false;
  /** Seconds, to the millisecond; 0 if unknown. */
  duration = 0;
  #pending: Buffer = Buffer.alloc(0);
  #skip = 0;
  #isDone = false;

  take(chunk: Uint8Array): void {
    if (this.#isDone) return;
    const skipped = Math.min(this.#skip, chunk.byteLength);
    this.#skip -= skipped;
    if (skipped === chunk.byteLength) return;
    this.#pending = Buffer.concat([this.#pending, chunk.subarray(skipped)]);
    let goesOn = true;
    while (goesOn) goesOn = this.#step();
  }

  /** Reads one box. Returns false if it needs more bytes or has finished. */
  #step(): boolean {
    const box = boxAt(this.#pending);
    if (box === undefined) return false;
    if (!this.isVideo && box.type !== 'ftyp') return this.#end();
    this.isVideo = true;
    if (box.size < box.head) return this.#end();
    if (box.type === 'moov') return this.#pass(box.head);
    return box.type === 'mvhd' ? this.#readHeader(this.#pending.subarray(box.head)) : this.#pass(box.size);
  }

  #pass(size: number): boolean {
    const here = Math.min(size, this.#pending.byteLength);
    this.#pending = this.#pending.subarray(here);
    this.#skip = size - here;
    return this.#skip === 0;
  }

  #readHeader(header: Buffer): boolean {
    const isLong = header[0] === 1;
    if (header.byteLength < (isLong ? MOVIE_HEADER.long : MOVIE_HEADER.short)) return false;
    const scale = header.readUInt32BE(isLong ? 20 : 12);
    const units = isLong ? header.readBigUInt64BE(24) : BigInt(header.readUInt32BE(16));
    const isUnknown = scale === 0 || units === (isLong ? UNKNOWN_LONG : UNKNOWN_SHORT);
    this.duration = isUnknown ? 0 : Math.round((Number(units) / scale) * 1000) / 1000;
    return this.#end();
  }

  #end(): false {
    this.#isDone = true;
    this.#pending = Buffer.alloc(0);
    return false;
  }
}

function boxAt(bytes: Buffer): Box | undefined {
  if (bytes.byteLength < HEAD) return undefined;
  const size = bytes.readUInt32BE(0);
  const type = bytes.toString('latin1', 4, HEAD);
  if (size === 0) return { type, size: Number.POSITIVE_INFINITY, head: HEAD };
  if (size !== 1) return { type, size, head: HEAD };
  if (bytes.byteLength < LONG_HEAD) return undefined;
  return { type, size: Number(bytes.readBigUInt64BE(HEAD)), head: LONG_HEAD };
}

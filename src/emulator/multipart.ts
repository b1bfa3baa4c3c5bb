import { type PartHead, readPartHead } from './multipart-head.ts';

/** Receives the parts of a form as they arrive. The buffer of a chunk is reused: copy it to keep it. */
export interface PartReceiver {
  begin(head: PartHead): void;
  data(chunk: Buffer): void;
  end(): void;
}

type Stage = 'preamble' | 'delimiter' | 'head' | 'content' | 'over' | 'broken';

const HEAD_BYTES = 8 * 1024;
/** Maximum blanks behind a boundary (RFC 2046, transport padding). */
const PADDING_BYTES = 64;
/** RFC 2046: 1 to 70 characters of this set, not ending in a space. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

const CRLF = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
const DASHES = Buffer.from('--');
const NOTHING = Buffer.alloc(0);

/** The boundary of a `multipart/form-data` content type; undefined if it is missing or not valid. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))\s*(?:;|$)/i.exec(contentType ?? '');
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && BOUNDARY.test(boundary) ? boundary : undefined;
}

/** Parses a multipart form (RFC 7578) strictly. Buffers at most one boundary or one head. */
export class MultipartParser {
  #stage: Stage = 'preamble';
  // The first boundary needs no line break before it, so the parser starts as if it had read one.
  #rest: Buffer = CRLF;
  readonly #delimiter: Buffer;
  readonly #receiver: PartReceiver;

  constructor(boundary: string, receiver: PartReceiver) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#receiver = receiver;
  }

  get isComplete(): boolean {
    return this.#stage === 'over';
  }

  push(chunk: Buffer): void {
    this.#rest = this.#rest.byteLength === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let goesOn = true;
    while (goesOn) goesOn = this.#step();
    // A view would keep the whole chunk in memory.
    this.#rest = this.#rest.byteLength === 0 ? NOTHING : Buffer.from(this.#rest);
  }

  /** Does one step. Returns false if it needs more bytes. */
  #step(): boolean {
    switch (this.#stage) {
      case 'preamble':
        return this.#skipTo(() => undefined, 'delimiter');
      case 'delimiter':
        return this.#readDelimiter();
      case 'head':
        return this.#readHead();
      case 'content':
        return this.#skipTo(
          (bytes) => this.#receiver.data(bytes),
          'delimiter',
          () => this.#receiver.end(),
        );
      case 'over':
      case 'broken':
        this.#rest = NOTHING;
        return false;
    }
  }

  /** Passes all bytes before the next delimiter to `give`. */
  #skipTo(give: (bytes: Buffer) => void, next: Stage, end?: () => void): boolean {
    const at = this.#rest.indexOf(this.#delimiter);
    const upTo = at >= 0 ? at : Math.max(this.#rest.byteLength - this.#delimiter.byteLength + 1, 0);
    if (upTo > 0) give(this.#rest.subarray(0, upTo));
    this.#rest = this.#rest.subarray(at >= 0 ? at + this.#delimiter.byteLength : upTo);
    if (at < 0) return false;
    end?.();
    return this.#become(next);
  }

  /** Reads what follows a boundary: `--` ends the form, a line break begins a part. */
  #readDelimiter(): boolean {
    if (this.#rest.byteLength < 2) return false;
    if (this.#rest.subarray(0, 2).equals(DASHES)) return this.#become('over');
    const at = this.#rest.indexOf(CRLF);
    if (at < 0 && this.#rest.byteLength <= PADDING_BYTES) return false;
    const padding = this.#rest.subarray(0, Math.max(at, 0)).toString('latin1');
    if (at < 0 || at > PADDING_BYTES || !/^[ \t]*$/.test(padding)) return this.#become('broken');
    // Keeps the line break: an empty head begins with its blank line.
    this.#rest = this.#rest.subarray(at);
    return this.#become('head');
  }

  #readHead(): boolean {
    const at = this.#rest.indexOf(BLANK_LINE);
    if (at < 0) return this.#rest.byteLength > HEAD_BYTES ? this.#become('broken') : false;
    const head = at > HEAD_BYTES ? undefined : readPartHead(this.#rest.subarray(CRLF.byteLength, at));
    if (head === undefined) return this.#become('broken');
    this.#rest = this.#rest.subarray(at + BLANK_LINE.byteLength);
    this.#receiver.begin(head);
    return this.#become('content');
  }

  #become(stage: Stage): true {
    this.#stage = stage;
    return true;
  }
}

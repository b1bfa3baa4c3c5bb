import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
/** One bit a pixel, grey, without interlace. */
const ONE_BIT_GREY = [1, 0, 0, 0, 0];
/** The length, the name and the checksum of a chunk. */
const FRAME = 12;

/** Measures that no picture has are told without all of their pixels. */
const MOST_PIXEL_BYTES = 10_000_000;

/** Rows of one colour, as they were packed once: packing large ones takes a while. */
const packed = new Map<string, Buffer>();

/**
 * A whole PNG of one colour: filled up to `bytes` where that is a number, told apart from others of its measures by
 * `fill` where that is a text.
 */
export function png(width: number, height: number, fill?: number | string): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(ONE_BIT_GREY, 8);
  const head = [SIGNATURE, chunk('IHDR', header)];
  const tail = [chunk('IDAT', rowsOf(width, height)), chunk('IEND', Buffer.alloc(0))];
  const text = typeof fill === 'number' ? ' '.repeat(fill - sizeOf([...head, ...tail]) - FRAME) : fill;
  const middle = text === undefined ? [] : [chunk('tEXt', Buffer.from(text))];
  return Uint8Array.from(Buffer.concat([...head, ...middle, ...tail]));
}

function rowsOf(width: number, height: number): Buffer {
  const name = `${width}x${height}`;
  // A row: its filter (none), then the pixels, eight in a byte.
  const size = Math.min(height * (1 + Math.ceil(width / 8)), MOST_PIXEL_BYTES);
  const rows = packed.get(name) ?? deflateSync(Buffer.alloc(size), { level: 1 });
  packed.set(name, rows);
  return rows;
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.byteLength, 0);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const APP0 = [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0];
const COMPONENTS = [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
/** What is behind it is pixels, up to the last mark. */
const SCAN = [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0];

/** A JPEG of these measures from its first mark to its last, filled up to `bytes` where they are given. */
export function jpeg(width: number, height: number, bytes?: number): Uint8Array<ArrayBuffer> {
  const frame = [0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, ...COMPONENTS];
  const head = [0xff, 0xd8, ...APP0, ...frame, ...SCAN];
  const image = new Uint8Array(bytes ?? head.length + 2);
  image.set(head);
  image.set([0xff, 0xd9], image.byteLength - 2);
  return image;
}

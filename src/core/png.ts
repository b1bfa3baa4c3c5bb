import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
/** Each pixel an index of the palette; compressed, filtered and in rows as every PNG of the first kind is. */
const BY_PALETTE = [3, 0, 0, 0];

export type Colour = readonly [red: number, green: number, blue: number];

export interface Png {
  width: number;
  height: number;
  /** Of one pixel. */
  bits: 1 | 8;
  /** As many colours as the bits can tell apart, at most. */
  palette: readonly Colour[];
}

/**
 * The bytes of a PNG image.
 * @param rows each its filter (0), then its pixels, the last byte filled up
 */
export function encodePng({ width, height, bits, palette }: Png, rows: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, ...BY_PALETTE], 8);
  return Uint8Array.from(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette.flat())),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

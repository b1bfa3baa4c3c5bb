import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
/** One bit a pixel, each an index of the palette; compressed, filtered and in rows as every PNG of the first kind is. */
const ONE_BIT_PALETTE = [1, 3, 0, 0, 0];
const GREY_BLUE = [0xb8, 0xc4, 0xd4];

/** A PNG of one colour, for images of which nobody gave the bytes. */
export function drawBlank(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(ONE_BIT_PALETTE, 8);
  // A row: its filter (none), then the pixels, eight in a byte.
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Uint8Array.from(
    Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(GREY_BLUE)),
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

/** The bytes of a PNG signature. Chunks follow, each with its length, type, data and checksum. */
const SIGNATURE = 8;
const HEAD = 8;
const SUM = 4;

/**
 * True if a PNG or a JPEG has its end. A file that was cut off while it was copied has a size, but no complete picture. The
 * pixels are not decoded, and each byte is read once at most.
 */
export function isWhole(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view[0] === 0xff ? isWholeJpeg(view) : isWholePng(view);
}

/** Walks through the chunks to `IEND`. One of them must have pixels (`IDAT`). */
function isWholePng(bytes: Buffer): boolean {
  let hasPixels = false;
  for (let at = SIGNATURE; at + HEAD + SUM <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + HEAD);
    at += HEAD + length + SUM;
    if (at > bytes.length) return false;
    if (type === 'IEND') return hasPixels;
    hasPixels ||= type === 'IDAT' && length > 0;
  }
  return false;
}

const MARK = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([MARK, 0xd9]);

/** Walks through the segments to the pixels, and looks for the end marker after them. No pixel data looks like that marker. */
function isWholeJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== MARK) return false;
    const marker = bytes[at + 1];
    if (marker === MARK) at += 1;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === START_OF_SCAN) return bytes.indexOf(END_OF_IMAGE, at) !== -1;
    }
  }
  return false;
}

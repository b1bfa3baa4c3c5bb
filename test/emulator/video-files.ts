/** A box of ISO 14496-12: its size, its type, its content. */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.byteLength);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

interface MovieRule {
  /** Units in a second. */
  scale?: number;
  /** Whether times have 64 bits. */
  long?: boolean;
  /** Bytes of media before the header. */
  after?: number;
  /** Whether the media's box gives its size in 64 bits. */
  wide?: boolean;
}

/** The smallest MP4 that says how many units it plays. */
export function movie(
  units: number,
  { scale = 1000, long = false, after = 0, wide = false }: MovieRule = {},
): Uint8Array<ArrayBuffer> {
  const brand = box('ftyp', Buffer.from('isom\0\0\u0002\0isommp42', 'latin1'));
  const media = wide ? wideBox(Buffer.alloc(64)) : box('mdat', Buffer.alloc(after));
  return Uint8Array.from(Buffer.concat([brand, media, box('moov', box('mvhd', header(units, scale, long)))]));
}

function wideBox(content: Uint8Array): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write('mdat', 4, 'latin1');
  head.writeBigUInt64BE(BigInt(16 + content.byteLength), 8);
  return Buffer.concat([head, content]);
}

function header(units: number, scale: number, long: boolean): Buffer {
  const content = Buffer.alloc(long ? 112 : 100);
  content[0] = long ? 1 : 0;
  content.writeUInt32BE(scale, long ? 20 : 12);
  if (long) content.writeBigUInt64BE(BigInt(units), 24);
  else content.writeUInt32BE(units, 16);
  return content;
}

/** A whole MP4 of nothing: its type, and a movie of so many seconds; told apart from others of its length by `text`. */
export function mp4(seconds: number, text = ''): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(seconds * 1000, 16);
  const type = box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1'));
  return Uint8Array.from(Buffer.concat([type, box('moov', box('mvhd', header)), box('mdat', Buffer.from(text))]));
}

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.byteLength);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

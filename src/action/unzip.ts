import { resolve, sep } from 'node:path';
import { Writable } from 'node:stream';
import { crc32, inflateRawSync } from 'node:zlib';
import { MAX_READ_BYTES, systemFiles } from '../core/ports.ts';

interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

/**
 * Returns the files of a zip archive, by its central directory. Throws an Error for an archive that is damaged, encrypted or
 * too large when it is unpacked.
 */
export function unzip(bytes: Uint8Array): ZipEntry[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + 22 > zip.length || zip.readUInt32LE(end) !== END) throw new Error('It is no zip archive');
  const entries: ZipEntry[] = [];
  let room = MAX_READ_BYTES;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + 46 > end || zip.readUInt32LE(at) !== CENTRAL) throw new Error('Its directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + Number(nameLength));
    if (!name.endsWith('/')) {
      const unpacked = contentOf(zip, at, room);
      room -= unpacked.length;
      entries.push({ name, bytes: unpacked });
    }
    at += 46 + Number(nameLength) + Number(extraLength) + Number(commentLength);
  }
  return entries;
}

/** The content of a file. @param entry where its row of the directory begins; @param room the most bytes it may have */
function contentOf(zip: Buffer, entry: number, room: number): Uint8Array {
  const method = zip.readUInt16LE(entry + 10);
  const size = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  if ((zip.readUInt16LE(entry + 8) & 1) !== 0) throw new Error('It is encrypted');
  if (local + 30 > zip.length || zip.readUInt32LE(local) !== LOCAL) throw new Error('A file is damaged');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + size);
  if (method !== 0 && method !== 8) throw new Error(`It is packed by the unknown method ${method}`);
  const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, room) });
  if (content.length > room) throw new Error('It is too large');
  if (crc32(content) !== zip.readUInt32LE(entry + 16)) throw new Error('A file is damaged');
  return content;
}

/**
 * A stream that takes an archive and writes its files into a folder, as `unzip-stream` does for @actions/artifact. A file
 * outside of the folder is an error.
 */
export function extract({ path }: { path: string }): Writable {
  const pieces: Uint8Array[] = [];
  return new Writable({
    write: (piece: Uint8Array, _encoding, done) => {
      pieces.push(piece);
      done();
    },
    final: (done) => {
      writeAll(path, Buffer.concat(pieces)).then(() => done(), done);
    },
  });
}

async function writeAll(folder: string, archive: Uint8Array): Promise<void> {
  for (const { name, bytes } of unzip(archive)) {
    const file = resolve(folder, name);
    if (!file.startsWith(`${resolve(folder)}${sep}`)) throw new Error(`It writes outside of its folder: ${name}`);
    await systemFiles.writeAtomic(file, bytes);
  }
}

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/** A temporary project with these files; its path. */
export function folder(files: Record<string, string | Uint8Array>): string {
  const root = mkdtempSync(join(tmpdir(), 'notiform-manifest-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

/** A valid PNG of these measures, one bit a pixel, filled up to `bytes` where asked. */
export function png(width: number, height: number, bytes?: number): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(Math.min(1_000_000, height * (1 + Math.ceil(width / 8)))));
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  const size = signature.length + parts.reduce((sum, part) => sum + part.length, 0);
  const padding = bytes === undefined ? [] : [chunk('tEXt', Buffer.alloc(bytes - size - 12, ' '))];
  return Buffer.concat([signature, parts[0] as Buffer, ...padding, ...parts.slice(1)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

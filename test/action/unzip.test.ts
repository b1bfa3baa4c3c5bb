import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { extract, unzip } from '../../src/action/unzip.ts';

/** An archive of one file. @param change changes the bytes of its row in the directory */
function zipOf(name: string, content: string, change: (row: Buffer) => void = () => undefined): Buffer {
  const bytes = Buffer.from(content);
  const packed = deflateRawSync(bytes);
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(title.length, 26);
  const row = Buffer.alloc(46);
  row.writeUInt32LE(0x02014b50, 0);
  row.writeUInt16LE(8, 10);
  row.writeUInt32LE(crc32(bytes), 16);
  row.writeUInt32LE(packed.length, 20);
  row.writeUInt32LE(bytes.length, 24);
  row.writeUInt16LE(title.length, 28);
  change(row);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + title.length + packed.length, 16);
  return Buffer.concat([local, title, packed, row, title, end]);
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-unzip-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

describe('an artifact', () => {
  it('is unpacked into its folder', async () => {
    const path = await folder();
    await pipeline([zipOf('plan.json', '{"계획":1}')], extract({ path }));
    expect(await readFile(join(path, 'plan.json'), 'utf8')).toBe('{"계획":1}');
    expect(unzip(zipOf('folder/', ''))).toEqual([]);
  });

  it.each(['../outside.json', '/etc/outside.json', 'a/../../outside.json', '.'])(
    'writes nothing outside of its folder: %s',
    async (name) => {
      const path = await folder();
      await expect(pipeline([zipOf(name, 'x')], extract({ path }))).rejects.toThrow('writes outside of its folder');
    },
  );

  it.each([
    ['no archive', Buffer.from('no archive'), 'no zip archive'],
    ['half of one', zipOf('a', 'x').subarray(0, 20), 'no zip archive'],
    ['another checksum', zipOf('a', 'x', (row) => row.writeUInt32LE(1, 16)), 'damaged'],
    ['another method', zipOf('a', 'x', (row) => row.writeUInt16LE(99, 10)), 'unknown method 99'],
    ['a password', zipOf('a', 'x', (row) => row.writeUInt16LE(1, 8)), 'encrypted'],
    ['a directory elsewhere', zipOf('a', 'x', (row) => row.writeUInt32LE(0, 0)), 'directory is damaged'],
    ['a file elsewhere', zipOf('a', 'x', (row) => row.writeUInt32LE(9999, 42)), 'A file is damaged'],
  ])('is refused with %s', (_name, bytes, message) => {
    expect(() => unzip(bytes)).toThrow(message);
  });
});

import { truncateSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSmall, readRegular, renameFile } from '../../src/core/regular-file.ts';

const MOST = 1024 * 1024;

async function file(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-file-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.txt');
  await writeFile(path, text);
  return path;
}

const textOf = async (path: string, check?: () => void): Promise<string> =>
  Buffer.from(await readRegular(path, MOST, check)).toString('utf8');

it('reads small files, large ones, empty ones and those without a size', async () => {
  expect(await textOf(await file('작은 파일'))).toBe('작은 파일');
  expect(await textOf(await file('x'.repeat(100_000)))).toBe('x'.repeat(100_000));
  expect(await textOf(await file(''))).toBe('');
  expect(await textOf('/proc/self/status')).toContain('Pid:');
});

it('reads what is left of a file that is cut while it is read', async () => {
  const path = await file('0123456789');
  expect(await textOf(path, () => truncateSync(path, 4))).toBe('0123');
});

const slow = (): void => {
  const until = performance.now() + 8;
  while (performance.now() < until);
};

it('creates a small file at once, unless its folder is missing or the file is large', async () => {
  const path = `${await file('there')}.new`;
  expect(await createSmall(path, 'new', 0o666, 0o640)).toBe(true);
  expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['new', 0o640]);
  await expect(createSmall(path, 'again', 0o666, undefined)).rejects.toThrow('EEXIST');
  expect(await createSmall(join(path, '..', 'missing', 'a'), 'new', 0o666, undefined)).toBe(false);
  expect(await createSmall(`${path}.large`, 'x'.repeat(64 * 1024 + 1), 0o666, undefined)).toBe(false);
});

it('leaves writes to threads for a while after the disk was slow, and renames there', async () => {
  const path = await file('0123456789');
  await textOf(path, slow);
  await textOf(path, slow);
  expect(await createSmall(`${path}.new`, 'new', 0o666, undefined)).toBe(false);
  await renameFile(path, `${path}.renamed`);
  expect(await readFile(`${path}.renamed`, 'utf8')).toBe('0123456789');
  // The threads have had their turn after 100 accesses.
  for (let read = 0; read < 98; read += 1) await textOf(`${path}.renamed`);
  await renameFile(`${path}.renamed`, path);
  expect(await createSmall(`${path}.new`, 'new', 0o666, undefined)).toBe(true);
});

it('reads in threads for a while after the disk was slow, and the same bytes', async () => {
  const path = await file('0123456789');
  expect(await textOf(path, slow)).toBe('0123456789');
  expect(await textOf(path, slow)).toBe('0123456789');
  await expect(readRegular(path, 9)).rejects.toThrow('EFBIG');
  for (let read = 0; read < 102; read += 1) expect(await textOf(path)).toBe('0123456789');
});

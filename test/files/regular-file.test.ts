import { truncateSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readRegular } from '../../src/files/regular-file.ts';

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
  await expect(readRegular(await file('0123456789'), 9)).rejects.toThrow('EFBIG');
});

it('reads what is left of a file that is cut while it is read', async () => {
  const path = await file('0123456789');
  expect(await textOf(path, () => truncateSync(path, 4))).toBe('0123');
});

import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/core/json.ts';
import type { Files } from '../../src/core/ports.ts';
import { openProjectFile, type Run } from '../../src/engine/apply/run.ts';
import { TestFiles } from './support.ts';

const bytes = Buffer.from('frames of a film');

/** A run that knows its files and nothing else. */
function run(files: Files): Run<unknown> {
  return { input: { root: '/project', ports: { files } } } as unknown as Run<unknown>;
}

function project(): TestFiles {
  const files = new TestFiles();
  files.all.set('/project/film.mp4', bytes);
  return files;
}

async function read(files: Files, expected = sha256(bytes)): Promise<string> {
  const { read: pieces } = await openProjectFile(run(files), 'film.mp4', expected);
  const all: Uint8Array[] = [];
  for await (const piece of pieces()) all.push(piece);
  return Buffer.concat(all).toString();
}

const failing = (error: Error): Files =>
  Object.assign(project(), {
    stream: async function* (): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, 3);
      throw error;
    },
  });

describe('a file that is read piece by piece', () => {
  it('has a size, and is read from its begin as often as it is asked for', async () => {
    const file = await openProjectFile(run(project()), 'film.mp4', sha256(bytes));
    expect(file.bytes).toBe(16);
    for (let time = 0; time < 2; time += 1) {
      const all: Uint8Array[] = [];
      for await (const piece of file.read()) all.push(piece);
      expect(Buffer.concat(all)).toEqual(bytes);
    }
  });

  it.each([
    ['changed', project(), 'other', 'film.mp4 changed since the plan was made'],
    ['went', new TestFiles(), undefined, 'film.mp4 no longer exists'],
    [
      'cannot be read',
      failing(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'read' })),
      undefined,
      'film.mp4 cannot be read (EIO)',
    ],
  ])('is refused at its end where it %s', async (_, files, expected, message) => {
    await expect(read(files, expected)).rejects.toMatchObject({ problems: [{ code: 'file-changed', message }] });
  });

  it('lets through what is no failure of the disk', async () => {
    const error = new Error('somebody stopped');
    await expect(read(failing(error))).rejects.toBe(error);
  });
});

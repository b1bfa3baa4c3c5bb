import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { systemFiles } from '../../src/core/ports.ts';
import { filesWith } from './import-project.ts';
import type { Ran } from './project.ts';
import { viewOf } from './streams.ts';

interface Folder {
  path: string;
  init(given?: Parameters<typeof viewOf>[0]): Promise<Ran>;
  /** Every file and link, sorted. */
  files(): Promise<string[]>;
}

async function emptyFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-init-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return {
    path,
    init: async (given = {}) => {
      const view = viewOf({ cwd: path, ...given });
      return { exit: await runProgram(['init'], view), out: view.out(), err: view.err() };
    },
    files: async () => {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      return entries
        .filter((one) => !one.isDirectory())
        .map((one) => join(one.parentPath, one.name).slice(path.length + 1))
        .sort();
    },
  };
}

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const CP949 = Buffer.from([0xc0, 0xd3, 0xbd, 0xc3, 0x2f]);
const ADDED = Buffer.from('.notiform/\n');

describe('the .gitignore of a new project', () => {
  it.each([
    ['that is not UTF-8', Buffer.concat([CP949, Buffer.from('\n')]), ADDED],
    ['with a byte order mark', Buffer.concat([UTF8_BOM, Buffer.from('dist\n')]), ADDED],
    ['of nothing but a byte order mark', UTF8_BOM, ADDED],
    ['with CR LF', Buffer.from('dist\r\n*.log\r\n'), Buffer.from('.notiform/\r\n')],
    ['with CR LF and no last break', Buffer.from('dist\r\n*.log'), Buffer.from('\r\n.notiform/\r\n')],
    ['in UTF-16', Buffer.from('dist\r\n', 'utf16le'), Buffer.from('\n.notiform/\n')],
  ])('%s keeps its bytes and gets a line', async (_what, before, added) => {
    const folder = await emptyFolder();
    const file = join(folder.path, '.gitignore');
    await writeFile(file, before);
    expect(await folder.init()).toMatchObject({ exit: 0, err: '' });
    expect(await readFile(file)).toEqual(Buffer.concat([before, added]));
  });

  it('is left alone if it has the line behind a byte order mark', async () => {
    const folder = await emptyFolder();
    const before = Buffer.concat([UTF8_BOM, Buffer.from('.notiform/\r\n')]);
    await writeFile(join(folder.path, '.gitignore'), before);
    expect((await folder.init()).out).not.toContain('.gitignore');
    expect(await readFile(join(folder.path, '.gitignore'))).toEqual(before);
  });

  it('stays a link', async () => {
    const folder = await emptyFolder();
    await writeFile(join(folder.path, 'ignored'), 'dist\n');
    await symlink('ignored', join(folder.path, '.gitignore'));
    expect(await folder.init()).toMatchObject({ exit: 0 });
    expect((await lstat(join(folder.path, '.gitignore'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder.path, 'ignored'), 'utf8')).toBe('dist\n.notiform/\n');
  });
});

describe('init in a folder that it cannot use', () => {
  it.each(['.vscode', 'manifests', '.github/workflows'])('names the file %s and creates nothing', async (path) => {
    const folder = await emptyFolder();
    await mkdir(join(folder.path, '.github'));
    await writeFile(join(folder.path, path), 'mine');
    const ran = await folder.init();
    expect(ran).toMatchObject({ exit: 1, out: '' });
    expect(ran.err).toContain(`There is \`${path}\` here already`);
    expect(await folder.files()).toEqual([path]);
  });

  it.each(['notiform.yaml', '.vscode'])('names %s if it is a link to nothing', async (path) => {
    const folder = await emptyFolder();
    await symlink('nowhere', join(folder.path, path));
    const ran = await folder.init();
    expect(ran.err).toContain(`There is \`${path}\` here already`);
    expect(await folder.files()).toEqual([path]);
  });

  it.each(['.vscode/settings.json', '.gitignore'])('removes what it wrote if %s cannot be written', async (refused) => {
    const folder = await emptyFolder();
    const ports = filesWith({
      writeAtomic: (path, bytes, mode) =>
        path.endsWith(refused) ? Promise.reject(new Error('broken')) : systemFiles.writeAtomic(path, bytes, mode),
    });
    await writeFile(join(folder.path, '.gitignore'), 'dist\n');
    expect((await folder.init({ ports })).exit).not.toBe(0);
    expect(await folder.files()).toEqual(['.gitignore']);
    expect(await folder.init()).toMatchObject({ exit: 0 });
  });

  it('leaves a file that was changed since it wrote it', async () => {
    const folder = await emptyFolder();
    const theirs = join(folder.path, 'notiform.yaml');
    const ports = filesWith({
      writeAtomic: async (path, bytes, mode) => {
        await systemFiles.writeAtomic(path, bytes, mode);
        if (!path.endsWith('welcome.png')) return;
        await writeFile(theirs, 'theirs');
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'fsync' });
      },
    });
    const ran = await folder.init({ ports, env: { COLUMNS: '1000' } });
    expect(ran.err).toContain('`notiform.yaml` had been written and could not be removed');
    expect(await folder.files()).toEqual(['notiform.yaml']);
    expect((await stat(theirs)).size).toBe('theirs'.length);
  });
});

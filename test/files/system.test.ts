import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import promises, {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256 } from '../../src/core/json.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { isRegularFile } from '../../src/files/regular-file.ts';
import {
  readPrivate,
  systemAlarm,
  systemClock,
  systemFiles,
  systemRandom,
  throughLinks,
} from '../../src/files/system.ts';
import { isProcessAlive, thisMachine, thisProcess } from '../../src/files/this-machine.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notiform-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

describe('files', () => {
  it('are written where the handles of files have no sync, as in the file system of Yarn', async () => {
    const handle = await open(join(folder, 'any'), 'w');
    await handle.close();
    const missing = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockRejectedValue(new Error('not implemented'));
    onTestFinished(() => missing.mockRestore());
    await systemFiles.writeAtomic(join(folder, 'a'), 'x');
    await systemFiles.append(join(folder, 'a'), 'y');
    expect(await systemFiles.createExclusive(join(folder, 'b'), 'z')).toBe(true);
    expect(await systemFiles.rename(join(folder, 'b'), join(folder, 'c'))).toBe(true);
    expect([text(await systemFiles.read(join(folder, 'a'))), text(await systemFiles.read(join(folder, 'c')))]).toEqual([
      'xy',
      'z',
    ]);
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['writeAtomic', (path) => systemFiles.writeAtomic(path, 'x')],
    ['createExclusive', (path) => systemFiles.createExclusive(path, 'x')],
    ['append', (path) => systemFiles.append(path, 'x')],
  ])('are on the disk with the folders that %s makes for them', async (_, write) => {
    const synced: unknown[] = [];
    const original = promises.open;
    Object.assign(promises, {
      open: (path: string, flags: string, mode?: number) => {
        if (flags === 'r') synced.push(path);
        return original(path, flags, mode);
      },
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      Object.assign(promises, { open: original });
      syncBuiltinESMExports();
    });
    await write(join(folder, 'a', 'b', 'file'));
    expect(synced).toEqual(expect.arrayContaining([folder, join(folder, 'a')]));
  });

  it('have no bytes, size or real path where there is nothing', async () => {
    const missing = join(folder, 'missing', 'file');
    expect(await systemFiles.read(missing)).toBeUndefined();
    expect(await systemFiles.size(missing)).toBeUndefined();
    expect(await systemFiles.realPath(missing)).toBeUndefined();
    await writeFile(join(folder, 'file'), 'x');
    expect(await systemFiles.read(join(folder, 'file', 'below'))).toBeUndefined();
  });

  it('can be created below a folder, also before it is made, and nothing is made to find out', async () => {
    await systemFiles.requireWritable(folder);
    await systemFiles.requireWritable(join(folder, 'state', 'here'));
    await writeFile(join(folder, 'file'), 'x');
    await symlink(join(folder, 'gone'), join(folder, 'broken'));
    const refusal = (path: string): Promise<string> =>
      systemFiles.requireWritable(join(folder, path)).then(
        () => 'none',
        ({ code }: FileFailure) => code,
      );
    expect(await refusal('file')).toBe('ENOTDIR');
    expect(await refusal('file/here')).toBe('ENOTDIR');
    expect(await refusal('broken/here')).toBe('ENOENT');
    expect((await readdir(folder)).sort()).toEqual(['broken', 'file']);
  });

  it('cannot be created in a folder without the right to write there', async () => {
    await chmod(folder, 0o555);
    const code = await systemFiles.requireWritable(folder).then(
      () => 'none',
      (failure: FileFailure) => failure.code,
    );
    // The system refuses nothing to root.
    expect(code).toBe(process.getuid?.() === 0 ? 'none' : 'EACCES');
    await chmod(folder, 0o755);
  });

  it('say what else is wrong', async () => {
    await expect(systemFiles.read(folder)).rejects.toThrow('EISDIR');
  });

  it('are read up to a limit; one that is larger is refused by its size, or while it is read', async () => {
    const path = join(folder, 'a');
    await writeFile(path, 'abcdef');
    expect(text(await systemFiles.read(path, 6))).toBe('abcdef');
    await expect(systemFiles.read(path, 5)).rejects.toMatchObject({ code: 'EFBIG', path });
    expect(await systemFiles.read(join(folder, 'missing'), 2)).toBeUndefined();
    await expect(systemFiles.read(folder, 2)).rejects.toThrow('EISDIR');
    await writeFile(path, '');
    expect(text(await systemFiles.read(path))).toBe('');
    // A file of the kernel has no size, and more than one read gives.
    expect(text(await systemFiles.read('/proc/self/status'))).toContain('Name:');
    await expect(systemFiles.read('/proc/self/status', 10)).rejects.toThrow('EFBIG');
  });

  it('of five gigabytes are refused without reading them', async () => {
    const path = join(folder, 'large');
    await writeFile(path, '');
    await truncate(path, 5 * 2 ** 30);
    await expect(systemFiles.read(path)).rejects.toMatchObject({ code: 'EFBIG', path });
  });

  it.each(['pipe', '/dev/zero'])('are regular: %s is neither read nor waited for', async (name) => {
    const path = resolve(folder, name);
    if (name === 'pipe') execFileSync('mkfifo', [path]);
    await expect(systemFiles.read(path)).rejects.toThrow(FileFailure);
    const first = async () => {
      for await (const piece of systemFiles.stream(path)) return piece;
      return undefined;
    };
    await expect(first()).rejects.toThrow(FileFailure);
  });

  it('of this user alone are told from those that others may have written', async () => {
    const path = join(folder, 'mine');
    const { uid } = await stat(folder);
    expect(await readPrivate(path, 10, uid)).toBeUndefined();
    await writeFile(path, 'mine', { mode: 0o600 });
    expect(text(await readPrivate(path, 10, uid))).toBe('mine');
    await expect(readPrivate(path, 10, uid + 1)).rejects.toMatchObject({ code: 'EOWNER', path });
    await chmod(path, 0o640);
    await expect(readPrivate(path, 10, uid)).rejects.toMatchObject({ code: 'EMODE', path });
    expect(text(await readPrivate(path, 10, undefined))).toBe('mine');
  });

  it('name their own path in every failure', async () => {
    const loop = join(folder, 'loop');
    await symlink('loop', loop);
    const long = join(folder, 'a'.repeat(300));
    await writeFile(join(folder, 'file'), '');
    const below = join(folder, 'file', 'below');
    const failures: [string, string, () => Promise<unknown>][] = [
      ['ELOOP', loop, () => systemFiles.read(loop)],
      ['ELOOP', loop, () => systemFiles.size(loop)],
      ['ELOOP', loop, () => systemFiles.realPath(loop)],
      ['ELOOP', loop, () => systemFiles.writePath(loop)],
      ['ENAMETOOLONG', long, () => systemFiles.read(long)],
      ['ENAMETOOLONG', long, () => systemFiles.writeAtomic(long, 'x')],
      ['ENOTDIR', below, () => systemFiles.createExclusive(below, 'x')],
      ['ENOTDIR', below, () => systemFiles.append(below, 'x')],
      ['ENOTDIR', below, () => systemFiles.rename(join(folder, 'file'), below)],
      ['EISDIR', folder, () => systemFiles.remove(folder)],
      ['ERR_INVALID_ARG_VALUE', 'a\0b', () => systemFiles.read('a\0b')],
    ];
    for (const [code, path, failing] of failures) {
      const error = await failing().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FileFailure);
      expect(error).toMatchObject({ path, code });
    }
  });

  it('are read piece by piece', async () => {
    const path = join(folder, 'a');
    const bytes = Buffer.alloc(200_000, 'x');
    await writeFile(path, bytes);
    const digester = createHash('sha256');
    let pieces = 0;
    for await (const piece of systemFiles.stream(path)) {
      digester.update(piece);
      pieces += 1;
    }
    expect(pieces).toBeGreaterThan(1);
    expect(digester.digest('hex')).toBe(sha256(bytes));
    const missing = async () => {
      for await (const piece of systemFiles.stream(join(folder, 'missing'))) return piece;
      return undefined;
    };
    await expect(missing()).rejects.toThrow('ENOENT');
    // The kernel opens it, and refuses to read it.
    const refused = async () => {
      for await (const piece of systemFiles.stream('/proc/self/mem')) return piece;
      return undefined;
    };
    await expect(refused()).rejects.toMatchObject({ code: 'EIO', path: '/proc/self/mem' });
  });

  it('say through which links globbing goes', async () => {
    const { realpath } = throughLinks(async (path) => {
      if (path === '/no') throw new Error('not there');
      return `${path}/really`;
    }, vi.fn());
    const led = (path: string) => new Promise((resolve) => realpath(path, (error, real) => resolve([error, real])));
    expect(await led('/yes')).toEqual([null, '/yes/really']);
    expect(await led('/no')).toEqual([new Error('not there'), '']);
  });

  it('say which folders globbing cannot read', async () => {
    await writeFile(join(folder, 'a'), 'x');
    const onUnread = vi.fn();
    const { readdir } = throughLinks(async (path) => path, onUnread);
    const names = (path: string) =>
      new Promise((resolve) =>
        readdir(path, { withFileTypes: false }, (error, found) => resolve(error?.code ?? found)),
      );
    expect(await names(folder)).toEqual(['a']);
    expect(onUnread).not.toHaveBeenCalled();
    expect(await names(join(folder, 'a'))).toBe('ENOTDIR');
    expect(onUnread).toHaveBeenCalledExactlyOnceWith(join(folder, 'a'), expect.objectContaining({ code: 'ENOTDIR' }));
  });

  it('have a size, and a folder has none', async () => {
    await writeFile(join(folder, 'a'), '감귤');
    expect(await systemFiles.size(join(folder, 'a'))).toBe(6);
    expect(await systemFiles.size(folder)).toBeUndefined();
  });

  it('resolve links', async () => {
    await writeFile(join(folder, 'a'), 'x');
    await symlink(join(folder, 'a'), join(folder, 'b'));
    expect(await systemFiles.realPath(join(folder, 'b'))).toBe(await systemFiles.realPath(join(folder, 'a')));
  });

  it('are written where links lead, also where nothing is yet', async () => {
    const real = String(await systemFiles.realPath(folder));
    const [file, near, far] = [join(real, 'a'), join(folder, 'near'), join(folder, 'far')];
    expect(await systemFiles.writePath(join(folder, 'a'))).toBe(join(folder, 'a'));
    await symlink('a', near);
    await symlink(near, far);
    expect(await systemFiles.writePath(far)).toBe(file);
    await writeFile(file, 'x');
    expect(await systemFiles.writePath(far)).toBe(file);
  });

  it('are written whole, for their owner alone, and leave nothing beside them', async () => {
    const path = join(folder, 'deep', 'state.json');
    await systemFiles.writeAtomic(path, 'one');
    await systemFiles.writeAtomic(path, new TextEncoder().encode('two'));
    expect(text(await systemFiles.read(path))).toBe('two');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'deep'))).toEqual(['state.json']);
    await systemFiles.writeAtomic(path, 'three', 0o644);
    expect((await stat(path)).mode & 0o777).toBe(0o644);
  });

  it('keep their mode where that is asked for, and have that of a new file where there was none', async () => {
    const path = join(folder, 'manifest.yaml');
    await systemFiles.writeAtomic(path, 'one', 'kept');
    await writeFile(join(folder, 'any'), '');
    expect((await stat(path)).mode).toBe((await stat(join(folder, 'any'))).mode);
    await chmod(path, 0o666);
    await systemFiles.writeAtomic(path, 'two', 'kept');
    expect((await stat(path)).mode & 0o777).toBe(0o666);
    await chmod(path, 0o444);
    await expect(systemFiles.writeAtomic(path, 'three', 'kept')).rejects.toMatchObject({ code: 'EACCES' });
    expect(await readFile(path, 'utf8')).toBe('two');
  });

  it('of 65 KB keep their mode too, which are written in a thread', async () => {
    const path = join(folder, 'manifest.yaml');
    await systemFiles.writeAtomic(path, 'one'.repeat(22_000), 0o640);
    await chmod(path, 0o666);
    await systemFiles.writeAtomic(path, 'two'.repeat(22_000), 'kept');
    expect((await stat(path)).mode & 0o777).toBe(0o666);
    expect(await readFile(path, 'utf8')).toBe('two'.repeat(22_000));
  });

  it('stay as they were where the writing fails', async () => {
    await expect(systemFiles.writeAtomic(folder, 'x')).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  it('are there before their folder is on the disk, which is waited for once for many of them', async () => {
    const path = join(folder, 'many/a');
    await systemFiles.writeAtomic(path, 'a', 0o600, 'file');
    expect(text(await systemFiles.read(path))).toBe('a');
    await systemFiles.syncFolder(join(folder, 'many'));
    const missing = join(folder, 'missing');
    await expect(systemFiles.syncFolder(missing)).rejects.toMatchObject({ path: missing, code: 'ENOENT' });
  });

  it('bring the folders that they need, or say that there can be none', async () => {
    await Promise.all(['a/b/1', 'a/b/2'].map((name) => systemFiles.writeAtomic(join(folder, name), name)));
    expect(await readFile(join(folder, 'a/b/2'), 'utf8')).toBe('a/b/2');
    await expect(systemFiles.writeAtomic('/proc/notiform/plan.json', '{}')).rejects.toThrow(/ENOENT/);
  });

  it('are created by one alone', async () => {
    const path = join(folder, 'lock');
    expect(await systemFiles.createExclusive(path, 'mine')).toBe(true);
    expect(await systemFiles.createExclusive(path, 'yours')).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('mine');
    await systemFiles.remove(path);
    await systemFiles.remove(path);
    expect(await systemFiles.createExclusive(path, 'yours')).toBe(true);
  });

  it('are not there where they were created and could not be filled', async () => {
    const path = join(folder, 'lock');
    const unwritable = { toString: () => 'x' } as unknown as string;
    await expect(systemFiles.createExclusive(path, unwritable)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  it('take the place of another one, if they are there', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await writeFile(to, 'before');
    expect(await systemFiles.rename(from, to)).toBe(false);
    expect(text(await systemFiles.read(to))).toBe('before');
    await writeFile(from, 'after');
    expect(await systemFiles.rename(from, to)).toBe(true);
    expect(await readdir(folder)).toEqual(['to']);
    expect(text(await systemFiles.read(to))).toBe('after');
  });

  it('are appended to, line after line', async () => {
    const path = join(folder, 'deep', 'journal');
    await systemFiles.append(path, 'a\n');
    await systemFiles.append(path, 'b\n');
    expect(await readFile(path, 'utf8')).toBe('a\nb\n');
  });

  it('are extended only where they exist, and have the new size', async () => {
    const path = join(folder, 'extended');
    expect(await systemFiles.extend(path, 'a\n')).toBeUndefined();
    expect(await systemFiles.read(path)).toBeUndefined();
    await systemFiles.append(path, '가\n');
    expect(await systemFiles.extend(path, '나\n')).toBe(8);
    expect(await readFile(path, 'utf8')).toBe('가\n나\n');
  });
});

describe('chance', () => {
  it('of the system is in [0, 1) and as long as asked', () => {
    const number = systemRandom.next();
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(1);
    expect(systemRandom.hex(16)).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('the clock', () => {
  it('goes on', async () => {
    const before = systemClock.now();
    await systemClock.sleep(1);
    expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  });

  it('sleeps longer than a timer of Node can, in pieces', async () => {
    const sleeps: (number | undefined)[] = [];
    const { setTimeout: real } = timers;
    timers.setTimeout = async <T>(ms?: number, value?: T) => {
      sleeps.push(ms);
      return value as T;
    };
    syncBuiltinESMExports();
    onTestFinished(() => {
      timers.setTimeout = real;
      syncBuiltinESMExports();
    });
    const longest = 2 ** 31 - 1;
    await systemClock.sleep(2 * longest + 5);
    await systemClock.sleep(longest);
    expect(sleeps).toEqual([longest, longest, 5, longest]);
  });

  it('wakes up when it is called off', async () => {
    await expect(systemClock.sleep(60_000, AbortSignal.abort('stop'))).rejects.toThrow();
  });

  it.each([
    60_000,
    // Node would take it for a millisecond, and say so.
    2 ** 31,
  ])('ends many sleepers of %i ms with one signal, and Node reports no leak of listeners', async (ms) => {
    const warnings: Error[] = [];
    const warn = (warning: Error): number => warnings.push(warning);
    process.on('warning', warn);
    const stop = new AbortController();
    const sleepers = Array.from({ length: 20 }, () => systemClock.sleep(ms, stop.signal));
    systemAlarm.after(ms, () => stop.abort('rang'))();
    const ended = Promise.allSettled(sleepers);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort('stop');
    expect((await ended).map(({ status }) => status)).toEqual(sleepers.map(() => 'rejected'));
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});

describe('the alarm of the system', () => {
  it('rings after more than the longest timer of Node, and not before', () => {
    vi.useFakeTimers();
    const rung: string[] = [];
    const longest = 2 ** 31 - 1;
    systemAlarm.after(longest + 5, () => rung.push('late'));
    const stop = systemAlarm.after(longest + 5, () => rung.push('stopped'));
    vi.advanceTimersByTime(longest + 4);
    expect(rung).toEqual([]);
    stop();
    vi.advanceTimersByTime(1);
    expect(rung).toEqual(['late']);
    vi.useRealTimers();
  });
});

describe('a digest', () => {
  it('is the same for a text and its bytes', () => {
    expect(sha256('감귤')).toBe(sha256(new TextEncoder().encode('감귤')));
  });
});

it('a descriptor is that of a plain file or not', async () => {
  const file = await open(import.meta.filename);
  expect(isRegularFile(file.fd)).toBe(true);
  await file.close();
  expect(isRegularFile(-1)).toBe(false);
});

describe('this machine', () => {
  it('is known by its boot and its pid namespace where the system tells them', async () => {
    expect(thisMachine(folder)).toEqual({});
    await mkdir(join(folder, 'sys/kernel/random'), { recursive: true });
    await writeFile(join(folder, 'sys/kernel/random/boot_id'), 'b1\n');
    await mkdir(join(folder, 'self/ns'), { recursive: true });
    await symlink('pid:[4026531836]', join(folder, 'self/ns/pid'));
    expect(thisMachine(folder)).toEqual({ boot: 'b1', pidNamespace: 'pid:[4026531836]' });
  });

  it('is the same at every look', () => {
    expect(thisMachine()).toEqual(thisMachine());
    const members = process.platform === 'linux' ? ['boot', 'pidNamespace'] : [];
    expect(Object.keys(thisMachine())).toEqual(members);
  });

  it('counts a process that ended and was not reaped as dead', async () => {
    await mkdir(join(folder, String(process.pid)));
    const states = ['(node) S 1 2', '(a) Z ) R 1', '(node) Z 1 2', '(a) S 1) X 1 2'];
    const alive: boolean[] = [];
    for (const state of states) {
      await writeFile(join(folder, `${process.pid}/stat`), `${process.pid} ${state}`);
      alive.push(isProcessAlive(process.pid, undefined, folder));
    }
    expect(alive).toEqual([true, true, false, false]);
    expect([isProcessAlive(process.pid), isProcessAlive(process.pid, undefined, join(folder, 'none'))]).toEqual([
      true,
      true,
    ]);
    expect(isProcessAlive(2 ** 22 + 1)).toBe(false);
  });

  it('takes no later process for an earlier one with its id', async () => {
    await mkdir(join(folder, '7'));
    const fields = ['S', ...Array.from({ length: 18 }, (_, index) => index), 495247, 3133440];
    await writeFile(join(folder, '7/stat'), `7 (a) S 1) ${fields.join(' ')}\n`);
    const here = String(process.pid);
    await rename(join(folder, '7'), join(folder, here));
    const alive = ['495247', '1', undefined].map((started) => isProcessAlive(process.pid, started, folder));
    expect(alive).toEqual([true, false, true]);
    const { pid, started } = thisProcess();
    expect(isProcessAlive(pid, started)).toBe(true);
  });
});

import { dirname, join } from 'node:path';
import { Exit } from '../core/exit.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { fewOf } from '../text/suggest.ts';

/** Writes files of a project so that a command that fails can undo all of them. */
export interface Writer {
  /**
   * Writes a file. A symbolic link stays one: the file behind it is replaced. Throws a NotiformError if the file has other bytes
   * than `was`: a person saved it meanwhile.
   * @param file relative to the root
   * @param was the file's bytes before; undefined for a new file
   */
  write(file: string, bytes: Uint8Array | string, was?: Uint8Array): Promise<void>;
  /**
   * Writes a new file at a path where nothing is, not even a link. The caller has checked that. Its name is on the disk only after
   * `syncFolder`, once for all files of a folder.
   */
  create(file: string, bytes: Uint8Array | string): Promise<void>;
  /** Waits until the names in a folder, relative to the root, are on the disk. */
  syncFolder(folder: string): Promise<void>;
  /**
   * Removes the new files with the folders that were made for them, and restores the others. A file that holds something else
   * by now is not touched.
   */
  undo(): Promise<Undone>;
}

/** True if a file, a folder or a link is at a path. A broken link also occupies its path. */
export async function isOccupied(path: string, files: Files): Promise<boolean> {
  return (await files.realPath(path)) !== undefined || (await files.writePath(path)) !== path;
}

/** The files that an undo changed back, and those that it could not. */
export interface Undone {
  undone: string[];
  left: string[];
}

interface WrittenFile {
  file: string;
  path: string;
  bytes: Buffer;
  was: Uint8Array | undefined;
  /** False while it is not known whether the bytes arrived. */
  arrived: boolean;
}

/** The mode of a new file, without the bits of the process's umask. */
const NEW_FILE = 0o666;

export function openWriter(root: string, files: Files): Writer {
  const all: WrittenFile[] = [];
  const madeFolders = new Set<string>();
  const knownFolders = new Set<string>();
  /** The first file of each folder in which files are created: it makes the folder for all others. */
  const firstFiles = new Map<string, Promise<unknown>>();
  const put = async (one: WrittenFile, mode: number | 'kept', sync?: 'file'): Promise<void> => {
    const { path, bytes } = one;
    let at = dirname(path);
    for (; !knownFolders.has(at) && (await files.realPath(at)) === undefined; at = dirname(at)) madeFolders.add(at);
    knownFolders.add(at);
    knownFolders.add(dirname(path));
    all.push(one);
    await files.writeAtomic(path, bytes, mode, sync);
    one.arrived = true;
  };
  return {
    write: async (file, bytes, was) => {
      const path = await files.writePath(join(root, file));
      const now = was && (await files.read(path));
      if (was && !(now && Buffer.from(was).equals(now))) throw savedMeanwhile(file);
      return put({ file, path, bytes: Buffer.from(bytes), was, arrived: false }, 'kept');
    },
    create: async (file, bytes) => {
      const path = join(root, file);
      const folder = dirname(path);
      const first = firstFiles.get(folder);
      if (first !== undefined) await first;
      const writing = put({ file, path, bytes: Buffer.from(bytes), was: undefined, arrived: false }, NEW_FILE, 'file');
      if (first === undefined)
        firstFiles.set(
          folder,
          writing.catch(() => undefined),
        );
      await writing;
    },
    syncFolder: (folder) => files.syncFolder(join(root, folder)),
    undo: async () => {
      const result: Undone = { undone: [], left: [] };
      for (const one of all) {
        const fate = await undone(one, files).catch(() => 'left' as const);
        if (fate !== 'untouched') result[fate].push(one.file);
      }
      const deepestFirst = [...madeFolders].sort((a, b) => b.length - a.length);
      for (const folder of deepestFirst) await files.removeEmptyFolder(folder).catch(() => undefined);
      return result;
    },
  };
}

async function undone(
  { path, bytes, was, arrived }: WrittenFile,
  files: Files,
): Promise<'undone' | 'left' | 'untouched'> {
  const now = await files.read(path);
  if (now === undefined || !bytes.equals(now)) {
    const isBack = was === undefined ? now === undefined : now !== undefined && Buffer.from(was).equals(now);
    return arrived && !isBack ? 'left' : 'untouched';
  }
  await (was === undefined ? files.remove(path) : files.writeAtomic(path, was, 'kept'));
  return 'undone';
}

/** Makes the error about a file that was saved after the command had read it. */
export function savedMeanwhile(file: string): NotiformError {
  const hint = 'Run the command again';
  return new NotiformError(
    errorProblem('file-changed', `\`${file}\` was saved while the command ran`, hint),
    Exit.failed,
  );
}

/** Adds to an error what happened to the new files of the failed command. */
export function takenAway(error: unknown, undone: Undone): unknown {
  return withFate(error, undone, 'written', ['removed', 'removed again']);
}

/** Adds to an error what happened to the rewritten files of the failed command. */
export function putBack(error: unknown, undone: Undone): unknown {
  return withFate(error, undone, 'rewritten', ['put back', 'put back']);
}

/** An error, its first problem with a sentence on what became of the files that had been written before. */
function withFate(error: unknown, { undone, left }: Undone, done: string, [not, again]: [string, string]): unknown {
  if (!(error instanceof NotiformError) || left.length + undone.length === 0) return error;
  const were = undone.length === 1 ? 'was' : 'were';
  const fate =
    left.length > 0
      ? `${listed(left)} had been ${done} and could not be ${not}`
      : `${listed(undone)} had been ${done} and ${were} ${again}`;
  const problems = error.problems.map((problem, index) =>
    index === 0 ? { ...problem, message: `${problem.message}; ${fate}` } : problem,
  );
  return new NotiformError(problems, error.exit, error.sources);
}

function listed(paths: readonly string[]): string {
  return fewOf(paths.map((path) => `\`${path}\``));
}

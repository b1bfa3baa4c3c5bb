import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { Exit } from '../core/exit.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { fileFailure } from './file-failure.ts';

/** A new file of a project. Its path is relative to the project's root. */
interface NewText {
  file: string;
  text: string;
}

/** Writes files of a project. A file that the system refuses is a NotiformError (`file-unwritten`). */
export interface Writer {
  /**
   * Writes a file. A symbolic link stays one: the file behind it is replaced. Throws a NotiformError if the file has other bytes
   * than `was`: a person saved it meanwhile.
   * @param file relative to the root
   * @param was the file's bytes before; undefined for a new file
   */
  write(file: string, bytes: Uint8Array | string, was?: Uint8Array): Promise<void>;
  /**
   * Writes new files at paths where nothing is, not even a link. The caller has checked that. Each folder is fsynced once. Throws the
   * first error after the writes that had begun have ended.
   */
  create(texts: readonly NewText[]): Promise<void>;
}

/** True if a file, a folder or a link is at a path. A broken link also occupies its path. */
export async function isOccupied(path: string, files: Files): Promise<boolean> {
  return (await files.realPath(path)) !== undefined || (await files.writePath(path)) !== path;
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

/** Files to create at once. */
const AT_ONCE = 64;

/**
 * Does a piece of work that writes files. If it throws, removes the new files with the folders that were made for them, and restores
 * the others. A file that holds something else by now is not touched. The error then says which files could not be restored.
 */
export async function allOrNone<T>(root: string, files: Files, work: (writer: Writer) => Promise<T>): Promise<T> {
  const all: WrittenFile[] = [];
  const madeFolders = new Set<string>();
  const knownFolders = new Set<string>();
  const put = async (one: WrittenFile, mode: number | 'kept', sync?: 'file'): Promise<void> => {
    let at = dirname(one.path);
    for (; !knownFolders.has(at) && (await files.realPath(at)) === undefined; at = dirname(at)) madeFolders.add(at);
    knownFolders.add(at);
    all.push(one);
    await onDisk(one.file, files.writeAtomic(one.path, one.bytes, mode, sync));
    knownFolders.add(dirname(one.path));
    one.arrived = true;
  };
  const create = ({ file, text }: NewText): Promise<void> =>
    put({ file, path: join(root, file), bytes: Buffer.from(text), was: undefined, arrived: false }, NEW_FILE, 'file');
  try {
    return await work({
      write: async (file, bytes, was) => {
        const path = await files.writePath(join(root, file));
        const now = was && (await files.read(path));
        if (was && !(now && Buffer.from(was).equals(now))) throw savedMeanwhile(file);
        return put({ file, path, bytes: Buffer.from(bytes), was, arrived: false }, 'kept');
      },
      create: async (texts) => {
        const limit = pLimit({ concurrency: AT_ONCE, rejectOnClear: true });
        const writing = texts.map((one) => limit(create, one));
        try {
          await Promise.all(writing);
        } catch (error) {
          limit.clearQueue();
          await Promise.allSettled(writing);
          throw error;
        }
        const folders = new Set(texts.map(({ file }) => dirname(file)));
        await Promise.all(Array.from(folders, (one) => onDisk(one, files.syncFolder(join(root, one)))));
      },
    });
  } catch (error) {
    const left: string[] = [];
    for (const one of all) if (!(await isUndone(one, files).catch(() => false))) left.push(`\`${one.file}\``);
    const deepestFirst = [...madeFolders].sort((a, b) => b.length - a.length);
    for (const folder of deepestFirst) await files.removeEmptyFolder(folder).catch(() => undefined);
    throw left.length === 0 ? error : withLeft(error, left);
  }
}

/** Undoes a write. Returns false if the file then is not as it was before. */
async function isUndone({ path, bytes, was, arrived }: WrittenFile, files: Files): Promise<boolean> {
  const now = await files.read(path);
  if (now === undefined || !bytes.equals(now)) {
    const isBack = was === undefined ? now === undefined : now !== undefined && Buffer.from(was).equals(now);
    return isBack || !arrived;
  }
  await (was === undefined ? files.remove(path) : files.writeAtomic(path, was, 'kept'));
  return true;
}

/** Waits for a write. Throws a NotiformError if the file system refuses it. @param shown the path as the user knows it */
export async function onDisk(shown: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const failure = fileFailure(error, 'written', shown);
    throw failure ? new NotiformError(failure.problem(shown), Exit.failed) : error;
  }
}

/** Makes the error about a file that was saved after the command had read it. */
export function savedMeanwhile(file: string): NotiformError {
  return new NotiformError(
    errorProblem('file-changed', `\`${file}\` was saved while the command ran`, 'Run the command again'),
    Exit.failed,
  );
}

function withLeft(error: unknown, left: readonly string[]): unknown {
  if (!(error instanceof NotiformError)) return error;
  const problems = error.problems.map((problem, index) =>
    index === 0 ? { ...problem, message: `${problem.message}; ${left.join(', ')} could not be restored` } : problem,
  );
  return new NotiformError(problems, error.exit, error.sources);
}

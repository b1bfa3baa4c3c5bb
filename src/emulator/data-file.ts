import { basename, dirname, join } from 'node:path';
import { Exit } from '../core/exit.ts';
import type { Ports } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { type FileLock, takeLock } from '../files/lock.ts';
import { removeLeftovers } from '../files/temporary-files.ts';
import { isProcessAlive, thisProcess } from '../files/this-machine.ts';

/** A data file that this emulator alone uses. */
export interface DataFile {
  /** The real path: other names may be links to it. */
  path: string;
  release: FileLock['release'];
}

/**
 * Locks a data file, because two emulators would overwrite each other's data. Takes over the lock of a dead process, and removes
 * the files that it left half written. Throws a NotiformError if another emulator has the file (`emulator-running`), or if
 * its folder does not exist (`emulator-data`).
 */
export async function lockData(data: string, ports: Ports): Promise<DataFile> {
  const { files } = ports;
  // A wrong path would begin with an empty emulator, so no folder is created.
  const folder = await files.realPath(dirname(data));
  if (folder === undefined)
    throw dataProblem(
      `The folder of the data file does not exist: ${dirname(data)}`,
      'Correct the path, or create the folder',
    );
  await files.requireWritable(folder);
  const path = await files.writePath(join(folder, basename(data)));
  const lock = `${path}.lock`;
  const { release } = await takeLock({
    path: lock,
    ports,
    holder: { ...thisProcess(), command: 'emulator' },
    isAlive: isProcessAlive,
    refusal: (theirs) => inUse(data, lock, theirs?.holder?.pid),
  });
  await removeLeftovers(dirname(path), isProcessAlive);
  return { path, release };
}

export function dataProblem(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('emulator-data', message, hint), Exit.usage);
}

function inUse(data: string, lock: string, pid: number | undefined): NotiformError {
  const stop =
    pid === process.pid
      ? 'It runs in this process: stop it first'
      : `Stop it${pid === undefined ? '' : ` (process ${pid})`}. If no emulator uses the file any more, remove ${lock}`;
  const message = `An emulator that runs already uses the data file ${data}`;
  return new NotiformError(errorProblem('emulator-running', message, `Name another file. ${stop}`), Exit.failed);
}

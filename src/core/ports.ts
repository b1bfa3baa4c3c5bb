/** Time as a port. Nothing else calls `Date.now()` or `setTimeout`, so tests control the time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Timeouts as a port. Cheaper than a sleep that a signal ends: nearly every timeout is cancelled. */
export interface Alarm {
  /** Calls `act` after `ms` milliseconds, unless the returned function is called first. */
  after(ms: number, act: () => void): () => void;
}

/** Randomness as a port. Tests use a seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string;
}

/** Files as a port. Paths are absolute. A missing file is `undefined`; everything else that fails throws a `FileFailure`. */
export interface Files {
  /**
   * Reads a regular file. Throws a `FileFailure` for a folder, a pipe, a socket or a device, and for a file of more than
   * `most` bytes (`EFBIG`). It never waits for a writer and never reads further than `most`.
   */
  read(path: string, most?: number): Promise<Uint8Array | undefined>;
  /** Reads a regular file piece by piece, for files that may not fit into memory. A missing file is a failure too. */
  stream(path: string): AsyncIterable<Uint8Array>;
  /** The names in a folder; none if it does not exist. */
  names(folder: string): Promise<string[]>;
  /** The size in bytes, or undefined if there is no file. */
  size(path: string): Promise<number | undefined>;
  /** The path with every symbolic link resolved, or undefined if nothing exists there. */
  realPath(path: string): Promise<string | undefined>;
  /** Returns the path to write to: the target of its symbolic links, which need not exist yet. */
  writePath(path: string): Promise<string>;
  /**
   * Writes by temporary file, fsync, rename and fsync of the folder. Creates missing folders. The mode is 0600 by default. With
   * `kept` it is the mode of the replaced file (or the system's default for a new file), and a read-only file is a failure (`EACCES`).
   * @param sync `file` if the caller fsyncs the folder with `syncFolder`, once for many files
   */
  writeAtomic(path: string, bytes: Uint8Array | string, mode?: number | 'kept', sync?: 'file'): Promise<void>;
  syncFolder(path: string): Promise<void>;
  /** Creates a new file and fsyncs it. Returns false if the file exists. */
  createExclusive(path: string, text: string): Promise<boolean>;
  /** Renames a file within its folder and fsyncs the folder. Returns false if the file does not exist. */
  rename(from: string, to: string): Promise<boolean>;
  /** Adds text at the end and fsyncs; makes the file (mode 0600) and its folders where they are missing. */
  append(path: string, text: string): Promise<void>;
  /** Adds text at the end of an existing file and fsyncs. Returns its new size, or undefined if there is no file. */
  extend(path: string, text: string): Promise<number | undefined>;
  remove(path: string): Promise<void>;
  removeEmptyFolder(path: string): Promise<void>;
  /** Fails unless files can be created in a folder, or in the folder above in which it would be made. Creates nothing. */
  requireWritable(folder: string): Promise<void>;
}

export interface Ports {
  clock: Clock;
  random: Random;
  files: Files;
}

/** Sleeps. Returns false if the signal ended the sleep. */
export async function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return !signal.aborted;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

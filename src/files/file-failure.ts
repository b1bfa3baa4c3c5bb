import { errorProblem, type Problem } from '../core/problem.ts';

const CODES: ReadonlyMap<string, readonly [meaning: string, hint: string]> = new Map([
  ['EACCES', ['permission denied', 'Give this user the right to use the file and the folders above it']],
  ['EPERM', ['operation not permitted', 'Give this user the right to use the file and the folders above it']],
  ['EROFS', ['the file system is read-only', 'Make it writable for this user, or use another folder']],
  ['ENOSPC', ['no space is left', 'Free some space']],
  ['EDQUOT', ['the disk quota is used up', 'Free some space']],
  ['EISDIR', ['it is a folder', 'Name a file']],
  ['ENOTDIR', ['a part of the path is not a folder', 'Correct the path']],
  ['ENOENT', ['no such file or folder', 'Correct the path']],
  ['ELOOP', ['its symbolic links form a loop', 'Correct or remove the link']],
  ['ENAMETOOLONG', ['the name is too long', 'Use a shorter path']],
  ['EFBIG', ['the file is too large', 'Name another file, or make this one smaller']],
  ['EOWNER', ['it belongs to another user', 'Remove the file']],
  ['EMODE', ['other users may read or change it', 'Remove the file']],
  ['EMFILE', ['too many files are open', 'Raise the limit of open files (`ulimit -n`)']],
  ['ENOTREG', ['it is not a regular file', 'Name a regular file: pipes and devices are not read']],
  ['ERR_INVALID_ARG_VALUE', ['no path can hold such a character', 'Correct the path']],
  ['ENXIO', ['it is not a regular file', 'Name a regular file: pipes and devices are not read']],
]);

/** A file that could not be read or written. The ports throw nothing else about a file that the system refuses. */
export class FileFailure extends Error {
  /** The system's word (`EACCES`); `ENOTREG`, `EOWNER` and `EMODE` are ours. */
  readonly code: string;
  readonly path: string;
  readonly doing: 'read' | 'written';

  constructor(doing: FileFailure['doing'], path: string, code: string) {
    super(`${path} cannot be ${doing}: ${meaningOf(code)}`);
    this.name = 'FileFailure';
    this.doing = doing;
    this.path = path;
    this.code = code;
  }

  /** `permission denied (EACCES)` */
  get why(): string {
    return meaningOf(this.code);
  }

  get hint(): string {
    return CODES.get(this.code)?.[1] ?? 'Check the path, and that this user may use it';
  }

  /** The failure as a problem. @param shown the path as the user knows it */
  problem(shown = this.path): Problem {
    const isRead = this.doing === 'read';
    return errorProblem(
      isRead ? 'file-unreadable' : 'file-unwritten',
      `\`${shown}\` cannot be ${this.doing}: ${this.why}`,
      this.hint,
    );
  }
}

function meaningOf(code: string): string {
  const known = CODES.get(code)?.[0];
  return known === undefined ? code : `${known} (${code})`;
}

/** A thrown error as the failure of a path; undefined if the file system did not throw it. */
export function fileFailure(error: unknown, doing: FileFailure['doing'], path: string): FileFailure | undefined {
  if (error instanceof FileFailure) return error;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : error.message;
  const isRefused = 'syscall' in error || code === 'ERR_INVALID_ARG_VALUE';
  // Node has a word of its own for the removal of a folder.
  return isRefused ? new FileFailure(doing, path, code.replace('ERR_FS_', '')) : undefined;
}

import { execFile } from 'node:child_process';

/** The commit that a folder stands on, or null where git does not say. */
export function commitOf(folder: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('git', ['-C', folder, 'rev-parse', 'HEAD'], (error, stdout) => resolve(error ? null : stdout.trim()));
  });
}

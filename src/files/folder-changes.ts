import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders whose changes are no changes of a project. notiform writes into `.notiform` itself. */
export const IGNORED_FOLDERS = new Set(['node_modules', '.git', '.notiform']);

export interface WatchedFolder {
  changed: Promise<void>;
  close(): void;
}

/** Starts to watch a folder and everything below it. A part that cannot be watched, or is removed, counts as changed. */
export async function watchFolder(root: string): Promise<WatchedFolder> {
  const watchers: FSWatcher[] = [];
  let report: () => void = () => undefined;
  const changed = new Promise<void>((resolve) => {
    report = resolve;
  });
  const begin = (path: string, recursive: boolean): void => {
    const watcher = watch(path, { recursive }, (_event, name) => {
      if (recursive || !IGNORED_FOLDERS.has(String(name))) report();
    });
    watchers.push(watcher.on('error', report));
  };
  try {
    begin(root, false);
    const entries = await readdir(root, { withFileTypes: true });
    for (const entry of entries)
      if (entry.isDirectory() && !IGNORED_FOLDERS.has(entry.name)) begin(join(root, entry.name), true);
  } catch {
    report();
  }
  return {
    changed,
    close: () => {
      for (const watcher of watchers) watcher.close();
    },
  };
}

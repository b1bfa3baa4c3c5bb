import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes what `git init -b main` makes, without starting git: a test file needs dozens of repositories. */
function init(folder: string, config: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder, 'config'), `[core]\n\trepositoryformatversion = 0\n${config}`);
}

/** Makes an empty bare repository. */
export function bareRepository(path: string): void {
  init(path, '\tbare = true\n');
}

/** Makes an empty repository whose remote `origin` is a folder. */
export function repository(path: string, origin: string): void {
  const remote = `[remote "origin"]\n\turl = ${origin}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
  init(join(path, '.git'), `\tbare = false\n${remote}`);
}

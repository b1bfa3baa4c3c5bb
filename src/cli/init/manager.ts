import { posix } from 'node:path';
import type { Files } from '../../core/ports.ts';
import { NPX } from '../../report/command.ts';

/** The package manager of a project: the commands that differ. */
export interface Manager {
  lockFile: string;
  /** Installs what the lock file pins, line by line, on a runner that has Node only. */
  install: readonly string[];
  /** True if a workspace's packages are installed in the folder that depends on them, and not in that of the lock file. */
  linksInFolder?: true;
  notiform: string;
  /** Adds a package file as a development dependency. */
  add(file: string): string;
}

export const NPM: Manager = {
  lockFile: 'package-lock.json',
  install: ['npm ci'],
  notiform: NPX,
  add: (file) => `npm install --save-dev ${file}`,
};

const PNPM: Manager = {
  lockFile: 'pnpm-lock.yaml',
  install: ['corepack enable', 'pnpm install --frozen-lockfile'],
  linksInFolder: true,
  notiform: 'pnpm exec notiform',
  add: (file) => `pnpm add --save-dev ${file}`,
};

const YARN: Manager = {
  lockFile: 'yarn.lock',
  // With Plug'n'Play there would be no `node_modules`, where GitHub looks for the Action.
  install: ['corepack enable', 'YARN_NODE_LINKER=node-modules yarn install --immutable'],
  notiform: 'yarn notiform',
  add: (file) => `yarn add --dev notiform@file:${file}`,
};

/** Every package manager. The first one whose lock file is there is taken. */
export const managers: readonly Manager[] = [NPM, PNPM, YARN];

/**
 * How to start notiform as this process was started. A shell does not find a program that is installed in a project. Undefined if
 * no package manager started the process, or if `npm run` or `pnpm run` did.
 * @param path the path of the program: npx also finds one that was started as `node_modules/.bin/notiform`
 */
export function startedBy(env: Readonly<Record<string, string | undefined>>, path = ''): string | undefined {
  const { npm_config_user_agent: agent = '', npm_command: command } = env;
  // Yarn 1 adds lines to what a program prints, unless it is silent.
  if (agent.startsWith('yarn/')) return agent.startsWith('yarn/1.') ? 'yarn --silent notiform' : YARN.notiform;
  if (command === undefined && /[\\/]node_modules[\\/]\.bin[\\/]notiform$/.test(path)) return NPM.notiform;
  if (command !== 'exec') return undefined;
  return (agent.startsWith('pnpm/') ? PNPM : NPM).notiform;
}

/** A package manager, and the path of its lock file relative to the top folder. */
export interface Managed {
  manager: Manager;
  lockFile: string;
}

/**
 * The package manager whose lock file is the nearest: in the project's folder, or above it up to the top folder, if the project
 * is a workspace. npm if there is none.
 * @param folder the project's folder, relative to the top folder
 */
export async function managerOf(top: string, folder: string, files: Files): Promise<Managed> {
  for (let at = folder; ; at = at.includes('/') ? posix.dirname(at) : '') {
    for (const manager of managers) {
      const lockFile = posix.join(at, manager.lockFile);
      if ((await files.size(posix.join(top, lockFile))) !== undefined) return { manager, lockFile };
    }
    if (at === '') return { manager: NPM, lockFile: posix.join(folder, NPM.lockFile) };
  }
}

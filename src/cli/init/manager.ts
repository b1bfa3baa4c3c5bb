import { posix } from 'node:path';
import { NPX } from '../../report/command.ts';

/** The package manager of a project: the commands that differ. */
export interface Manager {
  lockFile: string;
  /** Installs what the lock file pins, line by line, on a runner that has Node only. */
  install: readonly string[];
  /** True if a workspace's packages are installed in the folder that depends on them, and not in that of the lock file. */
  linksInFolder?: true;
  notiform: string;
}

export const NPM: Manager = {
  lockFile: 'package-lock.json',
  install: ['npm ci'],
  notiform: NPX,
};

const PNPM: Manager = {
  lockFile: 'pnpm-lock.yaml',
  install: ['corepack enable', 'pnpm install --frozen-lockfile'],
  linksInFolder: true,
  notiform: 'pnpm exec notiform',
};

const YARN: Manager = {
  lockFile: 'yarn.lock',
  // With Plug'n'Play there would be no `node_modules`, where GitHub looks for the Action.
  install: ['corepack enable', 'YARN_NODE_LINKER=node-modules yarn install --immutable'],
  notiform: 'yarn notiform',
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

/** The package manager of a project, and the folder of its lock file, relative to the root of the repository. */
export interface Managed {
  manager: Manager;
  at: string;
}

/** Returns the folder in which notiform is installed. @param folder the project's folder; all relative to the root of the repository */
export function installedIn({ manager, at }: Managed, folder: string): string {
  return posix.join(manager.linksInFolder ? folder : at, 'node_modules/notiform');
}

/**
 * The package manager whose lock file is the nearest: in the project's folder or above it, if the project is a workspace. npm if
 * there is none.
 * @param isThere looks for a file
 */
export async function managerOf(folder: string, isThere: (path: string) => Promise<boolean>): Promise<Managed> {
  for (let at = folder; ; at = posix.join(at, '..')) {
    for (const manager of managers) if (await isThere(posix.join(at, manager.lockFile))) return { manager, at };
    if (at === '' || at === '.') return { manager: NPM, at: folder };
  }
}

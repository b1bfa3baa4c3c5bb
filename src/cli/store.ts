import { relative, resolve } from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/load.ts';
import { passwordsIn } from '../config/secrets.ts';
import { systemPrograms } from '../core/program.ts';
import { isProcessAlive } from '../files/this-machine.ts';
import { openGit } from '../state/git.ts';
import { withProject } from '../state/project.ts';
import { withoutSecretRows } from '../state/secret-rows.ts';
import type { StateStore } from '../state/store.ts';
import { stateOfOtherData } from './emulator/announcement.ts';
import type { Invocation } from './invocation.ts';

/**
 * Opens the state store of an environment for the project. No secret of the run is written there.
 * @param takesOver true for the command that takes over the state of the same project at another place
 */
export async function openStore(
  invocation: Invocation,
  place: { config: Config; environment: Environment },
  takesOver = false,
): Promise<StateStore> {
  const { config, environment } = place;
  const { ports, env, redaction } = invocation;
  // With the project's state, a plan would take the data of another file for changes outside notiform.
  const other = environment.emulator ? await stateOfOtherData(config.root, ports) : undefined;
  const state = other === undefined ? environment.state : { store: 'file' as const, path: other };
  const store = withoutSecretRows(await openPlainStore(invocation, config.root, environment.name, state), redaction);
  const isInside = state.store === 'file' && !relative(config.root, resolve(config.root, state.path)).startsWith('..');
  const programs = systemPrograms();
  const git = openGit({ programs, cwd: config.root, env, remote: 'origin', ports });
  const root = (await ports.files.realPath(config.root)) ?? config.root;
  return withProject(store, {
    environment: environment.name,
    configured: config.project,
    root,
    file: config.file,
    isInside,
    takesOver,
    git,
    ports,
  });
}

/** Each store loads its own dependencies only if it is used. */
async function openPlainStore(
  { ports, env, redaction, later, flags, terminal, signal }: Invocation,
  root: string,
  environment: string,
  place: Environment['state'],
): Promise<StateStore> {
  const common = { environment, ports, isAlive: isProcessAlive };
  if (place.store === 'file') {
    const { createFileStore } = await import('../state/file-store.ts');
    return createFileStore({ ...common, path: resolve(root, place.path), shown: place.path });
  }
  if (place.store === 'git') {
    const { createGitStore } = await import('../state/git-store.ts');
    const say = flags.quiet ? undefined : (line: string) => terminal.say(line);
    const closing = new AbortController();
    later.push(async () => closing.abort());
    const programs = systemPrograms(closing.signal);
    return createGitStore({ ...common, ...place, programs, cwd: root, env, say });
  }
  const { createPostgresStore } = await import('../state/postgres-store.ts');
  const url = place.url();
  for (const secret of [url, ...passwordsIn(url)]) redaction.hide(secret);
  const store = createPostgresStore({ ...common, url, signal });
  later.push(() => store.close());
  return store;
}

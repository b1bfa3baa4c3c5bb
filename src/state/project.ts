import { dirname, join, posix, resolve } from 'node:path';
import type { Files, Random } from '../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import type { StateDocument } from './document.ts';
import type { Git } from './git.ts';
import type { StateStore } from './store.ts';

export interface ProjectPlace {
  environment: string;
  /** `project` of notiform.yaml. */
  configured: string | undefined;
  /** The project's folder, absolute. */
  root: string;
  /** The name of its notiform.yaml, which can be another one. */
  file: string;
  /** True if the documents are files inside that folder. */
  isInside: boolean;
  /** True if this project takes over the state of a project with its name at another place. */
  takesOver: boolean;
  /** git in that folder. */
  git: Pick<Git, 'attempt'>;
  ports: { files: Pick<Files, 'read'>; random: Random };
}

/** What the next write records about the project. */
type Recorded = Pick<StateDocument, 'project' | 'place'>;

/**
 * Returns the store for one project. The first write records the project in the document: `project` of notiform.yaml, else the
 * repository's remote and the folder in it, else the folder's path; and its place, so that a copy of the folder is another project.
 * Throws a NotiformError (`state-other-project`) instead of reading, writing or unlocking the document of another project: an apply
 * would delete its resources. Test sends are shared.
 */
export function withProject(store: StateStore, of: ProjectPlace): StateStore {
  // What the next write records, by profile. Undefined if there is no document.
  const records = new Map<string, Recorded | undefined>();
  let asking: Promise<ProjectNames> | undefined;
  const recordOf = async (profile: string, { project: recorded, place }: Recorded): Promise<Recorded> => {
    asking ??= namesOf(of);
    const { here, ...names } = await asking;
    const subject = `${of.environment}/${profile}`;
    const own = of.configured ?? names.remote ?? names.path;
    if (recorded !== undefined && ![own, names.remote, names.path, names.folder].includes(recorded)) {
      // Without git, a folder has no name that survives a move or a container.
      if (of.isInside && own === names.path) return { project: recorded };
      throw new NotiformError(otherProject(subject, recorded, own));
    }
    // A name that is not in notiform.yaml is the place.
    if (of.configured === undefined) return { project: own };
    if (here === undefined || place === undefined || of.takesOver)
      return { project: own, ...(here && { place: here }) };
    const isSame = isSameRepository(place.repository, names.repositories);
    const isThere = dirname(place.file) === dirname(here.file);
    if (!isSame || !(isThere || (await names.lacks(place.file, own))))
      throw new NotiformError(otherPlace(subject, place, here, of.ports.random));
    return { project: own, place: { ...here, ...place, file: here.file } };
  };
  const check = async (profile: string, document: StateDocument | undefined): Promise<StateDocument | undefined> => {
    records.set(profile, document && (await recordOf(profile, document)));
    return document;
  };
  return {
    ...store,
    read: async (profile, canGiveUp) => check(profile, await store.read(profile, canGiveUp)),
    readAll: async (profiles) => {
      const all = await store.readAll(profiles);
      for (const [profile, document] of all) await check(profile, document);
      return all;
    },
    lock: async (profile, holder) => {
      const lease = await store.lock(profile, holder);
      let isRecorded = false;
      const write: typeof lease.write = async (change, canGiveUp) => {
        if (!records.has(profile)) await check(profile, await store.read(profile, canGiveUp));
        const record = records.get(profile) ?? (await recordOf(profile, {}));
        await lease.write(isRecorded ? change : { ...change, ...record }, canGiveUp);
        isRecorded = true;
      };
      return { ...lease, write };
    },
    breakLock: async (profile, breaker, expected) => {
      // The lock of a damaged document can be broken.
      const document = await store.read(profile).catch(() => undefined);
      await check(profile, document);
      return store.breakLock(profile, breaker, expected);
    },
  };
}

interface ProjectNames {
  /** The name without `project` in notiform.yaml: the repository of the remote, and the folder in it: `github.com/acme/shop/apps/orders`. */
  remote: string | undefined;
  path: string;
  /** The folder in the repository, or `.`: formats 1 and 2 recorded it in the git store. */
  folder?: string;
  /** Where the project is; undefined without git. */
  here?: RepositoryPlace;
  /** The repositories of all remotes, `origin` first. Without those whose address is a path of this machine. */
  repositories: readonly string[];
  /** True if a file of the repository does not exist, or does not have the name of the project. */
  lacks: (file: string, project: string) => Promise<boolean>;
}

async function namesOf({ root, file, git, ports }: ProjectPlace): Promise<ProjectNames> {
  // A container often has the files of another user. `systemPrograms` starts no program that the folder configures.
  const ask = async (...args: string[]): Promise<string | undefined> => {
    const ran = await git.attempt(['-c', 'safe.directory=*', ...args]).catch(() => undefined);
    return ran?.status === 0 ? new TextDecoder().decode(ran.stdout).replace(/\n$/, '') : undefined;
  };
  const prefix = await ask('rev-parse', '--show-prefix');
  if (prefix === undefined) return { remote: undefined, path: root, repositories: [], lacks: async () => true };
  const folder = prefix.normalize('NFC').replace(/\/$/, '');
  const top = resolve(root, prefix.replace(/[^/]+/g, '..'));
  const remotes = await remotesOf(ask);
  const all = [...remotes.values()].map((url) => repositoryOf(url, top));
  // The project's name has no second remote, which a clone may or may not have.
  const remote = remotes.size === 1 || remotes.has('origin') ? [all[0], folder].filter(Boolean).join('/') : undefined;
  const repositories = all.filter((one) => !one.startsWith('/'));
  const [repository] = repositories;
  const here = { ...(repository && { repository }), file: posix.join(folder, file) };
  const lacks: ProjectNames['lacks'] = async (other, project) => {
    const bytes = await ports.files.read(join(top, other)).catch(() => undefined);
    if (bytes) return !new TextDecoder().decode(bytes).includes(project);
    // A sparse checkout has only some of the files of its commit.
    const isLeftOut = (await ask('ls-files', '-t', '--', `:(top,literal)${other}`))?.startsWith('S ') === true;
    return !isLeftOut || (await ask('cat-file', 'blob', `:${other}`))?.includes(project) === false;
  };
  return { remote, path: root, folder: folder || '.', here, repositories, lacks };
}

/** Returns the URL of each remote, `origin` first, as the user's settings rewrite it (`url.….insteadOf`). */
async function remotesOf(ask: (...args: string[]) => Promise<string | undefined>): Promise<Map<string, string>> {
  const lines = (await ask('config', '--name-only', '--get-regexp', '^remote\\..*\\.url$')) ?? '';
  const names = lines.split('\n').flatMap((line) => /^remote\.(.+)\.url$/.exec(line)?.[1] ?? []);
  const urls = new Map<string, string>();
  for (const name of new Set([...names.filter((one) => one === 'origin'), ...names])) {
    const url = await ask('ls-remote', '--get-url', name);
    if (url !== undefined) urls.set(name, url);
  }
  return urls;
}

/**
 * True if a remote of this clone is the recorded repository, or if one side has none to compare. Hosts are not compared, nor what a
 * server has before the path: an ssh alias, a mirror and `/scm/` are the same repository.
 */
function isSameRepository(recorded: string | undefined, repositories: readonly string[]): boolean {
  if (recorded === undefined || repositories.length === 0) return true;
  const pathOf = (repository: string): string => repository.slice(repository.indexOf('/'));
  const known = pathOf(recorded);
  return repositories.map(pathOf).some((own) => own.endsWith(known) || known.endsWith(own));
}

/**
 * Returns the name of a repository, which is the same however its URL is written: `github.com/acme/shop`. It has no protocol, user,
 * password, token or port.
 * @param top the folder that a relative path starts from
 */
export function repositoryOf(url: string, top: string): string {
  const [, scheme, authority = '', path = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/i.exec(url) ?? [];
  const [, scpHost, scpPath = ''] = scheme ? [] : (/^(?:[^/]*@)?([^/:@]{2,}|\[[^\]]+\]):(.+)$/.exec(url) ?? []);
  const host = (scpHost ?? authority.replace(/^.*@/, '').replace(/:\d*$/, ''))
    .toLowerCase()
    .replace(/^(?:alt)?ssh\./, '');
  if (host === '') return resolve(top, scheme ? path : url).replace(/\/?(?:\.git)?\/?$/, '');
  const parts = (scpHost ? scpPath : path)
    .replace(/[?#].*$/, '')
    .toLowerCase()
    .split('/')
    .map((part) => part.replace(/^.*@/, ''))
    .filter((part) => part !== '' && part !== '_git');
  // Azure DevOps: `ssh.dev.azure.com:v3/org/project/name`.
  if (host === 'dev.azure.com' && parts[0] === 'v3') parts.shift();
  return [host, ...parts].join('/').replace(/\.git$/, '');
}

function otherProject(subject: string, recorded: string, own: string): Problem {
  return errorProblem(
    'state-other-project',
    `The state of ${subject} belongs to the project ${recorded}, and this is ${own}`,
    `If this is the same project, write \`project: ${JSON.stringify(recorded)}\` in notiform.yaml. If it is another one, set another place in \`state\`.`,
  );
}

type RepositoryPlace = NonNullable<StateDocument['place']>;

function otherPlace(subject: string, there: RepositoryPlace, here: RepositoryPlace, random: Random): Problem {
  const [environment, profile] = subject.split('/');
  const shown = ({ repository, file }: RepositoryPlace): string => posix.join(repository ?? '', dirname(file));
  return errorProblem(
    'state-other-project',
    `The state of ${subject} belongs to the project in ${shown(there)}, and this one, in ${shown(here)}, has the same name`,
    `If this is a copy, write \`project: "${random.hex(8)}"\` in notiform.yaml and set another place in \`state\`. If the repository was renamed or moved, run \`notiform -e ${environment} state move ${profile} ${profile}\`.`,
  );
}

import { resolve } from 'node:path';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { StateDocument } from './document.ts';
import type { Git } from './git.ts';
import type { StateStore } from './store.ts';

export interface ProjectPlace {
  environment: string;
  /** `project` of notiform.yaml. */
  configured: string | undefined;
  /** The project's folder, absolute. */
  root: string;
  /** True if the documents are files inside that folder. */
  isInside: boolean;
  /** git in that folder. */
  git: Pick<Git, 'attempt'>;
}

/**
 * Returns the store for one project. The first write records the project in the document: `project` of notiform.yaml, else the
 * repository's remote and the folder in it, else the folder's path. Throws a NotiformError (`state-other-project`) instead of
 * reading, writing or unlocking the document of another project: an apply would delete its resources. Test sends are shared.
 */
export function withProject(store: StateStore, place: ProjectPlace): StateStore {
  // What the next write records, by profile. Undefined if there is no document.
  const records = new Map<string, string | undefined>();
  let asking: Promise<ProjectNames> | undefined;
  const recordOf = async (profile: string, recorded: string | undefined): Promise<string> => {
    const { configured } = place;
    if (configured !== undefined && (recorded ?? configured) === configured) return configured;
    asking ??= namesOf(place);
    const names = await asking;
    const own = configured ?? names.remote ?? names.path;
    if (recorded === undefined || [names.remote, names.path, names.folder].includes(recorded)) return own;
    // Without git, a folder has no name that survives a move or a container.
    if (place.isInside && own === names.path) return recorded;
    throw otherProject(`${place.environment}/${profile}`, recorded, own);
  };
  const check = async (profile: string, document: StateDocument | undefined): Promise<StateDocument | undefined> => {
    records.set(profile, document && (await recordOf(profile, document.project)));
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
        const project = records.get(profile) ?? (await recordOf(profile, undefined));
        await lease.write(isRecorded ? change : { ...change, project }, canGiveUp);
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

/** The names that a project has without `project` in notiform.yaml. */
interface ProjectNames {
  /** The repository of the remote, and the folder in it: `github.com/acme/shop/apps/orders`. */
  remote: string | undefined;
  path: string;
  /** The folder in the repository, or `.`: formats 1 and 2 recorded it in the git store. */
  folder: string | undefined;
}

async function namesOf({ root, git }: ProjectPlace): Promise<ProjectNames> {
  // A container often has the files of another user. These questions run nothing that the folder configures.
  const ask = async (...args: string[]): Promise<string | undefined> => {
    const ran = await git.attempt(['-c', 'safe.directory=*', ...args]).catch(() => undefined);
    return ran?.status === 0 ? new TextDecoder().decode(ran.stdout).replace(/\n$/, '') : undefined;
  };
  const prefix = await ask('rev-parse', '--show-prefix');
  if (prefix === undefined) return { remote: undefined, path: root, folder: undefined };
  const folder = prefix.normalize('NFC').replace(/\/$/, '');
  const url = await remoteUrl(ask);
  const top = resolve(root, prefix.replace(/[^/]+/g, '..'));
  const remote = url === undefined ? undefined : [repositoryOf(url, top), folder].filter(Boolean).join('/');
  return { remote, path: root, folder: folder || '.' };
}

/** Returns the URL of `origin`, else of the only remote. */
async function remoteUrl(ask: (...args: string[]) => Promise<string | undefined>): Promise<string | undefined> {
  const lines = (await ask('config', '--name-only', '--get-regexp', '^remote\\..*\\.url$')) ?? '';
  const names = [...new Set(lines.split('\n').flatMap((line) => /^remote\.(.+)\.url$/.exec(line)?.[1] ?? []))];
  const [only, another] = names;
  const name = another === undefined ? only : names.find((one) => one === 'origin');
  // As the user's settings rewrite it (`url.….insteadOf`).
  return name === undefined ? undefined : ask('ls-remote', '--get-url', name);
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

function otherProject(subject: string, recorded: string, own: string): NotiformError {
  return new NotiformError(
    errorProblem(
      'state-other-project',
      `The state of ${subject} belongs to the project ${recorded}, and this is ${own}`,
      `If this is the same project, write \`project: ${JSON.stringify(recorded)}\` in notiform.yaml. If it is another one, set another place in \`state\`.`,
    ),
  );
}

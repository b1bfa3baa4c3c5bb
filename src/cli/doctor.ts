import { type Check, checked, finding, foundIn, noted, passed, skipped } from '../account/check.ts';
import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/load.ts';
import { checkKeys as checkSameKeys } from '../config/rules.ts';
import { UnsetVariables } from '../config/together.ts';
import { Exit } from '../core/exit.ts';
import { NotiformError } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import { foreignProblems } from '../engine/plan/guard.ts';
import { foreignIn } from '../engine/subject/owner.ts';
import type { Holder, Lock } from '../files/lock-content.ts';
import { isProcessAlive } from '../files/this-machine.ts';
import { lockView, lockWords } from '../report/state.ts';
import type { Style } from '../report/style.ts';
import { counted } from '../report/words.ts';
import { accountDigest } from '../state/account.ts';
import type { StateDocument } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import { type ProxyFor, proxiesIn } from '../wire/proxy.ts';
import type { Repository } from './init/repository.ts';
import { isTakenOver } from './lock-wait.ts';

/** The oldest Node.js that runs notiform (`engines` of package.json). */
const OLDEST_NODE = [20, 18, 1];

/** The checks of `doctor` that call nothing but the state store. */
export function checkNode(version: string): Check {
  const parts = version.split('.').map(Number);
  const place = OLDEST_NODE.findIndex((part, index) => part !== parts[index]);
  const isOld = place >= 0 && (parts[place] ?? 0) < (OLDEST_NODE[place] ?? 0);
  if (!isOld) return passed('node', `v${version}`);
  const oldest = OLDEST_NODE.join('.');
  return finding(
    'node',
    'node-version',
    `Node.js ${version} is too old`,
    'Commands may fail in unexpected ways',
    `Install Node.js ${oldest} or later`,
  );
}

export async function checkConfig(
  open: () => Promise<{ config: Config; environment: Environment }>,
): Promise<{ checks: Check[]; opened?: { config: Config; environment: Environment } }> {
  let opened: { config: Config; environment: Environment } | undefined;
  let usage: NotiformError | undefined;
  const checks = await checked('configuration', async () => {
    opened = await open().catch((error: unknown) => {
      // A command line that names no environment cannot be checked.
      if (error instanceof NotiformError && error.exit === Exit.usage) usage = error;
      throw error;
    });
    const { config } = opened;
    const problems = config.problems.map((problem) => foundIn('configuration', problem));
    return [...problems, ...(problems.length === 0 ? [passed('configuration', config.file)] : [])];
  });
  if (usage) throw usage;
  return opened ? { checks, opened } : { checks };
}

/** The settings that could be resolved; the others are missing. */
export interface Resolved {
  resourceUrl?: string | undefined;
  messageUrl?: string | undefined;
  resource?: { bizId: string; apiKey: string } | undefined;
  message?: { account: string; password: string } | undefined;
  profiles: ProfileRef[];
}

/** Resolves every setting of an environment. */
export function checkSettings(environment: Environment): { checks: Check[]; resolved: Resolved } {
  const { profiles, senders, recipients, state, emulator } = environment;
  const [needed, forSending]: [Check[], Check[]] = [[], []];
  let count = 0;
  const resolve = <T>(setting: () => T, checks = needed): T | undefined => {
    count += 1;
    try {
      return setting();
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
      const names = error instanceof UnsetVariables ? error.names : [];
      checks.push(
        ...error.problems.map((problem, index) => {
          const [name, setting] = [names[index], problem.path];
          const check = foundIn('settings', problem);
          return name !== undefined && setting !== undefined ? { ...check, variable: { name, setting } } : check;
        }),
      );
      return undefined;
    }
  };
  const refs = [...profiles.keys()].flatMap((alias) => resolve(() => environment.profile(alias)) ?? []);
  for (const name of senders) resolve(() => environment.sender(name), forSending);
  for (const name of recipients) resolve(() => environment.recipient(name), forSending);
  resolve(environment.variables);
  if (state.store === 'postgres') resolve(() => state.url());
  const resolved: Resolved = {
    profiles: refs,
    ...(!emulator && {
      resourceUrl: resolve(environment.resourceUrl),
      resource: resolve(environment.resourceCredentials),
      messageUrl: resolve(environment.messageUrl, forSending),
      message: resolve(environment.messageCredentials, forSending),
    }),
  };
  const checks = [...needed, ...(neverSends(environment) ? forSending.map(onlyForSending) : forSending)];
  for (const [name, value] of Object.entries({ ...resolved.resource, ...resolved.message }))
    if (value !== value.trim()) checks.push(pasted(name));
  checks.push(
    ...checkSameKeys(new Map(refs.map((ref) => [ref.alias, ref]))).map((problem) => foundIn('settings', problem)),
  );
  return {
    checks: checks.length > 0 ? checks : [passed('settings', `${counted(count, 'setting')} have a value`)],
    resolved,
  };
}

/** True if no variable of the message API is set, as in a pipeline that only plans and applies. */
function neverSends({ messageSettings }: Environment): boolean {
  return messageSettings.every((setting) => {
    try {
      setting();
      return false;
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
      return error instanceof UnsetVariables;
    }
  });
}

function onlyForSending({ name, says, variable }: Check): Check {
  const note = noted(name, says, 'Needed only by `send` and `report`', 'Set it where you send');
  return variable ? { ...note, variable } : note;
}

/** Notes white space around a secret: somebody may have pasted a line break with it. The value is never shown. */
function pasted(name: string): Check {
  return noted(
    'settings',
    `\`credentials.${name}\` begins or ends with white space`,
    'A pasted or piped value often has a blank or a line break too many, and the service then refuses it',
    "Set the variable or secret again without it: `printf '%s'` instead of `echo`",
  );
}

/** Reads the variables of proxies, and says which addresses they concern. */
export async function checkProxy(
  env: Readonly<Record<string, string | undefined>>,
  addresses: readonly { api: 'resource' | 'message'; address: string | undefined }[],
): Promise<Check[]> {
  return checked('proxy', async () => {
    const proxyFor = proxiesIn(env);
    if (!proxyFor) return [skipped('proxy', 'HTTPS_PROXY and HTTP_PROXY are not set')];
    const used = addresses.flatMap(({ api, address = '' }) => {
      if (!URL.canParse(address)) return [];
      const url = new URL(address);
      const proxy = proxyFor(url);
      const way = proxy ? `through ${proxy.url.host} (${proxy.variable})` : 'directly';
      return [passed('proxy', `${api} API: ${url.host} ${way}`)];
    });
    return [...used, ...unusedProxy(proxyFor)];
  });
}

/** Notes a proxy that is no address although these addresses are called directly: other environments may need it. */
function unusedProxy(proxyFor: ProxyFor): Check[] {
  try {
    proxyFor(new URL('https://service.invalid'));
    return [];
  } catch (error) {
    if (!(error instanceof NotiformError)) throw error;
    return error.problems.map(({ message, hint }) => noted('proxy', message, 'This environment needs no proxy', hint));
  }
}

/**
 * Reads the state and its locks, and checks that the state can be written, and that it belongs to the account and the keys of the environment. The lock of a dead process of this machine is a finding if the next run does not take it over.
 * Other locks are only shown.
 * @param ours the holder that the next run on this machine would be
 */
export async function checkState(
  open: () => Promise<StateStore>,
  aliases: readonly string[],
  owner: { bizId: string | undefined; profiles: readonly ProfileRef[] },
  style: Style,
  ours: Holder,
): Promise<Check[]> {
  let store: StateStore | undefined;
  const read = await checked('state', async () => {
    const opened = await open();
    const documents = await opened.readAll(aliases);
    for (const alias of aliases) await opened.requireWritable?.(alias);
    store = opened;
    const foreign = foreignState(documents, owner);
    if (foreign.length > 0) return foreign;
    const refused = await opened.refusedPush?.();
    if (refused)
      return [
        noted(
          'state',
          refused.message,
          'The state can be read here and not written: `plan` works, `apply` does not',
          refused.hint,
        ),
      ];
    const found = [...documents.values()].filter((document) => document !== undefined).length;
    return [passed('state', `${opened.kind}: ${counted(aliases.length, 'profile')}, ${found} with a state`)];
  });
  if (!store) return [...read, skipped('lock', 'needs the state')];
  const opened = store;
  const locks = await checked('lock', async () => {
    const checks: Check[] = [];
    for (const alias of aliases) {
      const lock = await opened.lockOf(alias);
      if (lock) checks.push(lockCheck(alias, lock, { style, ours, store: opened.kind }));
    }
    return checks;
  });
  return [...read, ...(locks.length > 0 ? locks : [passed('lock', 'no profile is locked')])];
}

/** Finds state that `plan` refuses, because it belongs to another account or key. Settings without a value are not compared. */
function foreignState(
  documents: ReadonlyMap<string, StateDocument | undefined>,
  { bizId, profiles }: { bizId: string | undefined; profiles: readonly ProfileRef[] },
): Check[] {
  const owned = profiles.map(({ alias }) => documents.get(alias));
  const place = { account: accountDigest(bizId ?? ''), profiles: new Map(profiles.map((one) => [one.alias, one])) };
  const { account, key } = foreignIn(owned, place);
  return foreignProblems({ account: bizId === undefined ? [] : account, key }).map((one) => foundIn('state', one));
}

function lockCheck(
  alias: string,
  lock: Lock,
  { style, ours, store }: { style: Style; ours: Holder; store: StateStore['kind'] },
): Check {
  const { holder } = lock;
  const says = `${alias} is locked ${lockWords(lockView(lock), { ...style, language: 'en' })}`;
  const isHere = holder?.host === ours.host;
  const unlock = `\`notiform state unlock ${alias}\``;
  if (isHere && isProcessAlive(holder.pid, holder.started))
    return noted(
      'lock',
      says,
      'Another run is working on this profile',
      `Wait until it has finished. If that run has ended, run ${unlock}`,
    );
  if (isTakenOver(lock, ours, store))
    return noted('lock', says, 'The run that has the lock has ended; the next run on this machine takes the lock over');
  const fix = `If that run has ended, run ${unlock}`;
  if (!isHere) return noted('lock', says, 'Other runs on this profile wait or are refused', fix);
  const means =
    'No process of this machine has the lock, but it may belong to a container or to another run of CI: the next run is refused';
  return finding('lock', 'lock-left', says, means, fix);
}

/** The folder that belongs to one machine. */
const LOCAL = '.notiform';

/**
 * Checks that git tracks no local file of a project. Returns no check if there is nothing to report. State
 * files of a real service may be committed on purpose.
 */
export function checkLocalFiles(repository: () => Promise<Repository | undefined>, of: Environment): Promise<Check[]> {
  return checked('local-files', async () => {
    const found = await repository();
    if (!found) return [];
    const state = of.state.store === 'file' && !of.emulator ? `${of.state.path}/` : undefined;
    const isLocal = (path: string): boolean => state === undefined || !path.startsWith(state);
    const all = await found.tracked(LOCAL);
    const tracked = all.filter(isLocal);
    const means = 'These files belong to one machine. The emulator data contains the phone numbers of its recipients';
    const ignore = `Add the line \`${LOCAL}/\` to .gitignore`;
    if (tracked.length > 0) {
      const [first = ''] = tracked;
      const says = tracked.length === 1 ? `git tracks ${first}` : `git tracks ${tracked.length} files in ${LOCAL}`;
      // The folder also contains state that is committed on purpose.
      const files = all.length > tracked.length ? tracked.join(' ') : `-r ${LOCAL}`;
      return [noted('local-files', says, means, `${ignore}, and run \`git rm --cached ${files}\``)];
    }
    return [];
  });
}

import { isAbsolute, join, relative, resolve } from 'node:path';
import { passwordsIn } from '../config/conceal.ts';
import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/load.ts';
import { checkKeys } from '../config/rules.ts';
import { Exit } from '../core/exit.ts';
import { NotiformError } from '../core/problem.ts';
import { systemPrograms } from '../core/program.ts';
import type { ProfileRef } from '../core/resource.ts';
import { emulatorCredentials } from '../emulator/defaults.ts';
import type { EngineInput } from '../engine/types.ts';
import { isProcessAlive } from '../files/this-machine.ts';
import { kinds, remoteOf } from '../kinds/registry.ts';
import { messageEndpoints } from '../send/endpoints.ts';
import { accountDigest, type KeyedDigest, keyedDigest } from '../state/account.ts';
import { createFileStore } from '../state/file-store.ts';
import { openGit } from '../state/git.ts';
import { createGitStore } from '../state/git-store.ts';
import { createPostgresStore } from '../state/postgres-store.ts';
import { withProject } from '../state/project.ts';
import { withoutSecretRows } from '../state/secret-rows.ts';
import type { StateStore } from '../state/store.ts';
import { readBase } from '../wire/base.ts';
import { type Client, type ClientOptions, createClient } from '../wire/client.ts';
import { proxiesIn } from '../wire/proxy.ts';
import { stateOfOtherData } from './emulator/announcement.ts';
import { hostEmulator } from './emulator/host.ts';
import { deskSettings, type Invocation } from './invocation.ts';
import { type CommandProgress, openProgress } from './progress/progress.ts';
import { type LoadedProject, requireSettings, type SessionNeeds } from './project.ts';

/** A connection to the service for one run: the client, the state, and the addresses of both APIs. */
export interface Session {
  service: Client;
  store: StateStore;
  account: string;
  /** The address of the resource API as plans record it. Undefined if the environment is an emulator. */
  resourceUrl: string | undefined;
  keyed: KeyedDigest;
  profiles: ReadonlyMap<string, ProfileRef>;
  /** The selected profiles; all profiles if left out. */
  shard: ReadonlySet<string> | undefined;
  /** The emulator's control address, if the environment is an emulator. */
  emulatorUrl: string | undefined;
  close(): Promise<void>;
}

type Opened = Pick<LoadedProject, 'config' | 'environment' | 'shard'>;

/** Opens a session with the service. Reports every missing setting at once (exit 3). */
export async function openSession(
  invocation: Invocation,
  project: Opened,
  needs: SessionNeeds & { inFlight?: number | undefined },
): Promise<Session> {
  const { config, environment, shard } = project;
  requireSettings(environment, needs);
  const profiles = new Map(
    (needs.profiles ?? [...environment.profiles.keys()]).map((alias) => [alias, environment.profile(alias)]),
  );
  const same = checkKeys(profiles);
  if (same.length > 0) throw new NotiformError(same, Exit.problems);
  const place = environment.emulator
    ? await placeOfEmulator(invocation, project)
    : placeOfService(environment, needs.messages);
  for (const secret of place.secrets) invocation.redaction.hide(secret);
  const limits =
    needs.inFlight === undefined ? environment.limits : { ...environment.limits, inFlight: needs.inFlight };
  const service = openClient(invocation, environment, {
    tokenFolder: environment.emulator ? undefined : tokenFolderIn(invocation.env),
    resourceUrl: place.resourceUrl,
    messageUrl: place.messageUrl,
    localFiles: place.emulatorUrl ?? (environment.insecureHttp ? place.resourceUrl : undefined),
    credentials: place.credentials,
    limits,
  });
  const base = readBase('resourceUrl', place.resourceUrl, environment.insecureHttp);
  return {
    service,
    store: await openStore(invocation, { config, environment }),
    account: accountDigest(place.credentials.bizId),
    resourceUrl: environment.emulator ? undefined : `${base.origin}${base.prefix}`,
    keyed: keyedDigest(place.credentials.apiKey),
    profiles,
    shard,
    emulatorUrl: place.emulatorUrl,
    close: () => service.close(),
  };
}

/** Makes a client with the settings of an environment. */
export function openClient(
  { env, ports, flags, terminal, redaction }: Invocation,
  { wire, limits, insecureHttp, insecureTls }: Environment,
  own: Pick<ClientOptions, 'credentials'> & Partial<ClientOptions>,
): Client {
  const trace = flags.verbose ? { trace: (line: string) => terminal.say(line) } : {};
  const common = { wire, limits, insecureHttp, insecureTls, proxyFor: proxiesIn(env), redaction, ports, ...trace };
  return createClient({ token: messageEndpoints.token, ...common, ...own });
}

/** The folder of cached tokens: in the user's cache, so that no token is committed. Undefined if the user has none. */
function tokenFolderIn({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Invocation['env']): string | undefined {
  // A relative XDG_CACHE_HOME is to be ignored (XDG Base Directory Specification).
  const cache = [XDG_CACHE_HOME, LOCALAPPDATA, HOME && join(HOME, '.cache')].find((path) => path && isAbsolute(path));
  return cache && join(cache, 'notiform', 'tokens');
}

/** Returns the part of the engine's input that a session provides. */
export function engineInput(
  invocation: Invocation,
  environment: Environment,
  session: Session,
  inFlight?: number,
): EngineInput<Client> {
  return {
    environment: {
      name: environment.name,
      account: session.account,
      resourceUrl: session.resourceUrl,
      profiles: session.profiles,
      shard: session.shard,
      limits: { inFlight: inFlight ?? environment.limits.inFlight, timeoutMs: environment.limits.timeoutMs },
    },
    kinds,
    service: session.service,
    remote: remoteOf(session.service),
    store: session.store,
    ports: invocation.ports,
    signal: invocation.signal,
  };
}

async function placeOfEmulator(invocation: Invocation, { config, environment }: Opened) {
  const { ports, signal, later } = invocation;
  const host = await hostEmulator(config.root, environment, ports, signal, deskSettings(invocation));
  const { url, resourceUrl, messageUrl, leave } = host;
  later.push(leave);
  return { resourceUrl, messageUrl, credentials: emulatorCredentials, secrets: [], emulatorUrl: url };
}

function placeOfService(environment: Environment, messages: boolean) {
  const resource = environment.resourceCredentials();
  const message = messages ? environment.messageCredentials() : { account: '', password: '' };
  return {
    resourceUrl: environment.resourceUrl(),
    messageUrl: messages ? environment.messageUrl() : undefined,
    credentials: { ...resource, ...message },
    secrets: [resource.apiKey, message.password].filter((word) => word !== ''),
    emulatorUrl: undefined,
  };
}

/** Opens a session with the service and the progress of a command for some work. Closes both however the work ends. */
export async function withSession<T>(
  invocation: Invocation,
  project: Opened,
  needs: SessionNeeds & { inFlight?: number | undefined },
  work: (session: Session, progress: CommandProgress) => Promise<T>,
): Promise<T> {
  const session = await openSession(invocation, project, needs);
  const progress = openProgress(invocation);
  try {
    return await work(session, progress);
  } finally {
    progress.close();
    await session.close();
  }
}

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
  const store = withoutSecretRows(openPlainStore(invocation, config.root, environment.name, state), redaction);
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

function openPlainStore(
  { ports, env, redaction, later, flags, terminal, signal }: Invocation,
  root: string,
  environment: string,
  place: Environment['state'],
): StateStore {
  const common = { environment, ports, isAlive: isProcessAlive };
  if (place.store === 'file') return createFileStore({ ...common, path: resolve(root, place.path), shown: place.path });
  if (place.store === 'git') {
    const say = flags.quiet ? undefined : (line: string) => terminal.say(line);
    const closing = new AbortController();
    later.push(async () => closing.abort());
    const programs = systemPrograms(closing.signal);
    return createGitStore({ ...common, ...place, programs, cwd: root, env, say });
  }
  const url = place.url();
  for (const secret of [url, ...passwordsIn(url)]) redaction.hide(secret);
  const store = createPostgresStore({ ...common, url, signal });
  later.push(() => store.close());
  return store;
}

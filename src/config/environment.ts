import type { Address } from '../core/address.ts';
import { Exit } from '../core/exit.ts';
import { own } from '../core/json.ts';
import type { Risk } from '../core/kind.ts';
import { formatPath, type Path } from '../core/path.ts';
import type { Limit } from '../core/plan.ts';
import { asWarning, errorProblem, NotiformError, type Problem, placed, problemAt } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import { type Credentials, type Limits, neutralWire, type Wire } from '../core/wire.ts';
import { fewOf } from '../text/suggest.ts';
import type { LocatedDocument } from '../yaml/places.ts';
import { REFERENCE, variablesIn } from './conceal.ts';
import type { EnvironmentFile } from './schema.ts';
import { resolved, together, UnsetVariables } from './together.ts';

/** How an emulator is started: its port (a free one if left out), its names for other machines, and whether it masks numbers. */
interface EmulatorStart {
  port?: number;
  hosts: readonly string[];
  mask: boolean;
}

/** The location of the state: a folder (absolute, or relative to the project's root), a ref of a git remote, or a database. */
type StatePlace =
  | { store: 'file'; path: string }
  | { store: 'git'; ref: string; remote: string }
  | { store: 'postgres'; url(): string };

/**
 * One environment of `notiform.yaml`. Plain members need no secret. Functions resolve their `${env:…}` when they are called, so a
 * command needs only the variables that it uses. A function throws a NotiformError with every missing variable and its place.
 */
export interface Environment {
  name: string;
  emulator: boolean;
  emulatorStart: EmulatorStart;
  inspect: 'auto' | 'manual';
  protected: boolean;
  insecureTls: boolean;
  insecureHttp: boolean;
  profiles: ReadonlyMap<string, { type: 'S' | 'G' }>;
  /** By alias, the environment variables that the key of the profile names. */
  keyVariables: ReadonlyMap<string, readonly string[]>;
  senders: ReadonlySet<string>;
  recipients: ReadonlySet<string>;
  guard: { deletes: Limit | null; updates: Limit | null; allow: Risk[]; allowFor?: Record<Address, Risk[]> };
  limits: Limits;
  state: StatePlace;
  wire: Wire;
  variables(): ReadonlyMap<string, string>;
  profile(alias: string): ProfileRef;
  sender(name: string): string;
  recipient(name: string): string;
  resourceUrl(): string;
  messageUrl(): string;
  bizId(): string;
  resourceCredentials(): Pick<Credentials, 'bizId' | 'apiKey'>;
  messageCredentials(): Pick<Credentials, 'account' | 'password'>;
}

/** MANIFESTS: deletes 10, updates 30 % from ten existing on, allow queues-again and destroys. */
const GUARD: Environment['guard'] = {
  deletes: { count: 10 },
  updates: { percent: 30 },
  allow: ['queues-again', 'destroys'],
};

export type Env = Readonly<Record<string, string | undefined>>;

/** Makes an environment from its part of the file. `env` is the process's environment. */
export function openEnvironment(name: string, file: EnvironmentFile, document: LocatedDocument, env: Env): Environment {
  const resolve = resolver(['environments', name], document, env);
  const named = (member: 'senders' | 'recipients', entry: string): string => {
    const written = own(file[member], entry);
    if (written === undefined) throw unknownName(member, entry, Object.keys(file[member] ?? {}), name);
    return resolve([member, entry], written);
  };
  const credential = (member: keyof Credentials) => () => resolve(['credentials', member], file.credentials?.[member]);
  return {
    name,
    emulator: file.emulator !== undefined && file.emulator !== false,
    emulatorStart: emulatorStartOf(file.emulator),
    inspect: file.inspect ?? 'manual',
    protected: file.protected ?? false,
    insecureTls: file.insecureTls ?? false,
    insecureHttp: file.insecureHttp ?? false,
    profiles: new Map(Object.entries(file.profiles ?? {}).map(([alias, { type }]) => [alias, { type }])),
    keyVariables: new Map(Object.entries(file.profiles ?? {}).map(([alias, { key }]) => [alias, variablesIn(key)])),
    senders: new Set(Object.keys(file.senders ?? {})),
    recipients: new Set(Object.keys(file.recipients ?? {})),
    guard: { ...GUARD, ...defined(file.guard ?? {}) },
    limits: limitsOf(file),
    state: statePlaceOf(name, file.state ?? { store: 'file' }, (url) => resolve(['state', 'url'], url)),
    wire: { ...neutralWire, ...defined(file.wire ?? {}) },
    variables: () => {
      const value = (key: string, written: string) => () => [key, resolve(['variables', key], written)] as const;
      return new Map(together(Object.entries(file.variables ?? {}).map(([key, written]) => value(key, written))));
    },
    profile: (alias) => {
      const written = own(file.profiles, alias);
      if (!written) throw unknownName('profiles', alias, Object.keys(file.profiles ?? {}), name);
      return { alias, key: resolve(['profiles', alias, 'key'], written.key), type: written.type };
    },
    sender: (entry) => named('senders', entry),
    recipient: (entry) => named('recipients', entry),
    resourceUrl: () => resolve(['resourceUrl'], file.resourceUrl),
    messageUrl: () => resolve(['messageUrl'], file.messageUrl),
    bizId: credential('bizId'),
    resourceCredentials: () => {
      const [bizId = '', apiKey = ''] = together([credential('bizId'), credential('apiKey')]);
      return { bizId, apiKey };
    },
    messageCredentials: () => {
      const [account = '', password = ''] = together([credential('account'), credential('password')]);
      return { account, password };
    },
  };
}

/** The profiles whose keys can be resolved. */
export function knownProfiles({ profiles, profile }: Environment): ProfileRef[] {
  return [...profiles.keys()].flatMap((alias) => resolved(() => profile(alias)) ?? []);
}

/**
 * Returns a warning for each other environment that has profiles of this one: each would undo what the other applies. Compares only
 * known values: a key that both read from one variable may have another value where the other environment runs, unless both are the
 * emulator of this project. Shows no key.
 */
export function sharedProfiles(environment: Environment, others: readonly Environment[]): Problem[] {
  const own = knownProfiles(environment);
  const account = accountIn(environment);
  return others.flatMap((other) => {
    if (other.name === environment.name || account === undefined || accountIn(other) !== account) return [];
    const theirs = new Map(knownProfiles(other).map(({ key, alias }) => [key, alias]));
    const shared = own.flatMap(({ key, alias }) => {
      const variables = environment.keyVariables.get(alias)?.join();
      const isOneVariable = variables !== '' && variables === other.keyVariables.get(theirs.get(key) ?? '')?.join();
      return theirs.has(key) && (environment.emulator || !isOneVariable) ? [`\`${alias}\``] : [];
    });
    if (shared.length === 0) return [];
    const message = `\`${environment.name}\` and \`${other.name}\` have the same account and the same key: ${fewOf(shared)}`;
    return [asWarning(errorProblem('profile-shared', message, 'Give each environment a profile key of its own'))];
  });
}

/** Returns a text that is equal for two environments with one account. Undefined if a setting has no value. */
function accountIn({ emulator, resourceUrl, bizId }: Environment): string | undefined {
  if (emulator) return '';
  return resolved(() => `${bizId()} ${resourceUrl()}`);
}

/** The settings that every emulator gets from its environment. Each call resolves one. */
export function emulatorSettings(environment: Environment): (() => unknown)[] {
  const { profiles, senders, recipients } = environment;
  return [
    ...[...profiles.keys()].map((alias) => () => environment.profile(alias)),
    ...[...senders].map((name) => () => environment.sender(name)),
    ...[...recipients].map((name) => () => environment.recipient(name)),
  ];
}

function statePlaceOf(
  environment: string,
  { store, path, ref, remote, url }: NonNullable<EnvironmentFile['state']>,
  resolve: (url: string | undefined) => string,
): StatePlace {
  if (store === 'git') return { store, ...gitPlaceOf(environment, { ref, remote }) };
  if (store === 'postgres') return { store, url: () => resolve(url) };
  return { store, path: path ?? '.notiform/state' };
}

/** The ref and the remote that keep an environment's state in git. */
export function gitPlaceOf(
  environment: string,
  { ref, remote }: { ref?: string | undefined; remote?: string | undefined },
): { ref: string; remote: string } {
  return { ref: ref ?? `refs/notiform/${environment}`, remote: remote ?? 'origin' };
}

/** Settings that are left out are undefined. */
function emulatorStartOf(written: EnvironmentFile['emulator']): EmulatorStart {
  if (typeof written !== 'object') return { hosts: [], mask: false };
  const { port, host = [], mask = false } = written;
  return { ...(port === undefined ? {} : { port }), hosts: [host].flat(), mask };
}

/** An emulator on this machine does not block frequent calls. */
function limitsOf(file: EnvironmentFile): Limits {
  const {
    inFlight = 8,
    perSecond = file.emulator ? Number.POSITIVE_INFINITY : 50,
    timeout = 40_000,
  } = file.limits ?? {};
  return { inFlight, perSecond, timeoutMs: timeout };
}

/** Returns the members with a value. A missing optional setting must not replace a default. */
function defined<T extends object>(settings: T): { [name in keyof T]: Exclude<T[name], undefined> } {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [name in keyof T]: Exclude<T[name], undefined> }; // its own members
}

/** How a reader sets a variable. A step of a workflow has only the secrets that its `env` lists. */
function howToSet(name: string, env: Env): string {
  if (!own(env, 'GITHUB_ACTIONS')) return `export ${name}=…`;
  return `add the secret to the repository, and \`${name}: \${{ secrets.${name} }}\` to \`env\` of this step`;
}

/** Replaces each `${env:NAME}` by the process's variable. `$${` is a literal `${`. */
function resolver(base: Path, document: LocatedDocument, env: Env) {
  return (path: Path, written: string | undefined): string => {
    const at = [...base, ...path];
    const problem = (message: string, hint: string): Problem =>
      placed(document, problemAt(at, { code: 'config-unresolved', message, hint }));
    if (written === undefined) {
      const hint = 'This command needs it; write it as "${env:NAME}" to keep it out of git';
      throw new NotiformError(problem(`\`${formatPath(at)}\` is missing`, hint), Exit.problems);
    }
    const missing = new Map<string, string>();
    const resolved = written.replace(REFERENCE, (whole, escaped: string, name: string | undefined) => {
      if (escaped) return whole.slice(1);
      // A malformed reference was reported when the file was read.
      if (!name) return whole;
      const value = own(env, name);
      if (value === undefined || value === '') missing.set(name, value === undefined ? 'is not set' : 'is empty');
      return value ?? '';
    });
    if (missing.size === 0) return resolved;
    const problems = [...missing].map(([name, why]) =>
      problem(`The environment variable ${name} ${why}`, `\`${formatPath(at)}\` needs it: ${howToSet(name, env)}`),
    );
    throw new UnsetVariables(problems, [...missing.keys()], Exit.problems);
  };
}

function unknownName(member: string, name: string, known: readonly string[], environment: string): NotiformError {
  const all = known.length > 0 ? `There are: ${known.join(', ')}` : `It has no ${member} at all`;
  const problem: Problem = errorProblem(
    'config-unknown-name',
    `The environment ${environment} has no \`${name}\` among its ${member}`,
    all,
  );
  return new NotiformError(problem, Exit.problems);
}

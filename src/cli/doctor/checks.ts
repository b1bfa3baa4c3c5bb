import { foundIn, noted, passed, type Result, skipped } from '../../account/check.ts';
import { clockCheck, profileProblems } from '../../account/service-checks.ts';
import { type Environment, knownProfiles } from '../../config/environment.ts';
import type { Config } from '../../config/load.ts';
import { checkKeys } from '../../config/rules.ts';
import { resolved, together, UnsetVariables } from '../../config/together.ts';
import { ServiceFailure } from '../../core/failure.ts';
import type { Credentials } from '../../core/wire.ts';
import { emulatorCredentials } from '../../emulator/defaults.ts';
import { foreignProblems } from '../../engine/plan/guard.ts';
import { foreignIn } from '../../engine/subject/owner.ts';
import { templateEndpoints } from '../../kinds/notification-template/endpoints.ts';
import { lockView, lockWords } from '../../report/state.ts';
import { messageEndpoints } from '../../send/endpoints.ts';
import { accountDigest } from '../../state/account.ts';
import type { StateStore } from '../../state/store.ts';
import { counted } from '../../text/counted.ts';
import { readBase } from '../../wire/base.ts';
import type { Client } from '../../wire/client.ts';
import { openConfig } from '../config.ts';
import type { Invocation } from '../invocation.ts';
import { holderOf, isTakenOver } from '../locks.ts';
import { settingsOf } from '../project.ts';
import { openClient, openSession, openStore } from '../session.ts';

/** What the checks learn, for those that come after them and need them. */
export interface Examined {
  invocation: Invocation;
  opened?: { config: Config; environment: Environment };
  /** The client of the emulator, for both APIs. */
  emulator?: Client;
  /** The client of the resource API. */
  resource?: Client;
  store?: StateStore;
}

interface CheckRow {
  id: string;
  /** The checks without which it is skipped. */
  needs?: readonly string[];
  /** Left out if it is for every environment. */
  of?: 'emulator' | 'service';
  run(examined: Examined): Result[] | Promise<Result[]>;
}

/** Every check, in its order. */
export const CHECKS: readonly CheckRow[] = [
  { id: 'configuration', run: openConfiguration },
  { id: 'settings', needs: ['configuration'], run: checkSettings },
  { id: 'emulator', needs: ['settings'], of: 'emulator', run: startEmulator },
  {
    id: 'resource-address',
    needs: ['configuration'],
    of: 'service',
    run: (examined) => checkAddress('resource', examined),
  },
  { id: 'resource-credentials', needs: ['emulator', 'resource-address'], run: checkResource },
  { id: 'clock', needs: ['emulator', 'resource-address'], run: checkClock },
  { id: 'sender-keys', needs: ['resource-credentials'], run: checkSenders },
  {
    id: 'message-address',
    needs: ['configuration'],
    of: 'service',
    run: (examined) => checkAddress('message', examined),
  },
  { id: 'message-credentials', needs: ['emulator', 'message-address'], run: checkMessages },
  { id: 'state', needs: ['configuration'], run: checkState },
  { id: 'lock', needs: ['state'], run: checkLocks },
];

async function openConfiguration(examined: Examined): Promise<Result[]> {
  examined.opened = await openConfig(examined.invocation);
  const { problems, file } = examined.opened.config;
  return problems.length > 0 ? problems.map(foundIn) : [passed(file)];
}

/** Resolves every setting of the environment. Those that only sends need are noted: a pipeline may never send. */
function checkSettings(examined: Examined): Result[] {
  const { environment } = openedIn(examined);
  const { senders, recipients, emulator } = environment;
  // An emulator starts with all of them.
  const needed = [...settingsOf(environment, { messages: false }), environment.variables];
  const forSends = [
    ...[...senders].map((name) => () => environment.sender(name)),
    ...[...recipients].map((name) => () => environment.recipient(name)),
    environment.messageUrl,
    environment.messageCredentials,
  ];
  const settings = needed.length + (emulator ? 0 : forSends.length);
  const credentials = { ...resolved(environment.resourceCredentials), ...resolved(environment.messageCredentials) };
  const results = [
    ...unsetIn(needed),
    ...(emulator ? [] : unsetIn(forSends).map(onlyForSends)),
    ...Object.entries(credentials).flatMap(([name, value]) => (value === value.trim() ? [] : [pasted(name)])),
    ...checkKeys(new Map(knownProfiles(environment).map((ref) => [ref.alias, ref]))).map(foundIn),
  ];
  if (results.length > 0) return results;
  return [passed(`${counted(settings, 'setting')} have a value`)];
}

/** Finds the settings that have no value, each with its environment variable. */
function unsetIn(settings: readonly (() => unknown)[]): Result[] {
  try {
    together(settings);
    return [];
  } catch (error) {
    if (!(error instanceof UnsetVariables)) throw error;
    return error.problems.map((problem, index) => {
      const [name, setting] = [error.names[index], problem.path];
      const found = foundIn(problem);
      return name === undefined || setting === undefined ? found : { ...found, variable: { name, setting } };
    });
  }
}

function onlyForSends({ says, variable }: Result): Result {
  const note = noted(says, 'Needed only by `send` and `report`', 'Set it where you send');
  return variable ? { ...note, variable } : note;
}

/** Notes white space around a secret: somebody may have pasted a line break with it. The value is never shown. */
function pasted(name: string): Result {
  return noted(
    `\`credentials.${name}\` begins or ends with white space`,
    'A pasted or piped value often has a blank or a line break too many, and the service then refuses it',
    "Set the variable or secret again without it: `printf '%s'` instead of `echo`",
  );
}

async function startEmulator(examined: Examined): Promise<Result[]> {
  const { invocation } = examined;
  const session = await openSession(invocation, openedIn(examined), { messages: true });
  invocation.later.push(() => session.close());
  examined.emulator = session.service;
  return [passed(`runs at ${session.emulatorUrl}`)];
}

type Api = 'resource' | 'message';

/** Checks the form of an address. A call finds a host that cannot be reached. */
function checkAddress(api: Api, examined: Examined): Result[] {
  const { environment } = openedIn(examined);
  const address = resolved(environment[`${api}Url`]);
  if (address === undefined) return [skipped(`\`${api}Url\` has no value`)];
  const { host } = readBase(`${api}Url`, address, environment.insecureHttp);
  if (!environment.insecureTls) return [passed(host)];
  const means = 'The certificate is not verified, because the environment sets `insecureTls`';
  return [noted(host, means, 'Remove `insecureTls` if the service has a valid certificate')];
}

/** Makes a client of an API, which is closed after the command. Undefined if a credential has no value. */
function clientOf(api: Api, examined: Examined): Client | undefined {
  const { invocation, emulator } = examined;
  const { environment } = openedIn(examined);
  const credentials = resolved<Partial<Credentials>>(environment[`${api}Credentials`]);
  if (emulator || !credentials) return emulator;
  const client = openClient(invocation, environment, {
    credentials: { bizId: '', apiKey: '', account: '', password: '', ...credentials },
    [`${api}Url`]: environment[`${api}Url`](),
  });
  invocation.later.push(() => client.close());
  return client;
}

const NO_CREDENTIALS = skipped('the credentials have no value');

async function checkResource(examined: Examined): Promise<Result[]> {
  const client = clientOf('resource', examined);
  if (!client) return [NO_CREDENTIALS];
  examined.resource = client;
  await client.call(templateEndpoints.categories, {}, examined.invocation.signal);
  return [passed('bizId and apiKey are accepted')];
}

/** The clock of an emulator differs only because somebody set it. */
function checkClock({ invocation, resource, emulator }: Examined): Result[] {
  if (!resource) return [NO_CREDENTIALS];
  const check = clockCheck(resource.now(), invocation.ports.clock.now());
  if (check.result !== 'finding' || !emulator) return [check];
  const means = 'The clock of the emulator was set: times of this project are not real';
  return [noted(check.says, means, 'Run `notiform emulator clock --real` to return to real time')];
}

async function checkSenders(examined: Examined): Promise<Result[]> {
  const { resource, invocation } = examined;
  const profiles = knownProfiles(openedIn(examined).environment);
  if (!resource || profiles.length === 0) return [skipped('the environment has no profile')];
  const problems = await profileProblems(resource, profiles, invocation.signal);
  if (problems.length > 0) return problems.map(foundIn);
  return [passed(profiles.length > 5 ? `${profiles.length} are known` : profiles.map(({ alias }) => alias).join(', '))];
}

/**
 * Checks the credentials of the message API and that this address may call it: requests a token, then the result of a message that
 * does not exist. Nothing is sent.
 */
async function checkMessages(examined: Examined): Promise<Result[]> {
  const { ports, signal } = examined.invocation;
  const client = clientOf('message', examined);
  if (!client) return [NO_CREDENTIALS];
  try {
    await client.call(messageEndpoints.report, { messagekey: ports.random.hex(16) }, signal);
  } catch (error) {
    const isUnknown = error instanceof ServiceFailure && error.problem.code === 'service-refused';
    if (!isUnknown) throw error;
  }
  return [passed('account, password and this address are accepted')];
}

/** Reads the state, and checks that it can be written and that it belongs to the account and the keys of the environment. */
async function checkState(examined: Examined): Promise<Result[]> {
  const opened = openedIn(examined);
  const { environment } = opened;
  const aliases = [...environment.profiles.keys()];
  const store = await openStore(examined.invocation, opened);
  const documents = await store.readAll(aliases);
  for (const alias of aliases) await store.requireWritable?.(alias);
  examined.store = store;
  const profiles = new Map(knownProfiles(environment).map((one) => [one.alias, one]));
  const bizId = environment.emulator ? emulatorCredentials.bizId : resolved(environment.bizId);
  const own = [...profiles.keys()].map((alias) => documents.get(alias));
  const foreign = foreignIn(own, { account: accountDigest(bizId ?? ''), profiles });
  const problems = foreignProblems(foreign.filter(({ by }) => bizId !== undefined || by === 'key'));
  if (problems.length > 0) return problems.map(foundIn);
  const refused = await store.refusedPush?.();
  const means = 'The state can be read here and not written: `plan` works, `apply` does not';
  if (refused) return [noted(refused.message, means, refused.hint)];
  const found = [...documents.values()].filter((document) => document !== undefined).length;
  return [passed(`${store.kind}: ${counted(aliases.length, 'profile')}, ${found} with a state`)];
}

/** Shows the locks. Only a person knows if the run of one that the next run does not take over has ended. */
async function checkLocks(examined: Examined): Promise<Result[]> {
  const { store, invocation } = examined;
  const ours = holderOf('doctor', invocation.env);
  const style = { ...invocation.terminal.style('stdout'), language: 'en' as const };
  const results: Result[] = [];
  for (const alias of openedIn(examined).environment.profiles.keys()) {
    const lock = await store?.lockOf(alias);
    if (!lock || !store) continue;
    const says = `${alias} is locked ${lockWords(lockView(lock), style)}`;
    results.push(
      isTakenOver(lock, ours, store.kind)
        ? noted(says, 'The run that has the lock has ended; the next run on this machine takes the lock over')
        : noted(
            says,
            'Other runs on this profile wait or are refused',
            `If that run has ended, run \`notiform state unlock ${alias}\``,
          ),
    );
  }
  return results.length > 0 ? results : [passed('no profile is locked')];
}

/** What `configuration` opened. The checks that need it are skipped otherwise. */
function openedIn({ opened }: Examined): NonNullable<Examined['opened']> {
  if (!opened) throw new Error('a check ran without the configuration');
  return opened;
}

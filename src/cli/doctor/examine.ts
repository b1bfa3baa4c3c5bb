import { type Check, checked, foundIn, noted, passed, skipped } from '../../account/check.ts';
import { addressChecks, clockCheck, credentialChecks, keyChecks, messageChecks } from '../../account/service-checks.ts';
import type { Environment } from '../../config/environment.ts';
import type { Config } from '../../config/load.ts';
import { checkKeys } from '../../config/rules.ts';
import { UnsetVariables } from '../../config/together.ts';
import { NotiformError } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import { emulatorCredentials } from '../../emulator/defaults.ts';
import { foreignProblems } from '../../engine/plan/guard.ts';
import { foreignIn } from '../../engine/subject/owner.ts';
import { lockView, lockWords } from '../../report/state.ts';
import { messageEndpoints } from '../../send/endpoints.ts';
import { accountDigest } from '../../state/account.ts';
import type { StateStore } from '../../state/store.ts';
import { counted } from '../../text/counted.ts';
import type { Client } from '../../wire/client.ts';
import { openConfig } from '../config.ts';
import type { Invocation } from '../invocation.ts';
import { holderOf, isTakenOver } from '../locks.ts';
import { clientsOf, openSession, openStore } from '../session.ts';

/** What the checks learn, for those that come after them. */
interface Examination {
  invocation: Invocation;
  opened?: { config: Config; environment: Environment };
  settings: ResolvedSettings;
  /** Makes a client of an API: that of the emulator, or one of a real service. */
  clientOf?: (api: Api) => Client;
  store?: StateStore;
}

type Api = 'resource' | 'message';

/** The settings of an environment that have a value. */
interface ResolvedSettings {
  resourceUrl?: string | undefined;
  messageUrl?: string | undefined;
  resource?: { bizId: string; apiKey: string } | undefined;
  message?: { account: string; password: string } | undefined;
  profiles: ProfileRef[];
}

/** A check, and the checks without which it is skipped. */
interface CheckRow {
  id: string;
  needs?: readonly string[];
  /** Left out if it is for every environment. */
  of?: 'emulator' | 'service';
  run(learned: Examination): Check[] | Promise<Check[]>;
}

const ROWS: readonly CheckRow[] = [
  { id: 'configuration', run: openConfiguration },
  { id: 'settings', needs: ['configuration'], run: checkSettings },
  { id: 'emulator', needs: ['settings'], of: 'emulator', run: startEmulator },
  { id: 'resource-address', needs: ['configuration'], of: 'service', run: (learned) => addressOf('resource', learned) },
  {
    id: 'resource-credentials',
    needs: ['emulator', 'resource-address'],
    run: ({ clientOf, invocation }) => (clientOf ? credentialChecks(clientOf('resource'), invocation.signal) : []),
  },
  { id: 'clock', needs: ['emulator', 'resource-address'], run: checkClock },
  {
    id: 'sender-keys',
    needs: ['resource-credentials'],
    run: ({ clientOf, invocation, settings }) =>
      clientOf ? keyChecks(clientOf('resource'), settings.profiles, invocation.signal) : [],
  },
  { id: 'message-address', needs: ['configuration'], of: 'service', run: (learned) => addressOf('message', learned) },
  { id: 'message-credentials', needs: ['emulator', 'message-address'], run: checkMessages },
  { id: 'state', needs: ['configuration'], run: checkState },
  { id: 'lock', needs: ['state'], run: checkLocks },
];

/** Runs every check in its order. One that needs a check with a finding is skipped; a bug is thrown. */
export async function examine(invocation: Invocation): Promise<{ checks: Check[]; environment: string | undefined }> {
  const learned: Examination = { invocation, settings: { profiles: [] } };
  const checks: Check[] = [];
  const failed = new Set<string>();
  for (const { id, needs = [], of, run } of ROWS) {
    const isEmulator = learned.opened?.environment.emulator;
    if (of && isEmulator !== undefined && (of === 'emulator') !== isEmulator) continue;
    const missing = needs.find((need) => failed.has(need));
    const found =
      missing === undefined ? await checked(id, async () => run(learned)) : [skipped(id, `needs ${missing}`)];
    if (found.some(({ result }) => result === 'finding' || result === 'skipped')) failed.add(id);
    checks.push(...found);
  }
  return { checks, environment: learned.opened?.environment.name };
}

async function openConfiguration(learned: Examination): Promise<Check[]> {
  learned.opened = await openConfig(learned.invocation);
  const { config } = learned.opened;
  return config.problems.length > 0
    ? config.problems.map((problem) => foundIn('configuration', problem))
    : [passed('configuration', config.file)];
}

/** Resolves every setting of the environment. Those that only sends need are noted: a pipeline may never send. */
async function checkSettings(learned: Examination): Promise<Check[]> {
  const { environment } = openedIn(learned);
  const { profiles, senders, recipients, state, emulator } = environment;
  const [needed, forSending]: [Check[], Check[]] = [[], []];
  let count = 0;
  const resolve = <T>(setting: () => T, checks = needed): T | undefined => {
    count += 1;
    try {
      return setting();
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
      checks.push(...unresolved(error));
      return undefined;
    }
  };
  const refs = [...profiles.keys()].flatMap((alias) => resolve(() => environment.profile(alias)) ?? []);
  for (const name of senders) resolve(() => environment.sender(name), forSending);
  for (const name of recipients) resolve(() => environment.recipient(name), forSending);
  resolve(environment.variables);
  if (state.store === 'postgres') resolve(() => state.url());
  const { settings } = Object.assign(learned, {
    settings: {
      profiles: refs,
      ...(!emulator && {
        resourceUrl: resolve(environment.resourceUrl),
        resource: resolve(environment.resourceCredentials),
        messageUrl: resolve(environment.messageUrl, forSending),
        message: resolve(environment.messageCredentials, forSending),
      }),
    },
  });
  if (!emulator) await learnClients(learned);
  const checks = [
    ...needed,
    // An emulator starts with all of them.
    ...(emulator ? forSending : forSending.map(onlyForSending)),
    ...Object.entries({ ...settings.resource, ...settings.message }).flatMap(([name, value]) =>
      value === value.trim() ? [] : [pasted(name)],
    ),
    ...checkKeys(new Map(refs.map((ref) => [ref.alias, ref]))).map((problem) => foundIn('settings', problem)),
  ];
  return checks.length > 0 ? checks : [passed('settings', `${counted(count, 'setting')} have a value`)];
}

function unresolved(error: NotiformError): Check[] {
  const names = error instanceof UnsetVariables ? error.names : [];
  return error.problems.map((problem, index) => {
    const [name, setting] = [names[index], problem.path];
    const check = foundIn('settings', problem);
    return name !== undefined && setting !== undefined ? { ...check, variable: { name, setting } } : check;
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

async function learnClients(learned: Examination): Promise<void> {
  const { invocation, settings } = learned;
  const clientIn = clientsOf(invocation, openedIn(learned).environment);
  const credentials = { bizId: '', apiKey: '', account: '', password: '', ...settings.resource, ...settings.message };
  const made = new Map<Api, Client>();
  learned.clientOf = (api) => {
    const url = api === 'resource' ? { resourceUrl: settings.resourceUrl } : { messageUrl: settings.messageUrl };
    const client = made.get(api) ?? clientIn({ credentials, ...url });
    made.set(api, client);
    return client;
  };
  invocation.later.push(async () => {
    for (const client of made.values()) await client.close();
  });
}

async function startEmulator(learned: Examination): Promise<Check[]> {
  const { invocation } = learned;
  const session = await openSession(invocation, openedIn(learned), { messages: true });
  invocation.later.push(() => session.close());
  learned.clientOf = () => session.service;
  return [passed('emulator', `runs at ${session.emulatorUrl}`)];
}

function addressOf(api: Api, learned: Examination): Check[] {
  const { settings } = learned;
  const address = settings[`${api}Url`];
  const name = `${api}-address`;
  if (address === undefined) return [skipped(name, `\`${api}Url\` has no value`)];
  const found = addressChecks(api, address, openedIn(learned).environment);
  return settings[api] ? found : [...found, skipped(name, 'the credentials have no value')];
}

/** The clock of an emulator differs only because somebody set it. */
function checkClock({ invocation, opened, clientOf }: Examination): Check[] {
  const check = clockCheck(clientOf?.('resource').now(), invocation.ports.clock.now());
  if (check.result !== 'finding' || !opened?.environment.emulator) return [check];
  const means = 'The clock of the emulator was set: times of this project are not real';
  return [noted('clock', check.says, means, 'Run `notiform emulator clock --real` to return to real time')];
}

function checkMessages({ invocation, clientOf }: Examination): Promise<Check[]> | Check[] {
  const { ports, signal } = invocation;
  return clientOf ? messageChecks(clientOf('message'), messageEndpoints.report, ports.random, signal) : [];
}

/** Reads the state, and checks that it can be written and that it belongs to the account and the keys of the environment. */
async function checkState(learned: Examination): Promise<Check[]> {
  const { config, environment } = openedIn(learned);
  const aliases = [...environment.profiles.keys()];
  const opened = await openStore(learned.invocation, { config, environment });
  const documents = await opened.readAll(aliases);
  for (const alias of aliases) await opened.requireWritable?.(alias);
  learned.store = opened;
  const { profiles, resource } = learned.settings;
  const bizId = environment.emulator ? emulatorCredentials.bizId : resource?.bizId;
  const place = { account: accountDigest(bizId ?? ''), profiles: new Map(profiles.map((one) => [one.alias, one])) };
  const own = profiles.map(({ alias }) => documents.get(alias));
  const foreign = foreignProblems(foreignIn(own, place).filter(({ by }) => bizId !== undefined || by === 'key'));
  if (foreign.length > 0) return foreign.map((one) => foundIn('state', one));
  const refused = await opened.refusedPush?.();
  const means = 'The state can be read here and not written: `plan` works, `apply` does not';
  if (refused) return [noted('state', refused.message, means, refused.hint)];
  const found = [...documents.values()].filter((document) => document !== undefined).length;
  return [passed('state', `${opened.kind}: ${counted(aliases.length, 'profile')}, ${found} with a state`)];
}

/** Shows the locks. Only a person knows if the run of one that the next run does not take over has ended. */
async function checkLocks(learned: Examination): Promise<Check[]> {
  const { store, invocation } = learned;
  const ours = holderOf('doctor', invocation.env);
  const checks: Check[] = [];
  for (const alias of openedIn(learned).environment.profiles.keys()) {
    const lock = await store?.lockOf(alias);
    if (!lock || !store) continue;
    const says = `${alias} is locked ${lockWords(lockView(lock), { ...invocation.terminal.style('stdout'), language: 'en' })}`;
    checks.push(
      isTakenOver(lock, ours, store.kind)
        ? noted('lock', says, 'The run that has the lock has ended; the next run on this machine takes the lock over')
        : noted(
            'lock',
            says,
            'Other runs on this profile wait or are refused',
            `If that run has ended, run \`notiform state unlock ${alias}\``,
          ),
    );
  }
  return checks.length > 0 ? checks : [passed('lock', 'no profile is locked')];
}

/** What `configuration` opened. The checks that need it are skipped otherwise. */
function openedIn({ opened }: Examination): NonNullable<Examination['opened']> {
  if (!opened) throw new Error('a check ran without the configuration');
  return opened;
}

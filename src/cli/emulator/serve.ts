import { knownProfiles } from '../../config/environment.ts';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import { EVERY_INTERFACE } from '../../core/host-name.ts';
import type { JsonObject } from '../../core/json.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import { emulatorCredentials } from '../../emulator/defaults.ts';
import { startEmulator } from '../../emulator/emulator.ts';
import { environmentIn } from '../config.ts';
import { deskSettings, type Invocation, pageLanguage } from '../invocation.ts';
import { hostEmulator, notAnEmulator, type OwnRegistration } from './host.ts';

/** The options of `emulator`, as commander parsed them. */
export interface ServeOptions {
  port?: number;
  host?: string[];
  mask?: boolean;
  inspect?: 'auto' | 'manual';
  data?: string;
  skipDamaged?: boolean;
  keep?: number;
  webhook?: string;
  profile?: OwnRegistration['profiles'];
  sender?: string[];
  recipient?: string[];
  seed?: string;
  fromManifests?: boolean;
  endWithStdin?: boolean;
}

/** The flags, with the data file's path made absolute. */
type ServeSettings = Omit<ServeOptions, 'data' | 'seed'> & { data: string | undefined; seed: JsonObject | undefined };

/** An emulator that runs until a signal comes, or stdin closes. */
export interface Serving {
  url: string;
  resourceUrl: string;
  messageUrl: string;
  /** The names under which other machines call it. */
  hosts: readonly string[];
  /** The profiles of `--profile`, then those of notiform.yaml. Without either, those of the data file, or the usual one. */
  profiles: OwnRegistration['profiles'];
  /** The registered sender numbers, as they were written, in the same order. */
  senders: readonly string[];
  close(): Promise<void>;
}

/** Starts the emulator of a project. Throws a NotiformError if it already runs. */
export async function serveProject(invocation: Invocation, config: Config, options: ServeSettings): Promise<Serving> {
  const { ports, signal, flags } = invocation;
  const environment = environmentIn(config, invocation, flags.environment ?? emulatorOf(config));
  if (!environment.emulator)
    throw notAnEmulator(
      environment.name,
      'Choose an environment with `emulator: true`, or start the emulator in a folder without notiform.yaml',
    );
  const also = registrationOf(options);
  const given = { ...startOf(options), ...deskSettings(invocation), isServer: true, inspect: options.inspect, also };
  const host = await hostEmulator(config.root, environment, ports, signal, given);
  if (!host.joined) {
    const own = knownProfiles(environment);
    return {
      ...host,
      hosts: options.host ?? environment.emulatorStart.hosts,
      // `--profile` may repeat a profile of notiform.yaml.
      profiles: [...also.profiles, ...own.filter(({ key }) => also.profiles.every((one) => one.key !== key))],
      senders: [...also.senders, ...Array.from(environment.senders, (name) => environment.sender(name))],
    };
  }
  await host.leave();
  throw new NotiformError(
    errorProblem(
      'emulator-running',
      `The emulator of this project already runs at ${host.url}`,
      `Other commands use it automatically. For a second emulator, run \`notiform emulator\` in a folder outside the project. To stop it, end the process ${host.pid}: \`kill ${host.pid}\``,
    ),
    Exit.failed,
  );
}

/** Starts an emulator without a project. */
export async function serveAnyone(invocation: Invocation, options: ServeSettings): Promise<Serving> {
  const { profiles, senders, recipients } = registrationOf(options);
  const emulator = await startEmulator({
    ...startOf(options),
    inspect: options.inspect ?? 'manual',
    language: pageLanguage(invocation),
    ports: invocation.ports,
    recipients,
    ...(profiles.length === 0 ? {} : { profiles }),
    ...(senders.length === 0 ? {} : { senders }),
  });
  return { ...emulator, hosts: options.host ?? [] };
}

/** The addresses for other machines. */
export function addressesOf({ url, hosts }: Serving): string[] {
  return hosts.filter((host) => host !== EVERY_INTERFACE).map((host) => `http://${host}:${new URL(url).port}`);
}

/** What the command prints once the emulator runs. */
export function greeting(serving: Serving, data: { path: string; isNew: boolean } | '' | undefined): string {
  const { url, resourceUrl, messageUrl, profiles } = serving;
  const { bizId, apiKey, account, password } = emulatorCredentials;
  return [
    `The emulator runs at ${url}`,
    `  resource API  ${resourceUrl}  bizId ${bizId}, apiKey ${apiKey}`,
    `  message API   ${messageUrl}  account ${account}, password ${password}`,
    ...profiles.map(
      ({ alias, key, type }) => `  ${type === 'G' ? 'group  ' : 'profile'}       ${alias}  senderKey ${key}`,
    ),
    `  desk          ${url}/`,
    ...addressesOf(serving).map((address) => `  for others    ${address}  on every interface`),
    ...(data ? [`  data          ${data.path}${data.isNew ? ' (new file)' : ''}`] : []),
    'Press Ctrl-C to stop.',
  ].join('\n');
}

function startOf({ port, host: hosts, mask, webhook, data, skipDamaged, keep, seed }: ServeSettings) {
  return { port, hosts, mask, webhook, data, skipDamaged, keep, seed };
}

function registrationOf({ profile = [], sender = [], recipient = [] }: ServeSettings): OwnRegistration {
  return { profiles: profile, senders: sender, recipients: recipient };
}

/** Returns the first environment that is an emulator, if the default environment is not. */
function emulatorOf(config: Config): string | undefined {
  const names = config.environmentNames.filter((name) => config.environment(name).emulator);
  const byDefault = config.defaults.environment;
  return byDefault !== undefined && names.includes(byDefault) ? byDefault : (names[0] ?? byDefault);
}

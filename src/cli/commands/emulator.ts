import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type Environment, knownProfiles } from '../../config/environment.ts';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import { EVERY_INTERFACE } from '../../core/host-name.ts';
import type { JsonObject } from '../../core/json.ts';
import { errorProblem, ifProblem, NotiformError, usageError } from '../../core/problem.ts';
import { emulatorCredentials } from '../../emulator/defaults.ts';
import { digits } from '../../emulator/numbers.ts';
import { hostEmulator, notAnEmulator, type OwnRegistration } from '../emulator/host.ts';
import { tellManifests } from '../emulator/manifests.ts';
import { readSeedFile } from '../emulator/seed.ts';
import { deskSettings, type Invocation, pageLanguage } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { environmentIn, readConfig, readProject } from '../project.ts';

interface ServeOptions {
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
interface Serving {
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

/**
 * `emulator`: both APIs on this machine until a signal comes. Ending it so is its ordinary end: exit 0. Where there is no
 * project it serves whoever calls, for tests of an application in any language.
 */
export async function serve(invocation: Invocation, _args: string[], options: ServeOptions): Promise<Outcome> {
  const config = await findConfig(invocation);
  if (options.fromManifests && config === undefined)
    throw usageError(
      '`--from-manifests` needs a project: there is no notiform.yaml here',
      'Change to the folder of the project, or name its file with `--config`',
    );
  const seeds = options.seed === undefined ? undefined : await readSeedFile(invocation, options.seed);
  const data = options.data === undefined ? undefined : resolve(invocation.cwd, options.data);
  const isNew = data !== undefined && (await invocation.ports.files.realPath(data)) === undefined;
  const settings = { ...options, data, seed: seeds?.seed };
  const serving = await (config ? serveProject(invocation, config, settings) : serveAnyone(invocation, settings)).catch(
    (error: unknown) => {
      throw seeds ? seeds.placed(error) : error;
    },
  );
  const failed = options.fromManifests ? await manifestsApplied(invocation, serving) : undefined;
  if (failed) {
    await serving.close();
    return failed;
  }
  const { url, resourceUrl, messageUrl, profiles, senders } = serving;
  const [own] = profiles;
  const after = async (): Promise<void> => {
    const { input } = invocation.terminal.protocol;
    await (options.endWithStdin ? untilClosed(input, invocation.signal) : untilAborted(invocation.signal));
    await serving.close();
  };
  return {
    exit: Exit.done,
    text: greeting(serving, data && { path: data, isNew }),
    json: {
      url,
      resourceUrl,
      messageUrl,
      credentials: emulatorCredentials,
      ...(own ? { profile: { alias: own.alias, key: own.key } } : {}),
      profiles: profiles.map(({ alias, key, type }) => ({ alias, key, type })),
      senders: [...new Set(senders.map(digits))],
      hosts: addressesOf(serving),
    },
    problems: [],
    after,
  };
}

/** Applies the manifests to the emulator. Returns the outcome of an apply that failed. Closes the emulator if it throws. */
async function manifestsApplied(invocation: Invocation, { url, close }: Serving): Promise<Outcome | undefined> {
  const { applyManifests } = await import('./from-manifests.ts');
  const flags = { ...invocation.flags, environment: invocation.known.environment };
  return applyManifests({ ...invocation, flags }, url).catch(async (error: unknown) => {
    await close();
    throw error;
  });
}

/**
 * Returns the project's configuration, or undefined if there is none and none was named. NOTIFORM_ENVIRONMENT names none: it may be
 * set for a whole CI job.
 */
async function findConfig(invocation: Invocation): Promise<Config | undefined> {
  const { config, environment } = invocation.flags;
  const isNamed = environment !== (invocation.env['NOTIFORM_ENVIRONMENT'] || undefined);
  try {
    return await readConfig(invocation);
  } catch (error) {
    const isMissing = error instanceof NotiformError && error.problems[0]?.code === 'config-not-found';
    if (isMissing && config === undefined && !isNamed) return undefined;
    throw error;
  }
}

async function serveProject(invocation: Invocation, config: Config, options: ServeSettings): Promise<Serving> {
  const { ports, signal, flags } = invocation;
  const environment = environmentIn(config, invocation, flags.environment ?? emulatorOf(config));
  if (!environment.emulator)
    throw notAnEmulator(
      environment.name,
      'Choose an environment with `emulator: true`, or start the emulator in a folder without notiform.yaml',
    );
  const also = registrationOf(options);
  const given = { ...startOf(options), ...deskSettings(invocation), isServer: true, inspect: options.inspect, also };
  const host = await hostEmulator(config.root, environment, ports, signal, given).catch((error: unknown) => {
    throw options.port === undefined ? atItsPort(error, environment, config) : error;
  });
  if (!host.joined) {
    try {
      // The emulator also runs if the manifests are broken.
      const project = await readProject(invocation, config, environment).catch(ifProblem(undefined));
      await tellManifests(host.url, environment, project?.resources ?? []);
    } catch (error) {
      await host.close();
      throw error;
    }
    return {
      ...host,
      hosts: options.host ?? environment.emulatorStart.hosts,
      // `--profile` may repeat a profile of notiform.yaml.
      profiles: [
        ...new Map(
          [...also.profiles, ...knownProfiles(environment)].map((one) => [`${one.alias} ${one.key}`, one]),
        ).values(),
      ],
      senders: [...also.senders, ...Array.from(environment.senders, (name) => environment.sender(name))],
    };
  }
  await host.leave();
  throw running(
    `The emulator of this project already runs at ${host.url}`,
    host.pid,
    'Other commands use it automatically. For a second emulator, run `notiform emulator` in a folder outside the project',
  );
}

/** Reports an unusable port at the line of notiform.yaml that sets it. */
function atItsPort(error: unknown, { emulatorStart: { portPlace } }: Environment, config: Config): unknown {
  const [problem] = error instanceof NotiformError ? error.problems : [];
  if (problem?.code !== 'emulator-port' || !portPlace) return error;
  const hint = 'Stop what listens there, change `port` here, or pass `--port`';
  return new NotiformError({ ...problem, hint, place: portPlace }, Exit.failed, config.sources);
}

async function serveAnyone(invocation: Invocation, options: ServeSettings): Promise<Serving> {
  const { profiles, senders, recipients } = registrationOf(options);
  const { startEmulator } = await import('../../emulator/emulator.ts');
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

/** The addresses for other machines. */
function addressesOf({ url, hosts }: Serving): string[] {
  return hosts.filter((host) => host !== EVERY_INTERFACE).map((host) => `http://${host}:${new URL(url).port}`);
}

function greeting(serving: Serving, data: { path: string; isNew: boolean } | '' | undefined): string {
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

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Resolves when the input ends. A program that started this one closes it, also if a signal kills that program. */
async function untilClosed(input: Readable, signal: AbortSignal): Promise<void> {
  const closed = new Promise<void>((resolve) => input.once('close', resolve).once('end', resolve).resume());
  await Promise.race([closed, untilAborted(signal)]);
  input.destroy();
}

function running(message: string, pid: number | undefined, advice: string): NotiformError {
  const hint = `${advice}. To stop it, end the process ${pid}: \`kill ${pid}\``;
  return new NotiformError(errorProblem('emulator-running', message, hint), Exit.failed);
}

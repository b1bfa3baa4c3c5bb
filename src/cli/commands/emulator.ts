import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import { EVERY_INTERFACE } from '../../core/host-name.ts';
import { NotiformError, usageError } from '../../core/problem.ts';
import { emulatorCredentials } from '../../emulator/defaults.ts';
import { digits } from '../../emulator/numbers.ts';
import { readSeedFile } from '../emulator/seed.ts';
import { type ServeOptions, type Serving, serveAnyone, serveProject } from '../emulator/serve.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { readConfig } from '../project.ts';

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

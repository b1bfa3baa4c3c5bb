import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import { asWarning, errorProblem, ifProblem, NotiformError, type Problem, usageError } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import { createEmulatorControl } from '../../emulator/control/client.ts';
import { emulatorCredentials } from '../../emulator/defaults.ts';
import { digits } from '../../emulator/numbers.ts';
import { templateVersions } from '../../kinds/notification-template/versions.ts';
import { notification } from '../../send/channels/notification/channel.ts';
import { fewOf } from '../../text/suggest.ts';
import { environmentIn, readConfig } from '../config.ts';
import { controlled } from '../emulator/host.ts';
import { readSeed } from '../emulator/seed.ts';
import { addressesOf, greeting, type ServeOptions, serveAnyone, serveProject } from '../emulator/serve.ts';
import type { Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { readProject } from '../project.ts';
import { apply } from './apply.ts';

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
  const seed = options.seed === undefined ? undefined : await readSeed(invocation, options.seed);
  const data = options.data === undefined ? undefined : resolve(invocation.cwd, options.data);
  const isNew = data !== undefined && (await invocation.ports.files.realPath(data)) === undefined;
  const settings = { ...options, data, seed };
  const serving = await (config ? serveProject(invocation, config, settings) : serveAnyone(invocation, settings));
  let resources: readonly Resource[] = [];
  try {
    if (options.fromManifests && config) {
      const environment = environmentIn(config, invocation, invocation.known.environment);
      // The apply tells what is broken.
      const project = await readProject(invocation, config, environment).catch(ifProblem(undefined));
      resources = project?.resources ?? [];
    }
    const failed = options.fromManifests ? await applyManifests(invocation, serving.url) : undefined;
    if (failed) {
      await serving.close();
      return failed;
    }
  } catch (error) {
    await serving.close();
    throw error;
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
    problems: firstCodesOnly(resources),
    after,
  };
}

/** Verdicts and encodings happen at once while the manifests are applied. */
const AT_ONCE = { inspect: 'auto', inspectMs: 0, encodeMs: 0 } as const;

/**
 * `--from-manifests`: applies the manifests of the project to its emulator, which approves every inspection. Returns the outcome of
 * an apply that failed.
 */
async function applyManifests(given: Invocation, url: string): Promise<Outcome | undefined> {
  const invocation = { ...given, flags: { ...given.flags, environment: given.known.environment } };
  const control = createEmulatorControl(url);
  const { settings } = await controlled(control.settings({}));
  const { inspect, inspectMs, encodeMs } = settings;
  await controlled(control.settings(AT_ONCE));
  // The state may know uploads that an emulator does not have: its data is new, or it was reset.
  const { snapshot } = await controlled(control.snapshot());
  const uploads = [snapshot['images'], snapshot['videos']].flatMap((of) => (Array.isArray(of) ? of : []));
  // The first apply requests inspections, which end at once. The second makes the changes that need a verdict.
  const first = await apply(invocation, [], { yes: true, ...(uploads.length > 0 ? {} : { reupload: ['**'] }) });
  const outcome = first.exit === Exit.done ? await apply(invocation, [], { yes: true, wait: true }) : first;
  await controlled(control.settings({ inspect, inspectMs, encodeMs }));
  return outcome.exit === Exit.done ? undefined : outcome;
}

/**
 * A warning that names the templates with `versions`: the emulator has their text under the first code. Only the state of an
 * environment in use knows the codes of its versions.
 */
function firstCodesOnly(resources: readonly Resource[]): Problem[] {
  const versioned = resources.filter(
    (one) => one.kind === notification.templates.kind && templateVersions.asked(one) !== undefined,
  );
  if (versioned.length === 0) return [];
  const names = fewOf(versioned.map(({ address }) => address));
  const message = `The emulator has the text of these templates with \`versions\` under the first code only: ${names}`;
  const hint = 'Compare the codes with `notiform catalog` of the environment in use. Seed other versions with `--seed`';
  return [asWarning(errorProblem('emulator-versions', message, hint))];
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

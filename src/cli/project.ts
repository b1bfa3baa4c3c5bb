import { resolve } from 'node:path';
import { type Environment, emulatorSettings } from '../config/environment.ts';
import type { Config } from '../config/load.ts';
import { resolved, together } from '../config/together.ts';
import type { CodeList } from '../core/declaration.ts';
import { Exit } from '../core/exit.ts';
import type { Shard } from '../core/plan.ts';
import { hasErrors, NotiformError } from '../core/problem.ts';
import { profilesOfShard } from '../engine/snapshot/shard.ts';
import { profileOf } from '../engine/subject/ownership.ts';
import { kinds } from '../kinds/registry.ts';
import type { CheckMemory } from '../manifest/load/check-file.ts';
import { type Loaded, loadManifests } from '../manifest/load/load.ts';
import type { LoadOptions, ManifestEnvironment } from '../manifest/options.ts';
import { openConfig } from './config.ts';
import type { Invocation } from './invocation.ts';

export interface LoadedProject extends Loaded {
  config: Config;
  environment: Environment;
  /** The aliases of the selected profiles; all profiles if left out. Contains only resources of these profiles. */
  shard?: ReadonlySet<string>;
  /** Set for a shard: the number of resources that the whole project declares. */
  declared?: number;
}

interface ReadOptions extends Pick<LoadOptions, 'judge' | 'withoutLint'> {
  /** The category codes that templates are checked against; not checked if left out. */
  categories?: CodeList | undefined;
  memory?: CheckMemory | undefined;
}

/** Reads the manifests for an environment; the problems are collected, not thrown. */
export async function readProject(
  invocation: Invocation,
  config: Config,
  environment: Environment,
  paths: readonly string[] = [],
  more: ReadOptions = {},
): Promise<LoadedProject> {
  const { ports, cwd, signal } = invocation;
  const { categories, memory, ...rest } = more;
  const options = {
    root: config.root,
    manifests: config.manifests,
    ...(paths.length === 0 ? {} : { paths: paths.map((path) => resolve(cwd, path)) }),
    environment: {
      ...manifestEnvironment(environment, config),
      environments: config.environmentNames,
      ...(categories ? { categories } : {}),
    },
    defaults: config.defaults,
    files: ports.files,
    ...rest,
    signal,
  };
  const loaded = await loadManifests(options, memory);
  const sources = new Map([...config.sources, ...loaded.sources]);
  invocation.known.sources = sources;
  return { config, environment, ...loaded, problems: [...config.problems, ...loaded.problems], sources };
}

/** The part of an environment that manifests may name. */
export function manifestEnvironment(environment: Environment, { defaults }: Config): ManifestEnvironment {
  const { name, profiles, senders, recipients } = environment;
  return { name, variables: environment.variables(), profiles, senders, recipients, versions: defaults.versions };
}

/** Reads the manifests for a command about resources. Errors end the command (exit 3) before the service is asked. */
export async function openProject(invocation: Invocation, shard?: Shard, more?: ReadOptions): Promise<LoadedProject> {
  return checked(await openUnchecked(invocation, false, more), shard);
}

/** Reads the manifests of a project again, without lint: another run, such as an import, may have written some during a wait. */
export async function readAgain(
  invocation: Invocation,
  { config, environment }: Pick<LoadedProject, 'config' | 'environment'>,
  shard?: Shard,
): Promise<LoadedProject> {
  return checked(await readProject(invocation, config, environment, [], { withoutLint: true }), shard);
}

async function checked(project: LoadedProject, shard: Shard | undefined): Promise<LoadedProject> {
  const valid = requireValid(withoutSends(project));
  return shard ? cutTo(shard, valid) : valid;
}

/**
 * The project with the errors of test sends as warnings: no resource depends on a test send, and `validate` and `send` report them.
 * A problem that may concern a resource stays an error: without its manifest, `apply` would delete the resource.
 */
export function withoutSends(project: LoadedProject): LoadedProject {
  const { problems, documents } = project;
  return {
    ...project,
    problems: problems.map((one) => (documents.sendOf(one) ? { ...one, severity: 'warning' as const } : one)),
  };
}

/**
 * As `openProject`, but leaves the problems to the caller.
 * @param messages true if the session that follows sends: if a setting that manifests need is missing, those of the session are
 *   checked and reported with it
 */
export async function openUnchecked(
  invocation: Invocation,
  messages: boolean,
  more?: ReadOptions,
): Promise<LoadedProject> {
  const { config, environment } = await openConfig(invocation);
  if (!resolved(environment.variables)) together([environment.variables, ...settingsOf(environment, { messages })]);
  return readProject(invocation, config, environment, [], more);
}

/** Returns the project. Throws a NotiformError (exit 3) with its problems if one is an error. */
export function requireValid(project: LoadedProject): LoadedProject {
  const { problems, sources, withHints } = project;
  if (hasErrors(problems)) throw new NotiformError(withHints(problems), Exit.problems, sources);
  return project;
}

function cutTo(shard: Shard, project: LoadedProject): LoadedProject {
  const aliases = profilesOfShard(shard, project.environment.profiles.keys(), project.resources, kinds);
  const resources = project.resources.filter((resource) => aliases.has(profileOf(resource)));
  return { ...project, resources, shard: aliases, declared: project.resources.length };
}

/** Which settings of an environment a command uses. */
export interface SessionNeeds {
  /** True if the message API is called too. */
  messages: boolean;
  /** The profiles whose keys are used; all profiles if left out. */
  profiles?: readonly string[];
  /** More settings, each resolved by a call. */
  more?: readonly (() => unknown)[];
}

/** Throws one NotiformError (exit 3) with every required setting that cannot be resolved. */
export function requireSettings(environment: Environment, needs: SessionNeeds): void {
  together(settingsOf(environment, needs));
}

/** The settings that a command uses. Each call resolves one. */
export function settingsOf(
  environment: Environment,
  { messages, profiles, more = [] }: SessionNeeds,
): (() => unknown)[] {
  const { emulator, state } = environment;
  const ofService = [
    ...(profiles ?? [...environment.profiles.keys()]).map((alias) => () => environment.profile(alias)),
    environment.resourceUrl,
    environment.resourceCredentials,
    ...(messages ? [environment.messageUrl, environment.messageCredentials] : []),
  ];
  return [
    ...(emulator ? emulatorSettings(environment) : ofService),
    ...(state.store === 'postgres' ? [() => state.url()] : []),
    ...more,
  ];
}

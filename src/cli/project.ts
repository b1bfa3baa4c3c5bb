import { resolve } from 'node:path';
import { type Environment, emulatorSettings } from '../config/environment.ts';
import { type Config, loadConfig } from '../config/load.ts';
import { resolved, together } from '../config/together.ts';
import type { CodeList } from '../core/declaration.ts';
import { Exit } from '../core/exit.ts';
import type { Shard } from '../core/plan.ts';
import { errorProblem, hasErrors, NotiformError, type Problem, type Sources } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import type { TestSend } from '../core/test-send.ts';
import type { CheckMemory } from '../manifest/load/check-file.ts';
import type { Documents } from '../manifest/manifest.ts';
import type { LoadOptions, ManifestEnvironment } from '../manifest/options.ts';
import { maskNumber } from '../text/mask.ts';
import { type Invocation, repeated } from './invocation.ts';
import { isInCI } from './terminal.ts';

export interface LoadedProject {
  config: Config;
  environment: Environment;
  resources: Resource[];
  sends: TestSend[];
  problems: Problem[];
  /** The files of manifests that declare nothing. */
  emptyFiles: readonly string[];
  sources: Sources;
  documents: Documents;
  /** The aliases of the selected profiles; all profiles if left out. Contains only resources of these profiles. */
  shard?: ReadonlySet<string>;
  /** Set for a shard: the number of resources that the whole project declares. */
  declared?: number;
}

/** Opens the configuration and one environment. In CI the environment must be named (exit 64). Elsewhere the default one of notiform.yaml is used. */
export async function openConfig(invocation: Invocation): Promise<{ config: Config; environment: Environment }> {
  const config = await readConfig(invocation);
  if (invocation.flags.environment === undefined && isInCI(invocation.env)) throw unnamed(invocation, config);
  return { config, environment: environmentIn(config, invocation) };
}

/** As `openConfig`, but uses the default environment in CI too. Only for commands that use just the emulator. */
export async function openAnyConfig(invocation: Invocation): Promise<{ config: Config; environment: Environment }> {
  const config = await readConfig(invocation);
  return { config, environment: environmentIn(config, invocation) };
}

/** Returns the environment that the command line names, or another one, which everything that is shown then names. */
export function environmentIn(
  config: Config,
  { known, flags }: Invocation,
  name: string | undefined = flags.environment,
): Environment {
  const environment = config.environment(name);
  known.environment = environment.name;
  // With `inspect: auto` nobody has to decide.
  known.isEmulator = environment.emulator && environment.inspect === 'manual';
  return environment;
}

const TYPES = { S: 'a sender profile (type S)', G: 'a profile group (type G)' } as const;

/** Throws a usage error if the environment has no profile or group with this alias, or none of this type. */
export function requireAlias({ name, profiles }: Environment, alias: string, only?: 'S' | 'G'): void {
  const known = profiles.get(alias);
  const type = only ?? known?.type ?? 'S';
  if (known?.type === type) return;
  const others = [...profiles.keys()].filter((other) => !only || profiles.get(other)?.type === only);
  const has = others.length === 0 ? 'It has none' : `It has ${others.map((other) => `\`${other}\``).join(', ')}`;
  const message = known
    ? `\`${alias}\` is ${TYPES[known.type]}, but ${TYPES[type]} is required`
    : `The environment \`${name}\` has no ${type === 'G' ? 'group' : 'sender profile'} \`${alias}\``;
  throw new NotiformError(errorProblem(known ? 'profile-type' : 'config-unknown-name', message, has), Exit.usage);
}

/** A phone number as a value of `--phone`. The code of a category begins with two zeros. */
const PHONE = /(?<!\d)(?:\+?82-?|0)[1-9]\d?-?\d{3,4}-?\d{4}(?!\d)/g;

/** Without this check, a job that names no environment would succeed on the default one, usually an emulator. */
function unnamed(invocation: Invocation, { environmentNames }: Config): NotiformError {
  const commands = environmentNames.map((name) => `\`${repeated(invocation, name, []).replace(PHONE, maskNumber)}\``);
  return new NotiformError(
    errorProblem(
      'environment-unnamed',
      'CI is set, so the environment must be named',
      `Run ${commands.join(' or ')}, or set NOTIFORM_ENVIRONMENT`,
    ),
    Exit.usage,
  );
}

/** Reads the configuration and registers its secrets for redaction. */
export async function readConfig({ cwd, flags, ports, env, redaction, known }: Invocation): Promise<Config> {
  const file = flags.config === undefined ? {} : { file: flags.config };
  const config = await loadConfig({ cwd, files: ports.files, env, ...file });
  for (const secret of config.secrets) redaction.hide(secret);
  known.timezone = config.timezone;
  known.sources = config.sources;
  known.language = config.language;
  return config;
}

/** Learns the language of notiform.yaml if nothing chose one and no command has read it. */
export async function learnLanguage(invocation: Invocation): Promise<void> {
  const { flags, known } = invocation;
  if (flags.json || flags.language !== undefined || known.language !== undefined) return;
  // A command that needs the file reports its mistakes.
  await readConfig(invocation).catch(() => undefined);
}

/**
 * Reads the manifests for an environment; the problems are collected, not thrown.
 * @param more `categories`: the category codes that templates are checked against; not checked if left out; `judge`: what
 *   is looked for beyond the manifests' own rules
 */
export async function readProject(
  invocation: Invocation,
  config: Config,
  environment: Environment,
  paths: readonly string[] = [],
  more: Pick<LoadOptions, 'judge'> & { categories?: CodeList | undefined; memory?: CheckMemory | undefined } = {},
): Promise<LoadedProject> {
  const { loadManifests } = await import('../manifest/load/load.ts');
  const { ports, cwd, signal } = invocation;
  const { categories, judge, memory } = more;
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
    judge,
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
  const { versions } = defaults;
  return { name, variables: environment.variables(), profiles, senders, recipients, versions };
}

/** Reads the manifests for a command about resources. Errors end the command (exit 3) before the service is asked. */
export async function openProject(invocation: Invocation, shard?: Shard): Promise<LoadedProject> {
  return checked(await openUnchecked(invocation, false), shard);
}

/** Reads the manifests of a project again: another run, such as an import, may have written some during a wait. */
export async function readAgain(
  invocation: Invocation,
  { config, environment }: Pick<LoadedProject, 'config' | 'environment'>,
  shard?: Shard,
): Promise<LoadedProject> {
  return checked(await readProject(invocation, config, environment), shard);
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
export async function openUnchecked(invocation: Invocation, messages: boolean): Promise<LoadedProject> {
  const { config, environment } = await openConfig(invocation);
  if (!resolved(environment.variables)) together([environment.variables, ...settingsOf(environment, { messages })]);
  return readProject(invocation, config, environment);
}

/** Returns the project. Throws a NotiformError (exit 3) with its problems if one is an error. */
export function requireValid(project: LoadedProject): LoadedProject {
  if (hasErrors(project.problems)) throw new NotiformError(project.problems, Exit.problems, project.sources);
  return project;
}

async function cutTo(shard: Shard, project: LoadedProject): Promise<LoadedProject> {
  const [{ profilesOfShard }, { profileOf }, { kinds }] = await Promise.all([
    import('../engine/snapshot/shard.ts'),
    import('../engine/subject/ownership.ts'),
    import('../kinds/registry.ts'),
  ]);
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

function settingsOf(environment: Environment, { messages, profiles, more = [] }: SessionNeeds): (() => unknown)[] {
  const { emulator, state } = environment;
  return [
    ...(profiles ?? [...environment.profiles.keys()]).map((alias) => () => environment.profile(alias)),
    ...(emulator ? emulatorSettings(environment) : [environment.resourceUrl, environment.resourceCredentials]),
    ...(messages && !emulator ? [environment.messageUrl, environment.messageCredentials] : []),
    ...(state.store === 'postgres' ? [() => state.url()] : []),
    ...more,
  ];
}

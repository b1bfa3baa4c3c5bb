import type { Environment } from '../config/environment.ts';
import { type Config, loadConfig } from '../config/load.ts';
import { Exit } from '../core/exit.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { maskNumber } from '../text/mask.ts';
import { type Invocation, repeated } from './invocation.ts';
import { isInCI } from './terminal.ts';

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

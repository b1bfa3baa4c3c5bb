import { readProfiles } from '../account/profiles.ts';
import type { Environment } from '../config/environment.ts';
import { Exit } from '../core/exit.ts';
import { ServiceFailure } from '../core/failure.ts';
import type { JsonObject } from '../core/json.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { Client } from '../wire/client.ts';
import { done, type Outcome } from './finish.ts';
import type { Invocation } from './invocation.ts';
import { openConfig } from './project.ts';
import { withSession } from './session.ts';

export interface Account {
  service: Client;
  environment: Environment;
}

/** Runs account work in the environment. Only the profile that the command names, if it names one, requires a key. */
export async function withAccount(
  invocation: Invocation,
  alias: string | undefined,
  work: (account: Account) => Promise<Pick<Outcome, 'text' | 'json'>>,
): Promise<Outcome> {
  const { config, environment } = await openConfig(invocation);
  const profiles = alias === undefined ? [] : [alias];
  for (const one of profiles) requireAlias(environment, one, 'S');
  return withSession(invocation, { config, environment }, { messages: false, profiles }, async ({ service }) => {
    const { text, json } = await work({ service, environment });
    return done(text, json);
  });
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

/** Returns the live profile. Throws if the service has no profile with this key. */
export async function lookUp(
  { service: client, environment }: Account,
  alias: string,
  signal: AbortSignal,
): Promise<JsonObject> {
  const profiles = [environment.profile(alias)];
  const { rows, problems } = await readProfiles([alias], false, { client, profiles, asked: profiles, signal });
  const [found] = rows;
  if (!found) throw new NotiformError(problems);
  return found;
}

/** The outcome of a write: `already-so` if there was nothing to do. */
export type WriteEnding = 'done' | 'already-so';

/**
 * Writes, unless `isSo` shows that nothing is to do. If the service refuses the write, or its answer is lost, `isSo` decides the
 * outcome.
 */
export async function ensure(isSo: () => Promise<boolean>, write: () => Promise<unknown>): Promise<WriteEnding> {
  if (await isSo()) return 'already-so';
  try {
    await write();
    return 'done';
  } catch (error) {
    const isWorthALook = error instanceof ServiceFailure && (error.kind === 'refused' || error.mayBeDone);
    if (isWorthALook && (await isSo())) return 'done';
    throw error;
  }
}

import type { Environment } from '../config/environment.ts';
import { Exit } from '../core/exit.ts';
import { ServiceFailure } from '../core/failure.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import { profileEndpoints, type SenderProfile } from '../kinds/sender-profile/endpoints.ts';
import type { Client } from '../wire/client.ts';
import type { Invocation } from './invocation.ts';
import { done, type Outcome } from './outcome.ts';
import { openConfig, requireSettings } from './project.ts';
import { withSession } from './session.ts';

export interface Account {
  service: Client;
  environment: Environment;
  /** A profile or group that the command names, by its alias. */
  profile(alias: string): ProfileRef;
}

/**
 * Runs account work in the environment. Only the named profiles require a key.
 * @param named profiles and groups of the command line, and the types that they must have
 */
export async function withAccount(
  invocation: Invocation,
  named: readonly { alias: string; type: 'S' | 'G' }[],
  work: (account: Account) => Promise<Pick<Outcome, 'text' | 'json'>>,
): Promise<Outcome> {
  const { config, environment } = await openConfig(invocation);
  for (const { alias, type } of named) requireAlias(environment, alias, type);
  requireSettings(environment, { messages: false, profiles: named.map(({ alias }) => alias) });
  const profiles = new Map(named.map(({ alias }) => [alias, environment.profile(alias)]));
  const profile = (alias: string): ProfileRef => profiles.get(alias) ?? environment.profile(alias);
  return withSession(invocation, { config, environment }, { messages: false, profiles: [] }, async ({ service }) => {
    const { text, json } = await work({ service, environment, profile });
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

/** Returns the live profile with its groups. Throws if the service has no profile with this key. */
export async function lookUp({ service }: Account, profile: ProfileRef, signal: AbortSignal): Promise<SenderProfile> {
  const { success, fail } = await service.call(profileEndpoints.multi, { senderKey: [profile.key] }, signal);
  const [found] = success;
  if (found) return found;
  const [said] = fail;
  throw new NotiformError({
    code: 'profile-unknown',
    severity: 'error',
    message: `The service has no sender profile with the key of \`${profile.alias}\``,
    hint: `Check \`profiles.${profile.alias}\` of the environment`,
    ...(said ? { service: { code: said.code, message: said.message ?? '' } } : {}),
  });
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

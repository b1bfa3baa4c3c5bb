import { readProfiles } from '../account/profiles.ts';
import type { Environment } from '../config/environment.ts';
import { ServiceFailure } from '../core/failure.ts';
import type { JsonObject } from '../core/json.ts';
import { NotiformError } from '../core/problem.ts';
import type { Client } from '../wire/client.ts';
import { openConfig, requireAlias } from './config.ts';
import { done, type Outcome } from './finish.ts';
import type { Invocation } from './invocation.ts';
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

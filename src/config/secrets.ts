import { own } from '../core/json.ts';
import { REFERENCE } from './reference.ts';
import type { ConfigFile } from './schema.ts';

/**
 * What is secret of a configuration, in whatever environment it stands: the values of the variables that its keys, passwords and
 * addresses of state stores name. One that is not set is none; nothing fails for it.
 */
export function secretsOf(
  { environments }: ConfigFile,
  env: Readonly<Record<string, string | undefined>>,
): ReadonlySet<string> {
  const written = Object.values(environments).flatMap(({ credentials, state }) => [
    credentials?.apiKey ?? '',
    credentials?.password ?? '',
    state?.url ?? '',
  ]);
  const names = written.flatMap((text) =>
    Array.from(text.matchAll(REFERENCE), ([, escaped, name]) => (escaped ? undefined : name)),
  );
  const values = names.flatMap((name) => (name && own(env, name)) || []);
  return new Set(values.flatMap((value) => [value, ...passwordsIn(value)]));
}

/** Where an address has a password: before its host, or among what comes after a question mark. */
const PASSWORDS = [/:\/\/[^/@]*?:([^/]*)@/, /[?&]password=([^&#]*)/];

/** The passwords of an address, as they are written there and as they are said. */
export function passwordsIn(url: string): string[] {
  const written = PASSWORDS.flatMap((pattern) => pattern.exec(url)?.[1] || []);
  return written.flatMap((one) => [one, ...decoded(one)]);
}

function decoded(written: string): string[] {
  try {
    return [decodeURIComponent(written)];
  } catch {
    return [];
  }
}

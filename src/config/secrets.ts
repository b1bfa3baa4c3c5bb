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

/** What an address has before its host, and its password among what comes after a question mark. */
const BEFORE_HOST = /:\/\/([^/]*)@/;
const AFTER_ADDRESS = /[?&]password=([^&#]*)/;

/** The part of an address that holds a user and a password. */
export function accessIn(url: string): string | undefined {
  const access = BEFORE_HOST.exec(url)?.[1];
  return access?.split('@', 1)[0]?.includes(':') ? access : undefined;
}

/** The passwords of an address, as they are written there and as they are said. */
export function passwordsIn(url: string): string[] {
  const access = accessIn(url) ?? '';
  const written = [access.slice(access.indexOf(':') + 1), AFTER_ADDRESS.exec(url)?.[1] ?? ''].filter(Boolean);
  return written.flatMap((one) => [one, ...decoded(one)]);
}

function decoded(written: string): string[] {
  try {
    return [decodeURIComponent(written)];
  } catch {
    return [];
  }
}

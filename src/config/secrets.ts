import { own } from '../core/json.ts';
import type { ConfigFile } from './schema.ts';

/** `${env:NAME}`, its escape `$${`, or a `${` that is neither. */
export const REFERENCE = /\$(\$?)\{(?:env:([A-Za-z_][A-Za-z0-9_]*)\})?/g;

/** Returns the names of the environment variables that a text names. */
export function variablesIn(text: string): string[] {
  return Array.from(text.matchAll(REFERENCE)).flatMap(([, escaped, name]) => (escaped || !name ? [] : [name]));
}

/**
 * Collects the secrets of a configuration, from all environments: the values of the variables in keys, passwords and addresses
 * of state stores. Skips variables that are not set, and keys of profiles on an emulator, which it shows to applications.
 */
export function secretsOf(
  { environments }: ConfigFile,
  env: Readonly<Record<string, string | undefined>>,
): ReadonlySet<string> {
  const written = Object.values(environments).flatMap(({ credentials, state, emulator, profiles }) => [
    credentials?.apiKey ?? '',
    credentials?.password ?? '',
    state?.url ?? '',
    ...(emulator ? [] : Object.values(profiles ?? {}).map(({ key }) => key)),
  ]);
  const values = written.flatMap(variablesIn).flatMap((name) => own(env, name) || []);
  return new Set(values.flatMap((value) => [value, ...passwordsIn(value)]));
}

/** The part of an address before its host, and a password among its parameters. */
const BEFORE_HOST = /:\/\/([^/]*)@/;
const AFTER_ADDRESS = /[?&]password=([^&#]*)/;

/** Returns the part of an address with its user and password. */
export function accessIn(url: string): string | undefined {
  const access = BEFORE_HOST.exec(url)?.[1];
  return access?.split('@', 1)[0]?.includes(':') ? access : undefined;
}

/** Returns the passwords of an address, encoded as written, and decoded. */
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

import { own } from '../core/json.ts';
import { starNumbers } from '../text/mask.ts';
import type { ConfigFile } from './schema.ts';

/** Members with secret values: they give access to the account of the service. A misspelled name has one too. */
const MEMBER = String.raw`["']?\b(?:key|api[-_]?key|account|biz[-_]?id|password)["']?\s*:`;

/** A secret member on its own line. Its value may contain anything, and continues in lines that are indented deeper. */
const OWN_LINE = new RegExp(
  String.raw`^(([ \t]*)${MEMBER}(?!\S))([^\n]*(?:\n(?:\2[ \t]+\S[^\n]*|[ \t\r]*(?=\n)))*)`,
  'gim',
);

/** A secret member between braces. Its value ends with its quote, at a comma or at the brace. */
const AMONG_OTHERS = new RegExp(
  String.raw`([{,]\s*${MEMBER}\s+)("[^"\n]*"|'[^'\n]*'|(?:\$\{env:\w*\}|[^,}\n])+)`,
  'gi',
);

/** `credentials`, on a line of its own with what is indented deeper, or between braces. */
const CREDENTIALS = /^(([ \t]*)["']?cred\w*["']?\s*:(?!\S))([^\n]*(?:\n(?:\2[ \t]+\S[^\n]*|[ \t\r]*(?=\n)))*)/gim;
const CREDENTIALS_AMONG_OTHERS = /([{,]\s*["']?cred\w*["']?\s*:\s+)(\{(?:"[^"\n]*"|'[^'\n]*'|\$\{env:\w*\}|[^}])*)/gi;

/** A part of the value of `credentials`: a text in quotes, the name of a member, a placeholder, or another character. */
const CREDENTIAL_PART =
  /("[^"\n]*"|'[^'\n]*')(?!\s*:)|((?:^|[{,])[ \t]*["']?[\w-]+["']?[ \t]*:(?=\s|$))|(\$\{env:\w*\})|[^\s{},]/gmu;

/** A possible password in an address, with all that follows. It is a password only up to an `@`. */
const IN_ADDRESS = /(:\/\/[^/\s:@"']*:)([^\s"']*)/g;
const AFTER_ADDRESS = /([?&]password=)([^\s&#"']+)/g;

/** A phone number that `starNumbers` takes for a part of a word, or that has more digits. */
const NUMBER = /\+?\d(?:[ ().-]{0,2}\d){8,}/g;

const PLACEHOLDER = /(\$\{env:\w*\})/;

/**
 * Returns the text of a configuration as it may be shown around a mistake. Each character of written credentials, keys and
 * phone numbers becomes `*`, so every place stays the same. Works on the text only, because broken YAML is shown too.
 */
export function concealed(text: string): string {
  return starNumbers(text)
    .replace(OWN_LINE, (_, member: string, _indent: string, value: string) => member + starred(value))
    .replace(AMONG_OTHERS, (_, member: string, value: string) => member + starred(value))
    .replace(CREDENTIALS, (_, member: string, _indent: string, value: string) => member + credentialsStarred(value))
    .replace(CREDENTIALS_AMONG_OTHERS, (_, member: string, value: string) => member + credentialsStarred(value))
    .replace(IN_ADDRESS, (whole, before: string, rest: string) => {
      const end = rest.lastIndexOf('@');
      return end < 0 ? whole : before + starred(rest.slice(0, end)) + rest.slice(end);
    })
    .replace(AFTER_ADDRESS, (_, before: string, password: string) => before + starred(password))
    .replace(NUMBER, (number) => number.replace(/\d/g, '*'));
}

/** Replaces every value by stars, whatever the name of its member: a misspelt one is a mistake that is shown. */
function credentialsStarred(text: string): string {
  return text.replace(
    CREDENTIAL_PART,
    (part: string, _quoted: unknown, name?: string, env?: string) => name ?? env ?? starred(part),
  );
}

/** Replaces a value by stars. Names of environment variables are not secret and stay. */
function starred(value: string): string {
  return value
    .split(PLACEHOLDER)
    .map((part) => (PLACEHOLDER.test(part) ? part : part.replace(/[^"'\s]/gu, '*')))
    .join('');
}

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
const PARAMETER = /[?&]password=([^&#]*)/;

/** Returns the part of an address with its user and password. */
export function accessIn(url: string): string | undefined {
  const access = BEFORE_HOST.exec(url)?.[1];
  return access?.split('@', 1)[0]?.includes(':') ? access : undefined;
}

/** Returns the passwords of an address, encoded as written, and decoded. */
export function passwordsIn(url: string): string[] {
  const access = accessIn(url) ?? '';
  const written = [access.slice(access.indexOf(':') + 1), PARAMETER.exec(url)?.[1] ?? ''].filter(Boolean);
  return written.flatMap((one) => [one, ...decoded(one)]);
}

function decoded(written: string): string[] {
  try {
    return [decodeURIComponent(written)];
  } catch {
    return [];
  }
}

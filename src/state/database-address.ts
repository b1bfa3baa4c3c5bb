import type { ConnectionOptions } from 'node:tls';
import { Exit } from '../core/exit.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';

/** The settings for the driver. Only this file reads the parameters about encryption. */
interface DatabaseSettings {
  connectionString: string;
  /**
   * False for a connection in clear. Otherwise says explicitly whether the certificate is verified, because
   * NODE_TLS_REJECT_UNAUTHORIZED switches off what Node does by default.
   */
  ssl: false | ConnectionOptions;
  sslnegotiation?: 'direct';
}

/** The values of `sslmode`. All but the first and the last verify the server (assumption 187). */
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type Mode = (typeof MODES)[number];

/** The values of `ssl`, which other Node drivers use. */
const SSL_WORDS: ReadonlyMap<string, Mode> = new Map([
  ['true', 'verify-full'],
  ['1', 'verify-full'],
  ['false', 'disable'],
  ['0', 'disable'],
  ['no-verify', 'no-verify'],
]);

/** Parameters that the driver must not see, because it would read them in its own way. */
const READ_HERE = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'];

/**
 * Reads `state.url`. Throws a NotiformError: `state-address` (exit 3) if it is not the address of a PostgreSQL database,
 * `state-tls` if a certificate that it names is missing.
 * @param defaultMode libpq's PGSSLMODE, for an address that does not name a mode
 */
export async function settingsOf(
  url: string,
  files: Pick<Files, 'read'>,
  defaultMode: string | undefined,
): Promise<DatabaseSettings> {
  if (!isAddress(url)) throw notAnAddress();
  const [address = '', ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  const ssl = isSocket(address, parameters) ? false : await encryptionOf(address, parameters, files, defaultMode);
  const isDirect = ssl !== false && parameters.get('sslnegotiation') === 'direct';
  for (const name of READ_HERE) parameters.delete(name);
  const connectionString = parameters.size === 0 ? address : `${address}?${parameters}`;
  return { connectionString, ssl, ...(isDirect ? { sslnegotiation: 'direct' } : {}) };
}

/** The host may be missing: it is a parameter then, or this machine. A second `@` belongs to a password that is not encoded. */
function isAddress(url: string): boolean {
  const whole = url.replace(/^(postgres(?:ql)?:\/\/[^/?#@]*@)(?=\/[^@]*$)/, '$1localhost');
  return /^postgres(?:ql)?:\/\//.test(whole) && URL.canParse(whole);
}

/** True for a socket in the file system. As in libpq, its connection is never encrypted, whatever `sslmode` is. */
function isSocket(address: string, parameters: URLSearchParams): boolean {
  const host = parameters.get('host');
  return host ? host.startsWith('/') : /^[^/]*\/\/(?:[^/@]*@)?%2f/i.test(address);
}

/** True for a server of this machine: the password does not leave it. */
function isThisMachine(address: string, parameters: URLSearchParams): boolean {
  const host = parameters.get('host') ?? /^[^/]*\/\/(?:[^/]*@)?(\[[^\]]*\]|[^/:]*)/.exec(address)?.[1];
  return /^(?:|localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(host ?? '');
}

async function encryptionOf(
  address: string,
  parameters: URLSearchParams,
  files: Pick<Files, 'read'>,
  defaultMode: string | undefined,
): Promise<false | ConnectionOptions> {
  const isDirect = parameters.get('sslnegotiation') === 'direct';
  const names = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => parameters.get(name));
  const isClear = isThisMachine(address, parameters) && !isDirect && names.length === 0;
  const mode = modeOf(parameters, defaultMode || (isClear ? 'disable' : 'verify-full'));
  if (mode === 'disable') return false;
  const [ca, cert, key] = await Promise.all([
    fileOf(parameters, 'sslrootcert', files),
    fileOf(parameters, 'sslcert', files),
    fileOf(parameters, 'sslkey', files),
  ]);
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), rejectUnauthorized: mode !== 'no-verify' };
}

function modeOf(parameters: URLSearchParams, defaultMode: string): Mode {
  const ssl = parameters.get('ssl');
  const written = parameters.get('sslmode') || (ssl && (SSL_WORDS.get(ssl) ?? ssl));
  const word = written || defaultMode;
  const mode = MODES.find((one) => one === word);
  if (mode) return mode;
  throw addressProblem(
    `${written ? '`sslmode` of `state.url`' : 'PGSSLMODE'} is not a mode that notiform knows`,
    `Use one of ${MODES.join(', ')}.`,
  );
}

/** `sslrootcert=system` means the authorities that Node trusts by default. */
async function fileOf(
  parameters: URLSearchParams,
  name: string,
  files: Pick<Files, 'read'>,
): Promise<Buffer | undefined> {
  const path = parameters.get(name);
  if (!path || path === 'system') return undefined;
  const bytes = await files.read(path).catch(() => undefined);
  if (bytes) return Buffer.from(bytes);
  throw new NotiformError(
    errorProblem(
      'state-tls',
      `\`${name}\` of \`state.url\` cannot be read: ${path}`,
      'Check the path, and that this user may read the file.',
    ),
  );
}

/** The message does not contain the address, which may contain a password. */
function notAnAddress(): NotiformError {
  return addressProblem(
    '`state.url` is not the address of a PostgreSQL database',
    'Write postgres://user:password@host/database; in a password write %2F for a slash, %3F for ?, %23 for # and %25 for %.',
  );
}

function addressProblem(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('state-address', message, hint), Exit.problems);
}

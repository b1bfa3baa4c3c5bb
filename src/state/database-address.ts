import type { ConnectionOptions } from 'node:tls';
import { Exit } from '../core/exit.ts';
import type { Files } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';

/** An address as the driver takes it: what it says of encryption is read here, and only here. */
export interface DatabaseSettings {
  connectionString: string;
  /**
   * False for a connection in clear. Otherwise says explicitly whether the certificate is verified, because
   * NODE_TLS_REJECT_UNAUTHORIZED switches off what Node does by default.
   */
  ssl: false | ConnectionOptions;
  sslnegotiation?: 'direct';
}

/** The words of `sslmode` that notiform takes. All but the first and the last verify the server (assumption 187). */
const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type Mode = (typeof MODES)[number];

/** `ssl=true` and the like, which other drivers of Node write. */
const SSL_WORDS: ReadonlyMap<string, Mode> = new Map([
  ['true', 'verify-full'],
  ['1', 'verify-full'],
  ['false', 'disable'],
  ['0', 'disable'],
  ['no-verify', 'no-verify'],
]);

/** The driver must not see them: its own reading of them would win. */
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
  const ssl = isSocket(address, parameters) ? false : await encryptionOf(parameters, files, defaultMode);
  const isDirect = ssl !== false && parameters.get('sslnegotiation') === 'direct';
  for (const name of READ_HERE) parameters.delete(name);
  const connectionString = parameters.size === 0 ? address : `${address}?${parameters}`;
  return { connectionString, ssl, ...(isDirect ? { sslnegotiation: 'direct' } : {}) };
}

/** The host may be missing: then it is a parameter, or this machine. A second `@` is part of a password that is not encoded. */
function isAddress(url: string): boolean {
  const whole = url.replace(/^(postgres(?:ql)?:\/\/[^/?#@]*@)(?=\/[^@]*$)/, '$1localhost');
  return /^postgres(?:ql)?:\/\//.test(whole) && URL.canParse(whole);
}

/** Whether it names a socket in the file system. As with libpq, no such connection is encrypted, whatever `sslmode` says. */
function isSocket(address: string, parameters: URLSearchParams): boolean {
  const host = parameters.get('host');
  return host ? host.startsWith('/') : /^[^/]*\/\/(?:[^/@]*@)?%2f/i.test(address);
}

async function encryptionOf(
  parameters: URLSearchParams,
  files: Pick<Files, 'read'>,
  defaultMode: string | undefined,
): Promise<false | ConnectionOptions> {
  const isDirect = parameters.get('sslnegotiation') === 'direct';
  const names = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => parameters.get(name));
  const mode = modeOf(parameters, defaultMode) ?? (isDirect || names.length > 0 ? 'verify-full' : 'disable');
  if (mode === 'disable') return false;
  const [ca, cert, key] = await Promise.all([
    fileOf(parameters, 'sslrootcert', files),
    fileOf(parameters, 'sslcert', files),
    fileOf(parameters, 'sslkey', files),
  ]);
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), ...verificationOf(mode, parameters, ca) };
}

/** Every mode that names a server verifies it, but for the words as libpq has them (`uselibpqcompat=true`). */
function verificationOf(mode: Mode, parameters: URLSearchParams, ca: Buffer | undefined): ConnectionOptions {
  if (mode === 'no-verify') return { rejectUnauthorized: false };
  if (mode === 'verify-full' || parameters.get('uselibpqcompat') !== 'true') return { rejectUnauthorized: true };
  if (mode === 'prefer' || (mode === 'require' && !ca)) return { rejectUnauthorized: false };
  if (ca) return { rejectUnauthorized: true, checkServerIdentity: () => undefined };
  throw new NotiformError({
    code: 'state-tls',
    severity: 'error',
    message: '`sslmode=verify-ca` with `uselibpqcompat=true` needs `sslrootcert` in `state.url`',
    hint: 'Name the file of the certificate authority, or write `sslmode=verify-full`.',
  });
}

function modeOf(parameters: URLSearchParams, defaultMode: string | undefined): Mode | undefined {
  const ssl = parameters.get('ssl');
  const written = parameters.get('sslmode') || (ssl && (SSL_WORDS.get(ssl) ?? ssl));
  const word = written || defaultMode;
  if (!word) return undefined;
  const mode = MODES.find((one) => one === word);
  if (mode) return mode;
  throw addressProblem(
    `${written ? '`sslmode` of `state.url`' : 'PGSSLMODE'} is not a mode that notiform knows`,
    `Use one of ${MODES.join(', ')}.`,
  );
}

/** `sslrootcert=system` names the authorities that Node trusts anyway. */
async function fileOf(
  parameters: URLSearchParams,
  name: string,
  files: Pick<Files, 'read'>,
): Promise<Buffer | undefined> {
  const path = parameters.get(name);
  if (!path || path === 'system') return undefined;
  const bytes = await files.read(path).catch(() => undefined);
  if (bytes) return Buffer.from(bytes);
  throw new NotiformError({
    code: 'state-tls',
    severity: 'error',
    message: `\`${name}\` of \`state.url\` cannot be read: ${path}`,
    hint: 'Check the path, and that this user may read the file.',
  });
}

/** The address itself is in no sentence: it may hold a password. */
function notAnAddress(): NotiformError {
  return addressProblem(
    '`state.url` is no address of a PostgreSQL database',
    'Write postgres://user:password@host/database; in a password write %2F for a slash, %3F for ?, %23 for # and %25 for %.',
  );
}

function addressProblem(message: string, hint: string): NotiformError {
  return new NotiformError({ code: 'state-address', severity: 'error', message, hint }, Exit.problems);
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server of this machine's own, in a folder that goes with it. */
export interface Server {
  /** The address of a database, for the owner of everything. */
  url(database?: string, user?: string): string;
  /** The same by the server's socket, with encryption that a socket does not have. */
  socketUrl(database: string): string;
  /** Runs a statement as the owner. */
  ask(statement: string, database?: string): Promise<Record<string, unknown>[]>;
  /** At once, as a power cut does. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const PASSWORD = 'owner-password';
const TLS = join(import.meta.dirname, '..', 'fixtures', 'tls');

/** `nobody`: a server refuses to run as root, who a container is. */
const OTHER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Debian keeps the server's programs outside of the path. A machine without them cannot run these tests, and they fail there. */
function programs(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) throw new Error('there is no PostgreSQL server: apt-get install postgresql');
  return found;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

export async function startServer(): Promise<Server> {
  const bin = programs();
  const folder = mkdtempSync(join(tmpdir(), 'notiform-postgres-'));
  const [data, secret, tls] = [join(folder, 'data'), join(folder, 'secret'), join(folder, 'tls')];
  const own = (path: string): void => {
    if (OTHER.uid !== undefined) chownSync(path, OTHER.uid, OTHER.gid);
  };
  own(folder);
  writeFileSync(secret, PASSWORD);
  own(secret);
  const words = [
    '-D',
    data,
    '-U',
    'owner',
    '-A',
    'scram-sha-256',
    '--pwfile',
    secret,
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ];
  const made = spawnSync(join(bin, 'initdb'), words, { ...OTHER, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  mkdirSync(tls, { mode: 0o700 });
  own(tls);
  for (const name of readdirSync(TLS)) {
    copyFileSync(join(TLS, name), join(tls, name));
    spawnSync('chmod', ['600', join(tls, name)]);
    own(join(tls, name));
  }
  const port = await freePort();
  let child: ChildProcess | undefined;
  const url = (database = 'postgres', user = `owner:${PASSWORD}`): string =>
    `postgres://${user}@127.0.0.1:${port}/${database}`;
  const ask: Server['ask'] = async (statement, database) => {
    const client = new pg.Client(url(database));
    await client.connect();
    try {
      return (await client.query(statement)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  const start = async (): Promise<void> => {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'fsync=off',
      'max_connections=60',
    ];
    const encrypted = ['ssl=on', `ssl_cert_file=${join(tls, CERT)}`, `ssl_key_file=${join(tls, KEY)}`];
    const args = ['-D', data, ...[...settings, ...encrypted].flatMap((setting) => ['-c', setting])];
    child = spawn(join(bin, 'postgres'), args, { ...OTHER, cwd: folder, stdio: 'ignore' });
    while (
      !(await ask('select 1').then(
        () => true,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    // A clean end: a start that has to recover takes longer than a run waits.
    child.kill('SIGINT');
    await once(child, 'close');
  };
  await start();
  return {
    url,
    socketUrl: (database) => `postgres://owner:${PASSWORD}@/${database}?host=${folder}&port=${port}&sslmode=require`,
    ask,
    stop,
    start,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const CERT = 'certificate.pem';
const KEY = 'key.pem';

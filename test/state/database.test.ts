import type { Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemPorts } from '../../src/files/system.ts';
import { openDatabase } from '../../src/state/database.ts';
import { settingsOf } from '../../src/state/database-address.ts';
import { createPostgresStore } from '../../src/state/postgres-store.ts';
import { problem } from './contract.ts';
import { certificate, noRows, passwordWanted, refusal, rowOf, serve, welcome } from './postgres-wire.ts';

/** What needs no PostgreSQL server: there is none, or it is no address. The rest is in test/postgres. */

function storeAt(url: string, clock = systemPorts.clock) {
  const ports = { ...systemPorts, clock };
  const store = createPostgresStore({ url, environment: 'test', ports, isAlive: () => true });
  onTestFinished(() => store.close());
  return store;
}

it.each([
  'postgres://owner:se/cret-word@h/database',
  'postgres://owner:secret-word?1@h:port/database',
  'host=127.0.0.1 password=secret-word',
  'mysql://owner:secret-word@h/database',
  'postgres://owner:secret-word@h:99999/database',
  'secret-word',
  'postgres://owner:secret@/word@h/database',
])('an address that is none is told, and not shown: %s', async (url) => {
  for (const found of [await problem(storeAt(url).read('shop')), await problem(storeAt(url).lockOf('shop'))]) {
    expect(found).toEqual({
      code: 'state-address',
      severity: 'error',
      exit: 3,
      message: '`state.url` is not the address of a PostgreSQL database',
      hint: 'Write postgres://user:password@host/database; in a password write %2F for a slash, %3F for ?, %23 for # and %25 for %.',
    });
  }
});

it('a certificate that is not there is told at once', async () => {
  const sleeps: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void sleeps.push(ms) };
  const url = 'postgres://owner:secret-word@127.0.0.1:9/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
  expect(await problem(storeAt(url, clock).read('shop'))).toMatchObject({
    code: 'state-tls',
    message: expect.stringContaining('/nowhere/ca.pem'),
  });
  expect(sleeps).toEqual([]);
});

/** A clock that no time passes on. */
const still = { now: () => 0, sleep: async () => undefined };

it('a database that hangs up is tried six times, or for ten seconds', async () => {
  let time = 0;
  const clockOf = (step: number) => ({
    now: () => {
      time += step;
      return time;
    },
    sleep: async () => undefined,
  });
  for (const [step, tries] of [
    [0, 6],
    [6_000, 2],
  ] as const) {
    const { port, sockets } = await serve((socket) => socket.destroy());
    const url = `postgres://owner:secret-word@127.0.0.1:${port}/x`;
    expect(await problem(storeAt(url, clockOf(step)).read('shop'))).toMatchObject({ code: 'state-unreachable' });
    expect(sockets).toHaveLength(tries);
  }
});

it('a statement that waits for others waits for as long as they take', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: (() => void)[] = [];
  const { port } = await serve((socket, _, count) => {
    if (count === 1) socket.write(welcome);
    else asked.push(() => void socket.write(noRows));
  });
  const database = openDatabase(`postgres://owner:secret-word@127.0.0.1:${port}/x`, { ...systemPorts, clock: still });
  onTestFinished(() => database.close());
  const answers = Promise.all(Array.from({ length: 5 }, () => database.ask('select 1', [])));
  await expect.poll(() => asked).toHaveLength(2);
  vi.advanceTimersByTime(11_000);
  // The renewals have a connection of their own.
  const renewal = database.ask('select 2', [], 'renewals');
  await expect.poll(() => asked).toHaveLength(3);
  for (let count = 0; count < 6; count += 1) {
    await expect.poll(() => asked).not.toHaveLength(0);
    asked.shift()?.();
  }
  expect([...(await answers), await renewal]).toEqual([[], [], [], [], [], []]);
});

it('a database that was given up is tried once by each statement, until it answers', async () => {
  let isUp = false;
  const { port, sockets } = await serve((socket, _, count) => {
    if (isUp) socket.write(count === 1 ? welcome : noRows);
    else socket.destroy();
  });
  let time = 0;
  const clock = {
    now: () => time,
    sleep: async () => {
      time += 3_000;
    },
  };
  const url = `postgres://owner:secret-word@127.0.0.1:${port}/x`;
  const database = openDatabase(url, { ...systemPorts, clock });
  onTestFinished(() => database.close());
  const triesOf = async (work: Promise<unknown>): Promise<number> => {
    const before = sockets.length;
    await work;
    return sockets.length - before;
  };
  expect(await triesOf(problem(database.ask('select 1', [])))).toBe(5);
  expect(await triesOf(problem(database.ask('select 1', [])))).toBe(1);
  isUp = true;
  await database.ask('select 1', []);
});

it.each([
  ['hangs', () => undefined],
  ['hangs up', (socket: Socket) => void socket.destroy()],
])(
  'a database that %s keeps no command that has ended',
  async (_what, talk) => {
    const { port, sockets } = await serve(talk);
    const database = openDatabase(`postgres://owner:secret-word@127.0.0.1:${port}/x`, systemPorts);
    const asked = [1, 2, 3].map(() => problem(database.ask('select 1', [])));
    await expect.poll(() => sockets).not.toHaveLength(0);
    await database.close();
    expect(await Promise.all(asked)).toHaveLength(3);
  },
  // Less than the ten seconds that the database is given for a connection.
  9_000,
);

const PASSWORDLESS = 'The database of the state requires a password, and `state.url` has none';

it('a password that is missing is told at once, and no connection is left behind', async () => {
  vi.stubEnv('PGPASSWORD', undefined);
  vi.stubEnv('PGPASSFILE', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const continued = Buffer.from('R\0\0\0\x3c\0\0\0\x0br=', 'latin1');
  const { port, sockets } = await serve((socket, bytes, count) => {
    if (count === 1) socket.write(passwordWanted);
    else socket.write(Buffer.concat([continued, bytes.subarray(-24), Buffer.from(',s=c2FsdHNhbHRzYWx0,i=4096')]));
  });
  const store = storeAt(`postgres://owner@127.0.0.1:${port}/x`, still);
  expect(await problem(store.read('shop'))).toMatchObject({
    code: 'state-forbidden',
    message: PASSWORDLESS,
    hint: 'Add the password to `state.url`: postgres://user:password@host/database.',
  });
  expect(sockets).toHaveLength(1);
  await store.close();
  await expect.poll(() => sockets[0]?.destroyed).toBe(true);
});

it.each([
  ['10.23 (Debian 10.23-1)', '10.23'],
  ['9.6.24', '9.6.24'],
  ['9.3.25', '9.3.25'],
  ['11.22', undefined],
  ['16beta1', undefined],
])('a database of the version %s: too old is %s', async (version, shown) => {
  const found = { type: 'bool', value: 'f' } as const;
  const place = { type: 'bool', value: 't' } as const;
  const { port } = await serve((socket, bytes, count) => {
    // PostgreSQL has this function since 9.4.
    const isUnknown = version.startsWith('9.3') && bytes.includes('to_regclass');
    const answer = rowOf({ found, place, version: { type: 'text', value: version } });
    if (count === 1) socket.write(welcome);
    else socket.write(isUnknown ? refusal('42883', 'function to_regclass(unknown) does not exist') : answer);
  });
  const reading = storeAt(`postgres://owner:secret-word@127.0.0.1:${port}/x`, still).read('shop');
  if (shown === undefined) expect(await reading).toBeUndefined();
  else
    expect(await problem(reading)).toMatchObject({
      code: 'state-database',
      message: `The database of the state is PostgreSQL ${shown}, and notiform requires 11 or later`,
    });
});

it.each([
  [
    'a server that wants a client certificate',
    '28000',
    'connection requires a valid client certificate',
    'state-tls',
    'Name its files in `state.url`: `sslcert=FILE&sslkey=FILE`',
  ],
])('%s is tried once, and says what to do', async (_, sqlState, words, code, hint) => {
  const { port, sockets } = await serve((socket) => socket.end(refusal(sqlState, words)));
  const url = `postgres://owner:secret-word@127.0.0.1:${port}/x?options=-csearch_path%3Dshop`;
  const found = await problem(storeAt(url, still).read('shop'));
  expect(found).toMatchObject({ code, message: expect.stringContaining(words), hint: expect.stringContaining(hint) });
  expect(sockets).toHaveLength(1);
});

it.each([
  ['expired', '127.0.0.1', 'The certificate of the database of the state has expired'],
  ['other-host', 'localhost', 'The certificate of the database of the state is for another host, DNS:other.example'],
])('a certificate that is %s', async (name, host, message) => {
  const { port } = await serve(() => undefined, name);
  const url = `postgres://owner:secret-word@${host}:${port}/x?sslmode=require&sslrootcert=${certificate(name)}`;
  expect(await problem(storeAt(url, still).read('shop'))).toMatchObject({ code: 'state-tls', message });
});

it.each(['sslmode=require', 'ssl=true', 'PGSSLMODE'])(
  'NODE_TLS_REJECT_UNAUTHORIZED=0 switches nothing off: %s',
  async (parameter) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    if (parameter === 'PGSSLMODE') vi.stubEnv(parameter, 'prefer');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { port } = await serve((socket) => socket.write(welcome), 'certificate');
    const url = `postgres://owner:secret-word@127.0.0.1:${port}/x?${parameter}`;
    expect(await problem(storeAt(url, still).read('shop'))).toMatchObject({
      code: 'state-tls',
      message: expect.stringMatching(/self-signed certificate|SSL/),
    });
  },
);

it.each([
  ['sslmode=requrie', '`sslmode` of `state.url` is not a mode that notiform knows'],
  ['sslmode=allow', '`sslmode` of `state.url` is not a mode that notiform knows'],
  ['PGSSLMODE', 'PGSSLMODE is not a mode that notiform knows'],
])('an unknown mode is told, and nothing is connected: %s', async (parameter, message) => {
  if (parameter === 'PGSSLMODE') vi.stubEnv(parameter, 'on');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { port, sockets } = await serve((socket) => socket.write(welcome));
  const found = await problem(storeAt(`postgres://owner:secret-word@127.0.0.1:${port}/x?${parameter}`).read('shop'));
  expect(found).toMatchObject({
    code: 'state-address',
    exit: 3,
    message,
    hint: 'Use one of disable, prefer, require, verify-ca, verify-full, no-verify.',
  });
  expect(sockets).toEqual([]);
});

it.each([
  'postgres://owner:secret-word@/x?host=/nowhere&port=7777&sslmode=require',
  'postgres://owner:secret-word@%2Fnowhere:7777/x?sslmode=require',
  'postgres:///x?host=/nowhere&port=7777&user=owner',
])('the address of a socket is taken, and nothing is encrypted there: %s', async (url) => {
  expect(await problem(storeAt(url, still).read('shop'))).toMatchObject({
    code: 'state-unreachable',
    message: 'The database of the state could not be reached: connect ENOENT /nowhere/.s.PGSQL.7777',
  });
});

const verified = { rejectUnauthorized: true };
const unverified = { rejectUnauthorized: false };
const ca = Buffer.from('authority');

it.each([
  ['', undefined, { connectionString: '', ssl: verified }],
  ['?host=localhost', undefined, { connectionString: '?host=localhost', ssl: false }],
  ['?host=localhost&sslrootcert=system', undefined, { connectionString: '?host=localhost', ssl: verified }],
  ['', 'disable', { connectionString: '', ssl: false }],
  ['?sslmode=disable', 'require', { connectionString: '', ssl: false }],
  ['?sslmode=no-verify', undefined, { connectionString: '', ssl: unverified }],
  ['?ssl=no-verify&a=b', undefined, { connectionString: '?a=b', ssl: unverified }],
  ['?sslrootcert=ca.pem', undefined, { connectionString: '', ssl: { ...verified, ca } }],
  ['?sslmode=require&sslrootcert=system', undefined, { connectionString: '', ssl: verified }],
  ['?sslnegotiation=direct', undefined, { connectionString: '', ssl: verified, sslnegotiation: 'direct' }],
  ['?uselibpqcompat=true&sslmode=verify-full', undefined, { connectionString: '', ssl: verified }],
])('what %j says of encryption is read, and taken out, with PGSSLMODE=%s', async (query, mode, settings) => {
  const address = 'postgres://owner:secret-word@h/x';
  const files = { read: async (path: string) => (path === 'ca.pem' ? ca : undefined) };
  const { connectionString, ...rest } = settings;
  const wanted = { connectionString: address + connectionString, ...rest };
  expect(await settingsOf(address + query, files, mode)).toEqual(wanted);
});

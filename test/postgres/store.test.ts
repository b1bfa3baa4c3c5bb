import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemPorts } from '../../src/files/system.ts';
import { emptyDocument, SENDS } from '../../src/state/document.ts';
import { createPostgresStore, type PostgresStoreOptions } from '../../src/state/postgres-store.ts';
import type { DocumentEdit, StateStore } from '../../src/state/store.ts';
import { contend, killHolder, prepareContests } from '../state/contest.ts';
import {
  ann,
  bob,
  describeJournal,
  describeLeftLocks,
  describeStore,
  document,
  JOURNALED,
  type Place,
  problem,
} from '../state/contract.ts';
import { describeDeaths, type Side } from '../state/deaths.ts';
import { type Server, startServer } from './server.ts';

let server: Server;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.remove();
});
prepareContests();

let count = 0;

/** A database of its own. */
async function database(): Promise<string> {
  count += 1;
  await server.ask(`create database state_${count}`);
  return `state_${count}`;
}

function storeAt(url: string, more: Partial<PostgresStoreOptions> = {}): StateStore {
  const store = createPostgresStore({ url, environment: 'test', ports: systemPorts, isAlive: () => true, ...more });
  // The server has few connections, and a store keeps its own until it is closed.
  onTestFinished(() => store.close());
  return store;
}

const TABLES = `select count(*)::int as count from information_schema.tables where table_name = 'notiform_state'`;

interface DatabasePlace extends Place {
  name: string;
}

const placeOf =
  (more: Partial<PostgresStoreOptions> = {}) =>
  async (): Promise<DatabasePlace> => {
    const name = await database();
    return {
      name,
      open: () => storeAt(server.url(name), more),
      overwrite: async (profile, text) => {
        const lease = await storeAt(server.url(name)).lock(profile, ann);
        await lease.release();
        await server.ask(`update notiform_state set document = '${text}' where profile = '${profile}'`, name);
      },
    };
  };
// The tests below have documents without a journal.
describeStore('postgres', placeOf(JOURNALED), ' with journals');
describeJournal('postgres', placeOf(JOURNALED));

/** A process that dies at its nth change of a row: nothing of it passes its proxy from then on. */
async function mortalAt({ name }: DatabasePlace, point: number, side: Side) {
  const address = server.url(name);
  const { hostname, port } = new URL(address);
  let changes = 0;
  const isDead = (): boolean => changes >= point;
  const proxy = createServer((client) => {
    if (isDead()) client.destroy();
    const behind = connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      behind.destroy();
    };
    behind.on('error', end).on('data', (bytes) => (isDead() ? end() : client.write(bytes)));
    client.on('error', end).on('close', () => isDead() || behind.end());
    client.on('data', (bytes) => {
      if (/(?:insert into|update) notiform_state/.test(String(bytes))) changes += 1;
      if (!isDead() || (side === 'after' && changes === point)) behind.write(bytes);
      else end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  const url = address.replace(port, String((proxy.address() as AddressInfo).port));
  // The pause before a renewal does not end, and the pause before another try is none.
  const sleep = (ms: number) => new Promise<void>((resolve) => void (ms < 30_000 && resolve()));
  const ports = { ...systemPorts, clock: { ...systemPorts.clock, sleep } };
  return { store: storeAt(url, { ...JOURNALED, ports }), isDead };
}
describeDeaths('postgres', placeOf(JOURNALED), mortalAt);

describe('the table', () => {
  it('is made by the first lock, never by a look', async () => {
    const name = await database();
    const store = storeAt(server.url(name));
    expect(await store.readAll(['shop'])).toEqual(new Map([['shop', undefined]]));
    expect(await store.breakLock('shop', ann)).toBeUndefined();
    expect(await server.ask(TABLES, name)).toEqual([{ count: 0 }]);
    await (await store.lock('shop', ann)).release();
    expect(await server.ask(TABLES, name)).toEqual([{ count: 1 }]);
  });

  it('is made by one of many that come at once', async () => {
    const name = await database();
    const leases = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => storeAt(server.url(name)).lock(one, ann)),
    );
    expect(leases.map(({ fence }) => fence)).toEqual([1, 1, 1, 1, 1, 1]);
    await Promise.all(leases.map((lease) => lease.release()));
  });

  it('is all that a user needs rights to: select, insert and update', async () => {
    const name = await database();
    await (await storeAt(server.url(name)).lock('shop', ann)).release();
    await server.ask(`create role writer_${count} login password 'writer-password'`);
    await server.ask(`grant select, insert, update on notiform_state to writer_${count}`, name);
    const writer = storeAt(server.url(name, `writer_${count}:writer-password`));
    for (const profile of ['shop', 'mall']) {
      const lease = await writer.lock(profile, ann);
      await lease.write(document(1, profile));
      await writer.breakLock(profile, bob);
    }
    expect((await writer.readAll(['shop', 'mall'])).size).toBe(2);
  });

  it('may be let to be read alone', async () => {
    const name = await database();
    await server.ask(`create role reader_${count} login password 'reader-password'`);
    const reader = storeAt(server.url(name, `reader_${count}:reader-password`));
    expect(await problem(reader.lock('shop', ann))).toMatchObject({
      code: 'state-forbidden',
      message: 'The database of the state does not allow this user to do this: permission denied for schema public',
      hint: 'Grant the user the right to read and write the table notiform_state. The first run needs the right to create it.',
    });
    const lease = await storeAt(server.url(name)).lock('shop', ann);
    await lease.write(document(1));
    await server.ask(`grant select on notiform_state to reader_${count}`, name);
    expect(await reader.read('shop')).toEqual(document(1));
    expect(await problem(reader.breakLock('shop', ann))).toMatchObject({ code: 'state-forbidden' });
    await lease.release();
  });
});

describe('a database that several share', () => {
  it('keeps two projects apart by a schema each, which the address or the user names', async () => {
    const name = await database();
    for (const schema of ['mall', 'outlet']) await server.ask(`create schema ${schema}`, name);
    const role = `outlet_${count}`;
    await server.ask(`create role ${role} login password 'outlet-password'`, name);
    await server.ask(`alter role ${role} set search_path = outlet`, name);
    await server.ask(`grant usage, create on schema outlet to ${role}`, name);
    const mall = storeAt(`${server.url(name)}?options=-csearch_path%3Dmall`);
    const outlet = storeAt(server.url(name, `${role}:outlet-password`));
    const [one, two] = [await mall.lock('shop', ann), await outlet.lock('shop', bob)];
    await one.write(document(1, 'shop', 'mall'));
    await two.write(document(1, 'shop', 'outlet'));
    expect([(await mall.read('shop'))?.account, (await outlet.read('shop'))?.account]).toEqual(['mall', 'outlet']);
    for (const lease of [one, two]) await lease.release();
    const tables = `select schemaname from pg_tables where tablename = 'notiform_state' order by 1`;
    expect(await server.ask(tables, name)).toEqual([{ schemaname: 'mall' }, { schemaname: 'outlet' }]);
  });
});

describe('a table that is another one', () => {
  it.each([
    ['has other columns', 'create table notiform_state (id int)', 'does not exist'],
    [
      'has no key',
      `create table notiform_state (environment text, profile text, serial bigint, document text, fence bigint, token text,
        lock text, locked_at timestamptz, expires_at timestamptz)`,
      'ON CONFLICT',
    ],
  ])('%s is told, and left as it is', async (_, statement, words) => {
    const name = await database();
    await server.ask(statement, name);
    const found = await problem(storeAt(server.url(name)).lock('shop', ann));
    expect(found).toMatchObject({ code: 'state-table', exit: 1, message: expect.stringContaining(words) });
  });

  it.each([
    ['is not there', 'drop schema public'],
    ['may not be used', 'revoke usage on schema public from public'],
  ])('and has no place where its schema %s: a look says so too', async (_, statement) => {
    const name = await database();
    await server.ask(`create role guest_${count} login password 'guest-password'`, name);
    await server.ask(statement, name);
    const store = storeAt(server.url(name, `guest_${count}:guest-password`));
    for (const work of [() => store.read('shop'), () => store.lock('shop', ann)])
      expect(await problem(work())).toMatchObject({
        code: 'state-table',
        message: expect.stringContaining('no schema'),
      });
  });

  it('and has no place in a schema of the address that nobody made', async () => {
    const store = storeAt(`${server.url(await database())}?options=-csearch_path%3Dnowhere`);
    expect(await problem(store.read('shop'))).toMatchObject({ code: 'state-table' });
  });

  it('of a newer notiform may have more columns', async () => {
    const name = await database();
    await (await storeAt(server.url(name)).lock('shop', ann)).release();
    await server.ask(`alter table notiform_state add column more text not null default 'x'`, name);
    const lease = await storeAt(server.url(name)).lock('mall', ann);
    await lease.write(document(1, 'mall'));
    await lease.release();
    expect(await storeAt(server.url(name)).read('mall')).toEqual(document(1, 'mall'));
  });
});

describe('a row that somebody edited', () => {
  it('by the words of docs/state.md holds what they put in', async () => {
    const name = await database();
    const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'state.md'), 'utf8');
    const blocks = Array.from(page.matchAll(/```sql\n([^`]*(?:`cat[^`]*`[^`]*)?)```/g), ([, text = '']) => text);
    const [table = '', put = ''] = [
      blocks.find((text) => text.includes('create')),
      blocks.find((text) => text.includes('insert')),
    ];
    await server.ask(table, name);
    const statement = put.split('\n').slice(1).join('\n');
    for (const serial of [7, 3]) {
      const text = JSON.stringify({ ...document(serial), environment: 'production' });
      await server.ask(statement.replace(":'document'", `'${text}'`), name);
    }
    const store = storeAt(server.url(name), { environment: 'production' });
    const lease = await store.lock('shop', ann);
    await lease.write({ ...document(4), environment: 'production' });
    await lease.release();
    expect((await store.read('shop'))?.serial).toBe(4);
  });

  it('without its document begins anew', async () => {
    const name = await database();
    const store = storeAt(server.url(name));
    const lease = await store.lock('shop', ann);
    await lease.write(document(1));
    await lease.write(document(2));
    await lease.release();
    await server.ask('update notiform_state set document = null', name);
    expect(await store.read('shop')).toBeUndefined();
    const next = await store.lock('shop', ann);
    await next.write(document(1));
    await next.write(document(2));
    await next.release();
    expect(await server.ask('select serial::int from notiform_state', name)).toEqual([{ serial: 2 }]);
  });

  it('with a lock that says nothing is unlocked all the same', async () => {
    const name = await database();
    const store = storeAt(server.url(name));
    const lease = await store.lock('shop', ann);
    await server.ask(`update notiform_state set lock = 'of a newer notiform'`, name);
    const lock = await store.lockOf('shop');
    expect(lock).toMatchObject({ holder: undefined, fence: 1 });
    expect(await store.breakLock('shop', bob, lock)).toEqual(lock);
    expect(await store.lockOf('shop')).toBeUndefined();
    expect(await problem(lease.write(document(1)))).toMatchObject({ code: 'lock-lost' });
  });
});

describe('a document without a lock', () => {
  const message = { send: 'smoke', to: 'qa', refkey: 'r', time: '2026-11-20T00:00:00.000Z', outcome: 'sending' };
  const adding =
    (...names: string[]): DocumentEdit =>
    (stored) => {
      const { sends = {}, ...rest } = stored ?? emptyDocument('test', SENDS, '');
      const more = Object.fromEntries(names.map((name) => [name, message]));
      return { ...rest, serial: rest.serial + 1, sends: { ...sends, ...more } };
    };
  const many = Array.from({ length: 1000 }, (_, index) => `many-${index}`);

  it('costs what an edit changed', async () => {
    const name = await database();
    const rows = () => server.ask('select profile, document from notiform_state order by profile', name);
    const store = storeAt(server.url(name));
    await store.edit(SENDS, ann, adding(...many));
    const [base] = await rows();
    expect(String(base?.['document']).length).toBeGreaterThan(100_000);
    for (const one of ['a', 'b', 'c']) await store.edit(SENDS, ann, adding(one));
    const [same, journal, ...others] = await rows();
    expect([same, others]).toEqual([base, []]);
    expect(String(journal?.['document']).length).toBeLessThan(1000);
    expect(Object.keys((await storeAt(server.url(name)).read(SENDS))?.sends ?? {})).toHaveLength(1003);
  });

  it('is read again if another run was faster, and before an edit that changes nothing', async () => {
    const name = await database();
    const [first, second] = [storeAt(server.url(name)), storeAt(server.url(name))];
    await first.edit(SENDS, ann, adding(...many));
    await second.edit(SENDS, bob, adding('theirs'));
    await first.edit(SENDS, ann, adding('ours'));
    let seen: readonly string[] = [];
    await second.edit(SENDS, bob, (stored) => {
      seen = Object.keys(stored?.sends ?? {}).slice(-2);
      return undefined;
    });
    expect(seen).toEqual(['theirs', 'ours']);
  });
});

describe('a document that a person puts in during a run', () => {
  const message = { send: 'smoke', to: 'qa', refkey: 'r', time: '2026-11-20T00:00:00.000Z', outcome: 'sending' };
  const adding =
    (one: string): DocumentEdit =>
    (stored) => {
      const { sends = {}, ...rest } = stored ?? emptyDocument('test', SENDS, '');
      return { ...rest, serial: rest.serial + 1, sends: { ...sends, [one]: message } };
    };
  /** The words of docs/state.md. They leave the serial of the row as it is. */
  const put = (profile: string, text: string) =>
    `insert into notiform_state (environment, profile, document) values ('test', '${profile}', '${text}')
     on conflict (environment, profile) do update set document = excluded.document`;
  const swap = (profile: string, from: string, to: string) =>
    `update notiform_state set document = replace(document, '${from}', '${to}') where profile = '${profile}'`;
  // With a journal, the second edit adds a line.
  const sizes = [
    ['written whole', {}],
    ['with a journal', { whole: 1 }],
  ] as const;

  describe.each(sizes)('%s', (_, more) => {
    it('is the one that test sends are added to', async () => {
      const name = await database();
      const store = storeAt(server.url(name), more);
      for (const one of ['a', 'b']) await store.edit(SENDS, ann, adding(one));
      const theirs = adding('theirs')(undefined);
      await server.ask(put(SENDS, JSON.stringify({ ...theirs, serial: 2 })), name);
      for (const one of ['c', 'd']) await store.edit(SENDS, ann, adding(one));
      const read = await storeAt(server.url(name)).read(SENDS);
      expect(Object.keys(read?.sends ?? {}).toSorted()).toEqual(['c', 'd', 'theirs']);
    });

    it('stops a run that has the lock', async () => {
      const name = await database();
      const lease = await storeAt(server.url(name), more).lock('shop', ann);
      for (const serial of [1, 2]) await lease.write(document(serial));
      await server.ask(put('shop', JSON.stringify({ ...document(2), account: 'theirs' })), name);
      expect(await problem(lease.write(document(3)))).toMatchObject({
        code: 'state-moved',
        message: 'The state of test/shop was changed while this run had its lock',
      });
      expect((await storeAt(server.url(name)).read('shop'))?.account).toBe('theirs');
      await lease.release();
    });
  });

  it('of the same length is seen too', async () => {
    const name = await database();
    const store = storeAt(server.url(name));
    await store.edit(SENDS, ann, adding('a'));
    await server.ask(swap(SENDS, 'sending', 'unknown'), name);
    await store.edit(SENDS, ann, adding('b'));
    const read = await storeAt(server.url(name)).read(SENDS);
    expect(Object.values(read?.sends ?? {}).map(({ outcome }) => outcome)).toEqual(['unknown', 'sending']);
  });
});

describe('the locks of a run', () => {
  it('are renewed together, and one that was broken is lost alone', async () => {
    const name = await database();
    const store = storeAt(server.url(name));
    const profiles = Array.from({ length: 100 }, (_, index) => `shop-${index}`);
    const leases = await Promise.all(profiles.map((profile) => store.lock(profile, ann)));
    await storeAt(server.url(name)).breakLock('shop-7', bob);
    await server.ask(`update notiform_state set expires_at = clock_timestamp() + interval '5 seconds'`, name);
    const confirmed = await Promise.allSettled(leases.map((lease) => lease.confirm()));
    expect(profiles.filter((_, index) => confirmed[index]?.status === 'rejected')).toEqual(['shop-7']);
    const renewed = `select count(*)::int as count from notiform_state where expires_at > clock_timestamp() + interval '60 seconds'`;
    expect(await server.ask(renewed, name)).toEqual([{ count: 99 }]);
    await Promise.all(leases.map((lease) => lease.release()));
  });
});

let left: Promise<string> | undefined;
describeLeftLocks('postgres', async () => {
  left ??= database();
  const url = server.url(await left);
  count += 1;
  return storeAt(url, { environment: `left-${count}`, isAlive: () => false });
});

describe('a lock that nobody renews', () => {
  it('expires by the clock of the database, is taken over, and its holder writes no more', async () => {
    const name = await database();
    const [sleeper, other] = [storeAt(server.url(name)), storeAt(server.url(name))];
    const old = await sleeper.lock('shop', bob);
    await old.write(document(1));
    await server.ask(`update notiform_state set expires_at = clock_timestamp() - interval '1 second'`, name);
    expect(await other.lockOf('shop')).toMatchObject({ isExpired: true });
    const young = await other.lock('shop', ann);
    expect(await other.lockOf('shop')).not.toHaveProperty('isExpired');
    expect(young.fence).toBe(old.fence + 1);
    expect(young.warning).toMatchObject({
      code: 'lock-taken-over',
      message: expect.stringContaining('left behind by `apply` of bob on there (process 12)'),
    });
    expect(await problem(old.write(document(2)))).toMatchObject({ code: 'lock-lost' });
    await old.release();
    await young.write(document(2));
    await young.release();
  });

  it('is still its holder’s where nobody took it, and is renewed by a write', async () => {
    const name = await database();
    const lease = await storeAt(server.url(name)).lock('shop', bob);
    await server.ask(`update notiform_state set expires_at = clock_timestamp() - interval '1 second'`, name);
    await lease.write(document(1));
    expect(await problem(storeAt(server.url(name)).lock('shop', ann))).toMatchObject({ code: 'lock-held', exit: 6 });
    await lease.release();
  });

  it('is renewed while it is held, also after a time without the database', async () => {
    const name = await database();
    // Its sleeps are as long as the test says.
    const wakes: (() => void)[] = [];
    const clock = {
      now: () => Date.now(),
      sleep: (_: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          wakes.push(resolve);
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    const store = storeAt(server.url(name), { ports: { ...systemPorts, clock } });
    const lease = await store.lock('shop', bob);
    const left = `select extract(epoch from expires_at - clock_timestamp())::int as seconds from notiform_state`;
    await server.ask(`update notiform_state set expires_at = clock_timestamp() + interval '5 seconds'`, name);
    wakes.shift()?.();
    while (Number((await server.ask(left, name))[0]?.['seconds']) < 100) expect(wakes.length).toBeLessThan(3);
    await lease.release();
  });
});

describe('a database that goes away', () => {
  it('in the middle of a run is waited for, and nothing is lost', async () => {
    const name = await database();
    const store = storeAt(server.url(name));
    const lease = await store.lock('shop', ann);
    await lease.write(document(1));
    await server.stop();
    const writing = lease.write(document(2));
    await server.start();
    await writing;
    expect(await store.read('shop')).toEqual(document(2));
    await lease.release();
  });

  it('with its connections alone is not even noticed', async () => {
    const name = await database();
    const store = storeAt(server.url(name));
    const lease = await store.lock('shop', ann);
    for (const serial of [1, 2, 3]) {
      await server.ask(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
      );
      await lease.write(document(serial));
    }
    await lease.release();
    expect(await store.read('shop')).toEqual(document(3));
  });

  /**
   * The address of a proxy. The first statement with some words reaches the database, but nobody gets its answer: its client is cut
   * off at once.
   */
  async function losing(url: string, words: string): Promise<string> {
    const { hostname, port } = new URL(url);
    let isLost = false;
    const proxy = createServer((client) => {
      const database = connect(Number(port), hostname);
      database.on('data', (bytes) => client.write(bytes)).on('error', () => undefined);
      client.on('data', (bytes) => {
        database.write(bytes);
        if (isLost || !bytes.includes(words)) return;
        isLost = true;
        client.destroy();
      });
      client.on('error', () => undefined).on('close', () => isLost || database.end());
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      proxy.close();
    });
    await once(proxy, 'listening');
    return url.replace(port, String((proxy.address() as AddressInfo).port));
  }

  it.each(['a base', 'a line of a journal'])(
    'and has written %s, whose answer is lost, has written it once',
    async (what) => {
      const name = await database();
      const [words, kept] = what === 'a base' ? ['"serial": 1', 'c0'] : ['"serial":2', 'c1'];
      const lease = await storeAt(await losing(server.url(name), words), JOURNALED).lock('shop', ann);
      for (const serial of [1, 2, 3]) await lease.write({ ...document(serial), begunIn: kept });
      await lease.release();
      expect(await storeAt(server.url(name)).read('shop')).toEqual({ ...document(3), begunIn: kept });
    },
  );

  it.each(['a base', 'a line of a journal'])(
    'while it writes %s, which it finishes during the next try, has written it once',
    async (what) => {
      const name = await database();
      const lease = await storeAt(await losing(server.url(name), '"begunIn":'), JOURNALED).lock('shop', ann);
      if (what !== 'a base') await lease.write(document(1));
      const other = new pg.Client(server.url(name));
      await other.connect();
      await other.query('begin');
      await other.query('select from notiform_state for update');
      const writing = lease.write({ ...document(what === 'a base' ? 1 : 2), begunIn: 'c3' });
      const waiting = `select count(*)::int as count from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
      while (Number((await server.ask(waiting))[0]?.['count']) < 2);
      await other.query('commit');
      await other.end();
      await writing;
      await lease.release();
      expect(await storeAt(server.url(name)).read('shop')).toMatchObject({ begunIn: 'c3' });
    },
  );

  it('for good ends the run, with its own words and no password', async () => {
    const clock = { now: () => Date.now(), sleep: async () => undefined };
    const gone = storeAt('postgres://owner:owner-password@127.0.0.1:9/none', { ports: { ...systemPorts, clock } });
    expect(await problem(gone.read('shop'))).toEqual({
      code: 'state-unreachable',
      severity: 'error',
      exit: 1,
      message: 'The database of the state could not be reached: connect ECONNREFUSED 127.0.0.1:9',
      hint: 'Check that the database runs, then run the command again. It continues where this run stopped.',
    });
  });
});

it('a socket of this machine is an address too', async () => {
  const name = await database();
  const store = storeAt(server.socketUrl(name));
  expect(await store.read('shop')).toBeUndefined();
});

describe('a database that does not let us in', () => {
  it.each([
    [
      'with another password',
      () => server.url('postgres', 'owner:wrong'),
      'state-forbidden',
      'password authentication failed for user "owner"',
    ],
    [
      'where there is none of this name',
      () => server.url('nowhere'),
      'state-database',
      'database "nowhere" does not exist',
    ],
    [
      'with a certificate that nobody vouches for',
      () => `${server.url()}?sslmode=require`,
      'state-tls',
      'self-signed certificate',
    ],
  ])('%s', async (_, url, code, words) => {
    const found = await problem(storeAt(url()).read('shop'));
    expect(found).toMatchObject({ code, exit: 1 });
    expect(found.message).toContain(words);
    expect(JSON.stringify(found)).not.toMatch(/owner-password|wrong/);
  });

  it('encrypted, where the authority that is named is not that of the server, or is not there', async () => {
    const authority = join(import.meta.dirname, '..', 'fixtures', 'tls', 'certificate.pem');
    const name = await database();
    const trusting = storeAt(`${server.url(name)}?sslmode=verify-full&sslrootcert=${authority}`);
    expect(await trusting.read('shop')).toBeUndefined();
    const missing = storeAt(`${server.url(name)}?sslmode=verify-full&sslrootcert=${authority}.gone`);
    expect(await problem(missing.read('shop'))).toMatchObject({ code: 'state-tls' });
  });

  it('encrypted, where the certificate need not be vouched for', async () => {
    const name = await database();
    expect(await storeAt(`${server.url(name)}?sslmode=no-verify`).read('shop')).toBeUndefined();
  });
});

describe('several processes', () => {
  it('lose none of their writes, and hold the lock one at a time', async () => {
    const url = server.url(await database());
    await contend({ kind: 'postgres', place: url, rounds: 6 }, storeAt(url));
  });

  it('leave a lock when they are killed, which can be broken', async () => {
    const url = server.url(await database());
    await killHolder({ kind: 'postgres', place: url });
    const store = storeAt(url);
    expect(await store.read('shop')).toMatchObject({ serial: 1 });
    expect(await problem(store.lock('shop', ann))).toMatchObject({
      code: 'lock-held',
      exit: 6,
      hint: expect.stringMatching(
        /run the command again in 1[0-5]\d s, when its lock has expired, or break its lock with/,
      ),
    });
    await store.breakLock('shop', ann);
    const lease = await store.lock('shop', ann);
    expect(lease.fence).toBe(2);
    await lease.release();
  });
});

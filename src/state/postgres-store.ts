import type { QueryResultRow } from 'pg';
import type { Ports } from '../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import { type Database, openDatabase } from './database.ts';
import { parseDocument, type StateDocument, serializeDocument } from './document.ts';
import { joinEdits } from './joined-edits.ts';
import { isDeadHere, newLock, parseLock, serializeLock } from './lock-content.ts';
import { type OwnLock, openRenewals, type Renewals } from './postgres-renewals.ts';
import { CREATE, IS_THERE, statements } from './postgres-statements.ts';
import {
  alreadyLocked,
  contended,
  LEASE_SECONDS,
  lockLost,
  lockTakenOver,
  requireNext,
  unlocking,
} from './refusals.ts';
import type { Holder, Lease, Lock, StateStore } from './store.ts';

export interface PostgresStoreOptions {
  url: string;
  environment: string;
  ports: Ports;
  /** True if a process of this machine is alive. */
  isAlive(pid: number): boolean;
}

/** The serial of no row. A document with the wrong serial is written with it, so nothing changes and the stored one is returned. */
const NEVER = -1;

/** How often an edit is repeated after another run was faster. */
const MOST_RACES = 40;

const HELP = 'Replace the document in its row, or set it to null';

/** Stores state documents as rows of the table `notiform_state`. A row also has the lock: a lease that its holder renews. */
export function createPostgresStore({ url, environment, ports, isAlive }: PostgresStoreOptions): StateStore {
  const database = openDatabase(url, ports);
  const table = openTable(database);
  const renewals = openRenewals(ports.clock, (locks) =>
    table.rows(statements.renew, [environment, JSON.stringify(locks), LEASE_SECONDS], 'renewals'),
  );
  const parse = (profile: string, text: unknown): StateDocument | undefined =>
    typeof text === 'string'
      ? parseDocument(text, { environment, profile }, `the database, ${environment}/${profile}`, HELP)
      : undefined;
  const readAll: StateStore['readAll'] = async (profiles) => {
    const rows = await table.rows(statements.read, [environment, JSON.stringify(profiles)]);
    const texts = new Map(rows.map((row) => [row['profile'], row['document']]));
    return new Map(profiles.map((profile) => [profile, parse(profile, texts.get(profile))]));
  };
  const found = async (profile: string): Promise<{ lock: Lock; seconds: number } | undefined> => {
    const [row] = await table.rows(statements.lockOf, [environment, profile]);
    return row && { lock: lockIn(row), seconds: Number(row['seconds']) };
  };
  const lockOf: StateStore['lockOf'] = async (profile) => (await found(profile))?.lock;
  return {
    kind: 'postgres',
    read: async (profile) => (await readAll([profile])).get(profile),
    readAll,
    lock: async (profile, holder) => {
      await table.create();
      const place = { table, environment, profile, ports, parse, renewals };
      return takeLock(place, holder, () => found(profile), isAlive);
    },
    lockOf,
    breakLock: async (profile, _breaker, expected) => {
      const lock = await lockOf(profile);
      if (!lock) return undefined;
      const target = expected ?? lock;
      const [row] = await table.rows(statements.break, [environment, profile, target.token]);
      if (row || lock.token === target.token) return lock;
      throw alreadyLocked(`${environment}/${profile}`, lock);
    },
    edit: joinEdits(async (name, _editor, edit) => {
      await table.create();
      for (let races = 0; races < MOST_RACES; races += 1) {
        const [stored] = await table.rows(statements.read, [environment, JSON.stringify([name])]);
        const next = edit(parse(name, stored?.['document']));
        if (!next) return;
        const values = [environment, name, next.serial, serializeDocument(next), Number(stored?.['serial'] ?? 0)];
        if ((await table.rows(statements.edit, values)).length > 0) return;
        await ports.clock.sleep(ports.random.next() * Math.min(1_000, 20 * 2 ** races));
      }
      throw new NotiformError(contended(`${environment}/${name} in the database`));
    }),
    close: () => database.close(),
  };
}

interface Table {
  /** Returns the rows of a statement. Returns none if there is no table yet. */
  rows(...asked: Parameters<Database['ask']>): Promise<QueryResultRow[]>;
  /** Creates the table if there is none. */
  create(): Promise<void>;
}

/** A read never creates the table. A user without the right to create needs only the table itself. */
function openTable({ ask }: Database): Table {
  let isThere = false;
  const look = async (): Promise<boolean> => {
    if (isThere) return true;
    const [row] = await ask(IS_THERE, []);
    isThere = row?.['found'] === true;
    // Without a schema nothing was ever applied, but it is a mistake in the address.
    if (!isThere && row?.['place'] !== true) throw new NotiformError(noSchema());
    return isThere;
  };
  return {
    rows: async (...asked) => ((await look()) ? ask(...asked) : []),
    create: async () => {
      if (await look()) return;
      try {
        await ask(CREATE, []);
      } catch (error) {
        // If two runs create the table at the same time, PostgreSQL fails one of them, even with `if not exists`.
        if (!(await look())) throw error;
      }
    },
  };
}

interface StateRow {
  table: Table;
  environment: string;
  profile: string;
  ports: Ports;
  parse(profile: string, text: unknown): StateDocument | undefined;
  renewals: Renewals;
}

/** The lock in a row. The row has its number, which the text cannot have, and its token, by which a damaged lock is broken. */
function lockIn(row: QueryResultRow): Lock {
  return { ...parseLock(String(row['lock'])), token: String(row['token']), fence: Number(row['fence']) };
}

async function takeLock(
  place: StateRow,
  holder: Holder,
  find: () => Promise<{ lock: Lock; seconds: number } | undefined>,
  isAlive: PostgresStoreOptions['isAlive'],
): Promise<Lease> {
  const { table, environment, profile, ports } = place;
  const subject = `${environment}/${profile}`;
  const token = ports.random.hex(16);
  const content = serializeLock(newLock(holder, ports.clock.now(), token, 0));
  const take = (dead: string): Promise<QueryResultRow[]> =>
    table.rows(statements.lock, [environment, profile, token, content, LEASE_SECONDS, dead]);
  let [row] = await take('');
  const theirs = row ? undefined : await find();
  // A dead holder on this machine left the lock behind. The next run need not wait until it expires.
  if (theirs && isDeadHere(theirs.lock, holder, isAlive)) [row] = await take(theirs.lock.token);
  if (!row) throw alreadyLocked(subject, theirs?.lock, theirs && expiring(subject, theirs.seconds));
  const lease = leaseOf(place, { profile, token, fence: Number(row['fence']) });
  const former = typeof row['former'] === 'string' ? parseLock(row['former']) : undefined;
  return former ? { ...lease, warning: lockTakenOver(subject, former) } : lease;
}

/** A run that lost the database could not release its lock. The lock expires. */
function expiring(subject: string, seconds: number): string {
  return `run the command again in ${Math.max(1, seconds)} s, when its lock has expired, or ${unlocking(subject)}`;
}

function noSchema(): Problem {
  return errorProblem(
    'state-table',
    'The search path of the database user has no schema that exists and may be used, so the table notiform_state has no place',
    'Create the schema, or grant usage on it. The search path is in `options` of `state.url`, or is a setting of the user.',
  );
}

function leaseOf({ table, environment, parse, renewals }: StateRow, lock: OwnLock): Lease {
  const { profile, token, fence } = lock;
  const subject = `${environment}/${profile}`;
  let isReleased = false;
  const mine = [environment, profile, token, fence] as const;
  // The stored document before the next write. Its serial and the row's differ after a change by hand.
  let known: { text: unknown; serial: number; ofRow: number } | undefined;
  const look = async () => {
    const [row] = await table.rows(statements.read, [environment, JSON.stringify([profile])]);
    const text: unknown = row?.['document'];
    return { text, serial: parse(profile, text)?.serial ?? 0, ofRow: Number(row?.['serial']) };
  };
  const write = async (document: StateDocument): Promise<void> => {
    known ??= await look();
    const text = serializeDocument(document);
    const ofRow = document.serial === known.serial + 1 ? known.ofRow : NEVER;
    const [row] = await table.rows(statements.write, [...mine, document.serial, text, LEASE_SECONDS, ofRow]);
    // No row: another run has the lock. The same text: an earlier try wrote it, and its answer was lost.
    const isWritten = row?.['outcome'] === 'written' || (row?.['document'] === text && text !== known.text);
    if (row && !isWritten) requireNext(document, parse(profile, row['document'])?.serial ?? 0);
    if (!isWritten) throw lockLost(subject);
    known = { text, serial: document.serial, ofRow: document.serial };
  };
  // The same statement renews the lock, so it stays ours for a while.
  const confirm = async (): Promise<void> => {
    if (!(await renewals.confirm(lock))) throw lockLost(subject);
  };
  const release = async (): Promise<void> => {
    if (isReleased) return;
    isReleased = true;
    renewals.remove(lock);
    await table.rows(statements.release, mine);
  };
  renewals.add(lock);
  return { fence, write, confirm, release };
}

import type { QueryResultRow } from 'pg';
import { sha256 } from '../core/json.ts';
import type { Ports } from '../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import type { Holder, Lock } from '../files/lock-content.ts';
import { isDeadHere, newLock, parseLock, serializeLock } from '../files/lock-content.ts';
import type { IsAlive } from '../files/this-machine.ts';
import { type Database, openDatabase } from './database.ts';
import { profilesIn, type StateDocument } from './document.ts';
import { endedBy } from './interruption.ts';
import {
  changeBetween,
  openWriter,
  replayPieces,
  type StateWriter,
  type Stored,
  WHOLE,
  type Writing,
} from './journal.ts';
import { type OwnLock, openRenewals, type Renewals } from './postgres-renewals.ts';
import { CREATE, IS_THERE, statements } from './postgres-statements.ts';
import { alreadyLocked, contended, lockLost, lockTakenOver, moved, requireNext, unlocking } from './refusals.ts';
import { inTurn, type Lease, type StateStore } from './store.ts';
import { type DocumentPlace, parseBase } from './stored-document.ts';
import { WAITS } from './waits.ts';

export interface PostgresStoreOptions {
  url: string;
  environment: string;
  ports: Ports;
  /** True if a process of this machine is alive. */
  isAlive: IsAlive;
  /** The size up to which a document is written whole. */
  whole?: number;
  /** Ends the waits for a database that does not answer (`endedBy`). */
  signal?: AbortSignal;
}

/** How often an edit is repeated after another run was faster. */
const MOST_RACES = 40;

const HELP = 'Replace the document in its row, or set it to null';

/** Stores state documents as rows of the table `notiform_state`. A row also has the lock: a lease that its holder renews. */
export function createPostgresStore(options: PostgresStoreOptions): StateStore {
  const { url, environment, ports, isAlive, whole = WHOLE, signal } = options;
  const database = openDatabase(url, ports);
  const table = openTable(database);
  const renewals = openRenewals(ports.clock, (locks) =>
    table.rows(statements.renew, [environment, JSON.stringify(locks), WAITS.lease / 1000], 'renewals'),
  );
  const look = async (profiles: readonly string[]): Promise<Map<string, StoredRows>> => {
    const rows = await table.rows(statements.read, [environment, JSON.stringify(profiles)]);
    return new Map(profiles.map((profile) => [profile, storedIn(rows, placeOf(environment, profile))]));
  };
  const readAll: StateStore['readAll'] = async (profiles) =>
    new Map(Array.from(await look(profiles), ([profile, { stored }]) => [profile, stored?.document]));
  // The documents that this run edited, as it wrote them last.
  const edited = new Map<string, EditedDocument>();
  const openEdited = async (name: string): Promise<EditedDocument> => {
    const { stored, ...rows } = (await look([name])).get(name) ?? NO_ROWS;
    const writer = openWriter(stored, { environment, profile: name }, ports.random.hex(16), whole);
    return { ...rows, document: stored?.document, writer };
  };
  const found = async (profile: string): Promise<{ lock: Lock; seconds: number } | undefined> => {
    const [row] = await table.rows(statements.lockOf, [environment, profile]);
    const seconds = Number(row?.['seconds']);
    return row && { lock: { ...lockIn(row), ...(seconds > 0 ? {} : { isExpired: true }) }, seconds };
  };
  const lockOf: StateStore['lockOf'] = async (profile) => (await found(profile))?.lock;
  const store: StateStore = {
    kind: 'postgres',
    read: async (profile) => (await readAll([profile])).get(profile),
    readAll,
    profiles: async () =>
      profilesIn((await table.rows(statements.profiles, [environment])).map(({ profile }) => `${profile}.json`)),
    lock: async (profile, holder) => {
      await table.create();
      const read = async () => (await look([profile])).get(profile) ?? NO_ROWS;
      const place = { table, environment, profile, ports, read, renewals, whole };
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
    edit: inTurn(async (name, _editor, edit) => {
      await table.create();
      for (let races = 0; races < MOST_RACES; races += 1) {
        const known = edited.get(name);
        edited.delete(name);
        const { document, writer, ...rows } = known ?? (await openEdited(name));
        const next = edit(document);
        if (!next && !known) return;
        // Another run may have written since, and this document would then be changed.
        if (!next) continue;
        const writing = writer.next(changeBetween(document ?? {}, next));
        const { isLine, text, more, known: before, ...after } = written(rows, writing, whole);
        const values = [environment, name, next.serial, text, rows.serial, more, before];
        const [row] = await table.rows(isLine ? statements.extend : statements.edit, values);
        if (row) {
          edited.set(name, { document: next, writer, serial: next.serial, bytes: bytesIn(row), ...after });
          return;
        }
        await ports.clock.sleep(ports.random.next() * Math.min(1_000, 20 * 2 ** races));
      }
      throw new NotiformError(contended(`${environment}/${name} in the database`));
    }),
    close: () => database.close(),
  };
  return signal ? endedBy(signal, store, ports.clock) : store;
}

/** The rows of a document: the base, and the pieces of its journal. */
interface StoredRows {
  stored: Stored | undefined;
  /** The serial of the row, which differs from that of the document after a change by hand. */
  serial: number;
  /** The digest of the base, and its length in the encoding of the database; null if there is none. */
  digest: string | null;
  bytes: number | null;
  /** The number of the last piece, and its length. */
  piece: number;
  length: number;
}

type RowMarks = Omit<StoredRows, 'stored'>;

/** A document that no lock protects, and the writer that continues it. */
interface EditedDocument extends RowMarks {
  document: StateDocument | undefined;
  writer: StateWriter;
}

/**
 * Returns the text of a write and the last piece of the journal after it. `more`: the number of the piece, or 1 to begin a journal.
 * `known`: by what the statement recognizes the base before.
 */
function written(rows: RowMarks, writing: Writing, whole: number) {
  const isLine = 'line' in writing;
  const text = isLine ? writing.line : writing.base;
  const isFull = rows.length >= whole / 2;
  const piece = isLine ? rows.piece + (isFull ? 1 : 0) : 0;
  const more = isLine ? piece : Number(writing.journal !== undefined);
  const known = isLine ? rows.bytes : rows.digest;
  const digest = isLine ? rows.digest : sha256(text);
  return { isLine, text, more, known, digest, piece, length: isLine ? text.length + (isFull ? 0 : rows.length) : 0 };
}

function bytesIn(row: QueryResultRow): number {
  return Number(row['bytes']);
}

const NO_ROWS: StoredRows = { stored: undefined, serial: 0, digest: null, bytes: null, piece: 0, length: 0 };

function placeOf(environment: string, profile: string): DocumentPlace {
  return { environment, profile, shown: `the database, ${environment}/${profile}`, help: HELP };
}

function storedIn(rows: readonly QueryResultRow[], place: DocumentPlace): StoredRows {
  const row = rows.find(({ profile }) => profile === place.profile);
  const base: unknown = row?.['document'];
  const serial = Number(row?.['serial'] ?? 0);
  if (!row || typeof base !== 'string') return { ...NO_ROWS, serial };
  const pieces = rows.flatMap(({ profile, document }) =>
    String(profile).startsWith(`${place.profile}/`) && typeof document === 'string' ? [document] : [],
  );
  const stored = replayPieces(parseBase(base, place), pieces, place);
  const marks = { serial, digest: sha256(base), bytes: bytesIn(row) };
  return { stored, ...marks, piece: Math.max(0, pieces.length - 1), length: pieces.at(-1)?.length ?? 0 };
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
    const [version = ''] = String(row?.['version']).match(/^[\d.]+/) ?? [];
    if (Number.parseInt(version, 10) < FIRST_VERSION) throw new NotiformError(tooOld(version));
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
  read(): Promise<StoredRows>;
  renewals: Renewals;
  whole: number;
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
    table.rows(statements.lock, [environment, profile, token, content, WAITS.lease / 1000, dead]);
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

/** The first PostgreSQL with the function `sha256`. */
const FIRST_VERSION = 11;

function tooOld(version: string): Problem {
  return errorProblem(
    'state-database',
    `The database of the state is PostgreSQL ${version}, and notiform requires ${FIRST_VERSION} or later`,
    'Use a newer database, or another `state.store`.',
  );
}

function noSchema(): Problem {
  return errorProblem(
    'state-table',
    'The search path of the database user has no schema that exists and may be used, so the table notiform_state has no place',
    'Create the schema, or grant usage on it. The search path is in `options` of `state.url`, or is a setting of the user.',
  );
}

function leaseOf({ table, environment, read, renewals, whole }: StateRow, lock: OwnLock): Lease {
  const { profile, token, fence } = lock;
  const subject = `${environment}/${profile}`;
  let isReleased = false;
  const mine = [environment, profile, token, fence] as const;
  let open: (RowMarks & { writer: StateWriter }) | undefined;
  const openRows = async () => {
    const { stored, ...rows } = await read();
    return { ...rows, writer: openWriter(stored, { environment, profile }, token, whole) };
  };
  const write: Lease['write'] = async (change) => {
    const { writer, ...rows } = open ?? (await openRows());
    // If this write fails, the next one reads what is stored.
    open = undefined;
    const writing = await nextOrLost(() => writer.next(change));
    const { isLine, text, more, known, ...after } = written(rows, writing, whole);
    const values = [...mine, change.serial, text, WAITS.lease / 1000, rows.serial, more, known];
    const ask = () => table.rows(isLine ? statements.append : statements.write, values);
    // The same text: an earlier try wrote it, and its answer was lost.
    const isStored = (row?: QueryResultRow) => row?.['outcome'] === 'written' || row?.['stored'] === text;
    let [row] = await ask();
    // A try that waited for an earlier one does not see what that one wrote. The next one does.
    if (row && !isStored(row)) [row] = await ask();
    if (!row) throw lockLost(subject);
    if (!isStored(row)) {
      requireNext(subject, change.serial, (await read()).stored?.document.serial ?? 0);
      throw moved(subject, 'was changed while this run had its lock');
    }
    open = { writer, serial: change.serial, bytes: bytesIn(row), ...after };
  };
  /** A change that cannot follow the stored serial may be that of a run that lost its lock. */
  const nextOrLost = async (next: () => Writing): Promise<Writing> => {
    try {
      return next();
    } catch (error) {
      await confirm();
      throw error;
    }
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

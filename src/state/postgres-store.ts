import type { QueryResultRow } from 'pg';
import type { Ports } from '../core/ports.ts';
import { type Database, openDatabase } from './database.ts';
import { parseDocument, type StateDocument, serializeDocument } from './document.ts';
import { newLock, parseLock, serializeLock } from './lock-content.ts';
import { CREATE, IS_THERE, statements } from './postgres-statements.ts';
import { lockHeld, lockLost, lockTakenOver, requireNext } from './refusals.ts';
import type { Holder, Lease, Lock, StateStore } from './store.ts';

export interface PostgresStoreOptions {
  url: string;
  environment: string;
  ports: Ports;
}

/** A lock is renewed so often, and is anybody's who wants it when it was not renewed for so long, by the database's clock (assumption 186). */
const RENEWAL_MS = 30_000;
const EXPIRY_SECONDS = 150;

/** The serial of no row: what may not follow is not written, and what is there tells why. */
const NEVER = -1;

const MEND = 'Put another document into its row, or null (docs/state.md)';

/** State documents as rows of the table `notiform_state`, each with the lock beside it: a lease that its holder renews. */
export function createPostgresStore({ url, environment, ports }: PostgresStoreOptions): StateStore {
  const database = openDatabase(url, ports);
  const table = openTable(database);
  const parse = (profile: string, text: unknown): StateDocument | undefined =>
    typeof text === 'string'
      ? parseDocument(text, { environment, profile }, `the database, ${environment}/${profile}`, MEND)
      : undefined;
  const readAll: StateStore['readAll'] = async (profiles) => {
    const rows = await table.rows(statements.read, [environment, JSON.stringify(profiles)]);
    const texts = new Map(rows.map((row) => [row['profile'], row['document']]));
    return new Map(profiles.map((profile) => [profile, parse(profile, texts.get(profile))]));
  };
  const lockOf = async (profile: string): Promise<Lock | undefined> => {
    const [row] = await table.rows(statements.lockOf, [environment, profile]);
    return row && lockIn(row);
  };
  return {
    kind: 'postgres',
    read: async (profile) => (await readAll([profile])).get(profile),
    readAll,
    lock: async (profile, holder) => {
      await table.create();
      return takeLock({ table, environment, profile, ports, parse }, holder, lockOf);
    },
    lockOf,
    breakLock: async (profile, _breaker, expected) => {
      const found = await lockOf(profile);
      if (!found) return undefined;
      const meant = expected ?? found;
      const [row] = await table.rows(statements.break, [environment, profile, meant.token]);
      if (row || found.token === meant.token) return found;
      throw lockHeld(`${environment}/${profile}`, found);
    },
    close: () => database.close(),
  };
}

interface Table {
  /** Rows of a statement; none where the table is not there yet. */
  rows(statement: string, values: readonly (string | number)[]): Promise<QueryResultRow[]>;
  /** Makes the table where it is not there. */
  create(): Promise<void>;
}

/** Looking creates nothing, and a user who may not create needs no more than the table. */
function openTable({ ask }: Database): Table {
  let isThere = false;
  const look = async (): Promise<boolean> => {
    isThere ||= (await ask(IS_THERE, [])).some((row) => row['found'] === true);
    return isThere;
  };
  return {
    rows: async (statement, values) => ((await look()) ? ask(statement, values) : []),
    create: async () => {
      if (await look()) return;
      try {
        await ask(CREATE, []);
      } catch (error) {
        // Of two that create it at the same time PostgreSQL fails one, `if not exists` or not.
        if (!(await look())) throw error;
      }
    },
  };
}

interface Place {
  table: Table;
  environment: string;
  profile: string;
  ports: Ports;
  parse(profile: string, text: unknown): StateDocument | undefined;
}

/** The number is the row's: the text is written before it is known. The token too: by that a lock is broken whose text says nothing. */
function lockIn(row: QueryResultRow): Lock {
  return { ...parseLock(String(row['lock'])), token: String(row['token']), fence: Number(row['fence']) };
}

async function takeLock(
  place: Place,
  holder: Holder,
  lockOf: (profile: string) => Promise<Lock | undefined>,
): Promise<Lease> {
  const { table, environment, profile, ports } = place;
  const subject = `${environment}/${profile}`;
  const token = ports.random.hex(16);
  const content = serializeLock(newLock(holder, ports.clock.now(), token, 0));
  const [row] = await table.rows(statements.lock, [environment, profile, token, content, EXPIRY_SECONDS]);
  if (!row) throw lockHeld(subject, await lockOf(profile));
  const lease = leaseOf(place, token, Number(row['fence']));
  const former = typeof row['former'] === 'string' ? parseLock(row['former']) : undefined;
  return former ? { ...lease, warning: lockTakenOver(subject, former) } : lease;
}

function leaseOf({ table, environment, profile, ports, parse }: Place, token: string, fence: number): Lease {
  const subject = `${environment}/${profile}`;
  const ended = new AbortController();
  const mine = [environment, profile, token, fence] as const;
  // What was there before the next write; undefined until that is known. Its serial and the row's differ where somebody put it in
  // by hand (docs/state.md).
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
    const [row] = await table.rows(statements.write, [...mine, document.serial, text, EXPIRY_SECONDS, ofRow]);
    // No row: the lock is another one's. The text itself: it was written by a try whose answer was lost.
    const isWritten = row?.['outcome'] === 'written' || (row?.['document'] === text && text !== known.text);
    if (row && !isWritten) requireNext(document, parse(profile, row['document'])?.serial ?? 0);
    if (!isWritten) throw lockLost(subject);
    known = { text, serial: document.serial, ofRow: document.serial };
  };
  const renew = (): Promise<QueryResultRow[]> => table.rows(statements.renew, [...mine, EXPIRY_SECONDS]);
  // Renewed by the same statement: what was ours is so for a while.
  const confirm = async (): Promise<void> => {
    if ((await renew()).length === 0) throw lockLost(subject);
  };
  const renewLater = async (): Promise<void> => {
    await ports.clock.sleep(RENEWAL_MS, ended.signal);
    await renew();
  };
  // Whether it could be renewed is seen by the next look or write: until the lock expires the next try may do.
  const keep = async (): Promise<void> => {
    while (!ended.signal.aborted) await renewLater().catch(() => undefined);
  };
  void keep();
  const release = async (): Promise<void> => {
    if (ended.signal.aborted) return;
    ended.abort();
    await table.rows(statements.release, mine);
  };
  return { fence, write, confirm, release };
}

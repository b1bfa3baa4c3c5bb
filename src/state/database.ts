import type { Pool, QueryResultRow } from 'pg';
import { Exit } from '../core/exit.ts';
import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { addressProblem, databaseProblem, isPassing } from './database-problems.ts';

/** A database that is asked one statement at a time; each stands for itself, so that a pooler may sit in between. */
export interface Database {
  /**
   * Runs a statement that may be run twice, and gives its rows. A connection that is lost is made anew, a few times. Throws a
   * NotiformError (`state-…`) where the database cannot or will not.
   */
  ask(statement: string, values: readonly (string | number)[]): Promise<QueryResultRow[]>;
  close(): Promise<void>;
}

/** How often a statement is tried before the database counts as unreachable, and for how long: about ten seconds (assumption 188). */
const MOST_TRIES = 6;
const PATIENCE_MS = 10_000;

/** How long the database may take to let us in, and for one statement. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;

/** Opens it at the first statement. The address says where, who and how encrypted (docs/state.md). */
export function openDatabase(url: string, { clock, random }: Pick<Ports, 'clock' | 'random'>): Database {
  let pool: Promise<Pool> | undefined;
  const ask: Database['ask'] = async (statement, values) => {
    if (!isAddress(url)) throw new NotiformError(addressProblem(), Exit.problems);
    // One that hangs fails late: the time counts from there.
    let failedAt: number | undefined;
    for (let tries = 1; ; tries += 1) {
      try {
        pool ??= openPool(url);
        const { rows } = await (await pool).query<QueryResultRow>(statement, [...values]);
        return rows;
      } catch (error) {
        failedAt ??= clock.now();
        const isOver = tries >= MOST_TRIES || clock.now() - failedAt >= PATIENCE_MS;
        if (isOver || !isPassing(error)) throw new NotiformError(databaseProblem(error));
      }
      await clock.sleep((0.5 + random.next() / 2) * Math.min(5_000, 250 * 2 ** tries));
    }
  };
  const close = async (): Promise<void> => {
    const open = pool;
    pool = undefined;
    await (await open)?.end();
  };
  return { ask, close };
}

function isAddress(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url);
}

async function openPool(url: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: verified(url),
    // One for statements, one so that a lock is renewed while a statement waits.
    max: 2,
    application_name: 'notiform',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    // What is idle keeps no process from ending.
    allowExitOnIdle: true,
  });
  // A connection that is lost while nobody uses it is no failure: the next statement makes another one.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * `require` and its like verify the server's certificate, as everywhere in notiform; who wants less says `no-verify`, or
 * `uselibpqcompat=true` for the words as libpq has them (assumption 187).
 */
function verified(url: string): string {
  return /[?&]uselibpqcompat=/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

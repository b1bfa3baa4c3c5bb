import { Socket } from 'node:net';
import pLimit from 'p-limit';
import type { Pool, QueryResultRow } from 'pg';
import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { settingsOf } from './database-address.ts';
import { databaseProblem, isPassing } from './database-problems.ts';
import { WAITS } from './waits.ts';

/** A database that runs single statements. They need no session, so a pooler may be in between. */
export interface Database {
  /**
   * Runs a statement that may be repeated, and returns its rows. Reconnects a few times after a lost connection. Throws a
   * NotiformError (`state-…`) if the database fails or refuses.
   * @param line statements of one line wait for each other, but not for the other line
   */
  ask(statement: string, values: readonly (string | number | null)[], line?: ConnectionUse): Promise<QueryResultRow[]>;
  /** Ends what still runs. It then fails. */
  close(): Promise<void>;
}

type ConnectionUse = 'statements' | 'renewals';

/** The connections of each line. Renewals have their own, so waiting statements cannot delay them. */
const CONNECTIONS: Record<ConnectionUse, number> = { statements: 2, renewals: 1 };

/** How often a statement is tried before the database counts as unreachable (assumption 188). */
const MOST_TRIES = 6;

/** Prepares a database. It connects at the first statement. */
export function openDatabase(url: string, ports: Pick<Ports, 'clock' | 'random' | 'files'>): Database {
  const { clock, random } = ports;
  // The driver's pool also has a queue, but fails a statement that waits in it too long. These limits keep it empty.
  const lines = { statements: pLimit(CONNECTIONS.statements), renewals: pLimit(CONNECTIONS.renewals) };
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  let pool: Promise<Pool> | undefined;
  // When the database first failed since its last answer. A hanging database fails late, so the time counts from there.
  let failingSince: number | undefined;
  const query = async (statement: string, values: readonly (string | number | null)[]): Promise<QueryResultRow[]> => {
    closing.signal.throwIfAborted();
    pool ??= openPool(url, ports, sockets);
    const { rows } = await (await pool).query<QueryResultRow>(statement, [...values]);
    failingSince = undefined;
    return rows;
  };
  const ask: Database['ask'] = async (statement, values, line = 'statements') => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await lines[line](query, statement, values);
      } catch (error) {
        if (error instanceof NotiformError) throw error;
        failingSince ??= clock.now();
        const isOver = closing.signal.aborted || tries >= MOST_TRIES || clock.now() - failingSince >= WAITS.database;
        if (isOver || !isPassing(error)) throw new NotiformError(databaseProblem(error));
      }
      const pause = (0.5 + random.next() / 2) * Math.min(5_000, 250 * 2 ** tries);
      await clock.sleep(pause, closing.signal).catch(() => undefined);
    }
  };
  const close = async (): Promise<void> => {
    closing.abort();
    const open = pool;
    pool = undefined;
    // Nobody waits for a statement that still runs: a plan ended before it asked for the state.
    if (Object.values(lines).some(({ activeCount }) => activeCount > 0)) for (const socket of sockets) socket.destroy();
    // A pool that failed to open has nothing to close.
    await (await open?.catch(() => undefined))?.end();
    // The driver forgets a connection that failed early. It would keep this process running for a minute.
    for (const socket of sockets) socket.destroy();
  };
  return { ask, close };
}

function newSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

async function openPool(url: string, { files }: Pick<Ports, 'files'>, sockets: Set<Socket>): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    ...(await settingsOf(url, files, process.env['PGSSLMODE'])),
    stream: () => newSocket(sockets),
    max: CONNECTIONS.statements + CONNECTIONS.renewals,
    application_name: 'notiform',
    connectionTimeoutMillis: WAITS.connection,
    query_timeout: WAITS.statement,
    keepAlive: true,
    // An idle connection must not keep the process running.
    allowExitOnIdle: true,
  });
  // A lost idle connection is no failure: the next statement opens another one.
  pool.on('error', () => undefined);
  return pool;
}

import { Socket } from 'node:net';
import pLimit from 'p-limit';
import type { Pool, QueryResultRow } from 'pg';
import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { settingsOf } from './database-address.ts';
import { databaseProblem, isPassing } from './database-problems.ts';

/** A database that is asked one statement at a time; each stands for itself, so that a pooler may sit in between. */
export interface Database {
  /**
   * Runs a statement that may be run twice, and gives its rows. A connection that is lost is made anew, a few times. Throws a
   * NotiformError (`state-…`) where the database cannot or will not.
   * @param line statements of one line wait for each other, and not for those of the other line
   */
  ask(statement: string, values: readonly (string | number)[], line?: ConnectionUse): Promise<QueryResultRow[]>;
  close(): Promise<void>;
}

type ConnectionUse = 'statements' | 'renewals';

/** How many connections each line has. Leases are renewed in time, however many statements wait. */
const CONNECTIONS: Record<ConnectionUse, number> = { statements: 2, renewals: 1 };

/** How often a statement is tried before the database counts as unreachable, and for how long: about ten seconds (assumption 188). */
const MOST_TRIES = 6;
const PATIENCE_MS = 10_000;

/** How long the database may take to let us in, and for one statement. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;

/** Opens it at the first statement. The address says where, who and how encrypted. */
export function openDatabase(url: string, ports: Pick<Ports, 'clock' | 'random' | 'files'>): Database {
  const { clock, random } = ports;
  // The driver's pool has a queue too, but gives up on a statement that waits in it for long. So none ever waits there.
  const lines = { statements: pLimit(CONNECTIONS.statements), renewals: pLimit(CONNECTIONS.renewals) };
  const sockets = new Set<Socket>();
  let pool: Promise<Pool> | undefined;
  // When the database failed first since it last answered anything. One that hangs fails late: the time counts from there.
  let failingSince: number | undefined;
  const query = async (statement: string, values: readonly (string | number)[]): Promise<QueryResultRow[]> => {
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
        const isOver = tries >= MOST_TRIES || clock.now() - failingSince >= PATIENCE_MS;
        if (isOver || !isPassing(error)) throw new NotiformError(databaseProblem(error));
      }
      await clock.sleep((0.5 + random.next() / 2) * Math.min(5_000, 250 * 2 ** tries));
    }
  };
  const close = async (): Promise<void> => {
    const open = pool;
    pool = undefined;
    // One that never opened has nothing to close.
    await (await open?.catch(() => undefined))?.end();
    // The driver forgets a connection that failed before it could be used. The server would keep it open for a minute, and us.
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

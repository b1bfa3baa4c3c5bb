import { open, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { NotiformError } from '../../src/core/problem.ts';
import { systemPrograms } from '../../src/core/program.ts';
import { systemClock, systemPorts } from '../../src/files/system.ts';
import { emptyDocument } from '../../src/state/document.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { createGitStore } from '../../src/state/git-store.ts';
import { createPostgresStore } from '../../src/state/postgres-store.ts';
import type { Lease, StateStore } from '../../src/state/store.ts';
import type { Contest } from './contest.ts';

/** One of many processes that lock, write and give back the same document. Run as a program by contest.ts. */

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function storeOf({ kind, place }: Contest): StateStore {
  const common = { environment: 'test', ports: systemPorts, isAlive };
  if (kind === 'file') return createFileStore({ ...common, path: place, shown: 'state' });
  if (kind === 'postgres') return createPostgresStore({ ...common, url: place });
  const programs = systemPrograms();
  return createGitStore({
    ...common,
    programs,
    cwd: place,
    env: process.env,
    remote: 'origin',
    ref: 'refs/notiform/test',
  });
}

async function locked(store: StateStore): Promise<Lease> {
  const holder = { pid: process.pid, host: hostname(), command: 'contend' };
  for (;;) {
    try {
      return await store.lock('shop', holder);
    } catch (error) {
      if (!(error instanceof NotiformError) || error.problems[0]?.code !== 'lock-held') throw error;
    }
    await systemClock.sleep(systemPorts.random.next() * 300);
  }
}

/** Fails where another process is at it too. */
async function alone(file: string, work: () => Promise<void>): Promise<void> {
  await (await open(file, 'wx')).close();
  await work();
  await rm(file);
}

async function contend(contest: Contest): Promise<void> {
  const store = storeOf(contest);
  for (let round = 0; round < contest.rounds; round += 1) {
    const lease = await locked(store);
    await alone(contest.mark, async () => {
      const before = (await store.read('shop')) ?? emptyDocument('test', 'shop', 'acc');
      const entry = { binding: { fence: lease.fence }, protect: false, applied: null, row: null };
      const entries = { ...before.entries, [`Thing/shop/${process.pid}-${round}`]: entry };
      await lease.write({ ...before, serial: before.serial + 1, entries });
      if (contest.holds) {
        process.stdout.write('held\n');
        await systemClock.sleep(600_000);
      }
    });
    await lease.release();
  }
  await store.close();
}

await contend(JSON.parse(process.argv[2] ?? '') as Contest);

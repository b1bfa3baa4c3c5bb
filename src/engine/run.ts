import { join } from 'node:path';
import type { Bound } from '../core/kind.ts';
import { sha256 } from '../core/ports.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import { boundIn, boundOf, type Keys } from './bound.ts';
import type { Ledger } from './ledger.ts';
import type { Listing } from './listing.ts';
import type { ApplyInput, Planned, Work } from './types.ts';

/** One apply: what all its changes share. */
export interface Run<S> {
  input: ApplyInput<S>;
  ledgers: ReadonlyMap<string, Ledger>;
  keys: Keys;
  /** The lists that the run took before it made anything, by kind and profile. */
  listings: Map<string, Promise<Listing>>;
  /** The entries as the plan took them: what a live resource still shows is known though its binding is replaced. */
  believed: Planned<S>['believed'];
  /** Ends calls under way; not the first interruption, which only keeps new ones from starting. */
  abort: AbortSignal;
  /** Set where the run cannot go on: the state cannot be written. */
  halted: Problem | undefined;
}

/** Whether no new step may begin. */
export function isStopped<S>(run: Run<S>): boolean {
  return run.input.signal.aborted || run.halted !== undefined;
}

export function ledgerOf<S>(run: Run<S>, { profile }: Work<S>): Ledger {
  const ledger = run.ledgers.get(profile.alias);
  if (!ledger)
    throw new NotiformError({ code: 'bug', severity: 'error', message: `The state of ${profile.alias} is not open` });
  return ledger;
}

export function boundFor<S>(run: Run<S>, work: Work<S>): Bound {
  const now = boundOf(() => ledgerOf(run, work).entries(), run.keys, work.want.dependsOn);
  const planned = boundIn(run.believed, work.profile.alias, run.keys);
  return { ...now, fileOf: (handle) => now.fileOf(handle) ?? planned.fileOf(handle) };
}

/** The bytes of a file of the project, refused where they are not those that were planned with. */
export async function readProjectFile<S>({ input }: Run<S>, path: string, expected: string): Promise<Uint8Array> {
  const bytes = await bytesOf(input.ports.files.read(join(input.root, path)), path);
  if (bytes && sha256(bytes) === expected) return bytes;
  throw fileChanged(bytes ? `${path} changed since the plan was made` : `${path} is not there any more`);
}

async function bytesOf(reading: Promise<Uint8Array | undefined>, path: string): Promise<Uint8Array | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    throw fileChanged(`${path} cannot be read (${String(error.code)})`);
  }
}

function fileChanged(message: string): NotiformError {
  return new NotiformError({
    code: 'file-changed',
    severity: 'error',
    message,
    hint: 'Plan again, and look at the new plan.',
  });
}

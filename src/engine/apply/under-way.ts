import type { Live } from '../../core/resource.ts';
import type { Work } from '../types.ts';
import { isStopped, ledgerOf, type Run, slept } from './run.ts';

/** A create whose end the run that began it did not see: it died, or was broken off, and the service may still be at it. */

/**
 * Writes down, before the first call, that something is being made under a name that only the service will give: nothing
 * but that tells the next run of it. What has a name of ours is claimed instead. Whether it was written.
 */
export async function announced<S>(run: Run<S>, work: Work<S>, live: Live | undefined): Promise<boolean> {
  if (!work.kind.recognition || live || work.want.goal === 'removed') return false;
  const since = new Date(run.input.ports.clock.now()).toISOString();
  await run.turns.lend(ledgerOf(run, work).announce(work.change.address, since));
  return true;
}

/** Takes that back: it was not made. */
export async function withdrawn<S>(run: Run<S>, work: Work<S>): Promise<void> {
  await run.turns.lend(ledgerOf(run, work).announce(work.change.address, undefined));
}

/**
 * Waits until the time-out of a create that a run before announced is over, so that a look afterwards proves what became of
 * it (DESIGN, "Unclear failures"). Whether there was one. Ends early where the run is told to stop.
 */
export async function outwaited<S>(run: Run<S>, work: Work<S>): Promise<boolean> {
  const { address, steps } = work.change;
  const since = ledgerOf(run, work).underWay(address);
  const [first] = steps;
  if (since === undefined || !first) return false;
  const { clock } = run.input.ports;
  const { timeoutMs } = run.input.environment.limits;
  const now = clock.now();
  // The clock of the other machine may be another one: no more than a whole time-out is waited for.
  const left = Math.min(Date.parse(since) + timeoutMs - now, timeoutMs);
  if (left <= 0 || isStopped(run)) return true;
  const { operation, title } = first;
  run.input.onEvent?.({ type: 'step-settling', address, operation, title, until: now + left });
  // Nothing was begun here: the first interruption ends it.
  await run.turns.lend(slept(run, left, AbortSignal.any([run.input.signal, run.abort])));
  return true;
}

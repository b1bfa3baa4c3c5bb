import { kindOf } from '../../core/address.ts';
import { slept } from '../../core/ports.ts';
import type { ResourceState } from '../../core/resource.ts';
import { WAITS } from '../../state/waits.ts';
import type { Work } from '../types.ts';
import { ledgerOf, type Run } from './run.ts';

/** Creates whose run was killed or stopped before they ended. The service may still be working on them. */

/**
 * Announces, before the first call, a create whose name only the service will give: the next run learns of it only from that. A
 * resource with a known name is claimed instead. Returns true if it was announced.
 */
export async function announceCreate<S>(run: Run<S>, work: Work<S>, live: ResourceState): Promise<boolean> {
  if (!work.kind.recognition || live || work.want.goal === 'removed') return false;
  const since = new Date(run.input.ports.clock.now()).toISOString();
  await run.turns.lend(ledgerOf(run, work).announce(work.change.address, since));
  return true;
}

/** Withdraws the announcement of a create that did not happen. */
export async function withdrawCreate<S>(run: Run<S>, work: Work<S>): Promise<void> {
  await run.turns.lend(ledgerOf(run, work).announce(work.change.address, undefined));
}

/**
 * Waits until every create that earlier runs announced for this kind and profile is over, so that a look afterwards proves its
 * outcome. The address of such a create may have changed since. Returns true if there was one. Ends
 * early if the run is stopped.
 */
export async function waitForEarlierCreates<S>(run: Run<S>, work: Work<S>): Promise<boolean> {
  const { address, kind, steps } = work.change;
  const [first] = steps;
  if (!work.kind.recognition || work.states[0] || !first) return false;
  const ledger = ledgerOf(run, work);
  const earlier = ledger.leftUnderWay().filter(([other]) => kindOf(other) === kind);
  if (earlier.length === 0) return false;
  const { clock } = run.input.ports;
  const longest = run.input.environment.limits.timeoutMs + WAITS.lockCheck;
  const now = clock.now();
  // The clock of the other machine may differ: never wait more than the longest time.
  const left = Math.min(Math.max(...earlier.map(([, since]) => Date.parse(since))) + longest - now, longest);
  const over = (): true => {
    ledger.forgetUnderWay(earlier.map(([other]) => other));
    return true;
  };
  if (left <= 0) return over();
  const { operation, title } = first;
  run.input.onEvent?.({ type: 'step-resolving', address, operation, title, until: now + left });
  // Nothing was begun here: the first interruption ends it.
  const isOver = await run.turns.lend(slept(clock, left, AbortSignal.any([run.input.signal, run.abort])));
  return isOver ? over() : true;
}

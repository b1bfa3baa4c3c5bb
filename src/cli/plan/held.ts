import type { Change, Plan } from '../../core/plan.ts';
import type { Receipt } from '../../core/receipt.ts';
import { applyPlan } from '../../engine/apply/apply.ts';
import { countOutcomes } from '../../engine/apply/receipt.ts';
import { deferredIn, releasedBy } from '../../engine/plan/deferred.ts';
import type { ApplyInput, Planned, Waited } from '../../engine/types.ts';

/** What carrying out what was held back needs of a command. */
export interface HeldRun<S> {
  /** The plan that was shown and agreed to. */
  shown: Planned<S>;
  /** Epoch milliseconds until which it is waited. */
  deadline: number;
  input: ApplyInput<S>;
  plan(): Promise<Planned<S>>;
  wait(addresses: readonly string[], timeoutMs: number): Promise<Waited>;
}

/**
 * Waits for what holds changes back, and carries those out as soon as they can go: exactly what was shown, nothing else.
 * Each time that something is through it plans again. What became of each change that went, or that cannot go any more as
 * it was shown, is in the receipts: one for each time, as soon as it is over, so that what ends a later time costs none.
 */
export async function* carryOutHeld<S>({ shown, deadline, input, plan, wait }: HeldRun<S>): AsyncGenerator<Receipt> {
  const { clock } = input.ports;
  let waiting = shown.plan.waiting;
  for (let held = deferredIn(shown.plan); held.length > 0 && !input.signal.aborted; ) {
    const roots = rootsOf(waiting, held);
    const waited = await wait(roots, Math.max(0, deadline - clock.now()));
    if (waited.outstanding.length === roots.length) break;
    const planned = await plan();
    const released = releasedBy(planned, held);
    const receipt = await applyPlan(released.planned, input);
    const changes = [...receipt.changes, ...released.ended];
    yield { ...receipt, changes, counts: countOutcomes(changes) };
    const before = JSON.stringify([roots, held]);
    ({ left: held } = released);
    ({ waiting } = planned.plan);
    if (JSON.stringify([rootsOf(waiting, held), held]) === before) break;
  }
}

/** The addresses that changes wait for, each once. */
function rootsOf(waiting: Plan['waiting'], changes: readonly Change[]): string[] {
  const addresses = new Set(changes.map(({ address }) => address));
  const roots = waiting.flatMap(({ address, held }) => (held && addresses.has(address) ? held.by : []));
  return [...new Set(roots)].sort();
}

import type { Change, Plan } from '../../core/plan.ts';
import type { Receipt } from '../../core/receipt.ts';
import { applyPlan } from '../../engine/apply/apply.ts';
import { countOutcomes } from '../../engine/apply/receipt.ts';
import { deferredIn, releasedBy } from '../../engine/plan/deferred.ts';
import type { ApplyInput, Planned, Waited } from '../../engine/types.ts';

export interface DeferredRun<S> {
  /** The plan that was shown and agreed to. */
  shown: Planned<S>;
  /** Epoch milliseconds at which the waiting ends. */
  deadline: number;
  input: ApplyInput<S>;
  plan(): Promise<Planned<S>>;
  wait(addresses: readonly string[], timeoutMs: number): Promise<Waited>;
}

/**
 * Applies deferred changes as soon as nothing blocks them: exactly those that were shown. Plans again each time that a resource
 * they wait for is ready. Yields a receipt for each round at its end, so that a failure in a later round loses none. A receipt
 * has the changes that were applied, and those that can no longer be applied as shown.
 */
export async function* applyDeferred<S>({
  shown,
  deadline,
  input,
  plan,
  wait,
}: DeferredRun<S>): AsyncGenerator<Receipt> {
  const { clock } = input.ports;
  let waiting = shown.plan.waiting;
  for (let deferred = deferredIn(shown.plan); deferred.length > 0 && !input.signal.aborted; ) {
    const roots = rootsOf(waiting, deferred);
    const waited = await wait(roots, Math.max(0, deadline - clock.now()));
    if (waited.outstanding.length === roots.length) break;
    const planned = await plan();
    const released = releasedBy(planned, deferred);
    const receipt = await applyPlan(released.planned, input);
    const changes = [...receipt.changes, ...released.ended];
    yield { ...receipt, changes, counts: countOutcomes(changes) };
    const before = JSON.stringify([roots, deferred]);
    ({ left: deferred } = released);
    ({ waiting } = planned.plan);
    if (JSON.stringify([rootsOf(waiting, deferred), deferred]) === before) break;
  }
}

function rootsOf(waiting: Plan['waiting'], changes: readonly Change[]): string[] {
  const addresses = new Set(changes.map(({ address }) => address));
  const roots = waiting.flatMap((one) => (one.held && addresses.has(one.address) ? one.held.by : []));
  return [...new Set(roots)].sort();
}

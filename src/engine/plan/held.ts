import type { Address } from '../../core/address.ts';
import type { Change, Plan } from '../../core/plan.ts';
import type { ChangeReceipt } from '../../core/receipt.ts';
import type { Planned, Work } from '../types.ts';
import { sortByOrder } from './graph.ts';
import { guardsOfNow } from './guard.ts';

/** The changes that a plan holds back until somebody else's word is in. */
export function heldIn({ waiting }: Pick<Plan, 'waiting'>): Change[] {
  return waiting.flatMap(({ held }) => held?.change ?? []);
}

/** What became of changes that were held back, by a plan that was made since. */
export interface Released<S> {
  /** That plan with those of them alone that can go now, and nothing that was not shown. */
  planned: Planned<S>;
  /** Those that still wait. */
  left: Change[];
  /** Those that can never go as they were shown, and those that are so already. */
  ended: ChangeReceipt[];
}

/**
 * Finds what was held back in a newer plan: it goes where it is the very change that was shown, from the very standing, and
 * everything that has to be done before it goes too. Pure.
 */
export function releasedBy<S>(planned: Planned<S>, shown: readonly Change[]): Released<S> {
  const { plan } = planned;
  const again = new Map(heldIn(plan).map((change) => [change.address, change]));
  const left = shown.filter((change) => isSame(change, again.get(change.address)));
  const work = releasedWork(planned, shown);
  const going = new Set(work.map(({ change }) => change.address));
  const waiting = new Set(left.map(({ address }) => address));
  const now = new Set([...plan.changes, ...plan.blocked, ...again.values()].map(({ address }) => address));
  const ended = shown
    .filter(({ address }) => !going.has(address) && !waiting.has(address))
    .map((change) => endedReceipt(change, now.has(change.address)));
  return { planned: { ...planned, work, remember: [], guards: guardsOfNow(planned.guards) }, left, ended };
}

function releasedWork<S>({ work }: Planned<S>, shown: readonly Change[]): Work<S>[] {
  const approved = new Map(shown.map((change) => [change.address, change]));
  const order = new Map(work.map(({ change }) => [change.address, new Set(change.dependsOn)]));
  const byAddress = new Map(work.map((one) => [one.change.address, one]));
  const going = new Map<Address, Work<S>>();
  for (const address of sortByOrder(order)) {
    const one = byAddress.get(address);
    if (!one || !isSame(one.change, approved.get(address))) continue;
    if (one.change.dependsOn.every((other) => going.has(other))) going.set(address, one);
  }
  return work.filter(({ change }) => going.has(change.address));
}

/** Whether two plans say the same of an address: what is wanted and done, and from where. */
function isSame(change: Change, other: Change | undefined): boolean {
  return change.digest === other?.digest && change.basis === other.basis;
}

function endedReceipt({ address, action }: Change, isStale: boolean): ChangeReceipt {
  if (!isStale) return { address, action, outcome: 'already-so', steps: [] };
  return {
    address,
    action,
    outcome: 'stale',
    steps: [],
    problem: {
      code: 'run-stale',
      severity: 'error',
      message: `${address} could not be changed as it was shown when the waiting was over`,
      hint: 'Plan again, and look at the new plan.',
      address,
    },
  };
}

import type { Address } from '../../core/address.ts';
import { canonical, own } from '../../core/json.ts';
import type { Change, FieldChange, Plan } from '../../core/plan.ts';
import { deferredIn } from '../plan/deferred.ts';
import { limitProblems } from '../plan/guard.ts';
import { diffContents } from '../route/diff.ts';
import { aliasOf } from '../subject/ownership.ts';

/**
 * Returns a sentence about an inconsistency in a plan; undefined if there is none. notiform writes only consistent plans. An
 * inconsistent plan was edited, and may contain other changes than its reviewer saw. Pure.
 */
export function misfitOf(plan: Plan): string | undefined {
  const deferred = deferredIn(plan);
  const all = [...plan.changes, ...deferred];
  const known = new Set<Address>();
  const twice = all.find(({ address }) => known.size === known.add(address).size);
  if (twice) return `${twice.address} is in it twice`;
  const { unchanged: _unchanged, waiting, blocked, unmanaged, ...actions } = plan.counts;
  const isCounted =
    Object.entries(actions).every(
      ([action, count]) => count === plan.changes.filter((one) => one.action === action).length,
    ) &&
    waiting === plan.waiting.length &&
    blocked === plan.blocked.length &&
    unmanaged === plan.unmanaged.length;
  if (!isCounted) return 'its counts are not those of its lists';
  const keyless = [...aliasesIn(plan), ...(plan.accepts ?? [])].find(
    (alias) => own(plan.profiles, alias) === undefined,
  );
  if (keyless !== undefined) return `it has no key digest of ${keyless}`;
  return misfitOfLimits(plan, all) ?? all.map(misfitIn).find((misfit) => misfit !== undefined);
}

/**
 * Checks the limits of the plan: if its changes exceed its own policy, its problems have to say so. Shares were checked when it
 * was made, since the file does not contain the number of resources.
 */
function misfitOfLimits({ policy, problems }: Plan, all: readonly Change[]): string | undefined {
  const missing = limitProblems(all, policy, undefined).find(({ code }) =>
    problems.every((known) => known.code !== code),
  );
  return missing && `it exceeds its own policy. ${missing.message}`;
}

function misfitIn(change: Change): string | undefined {
  const { address, kind, action, before, after, fields, basis, steps } = change;
  const about = (what: string): string => `${address}: ${what}`;
  if (!address.startsWith(`${kind}/`)) return about('its kind is another');
  const derived = action === 'forget' ? [] : diffContents(before, after);
  if (shownIn(derived) !== shownIn(fields)) {
    return about('the differences are not those of `before` and `after`');
  }
  if ((steps[0]?.from.basis ?? basis) !== basis) return about('the first step does not begin at the basis');
  const isChain = steps.every(({ from }, index) => {
    const last = steps[index - 1]?.to;
    return !last || (last.length === 1 && last[0]?.basis === from.basis);
  });
  return isChain ? undefined : about('the steps do not follow each other');
}

function shownIn(fields: readonly FieldChange[]): string {
  return canonical(fields.map(({ path, before, after }) => [path, before, after]));
}

/** Returns the aliases of the profiles whose addresses a plan has. Pure. */
export function aliasesIn({ changes, waiting, blocked, remembers }: Plan): Set<string> {
  const addresses = [changes, waiting, blocked, remembers].flatMap((list) => list.map(({ address }) => address));
  return new Set(addresses.flatMap((address) => aliasOf(address) ?? []));
}

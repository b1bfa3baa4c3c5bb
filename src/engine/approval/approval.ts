import type { Address } from '../../core/address.ts';
import { nameIn } from '../../core/content.ts';
import type { Change, Plan, Waiting } from '../../core/plan.ts';
import type { Unapproved } from '../../core/receipt.ts';
import type { Wording } from '../../core/sentence.ts';
import { foreignProblems, guardsOfApproved } from '../plan/guard.ts';
import { headOf } from '../plan/older.ts';
import { beforeOf, orderOf } from '../plan/order.ts';
import { assemble, type Decided, decideProject } from '../plan/plan.ts';
import { isSelected, isWhole } from '../plan/select.ts';
import { deferredIn } from '../plan/work.ts';
import { dependencyProblem, resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import { foreignIn, profilesIn } from '../subject/owner.ts';
import { aliasOf } from '../subject/ownership.ts';
import type { PlanInput, Planned } from '../types.ts';
import { ended, type Match, matchChange, needWaits, tracesIn } from './match.ts';

export interface ApprovalInput<S> extends Omit<PlanInput<S>, 'policy' | 'targets' | 'excludes' | 'since'> {
  /** The approved plan, from a plan file. */
  approved: Plan;
  /** The addresses of the deferred changes that an earlier round of this run left: nothing else goes. */
  only?: readonly Address[] | undefined;
}

/**
 * Returns the changes of an approved plan that can be made now (CLI contract, "A plan file is an approval, not a script"). Plans again
 * from the manifests, with the policy of the approved plan. Keeps a change if it has the same goal, the resource has a state that the
 * plan predicted, and the new route is the rest of the approved steps. Every other approved change gets a receipt: it is already
 * done, stale, or skipped because of another one. Writes nothing. Throws as `makePlan`.
 */
export async function planApproved<S>({ approved, only, ...input }: ApprovalInput<S>): Promise<Planned<S>> {
  const later = deferredIn(approved);
  const all = [...approved.changes, ...later];
  // What was uploaded for the plan is not uploaded again.
  const policy = { ...approved.policy, reupload: [] };
  // Everything is planned: the file decides what a change needs, and a selection may match less than it did.
  const since = approved.recorded;
  const whole: PlanInput<S> = { ...input, policy, since, targets: [], excludes: [], again: true };
  const decided = await decideProject(whole);
  const fresh = assemble(whole, decided);
  const foreign = foreignIn(decided.snapshot.documents.values(), input.environment);
  // The file names the profiles whose state it takes over. The state of another profile was not foreign when the file
  // was reviewed, or was not selected.
  const isAccepted = (alias: string): boolean => approved.accepts?.includes(alias) === true;
  const holders = aliasesIn(approved);
  const others = foreign.filter(({ profile }) => !isAccepted(profile));
  const refused = others.filter(({ profile }) => policy.acceptAccount && (isWhole(policy) || holders.has(profile)));
  const foreigners = profilesIn(others);
  const isOver = (address: Address): boolean => only?.includes(address) === false;
  // The plan may also have been made with uncommitted changes, or this folder has some.
  const { git } = approved;
  const planned =
    git === null || git === headOf(input.history)
      ? say('planned-commit-unknown')
      : say('planned-commit', { commit: git });
  const found = matchAll(all, decided, planned);
  // A change of an earlier round is not tried again, and what needs it cannot go.
  const onlyNow = (one: Match<S>): Match<S> =>
    one.is === 'open' && isOver(one.change.address) ? ended(one.change, 'not-run') : one;
  const matches = resolveNeeds(new Map(Array.from(found, ([address, one]) => [address, onlyNow(one)])));
  const work = [...matches.values()].flatMap((match) => (match.is === 'open' ? match.work : []));
  const isLater = ({ is, change }: Match<S>): boolean => is === 'deferred' && later.includes(change);
  const isAbout = (address: Address): boolean => matches.has(address) || isSelected(address, approved.policy);
  const isLeft = ({ address }: { address: Address }): boolean => isAbout(address);
  return {
    ...fresh,
    // Only what is still deferred may be left for later.
    plan: { ...approved, waiting: stillDeferred(approved, matches) },
    left: { blocked: fresh.left.blocked.filter(isLeft), waiting: fresh.left.waiting.filter(isLeft) },
    guards: guardsOfApproved(approved, [...fresh.guards, ...foreignProblems(refused)]),
    accepted: fresh.accepted.filter(isAccepted),
    protections: fresh.protections.filter(({ address, protect }) =>
      approved.remembers.some((one) => one.address === address && one.protect === protect),
    ),
    // Nothing is written into foreign state that was not accepted. What is as wanted is applied with that: a later change of it
    // is a person's.
    decisions: fresh.decisions.filter(({ profile }) => !foreigners.includes(profile.alias)),
    isSelected: isAbout,
    work,
    approval: {
      ended: [...matches.values()].flatMap((match) =>
        isLater(match) || isOver(match.change.address) || match.is === 'open' ? [] : match.receipt,
      ),
      unapproved: unapprovedIn(approved, fresh.plan.changes, matches),
    },
  };
}

function stillDeferred<S>({ waiting }: Plan, matches: Matches<S>): Waiting[] {
  return waiting.flatMap((one) => {
    const match = one.held && matches.get(one.address);
    return one.held && match?.is === 'deferred' ? [{ ...one, held: { ...one.held, by: match.by } }] : [];
  });
}

/** Returns the aliases of the profiles whose addresses a plan has. */
function aliasesIn({ changes, waiting, blocked, remembers }: Plan): Set<string> {
  const addresses = [changes, waiting, blocked, remembers].flatMap((list) => list.map(({ address }) => address));
  return new Set(addresses.flatMap((address) => aliasOf(address) ?? []));
}

type Matches<S> = ReadonlyMap<Address, Match<S>>;

function matchAll<S>(approved: readonly Change[], { decisions, snapshot }: Decided<S>, help: Wording): Matches<S> {
  const find = tracesIn(snapshot.views);
  const order = orderOf(decisions);
  const byAddress = new Map(decisions.map((decision) => [decision.want.address, decision]));
  return new Map(
    approved.map((change) => {
      const { address } = change;
      return [
        address,
        matchChange(change, byAddress.get(address), [...beforeOf(order, address)].sort(), { help, find }),
      ];
    }),
  );
}

/** Ends the changes that need an unapproved change or one that will not be done, until nothing more follows. */
function resolveNeeds<S>(matches: Matches<S>): Matches<S> {
  const resolved = new Map(matches);
  for (let moved = true; moved; ) {
    moved = false;
    for (const [address, match] of resolved) {
      const isOver = match.is === 'deferred' || (match.is === 'ended' && !match.isBlocked);
      const problem = isOver ? undefined : unmet(match, resolved);
      if (!problem) continue;
      resolved.set(address, ended(match.change, 'skipped', problem));
      moved = true;
    }
  }
  return resolved;
}

/** Returns why a change cannot have what it needs; undefined if it can, or if something else is in its way. */
function unmet<S>(match: Match<S>, matches: Matches<S>) {
  for (const need of (match.is === 'open' ? match.work.change : match.change).dependsOn) {
    const other = matches.get(need);
    const { address } = match.change;
    const unapproved = say('need-unapproved', { address: need });
    if (!other) return resourceProblem({ address }, 'need-unapproved', unapproved, say('stale-way'));
    if (other.is === 'deferred') return needWaits(match.change, need);
    if (other.is === 'ended' && other.receipt.outcome !== 'already-so') {
      return dependencyProblem(need, other.receipt.outcome);
    }
  }
  return undefined;
}

function unapprovedIn<S>(approved: Plan, changes: readonly Change[], matches: Matches<S>): Unapproved[] {
  return changes
    .filter(({ address }) => {
      const match = matches.get(address);
      return match ? match.is === 'ended' && match.isDifferent === true : isSelected(address, approved.policy);
    })
    .map(({ address, action, source, after, before }) => {
      return { address, action, source, title: nameIn(after ?? before ?? {}) ?? null };
    });
}

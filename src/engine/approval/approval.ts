import type { Address } from '../../core/address.ts';
import type { Change, Plan, Waiting } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { ChangeReceipt, Unapproved } from '../../core/receipt.ts';
import type { Said, Wording } from '../../core/sentence.ts';
import { deferredIn, endedReceipt } from '../plan/deferred.ts';
import { foreignProblems, guardsOfApproved } from '../plan/guard.ts';
import { beforeOf, orderOf } from '../plan/order.ts';
import { assemble, type Decided, decideProject } from '../plan/plan.ts';
import { isSelected, isWhole } from '../plan/select.ts';
import { dependencyProblem, resourceProblem } from '../problems.ts';
import { say } from '../sentences.ts';
import { foreignAmong, foreignIn, profilesIn } from '../subject/owner.ts';
import type { Confirmed, PlanInput, Planned } from '../types.ts';
import { aliasesIn } from './fit.ts';
import { ended, type Match, matchChange, tracesIn } from './match.ts';

export interface ApprovalInput<S> extends Omit<PlanInput<S>, 'policy' | 'targets' | 'excludes' | 'since'> {
  /** The approved plan, from a plan file. */
  approved: Plan;
}

/**
 * Returns the changes of an approved plan that can be made now (CLI contract, "A plan file is an approval, not a script"). Plans again
 * from the manifests, with the policy of the approved plan. Keeps a change if it has the same goal, the resource has a state that the
 * plan predicted, and the new route is the rest of the approved steps. Every other approved change gets a receipt: it is already
 * done, stale, or skipped because of another one. Writes nothing. Throws as `makePlan`.
 */
export async function planApproved<S>({ approved, ...input }: ApprovalInput<S>): Promise<Planned<S>> {
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
  const isRefused = (alias: string): boolean =>
    policy.acceptAccount && !isAccepted(alias) && (isWhole(policy) || holders.has(alias));
  const others = profilesIn(foreignAmong(foreign, (alias) => !isAccepted(alias)));
  const isOwn = ({ profile }: Confirmed): boolean => !others.includes(profile);
  const matches = resolveNeeds(matchAll(all, decided, otherGoalHelp(approved.git, input.git)));
  const work = [...matches.values()].flatMap((match) => (match.is === 'open' ? match.work : []));
  const isLater = ({ is, change }: Match<S>): boolean => is === 'deferred' && later.includes(change);
  const isAbout = ({ address }: { address: Address }): boolean =>
    matches.has(address) || isSelected(address, approved.policy);
  return {
    ...fresh,
    // Only what is still deferred may be left for later.
    plan: { ...approved, waiting: stillDeferred(approved, matches) },
    left: { blocked: fresh.left.blocked.filter(isAbout), waiting: fresh.left.waiting.filter(isAbout) },
    guards: guardsOfApproved(approved, [...fresh.guards, ...foreignProblems(foreignAmong(foreign, isRefused))]),
    accepted: fresh.accepted.filter(isAccepted),
    protections: fresh.protections.filter(({ address, protect }) =>
      approved.remembers.some((one) => one.address === address && one.protect === protect),
    ),
    // Nothing is written into foreign state that was not accepted. What is as wanted is applied with that: a later change of it
    // is a person's.
    confirmed: fresh.confirmed.filter(isOwn).map((one) => ({ ...one, isSelected: isAbout(one) })),
    work,
    approval: {
      ended: [...matches.values()].flatMap((match) => (isLater(match) ? [] : receiptOf(match))),
      unapproved: unapprovedIn(approved, fresh.plan.changes, matches),
    },
  };
}

/**
 * Returns the help for a goal that is not the approved one.
 * @param planned the commit that was planned; null if it is unknown
 * @param current the commit of this folder
 */
function otherGoalHelp(planned: string | null, current: string | null): Said {
  if (planned === null) return say('planned-commit-unknown');
  return planned === current ? say('planned-commit-dirty') : say('planned-commit', { commit: planned });
}

function stillDeferred<S>({ waiting }: Plan, matches: Matches<S>): Waiting[] {
  return waiting.flatMap((one) => {
    const match = one.held && matches.get(one.address);
    return one.held && match?.is === 'deferred' ? [{ ...one, held: { ...one.held, by: match.by } }] : [];
  });
}

type Matches<S> = ReadonlyMap<Address, Match<S>>;

function receiptOf<S>(match: Match<S>): ChangeReceipt[] {
  if (match.is === 'ended') return [match.receipt];
  return match.is === 'deferred'
    ? [endedReceipt(match.change, 'skipped', deferredProblem(match.change, match.by))]
    : [];
}

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

/** Makes the problem of a change whose dependency waits for an external decision. */
function deferredProblem({ address }: Change, need: Address): Problem {
  return resourceProblem({ address }, 'dependency-failed', say('need-waits', { address: need }), say('need-waits-way'));
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
    if (!other)
      return resourceProblem(
        { address: match.change.address },
        'need-unapproved',
        say('need-unapproved', { address: need }),
        say('stale-way'),
      );
    if (other.is === 'deferred') return deferredProblem(match.change, need);
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
      return match ? match.is === 'ended' && match.isDifferent : isSelected(address, approved.policy);
    })
    .map(({ address, action, source, after, before }) => {
      const name = (after ?? before)?.['name'];
      return { address, action, source, title: typeof name === 'string' ? name : null };
    });
}

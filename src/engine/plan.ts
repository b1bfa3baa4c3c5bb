import type { Address } from '../core/address.ts';
import type { Blocked, Change, Plan, PlanCounts, RecordedPolicy, Waiting } from '../core/plan.ts';
import { planDigest } from '../core/plan-digest.ts';
import { type Problem, sortProblems } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { confirmedIn } from './confirmed.ts';
import { type Decision, decide, protectAfter } from './decide.ts';
import { beforeOf, changesOf, declaredOrder, forgettable, type Order, orderOf } from './graph.ts';
import { guardProblems } from './guard.ts';
import { heldIn } from './held.ts';
import { callsOf, endOf } from './observe.ts';
import { isLeftUpload, settle, unchanged } from './obstacles.ts';
import { blockNamed, reachOf } from './referrers.ts';
import { idlePatterns, requireMet, selectAddresses } from './select.ts';
import { type Sighted, type Survey, survey } from './survey.ts';
import { blockTaken } from './taken.ts';
import type { PlanInput, Planned, Work } from './types.ts';

/**
 * Looks at the service and the state and makes the plan: what would change, what cannot, what waits. Writes nothing
 * anywhere. Throws a NotiformError where the whole of it cannot be made: a target meets nothing (exit 64), a profile is
 * missing (exit 3), the service cannot be asked or a state document not read (exit 1), or it was interrupted (exit 130).
 */
export async function makePlan<S>(input: PlanInput<S>): Promise<Planned<S>> {
  return assemble(input, await decideProject(input));
}

/** What is decided about every address, and which of them are planned. */
export interface Decided<S> {
  surveyed: Survey<S>;
  decisions: readonly Decision<S>[];
  selected: ReadonlySet<Address>;
}

/** As `makePlan`, before the plan is put together. */
export async function decideProject<S>(input: PlanInput<S>): Promise<Decided<S>> {
  const surveyed = await survey({
    ...input,
    reupload: input.policy.reupload,
    recalls: input.refresh === 'full' ? undefined : 'waiting',
    oursAlone: input.targets.length > 0,
  });
  const decided = await withoutHindered(input, surveyed, decideAll(surveyed, input));
  const needs = orderOf(decided, reachOf(surveyed));
  const addresses = decided.map(({ subject }) => subject.want.address);
  requireMet(addresses, input.targets, '--target');
  const selected = selectAddresses(addresses, merge(needs, declaredOrder(decided)), input);
  const refused = await refusedCreations(input, decided, selected, needs);
  return { surveyed, decisions: settle(decided, needs, selected, refused), selected };
}

/** What each address comes to by itself, before its neighbours are looked at. Pure. */
function decideAll<S>(surveyed: Survey<S>, { policy }: PlanInput<S>): Decision<S>[] {
  const decisions = surveyed.sighted.map(({ subject, seen }) => decide(subject, seen, policy));
  const mayForget = forgettable(decisions);
  return decisions.map((decision) => {
    const { subject } = decision;
    return isLeftUpload(subject) && !mayForget(subject) ? unchanged(decision) : decision;
  });
}

/** Blocks what others are in the way of, by what they are called or by what they name; either may be blocked by the other. */
async function withoutHindered<S>(
  input: PlanInput<S>,
  surveyed: Survey<S>,
  decided: readonly Decision<S>[],
): Promise<readonly Decision<S>[]> {
  try {
    for (let decisions = blockTaken(surveyed.views, decided); ; ) {
      const named = await blockNamed(input, surveyed, decisions, reachOf(surveyed));
      decisions = blockTaken(surveyed.views, named);
      if (decisions === named) return named;
    }
  } catch (error) {
    throw endOf(error);
  }
}

function merge(...orders: Order[]): Order {
  const merged = new Map<Address, Set<Address>>();
  for (const [address, before] of orders.flatMap((order) => [...order])) {
    merged.set(address, new Set([...beforeOf(merged, address), ...before]));
  }
  return merged;
}

/** What makes something under a name that is new. */
const MAKING: readonly Change['action'][] = ['create', 'version'];

/** Asks the kinds' own questions about what is to be made (codeCheck): a problem for each that cannot be. */
async function refusedCreations<S>(
  input: PlanInput<S>,
  decisions: readonly Decision<S>[],
  selected: ReadonlySet<Address>,
  needs: Order,
): Promise<Problem[]> {
  const takesFreed = freedFirst(decisions, needs);
  const creations = changesOf(decisions).filter(
    ({ work }) => MAKING.includes(work.change.action) && selected.has(work.change.address) && !takesFreed(work),
  );
  const groups = new Map<string, { work: Work<S>; wants: Resource[] }>();
  for (const { work } of creations) {
    const key = `${work.kind.name}/${work.profile.alias}`;
    const group = groups.get(key) ?? { work, wants: [] };
    groups.set(key, group);
    group.wants.push(work.want);
  }
  const calls = callsOf(input);
  const asked = Array.from(groups.values(), async ({ work, wants }) => {
    const { kind, profile } = work;
    return (await calls(async () => kind.preflight?.(input.service, profile, wants, input.signal))) ?? [];
  });
  try {
    return (await Promise.all(asked)).flat();
  } catch (error) {
    throw endOf(error);
  }
}

/** Tells whether a change takes a name that this plan frees first: the service would still say that it is taken. */
function freedFirst<S>(decisions: readonly Decision<S>[], needs: Order): (work: Work<S>) => boolean {
  const works = new Map(changesOf(decisions).map(({ work }) => [work.change.address, work]));
  return ({ change, kind, standings }) =>
    [...beforeOf(needs, change.address)].some((address) => {
      const other = works.get(address);
      return other?.kind === kind && other.standings[0]?.name === standings.at(-1)?.name;
    });
}

/** What a plan file has to say to whoever plans again with it. */
function recordedOf<S>({ policy, targets, excludes, shard }: PlanInput<S>): RecordedPolicy {
  return { ...policy, targets: [...targets].sort(), excludes: [...excludes].sort(), ...(shard ? { shard } : {}) };
}

export function assemble<S>(input: PlanInput<S>, { surveyed, decisions, selected }: Decided<S>): Planned<S> {
  const chosen = decisions.filter(({ subject }) => selected.has(subject.want.address));
  const order = orderOf(chosen, reachOf(surveyed));
  const work = changesOf(chosen).map((decision) => {
    const { change } = decision.work;
    const dependsOn = [...beforeOf(order, change.address)].sort();
    return { ...decision.work, change: { ...change, dependsOn } };
  });
  const blocked = chosen.flatMap((decision) => (decision.is === 'blocked' ? decision.blocked : []));
  const waiting = chosen.flatMap((decision) => ('waiting' in decision ? (decision.waiting ?? []) : []));
  const changes = work.map((one) => one.change);
  const guards = guardProblems(guardedOf(input, surveyed, [...changes, ...heldIn({ waiting })]));
  const remember = rememberedOf(input, chosen);
  const addresses = decisions.map(({ subject }) => subject.want.address);
  const problems = [...guards, ...surveyed.problems, ...idleFlags(addresses, input), ...chosen.flatMap(problemOf)];
  const said: Omit<Plan, 'digest'> = {
    formatVersion: '1',
    tool: input.tool,
    environment: input.environment.name,
    account: input.environment.account,
    policy: recordedOf(input),
    createdAt: new Date(input.ports.clock.now()).toISOString(),
    git: input.git,
    complete: surveyed.complete,
    applyable: guards.length === 0 && (changes.length > 0 || remember.length > 0),
    changes,
    waiting,
    blocked,
    unmanaged: [...surveyed.unmanaged],
    remembers: remember.map(({ address, protect }) => ({ address, protect })),
    problems: sortProblems(problems),
    counts: countsOf(chosen, { changes, waiting, blocked }, surveyed.unmanaged.length),
  };
  const plan: Plan = { ...said, digest: planDigest(said) };
  const serials = new Map(Array.from(surveyed.documents, ([alias, document]) => [alias, document?.serial ?? 0]));
  return { plan, guards, work, serials, believed: surveyed.believed, remember, confirmed: confirmedIn(decisions) };
}

function problemOf<S>(decision: Decision<S>): Problem[] {
  const problem = 'warning' in decision ? decision.warning : 'problem' in decision ? decision.problem : undefined;
  return problem ? [problem] : [];
}

/** What the guards look at. */
function guardedOf<S>(input: PlanInput<S>, surveyed: Survey<S>, changes: readonly Change[]) {
  const { sighted, documents, believed } = surveyed;
  const ours = sighted.filter(({ subject }) => subject.entry !== undefined);
  const isDoubted = ({ subject: { entry, profile, movedFrom, want } }: Sighted<S>): boolean =>
    entry !== undefined && believed.get(profile.alias)?.[movedFrom ?? want.address] === undefined;
  // What is declared and there counts though the state does not know it: it may have been lost. So does what is uploaded
  // again: it is there as well.
  const existing = sighted.filter((one) => !one.subject.givenUp && (one.seen.live !== undefined || isDoubted(one)));
  return {
    changes,
    policy: input.policy,
    existing: existing.length,
    declared: input.resources.length,
    owned: ours.length,
    foreign: Array.from(documents.values()).flatMap((document) =>
      document && document.account !== input.environment.account ? document.profile : [],
    ),
  };
}

/** What stands as wanted and is to be remembered as protected, or not any more. */
function rememberedOf<S>(input: PlanInput<S>, chosen: readonly Decision<S>[]): Planned<S>['remember'] {
  return chosen.flatMap(({ is, subject }) => {
    if (is === 'change' || !subject.declared || !subject.entry) return [];
    const protect = protectAfter(subject, input.policy);
    if (protect === subject.entry.protect || subject.movedFrom !== undefined) return [];
    return { profile: subject.profile.alias, address: subject.want.address, protect };
  });
}

function countsOf<S>(
  chosen: readonly Decision<S>[],
  lists: { changes: readonly Change[]; waiting: readonly Waiting[]; blocked: readonly Blocked[] },
  unmanaged: number,
): PlanCounts {
  const of = (action: Change['action']): number => lists.changes.filter((change) => change.action === action).length;
  return {
    create: of('create'),
    update: of('update'),
    version: of('version'),
    lifecycle: of('lifecycle'),
    delete: of('delete'),
    adopt: of('adopt'),
    move: of('move'),
    forget: of('forget'),
    unchanged: chosen.filter(({ is }) => is === 'unchanged').length,
    waiting: lists.waiting.length,
    blocked: lists.blocked.length,
    unmanaged,
  };
}

/** Flags that open something, or leave something out, and meet nothing: worth a warning. */
function idleFlags<S>(addresses: readonly Address[], { excludes, policy }: PlanInput<S>): Problem[] {
  return [
    ...idlePatterns(addresses, excludes, 'warning', '--exclude'),
    ...idlePatterns(addresses, policy.resubmit, 'warning', '--resubmit'),
    ...idlePatterns(addresses, policy.reupload, 'warning', '--reupload'),
    ...idlePatterns(addresses, policy.unprotect, 'warning', '--unprotect'),
  ];
}

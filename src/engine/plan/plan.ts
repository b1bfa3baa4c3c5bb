import { type Address, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { type Blocked, type Change, opensOf, type Plan, todoWay } from '../../core/plan.ts';
import { planDigest } from '../../core/plan-digest.ts';
import { hasErrors, NotiformError, type Problem, sortProblems } from '../../core/problem.ts';
import type { Said } from '../../core/sentence.ts';
import { profileDigest } from '../../state/account.ts';
import { protectAfter } from '../route/policy.ts';
import { profilesOf } from '../snapshot/shard.ts';
import { type Snapshot, takeSnapshot } from '../snapshot/snapshot.ts';
import { wholeCommits } from '../stored-state/edit-under-lock.ts';
import { foreignIn, profilesIn } from '../subject/owner.ts';
import type { Decision, PlanInput, Planned } from '../types.ts';
import { decide } from './decide.ts';
import { acceptedProblems, guardProblems } from './guard.ts';
import { renamedAliases, withoutState } from './missing-state.ts';
import { blockTaken, keptWithoutFiles, withObstacles } from './obstacles.ts';
import { blockOlder, headOf, mayBeOlder } from './older.ts';
import { beforeOf, changesOf, declaredOrder, orderOf } from './order.ts';
import { isSelected, isWhole, selectAddresses, unmatchedFlags, unusedRules } from './select.ts';
import { likelyRefusalsIn, missingRenames, olderCurrents } from './warnings.ts';
import { deferredIn } from './work.ts';

/**
 * Reads the service and the state and makes the plan: what would change, what is blocked, what waits. Writes nothing. Throws a
 * NotiformError if it cannot be made: a flag matches no address (exit 64), a profile is missing (exit 3), the service or a state
 * document cannot be read (exit 1), or the run was interrupted (exit 130).
 *
 * A plan is made and applied in five stages:
 * - snapshot (`snapshot/snapshot.ts`): manifests, state and live resources side by side, each with its current version
 * - decide (`plan/decide.ts`): for each address the cheapest legal route (`route/route.ts`) that the policy allows
 * (`route/policy.ts`)
 * - obstacles: what blocks or defers a change (`obstacles.ts`), in the order of the changes (`order.ts`)
 * - plan (this file): the selected decisions as data, with guards (`guard.ts`), warnings and a digest
 * - apply (`apply/apply.ts`): each change step by step (`carry-out.ts`, `step.ts`), with its receipt
 */
export async function makePlan<S>(input: PlanInput<S>): Promise<Planned<S>> {
  return assemble(input, await decideProject(input));
}

/** The decision about every address, and the addresses that are selected. */
export interface Decided<S> {
  snapshot: Snapshot<S>;
  decisions: readonly Decision<S>[];
  selected: ReadonlySet<Address>;
  /** The profiles whose state has another alias. */
  renamed: readonly Problem[];
  /** The changes that may be older than the last apply. */
  uncertain: ReadonlySet<Address>;
}

/** Does the work of `makePlan` up to the decisions. */
export async function decideProject<S>(input: PlanInput<S>): Promise<Decided<S>> {
  const snapshot = await takeSnapshot({
    ...input,
    reupload: input.policy.reupload,
    likelyRefusals: async (resources) =>
      (await input.likelyRefusals?.(resources.filter(({ address }) => isSelected(address, input)))) ?? new Map(),
    storedDetails: input.refresh === 'full' ? undefined : 'waiting',
    oursOnly: input.targets.length > 0,
  });
  const renamed = await renamedAliases(input, snapshot.documents);
  // Each address without looking at the others.
  const each = snapshot.subjects.map((subject) => keptWithoutFiles(decide(subject, input.policy), input));
  const { decisions: current, uncertain } = await blockOlder(input, snapshot.documents, each);
  const decided = blockTaken(snapshot.views, current);
  const needs = orderOf(decided);
  const addresses = decided.map(({ want }) => want.address);
  const declared = declaredOrder(decided);
  const before = (address: Address): Address[] => [...beforeOf(needs, address), ...beforeOf(declared, address)];
  const selected = selectAddresses(addresses, before, input);
  return { snapshot, decisions: withObstacles(decided, needs, selected), selected, uncertain, renamed };
}

export function assemble<S>(input: PlanInput<S>, decided: Decided<S>): Planned<S> {
  const { snapshot, decisions, selected, uncertain, renamed } = decided;
  const { policy, targets, excludes, shard, environment } = input;
  const { resourceUrl } = environment;
  const unmatched = unmatchedFlags(decisions, input);
  if (hasErrors(unmatched)) throw new NotiformError(unmatched, Exit.usage);
  const chosen = decisions.filter(({ want }) => selected.has(want.address));
  const order = orderOf(chosen);
  const work = changesOf(chosen).map((one) => {
    const dependsOn = [...beforeOf(order, one.change.address)].sort();
    return { ...one, change: { ...one.change, dependsOn } };
  });
  const renames = missingRenames(chosen, snapshot.unmanaged);
  const blocked = chosen.flatMap((one) => (one.blocked ? withWay(one.blocked, renames.ways) : []));
  const waiting = chosen.flatMap((one) => one.waiting ?? []);
  const changes = work.map((one) => one.change);
  const guarded = guardedOf(input, snapshot, [...changes, ...deferredIn({ waiting })]);
  const guards = [...renamed, ...guardProblems(guarded)];
  const planned = new Set(chosen.map(({ profile }) => profile.alias));
  // Those with a selected address are taken over, if `--accept-account` is set.
  const accepted = guarded.foreign.filter(
    ({ profile }) => policy.acceptAccount && (isWhole(input) || planned.has(profile)),
  );
  const left = new Set(profilesIn(guarded.foreign).filter((alias) => !profilesIn(accepted).includes(alias)));
  const allProtections = protectionsOf(input, chosen);
  const protections = allProtections.filter(({ isAlone }) => isAlone);
  const remembers = allProtections.map(({ address, protect }) => ({ address, protect }));
  const { shown, others } = likelyRefusalsIn(chosen);
  const problems = [
    ...guards,
    ...acceptedProblems(accepted),
    ...snapshot.problems,
    ...unmatched,
    ...unusedRules(input, { complete: snapshot.complete, changes, waiting, blocked }),
    ...withoutState(chosen, snapshot.documents),
    // An emulator has only what this machine applied.
    ...mayBeOlder(
      resourceUrl === undefined ? [] : changes.map(({ address }) => address).filter((one) => uncertain.has(one)),
    ),
    ...chosen.flatMap((one) => one.reports ?? []),
    ...renames.warnings,
    ...olderCurrents(decisions).filter(({ address = '' }) => selected.has(address)),
    ...shown,
  ];
  const content: Omit<Plan, 'digest'> = {
    formatVersion: '1',
    tool: input.tool,
    environment: environment.name,
    ...(input.project === undefined ? {} : { project: input.project }),
    account: environment.account,
    ...(resourceUrl === undefined ? {} : { resourceUrl }),
    // A plan of another key is not applied: its changes would reach another channel.
    profiles: Object.fromEntries(profilesOf(environment).map(({ alias, key }) => [alias, profileDigest(key)])),
    policy: { ...policy, targets: [...targets].sort(), excludes: [...excludes].sort(), ...(shard ? { shard } : {}) },
    ...(profilesIn(accepted).length > 0 ? { accepts: profilesIn(accepted) } : {}),
    createdAt: new Date(input.ports.clock.now()).toISOString(),
    git: headOf(input.history) ?? null,
    recorded: wholeCommits(snapshot.documents),
    complete: snapshot.complete,
    applyable: guards.length === 0 && (changes.length > 0 || protections.length > 0),
    changes,
    waiting,
    blocked,
    unmanaged: [...snapshot.unmanaged],
    remembers,
    problems: sortProblems(problems.map(input.locate ?? ((problem) => problem))),
    counts: {
      ...countsOf(changes),
      unchanged: chosen.filter(({ is }) => is === 'unchanged').length,
      waiting: waiting.length,
      blocked: blocked.length,
      unmanaged: snapshot.unmanaged.length,
    },
  };
  const plan: Plan = { ...content, digest: planDigest(content) };
  return {
    plan,
    guards,
    likelyRefusals: others,
    work,
    documents: snapshot.documents,
    recognized: snapshot.recognized,
    protections,
    left: { blocked, waiting },
    accepted: profilesIn(accepted),
    decisions: decisions.filter(({ profile }) => !left.has(profile.alias)),
    isSelected: (address) => selected.has(address),
  };
}

/** Adds a rename to the ways that open a blocked deletion: it is the first, because it loses nothing. */
function withWay(blocked: Blocked, ways: ReadonlyMap<Address, Said>): Blocked {
  const way = ways.get(blocked.address);
  if (way === undefined) return blocked;
  const all = [todoWay(way), ...blocked.ways];
  return { ...blocked, opens: opensOf(all), ways: all };
}

function guardedOf<S>(input: PlanInput<S>, snapshot: Snapshot<S>, changes: readonly Change[]) {
  const { subjects, documents } = snapshot;
  const ours = subjects.filter(({ entry }) => entry !== undefined);
  // A declared live resource counts although the state does not know it: the state may have been lost.
  const existing = subjects
    .filter(({ takenOverBy, live, kind }) => !takenOverBy && live !== undefined && !kind.upload)
    .map(({ want }) => splitVersion(want.address).of);
  return {
    changes,
    policy: input.policy,
    existing: new Set(existing).size,
    declared: input.declared ?? input.resources.length,
    owned: ours.length,
    foreign: foreignIn(documents.values(), input.environment),
  };
}

/** Returns the protections that the state gets or loses. Those of a change are written with it. */
function protectionsOf<S>(input: PlanInput<S>, chosen: readonly Decision<S>[]) {
  return chosen.flatMap((subject) => {
    if (!subject.declared || !subject.entry) return [];
    const protect = protectAfter(subject, input.policy);
    if (protect === subject.entry.protect) return [];
    const isAlone = subject.is !== 'change' && subject.movedFrom === undefined;
    return { profile: subject.profile.alias, address: subject.want.address, protect, isAlone };
  });
}

function countsOf(changes: readonly Change[]) {
  const actions = { create: 0, update: 0, version: 0, lifecycle: 0, delete: 0, adopt: 0, move: 0, forget: 0 };
  for (const { action } of changes) actions[action] += 1;
  return actions;
}

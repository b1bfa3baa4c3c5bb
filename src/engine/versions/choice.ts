import { contentDigest } from '../../core/content.ts';
import { groupBy, keyIn } from '../../core/grouping.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { isUnseen } from '../../state/document.ts';
import { provesAbsence } from '../observe/listing.ts';
import { absenceUnproved, type View } from '../observe/observe.ts';
import { resourceProblem } from '../problems.ts';
import { isLastManifest, pastOf } from '../route/policy.ts';
import { findRoute } from '../route/route.ts';
import { say } from '../sentences.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { asVersion, hasSameText, isMember, type Member, wantOf } from '../subject/members.ts';
import { type Subject, sortSubjects, type Version } from '../subject/subject.ts';

type LiveVersion<S> = Member<S> & { live: Live };

interface VersionGroup<S> {
  view: View<S>;
  first: Member<S>;
  members: readonly Member<S>[];
  /** The live ones, the newest first: the first version, bound versions, and versions with the declared text. */
  lives: readonly LiveVersion<S>[];
  /** True if the state binds it, under its own address or one that gives it up to this one. */
  isOurs(member: Member<S>): boolean;
  /** True if manifests or state use a name. */
  isTaken(name: string): boolean;
}

/**
 * Chooses the current version of each manifest, the one that gets the declared text, and decides about the others. Adds a new version if none can be current. Pure.
 * @param now milliseconds since the epoch
 */
export function chooseVersions<S>(
  subjects: readonly Subject<S>[],
  views: readonly View<S>[],
  now: number,
): Subject<S>[] {
  const members = subjects.filter(isMember);
  const takers = new Set(subjects.map(({ takenOverBy }) => takenOverBy));
  const isOurs = ({ entry, want }: Member<S>): boolean => entry !== undefined || takers.has(want.address);
  const byKey = new Map(views.map((view) => [keyIn(view), view]));
  const names = new Set(subjects.flatMap((one) => [one.boundName, one.want.name].map((name = '') => keyIn(one, name))));
  const chosen = Array.from(groupBy(members, ({ version }) => version.of).values()).flatMap((group) => {
    const first = group.find((one) => numberOf(one) === 1);
    const view = first && byKey.get(keyIn(first));
    if (!first || !view) return [];
    const lives = group
      .filter((one): one is LiveVersion<S> => one.live !== undefined)
      .filter((one) => isOurs(one) || one === first || hasSameText(one, one.live))
      .sort((a, b) => numberOf(b) - numberOf(a));
    const isTaken = (name: string): boolean => names.has(keyIn(first, name));
    // The service's own clock, if it is known, because the dates of approvals come from it.
    return choose({ view, first, members: group, lives, isOurs, isTaken }, view.listing.date ?? now);
  });
  return sortSubjects([...subjects.filter((one) => !isMember(one)), ...chosen]);
}

function numberOf<S>({ version }: Member<S>): number {
  return version.number;
}

function choose<S>(group: VersionGroup<S>, now: number): Subject<S>[] {
  const { members } = group;
  // If a version could not be read, its text is unknown, so no version changes.
  const isUnknown = ({ problem, readProblem }: Member<S>): boolean =>
    problem !== undefined || readProblem !== undefined;
  if (members.some(isUnknown)) return members.map((one) => (isUnknown(one) ? one : withRole(one, 'kept', {})));
  const current = currentOf(group);
  const others = members
    .filter((one) => numberOf(one) !== numberOf(current))
    .flatMap((member) => besideOf(group, member, current, now));
  const { address } = current.want;
  return [current, ...others].map((one) =>
    one.version ? { ...one, version: { ...one.version, current: address } } : one,
  );
}

function withRole<S>(one: Member<S>, role: Version['role'], want: Partial<Resource>): Member<S> {
  return { ...one, want: { ...one.want, ...want }, version: { ...one.version, role } };
}

function currentOf<S>(group: VersionGroup<S>): Member<S> {
  const found = pick(group);
  if (!found) return newVersion(group);
  const { version, live } = found;
  // While a version is edited in place, messages are sent with the text that it will replace.
  const isUnderWay = version.rules.usageOf(live) === 'under-way';
  const replaces = isUnderWay ? newestInUse(group.lives.filter((one) => one !== found))?.live : undefined;
  return { ...found, want: wantOf(version, version.number, live), version: { ...version, replaces } };
}

/**
 * Chooses the current version. The first of these that exists: a version in use with the declared text; one that can be used again
 * unchanged; the version under way, which is edited in place; one that cannot be used again. Undefined if a new version is needed.
 */
function pick<S>({ lives, first: { kind, version } }: VersionGroup<S>): LiveVersion<S> | undefined {
  const { rules, of } = version;
  const open = lives.filter(({ live }) => rules.usageOf(live) === 'under-way');
  const underWay = open.find((one) => hasSameText(one, one.live)) ?? open[0];
  if (of.goal !== rules.goals.used) return underWay ?? lives[0];
  const same = lives.filter((one) => rules.usageOf(one.live) !== 'under-way' && hasSameText(one, one.live));
  const isMet = ({ live, version }: LiveVersion<S>): boolean =>
    kind.meets(live, wantOf(version, version.number, live)).meets === 'yes';
  return (
    same.find(isMet) ?? same.find(isReached) ?? underWay ?? same[0] ?? edited(lives, rules.asked(of) !== undefined)
  );
}

/** True if the declared state can be reached without a risk. */
function isReached<S>(one: LiveVersion<S>): boolean {
  const { kind, version, live } = one;
  const want = wantOf(version, version.number, live);
  return findRoute(kind, live, want, () => false, pastOf({ ...one, want }, live)).found !== 'blocked';
}

/** Returns the newest version in use, if it can be changed in place or may not be replaced. */
function edited<S>(lives: readonly LiveVersion<S>[], asksForVersions: boolean): LiveVersion<S> | undefined {
  const newest = newestInUse(lives);
  if (!newest || !asksForVersions) return newest;
  // A changed code is reported as a change. The next version would hide it.
  const isRenamed = newest.live.name !== newest.want.name;
  return isRenamed || isReached(newest) ? newest : undefined;
}

function newestInUse<S>(lives: readonly LiveVersion<S>[]): LiveVersion<S> | undefined {
  return lives.find(({ live, version }) => version.rules.usageOf(live) === 'usable') ?? lives[0];
}

/** Makes the next version, under the first free name or under one that was begun and never created. */
function newVersion<S>(group: VersionGroup<S>): Member<S> {
  const { members, lives, first, view } = group;
  const number = nextNumber(group);
  const begun = members.find((member) => numberOf(member) === number);
  const made = begun ?? unmade(view, first, number);
  const { want, version } = made;
  const replaced = newestInUse(lives);
  return {
    ...made,
    problem: version.rules.fits(want)
      ? undefined
      : resourceProblem(want, 'no-room-for-version', say('no-room', { name: want.name ?? '' }), say('no-room-way')),
    version: {
      ...version,
      replaces: replaced?.live,
      isAdopted: replaced?.adopts !== undefined && !replaced.takesFrom,
      drift: replaced && driftOf(replaced),
    },
  };
}

function driftOf<S>({ entry, version, live }: LiveVersion<S>): Version['drift'] {
  if (entry?.left === undefined || entry.left === contentDigest(live.content)) return undefined;
  return isLastManifest(entry, wantOf(version, version.number, live), live.content) ? 'alone' : 'beside-edit';
}

function nextNumber<S>({ members, lives: [newest], first, view, isTaken }: VersionGroup<S>): number {
  if (!newest) return 1;
  for (let number = numberOf(newest) + 1; ; number += 1) {
    const name = String(wantOf(first.version, number, undefined).name);
    const isBegun = members.some((member) => numberOf(member) === number);
    if (!view.listing.rows.has(name) && (isBegun || !isTaken(name))) return number;
  }
}

/** Returns a version that does not exist yet. The list proves that its name is free. */
function unmade<S>({ listing }: View<S>, first: Member<S>, number: number): Member<S> {
  const made = asVersion(first, number);
  const { name = '', address } = made.want;
  if (provesAbsence(listing, name)) return made;
  const readProblem = { ...absenceUnproved(first, listing, name), address };
  return { ...made, unread: true, readProblem };
}

/** Decides about a version beside the current one. Returns nothing for a version that notiform does not manage. */
function besideOf<S>(group: VersionGroup<S>, member: Member<S>, current: Member<S>, now: number): Subject<S>[] {
  const { isOurs, lives } = group;
  const { rules, of, number } = member.version;
  const live = lives.find((one) => one === member)?.live;
  if (!live) return isOurs(member) ? [goneOf(member)] : [];
  const bare = { name: live.name, dependsOn: [] };
  const removed = { ...bare, goal: 'removed', content: {}, inputs: {} };
  if (rules.usageOf(live) === 'under-way') {
    // An import that is not merged may have bound it, or a person took back its approval since.
    const isGivenUp = isOurs(member) && !(member.entry && isUnseen(member.entry));
    return isGivenUp ? [withRole(member, 'abandoned', removed)] : [];
  }
  const kept = withRole(member, 'kept', { ...bare, content: live.content });
  if (isReleased(kept, live)) return [withRole(kept, 'released', {})];
  const retired = withRole(kept, 'retired', { goal: rules.goals.retired });
  // A person took it into use again: it was retired before.
  const isPersons = rules.usageOf(live) === 'usable' && member.entry?.applied === appliedDigest(retired.want);
  const isOver = !isPersons && number < numberOf(current) && isDue(member, lives, now) && isPossible(retired, live);
  return [of.goal === rules.goals.retired || isOver ? retired : kept];
}

/** True if the manifest's stop took a version out of use, and only the stop is over. A text that was replaced meanwhile stays out of use. */
function isReleased<S>(member: Member<S>, live: Live): boolean {
  const { rules, of } = member.version;
  const paused = member.entry?.paused;
  const isSame = paused === true || paused === appliedDigest({ ...of, goal: rules.goals.retired });
  const isOver = isSame && of.goal === rules.goals.used && rules.usageOf(live) === 'idle';
  return isOver && isPossible(member, live);
}

/** Forgets a version that was begun and never created, or that was deleted outside notiform. */
function goneOf<S>(one: Member<S>): Subject<S> {
  const want = { ...one.want, goal: 'removed', content: {}, inputs: {}, dependsOn: [] };
  return { ...one, want, declared: false, version: undefined };
}

/** True if the service would do it, whatever the policy allows. A version that the service blocked stays. */
function isPossible<S>({ kind, want }: Member<S>, live: Live): boolean {
  return findRoute(kind, live, want, () => true).found !== 'blocked';
}

/** True if a version can be retired: enough newer versions (`keep`) have been approved and in use for long enough. */
function isDue<S>(
  { version: { rules, of, number } }: Member<S>,
  lives: readonly LiveVersion<S>[],
  now: number,
): boolean {
  const { keep, stopAfterMs } = rules.asked(of) ?? { keep: 1, stopAfterMs: undefined };
  if (stopAfterMs === undefined) return false;
  const approvals = lives
    .filter((one) => numberOf(one) > number && rules.usageOf(one.live) === 'usable')
    .map(({ live }) => rules.approvedAt(live) ?? Number.POSITIVE_INFINITY)
    .sort((a, b) => a - b);
  const [since = Number.POSITIVE_INFINITY] = approvals.slice(keep - 1);
  return now - since >= stopAfterMs;
}

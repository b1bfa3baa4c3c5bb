import { contentDigest } from '../../core/content.ts';
import { groupBy, groupOf } from '../../core/grouping.ts';
import { compareText, type Problem } from '../../core/problem.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { isKnownManifest } from '../../state/document.ts';
import { provesAbsence, titleIn } from '../observe/listing.ts';
import { absenceUnproved, type View } from '../observe/observe.ts';
import { nothingSeen, type SeenSubject } from '../observe/seen.ts';
import { resourceProblem } from '../problems.ts';
import { pastOf } from '../route/policy.ts';
import { findRoute } from '../route/route.ts';
import { say } from '../sentences.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { asVersion, hasSameText, isMember, type Member, wantOf } from '../subject/members.ts';
import type { Subject } from '../subject/subject.ts';

/** A version, with its live resource. */
interface SeenVersion<S> extends SeenSubject<S> {
  subject: Member<S>;
}

/** A version that is live. */
interface LiveVersion<S> extends SeenVersion<S> {
  live: Live;
}

/** The versions of one manifest. */
interface VersionGroup<S> {
  view: View<S>;
  first: Member<S>;
  members: readonly SeenVersion<S>[];
  /** The live ones, the newest first: the first version, bound versions, and versions with the declared text. */
  lives: readonly LiveVersion<S>[];
  /** True if the state binds it, under its own address or one that gives it up to this one. */
  isOurs(member: SeenVersion<S>): boolean;
  /** True if manifests or state use a name. */
  isTaken(name: string): boolean;
}

/**
 * Chooses the current version of each manifest, the one that gets the declared text, and decides about the others. Adds a new version if none can be current. Pure.
 * @param now milliseconds since the epoch
 */
export function chooseVersions<S>(
  seenSubjects: readonly SeenSubject<S>[],
  views: readonly View<S>[],
  now: number,
): SeenSubject<S>[] {
  const members = seenSubjects.filter((one): one is SeenVersion<S> => isMember(one.subject));
  if (members.length === 0) return [...seenSubjects];
  const takers = new Set(seenSubjects.map(({ subject }) => subject.takenOverBy));
  const groups = groupBy(members, ({ subject }) => subject.version.of);
  const byProfile = groupBy(seenSubjects, ({ subject }) => subject.profile);
  const chosen = views.flatMap((view) => {
    const isHere = ({ kind, profile }: Pick<Member<S>, 'kind' | 'profile'>): boolean =>
      kind === view.kind && profile === view.profile;
    if (!view.kind.versions) return [];
    const own = groupOf(byProfile, view.profile).filter(({ subject }) => isHere(subject));
    const names = new Set(own.flatMap(({ subject }) => [subject.boundName, subject.want.name]));
    return own.flatMap(({ subject: first }) => {
      if (!isMember(first) || first.version.number > 1) return [];
      const group = groupOf(groups, first.version.of);
      const isOurs = ({ subject: { entry, want } }: SeenVersion<S>): boolean =>
        entry !== undefined || takers.has(want.address);
      const lives = group.flatMap((one) => (one.seen.live ? [{ ...one, live: one.seen.live }] : []));
      return choose(
        {
          view,
          first,
          members: group,
          lives: lives
            .filter((one) => isOurs(one) || one.subject === first || hasSameText(one.subject, one.live))
            .sort((a, b) => numberOf(b) - numberOf(a)),
          isOurs,
          isTaken: (name) => names.has(name),
        },
        // The service's own clock, if it is known, because the dates of approvals come from it.
        view.listing.date ?? now,
      );
    });
  });
  const others = seenSubjects.filter(({ subject }) => !isMember(subject));
  return [...others, ...chosen].sort((a, b) => compareText(a.subject.want.address, b.subject.want.address));
}

function numberOf<S>({ subject }: SeenVersion<S>): number {
  return subject.version.number;
}

function choose<S>(group: VersionGroup<S>, now: number): SeenSubject<S>[] {
  const { members } = group;
  // If a version could not be read, its text is unknown, so no version changes.
  if (members.some(({ subject, seen }) => subject.problem ?? seen.problem)) return members.map(unchangedVersion);
  const current = currentOf(group);
  const { address } = current.subject.want;
  const others = members
    .filter(({ subject }) => subject.version.number !== current.subject.version.number)
    .flatMap((member) => besideOf(group, member, current, now))
    .map((one) => withCurrent(one, address));
  return [withCurrent(current, address), ...others];
}

function withCurrent<S>(one: SeenSubject<S>, current: string): SeenSubject<S> {
  const { subject } = one;
  return isMember(subject) ? { ...one, subject: { ...subject, version: { ...subject.version, current } } } : one;
}

function unchangedVersion<S>(member: SeenVersion<S>): SeenSubject<S> {
  const { subject, seen } = member;
  return subject.problem || seen.problem ? member : { ...member, subject: withRole(subject, 'kept', {}) };
}

function withRole<S>(subject: Member<S>, role: Member<S>['version']['role'], want: Partial<Resource>): Member<S> {
  return { ...subject, want: { ...subject.want, ...want }, version: { ...subject.version, role } };
}

function currentOf<S>(group: VersionGroup<S>): SeenVersion<S> {
  const found = pick(group);
  if (!found) return newVersion(group);
  const { subject, seen, live } = found;
  const { version } = subject;
  // While a version is edited in place, messages are sent with the text that it will replace.
  const isUnderWay = version.rules.usageOf(live) === 'under-way';
  const replaces = isUnderWay ? newestInUse(group.lives.filter((one) => one !== found))?.live : undefined;
  return {
    subject: { ...subject, want: wantOf(version, version.number, live), version: { ...version, replaces } },
    seen,
  };
}

/**
 * Chooses the current version. The first of these that exists: a version in use with the declared text; one that can be used again
 * unchanged; the version under way, which is edited in place; one that cannot be used again. Undefined if a new version is needed.
 */
function pick<S>({ lives, first: { kind, version } }: VersionGroup<S>): LiveVersion<S> | undefined {
  const { rules, of } = version;
  const open = lives.filter(({ live }) => rules.usageOf(live) === 'under-way');
  const underWay = open.find((one) => hasSameText(one.subject, one.live)) ?? open[0];
  if (of.goal !== rules.goals.used) return underWay ?? lives[0];
  const same = lives.filter((one) => rules.usageOf(one.live) !== 'under-way' && hasSameText(one.subject, one.live));
  const isMet = ({ live, subject }: LiveVersion<S>): boolean =>
    kind.meets(live, wantOf(subject.version, subject.version.number, live)).meets === 'yes';
  return (
    same.find(isMet) ?? same.find(isReached) ?? underWay ?? same[0] ?? edited(lives, rules.asked(of) !== undefined)
  );
}

/** True if the declared state can be reached without a risk. */
function isReached<S>({ subject, live }: LiveVersion<S>): boolean {
  const want = wantOf(subject.version, subject.version.number, live);
  return findRoute(subject.kind, live, want, () => false, pastOf({ ...subject, want }, live)).found !== 'blocked';
}

/** Returns the newest version in use, if it can be changed in place or may not be replaced. */
function edited<S>(lives: readonly LiveVersion<S>[], asksForVersions: boolean): LiveVersion<S> | undefined {
  const newest = newestInUse(lives);
  if (!newest || !asksForVersions) return newest;
  // A changed code is reported as a change. The next version would hide it.
  const isRenamed = newest.live.name !== newest.subject.want.name;
  return isRenamed || isReached(newest) ? newest : undefined;
}

function newestInUse<S>(lives: readonly LiveVersion<S>[]): LiveVersion<S> | undefined {
  return lives.find(({ live, subject }) => subject.version.rules.usageOf(live) === 'usable') ?? lives[0];
}

/** Makes the next version, under the first free name or under one that was begun and never created. */
function newVersion<S>(group: VersionGroup<S>): SeenVersion<S> {
  const { members, lives, first, view } = group;
  const number = nextNumber(group);
  const begun = members.find((member) => numberOf(member) === number);
  const { subject, seen } = begun ?? { subject: asVersion(first, number), seen: unmade(view, first, number) };
  const { want, version } = subject;
  const replaced = newestInUse(lives);
  return {
    subject: {
      ...subject,
      problem: version.rules.fits(want) ? undefined : noRoom(want),
      version: {
        ...version,
        replaces: replaced?.live,
        isAdopted: replaced?.seen.adopts !== undefined && !replaced.subject.takesFrom,
        isDrifted: replaced !== undefined && isDrifted(replaced),
      },
    },
    seen,
  };
}

/** True if the text in use changed outside notiform since the last apply, and the manifest did not. */
function isDrifted<S>({ subject: { entry, version }, live }: LiveVersion<S>): boolean {
  if (entry?.left === undefined || entry.left === contentDigest(live.content)) return false;
  return isKnownManifest(entry, appliedDigest(wantOf(version, version.number, live)));
}

function nextNumber<S>({ members, lives: [newest], first, view, isTaken }: VersionGroup<S>): number {
  if (!newest) return 1;
  for (let number = numberOf(newest) + 1; ; number += 1) {
    const name = nameOf(first, number);
    const isBegun = members.some((member) => numberOf(member) === number);
    if (!view.listing.rows.has(name) && (isBegun || !isTaken(name))) return number;
  }
}

function nameOf<S>({ version }: Member<S>, number: number): string {
  return String(wantOf(version, number, undefined).name);
}

/** Returns the reading of a version that does not exist yet. The list proves that its name is free. */
function unmade<S>({ listing, kind, profile }: View<S>, first: Member<S>, number: number): SeenSubject<S>['seen'] {
  const want = wantOf(first.version, number, undefined);
  const [name, title] = [String(want.name), titleIn(kind, want)];
  if (provesAbsence(listing, name, title)) return nothingSeen;
  const problem = { ...absenceUnproved(kind, profile, listing, name, title), address: want.address };
  return { ...nothingSeen, unread: true, problem };
}

function noRoom({ address, name, source }: Resource): Problem {
  return resourceProblem(
    { address, source },
    'no-room-for-version',
    say('no-room', { name: name ?? '' }),
    say('no-room-way'),
  );
}

/** Decides about a version beside the current one. Returns nothing for a version that notiform does not manage. */
function besideOf<S>(
  group: VersionGroup<S>,
  member: SeenVersion<S>,
  current: SeenVersion<S>,
  now: number,
): SeenSubject<S>[] {
  const { isOurs, lives } = group;
  const { subject, seen } = member;
  const { rules, of, number } = subject.version;
  const live = lives.find((one) => one.subject === subject)?.live;
  if (!live) return isOurs(member) ? [{ subject: goneOf(subject), seen }] : [];
  const bare = { name: live.name, dependsOn: [] };
  const removed = { ...bare, goal: 'removed', content: {}, inputs: {} };
  if (rules.usageOf(live) === 'under-way')
    return isOurs(member) ? [{ subject: withRole(subject, 'abandoned', removed), seen }] : [];
  const kept = withRole(subject, 'kept', { ...bare, content: live.content });
  if (isReleased(kept, live)) return [{ subject: withRole(kept, 'released', {}), seen }];
  const retired = withRole(kept, 'retired', { goal: rules.goals.retired });
  const isOver = number < numberOf(current) && isDue(subject, lives, now) && canRetire(retired, live);
  return [{ subject: of.goal === rules.goals.retired || isOver ? retired : kept, seen }];
}

/** True if the manifest's stop took a version out of use, and is over. */
function isReleased<S>({ kind, want, entry, version: { rules, of } }: Member<S>, live: Live): boolean {
  const isPaused = entry?.paused === true && of.goal === rules.goals.used && rules.usageOf(live) === 'idle';
  return isPaused && findRoute(kind, live, want, () => true).found !== 'blocked';
}

/** Forgets a version that was begun and never created, or that was deleted outside notiform. */
function goneOf<S>(subject: Member<S>): Subject<S> {
  const want = { ...subject.want, goal: 'removed', content: {}, inputs: {}, dependsOn: [] };
  return { ...subject, want, declared: false, version: undefined };
}

/** True if the service would take it out of use, whatever the policy allows. A version that the service blocked stays. */
function canRetire<S>({ kind, want }: Member<S>, live: Live): boolean {
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

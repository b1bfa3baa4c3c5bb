import type { Address } from '../../core/address.ts';
import { groupBy, groupOf } from '../../core/grouping.ts';
import { type Change, todoWay } from '../../core/plan.ts';
import { asWarning, errorProblem, type Problem } from '../../core/problem.ts';
import type { Said } from '../../core/sentence.ts';
import { DIRTY, type StateDocuments } from '../../state/document.ts';
import { allowedBy } from '../route/policy.ts';
import { say } from '../sentences.ts';
import { wholeCommits } from '../stored-state/edit-under-lock.ts';
import type { Contains, Decision, History, PlanInput, Work } from '../types.ts';
import { blockedOn } from './decide.ts';
import { digestOf } from './work.ts';

/** How HEAD lacks a commit. */
export type Lacked = Exclude<Awaited<ReturnType<Contains>>, 'yes'>;

/** In place of the commit of an apply that knew none. HEAD may be older than it. */
const UNRECORDED = '';

/**
 * Blocks the changes of a checkout whose HEAD does not contain the commit that the state records of the resource, or is older than
 * the last apply of everything: an unpulled clone would take back what another one applied, or apply what was reverted since. Blocks
 * also the removal of what was applied from uncommitted manifests, and the release of what is stopped since. `uncertain` has the
 * changes of which git cannot tell.
 */
export async function blockOlder<S>(
  { history, policy, since, environment }: Pick<PlanInput<S>, 'history' | 'policy' | 'since' | 'environment'>,
  documents: StateDocuments,
  decisions: readonly Decision<S>[],
): Promise<{ decisions: readonly Decision<S>[]; uncertain: ReadonlySet<Address> }> {
  const uncertain = new Set<Address>();
  if (!history) return { decisions, uncertain };
  const commitsOf = recordedCommits(documents, decisions, history);
  const isRisky = (one: Decision<S>): boolean => one.is === 'blocked' && one.blocked.risk !== undefined;
  const open = decisions.filter((one) => one.is === 'change' || isRisky(one));
  const changes = new Map(open.map((one) => [one, commitsOf(one)]));
  const wholes = wholeCommits(documents);
  const older = await commitsNotIn(history, [...[...changes.values()].flat(), ...wholes]);
  // An apply that had nothing to do in a profile is recorded in the others.
  const isMeanwhile = (commit: string): boolean => since?.includes(commit) === false && older.has(commit);
  const behind = wholes.find((commit) => older.get(commit) === 'behind' || isMeanwhile(commit));
  const decided = decisions.map((decision) => {
    const commits = changes.get(decision) ?? [];
    const { want, profile, declared, takenOverBy } = decision;
    const { address } = want;
    // The address that takes it over decides.
    const isDecided = changes.has(decision) && takenOverBy === undefined;
    const whole = isDecided ? older.get(documents.get(profile.alias)?.commit ?? '') : undefined;
    const missing = commits.find((commit) => isLacked(older.get(commit))) ?? (isDecided ? behind : undefined);
    // No commit may ever have declared it, so none decided to remove it, or to end its stop.
    // Not so in the same working copy, or on an emulator, which has only what this machine applied.
    const isTried = history.commit?.endsWith(DIRTY) || environment.resourceUrl === undefined;
    const isUndecided = !declared || (!isTried && (want.goal === 'removed' || isRelease(decision)));
    const uncommitted = isUndecided ? commits.find((commit) => commit.endsWith(DIRTY)) : undefined;
    if (missing === undefined && uncommitted === undefined) {
      const isUnsure = commits.some((commit) => older.get(commit) === 'unknown' || commit.endsWith(DIRTY));
      if (isUnsure || whole === 'unknown' || whole === 'missing') uncertain.add(address);
      return decision;
    }
    if (allowedBy(policy, address)('older')) return decision.is === 'change' ? taking(decision) : decision;
    const [reason, todo] =
      missing === undefined
        ? [say(want.goal === 'removed' ? 'uncommitted-removal' : 'uncommitted-stop'), say('commit-first')]
        : [say('older-checkout', { commit: missing.slice(0, 7) }), say('pull-first')];
    const other = (decision.blocked?.ways ?? []).flatMap((way) => ('flags' in way ? way.flags : []));
    const ways = [todoWay(todo), { flags: ['--allow', `older=${address}`, ...other] }];
    return blockedOn(decision, { reason, ways, risk: 'older' });
  });
  return { decisions: decided, uncertain };
}

/** True if a change takes into use what is stopped. */
function isRelease<S>({ is, kind: { versions }, live, want }: Decision<S>): boolean {
  return (
    is === 'change' && live !== undefined && versions?.usageOf(live) === 'idle' && want.goal === versions.goals.used
  );
}

/** Adds the risk to a change, for the reader of the plan. */
function taking<S>(work: Work<S>): Decision<S> {
  const risks: Change['risks'] = [...work.change.risks, 'older'];
  const change = { ...work.change, risks, digest: digestOf(work.want, { ...work.change, risks }) };
  return { ...work, change };
}

/** Returns the commit of HEAD. Undefined if git knows none. */
export function headOf(history: History | undefined): string | undefined {
  return history?.commit?.replace(DIRTY, '');
}

/** Returns, by commit as the state records it, whether HEAD lacks it. A commit that HEAD contains is left out. */
export async function commitsNotIn(
  { commit: head, contains }: History,
  commits: readonly string[],
): Promise<Map<string, Lacked>> {
  const asked = [...new Set(commits)].filter((commit) => commit !== head);
  const found = await Promise.all(
    asked.map(
      async (commit) =>
        [commit, commit === UNRECORDED ? 'unknown' : await contains(commit.replace(DIRTY, ''))] as const,
    ),
  );
  return new Map(found.flatMap(([commit, is]) => (is === 'yes' ? [] : [[commit, is] as const])));
}

/** True if HEAD certainly lacks a commit. */
export function isLacked(found: Lacked | undefined): boolean {
  return found !== undefined && found !== 'unknown';
}

/**
 * Returns the commits that a change must not be older than: those of its entry, of its versions and of the entries that it takes
 * over, also of an apply that began and was interrupted. For a create, that of the apply that deleted the address.
 */
function recordedCommits<S>(
  documents: StateDocuments,
  decisions: readonly Decision<S>[],
  { commit: head }: History,
): (decision: Decision<S>) => string[] {
  const versions = groupBy(decisions, ({ version }) => version?.of.address);
  const former = groupBy(decisions, ({ takenOverBy }) => takenOverBy);
  return (decision) => {
    const { is, want, profile, live, version, takenOverBy } = decision;
    // The change of the address that takes it over decides.
    if (takenOverBy !== undefined) return [];
    const family = [decision, ...groupOf(versions, version?.of.address ?? '')];
    const related = family.flatMap((one) => [one, ...groupOf(former, one.want.address)]);
    const commits = related.flatMap(({ entry }) => {
      const isUnrecorded = head !== null && typeof entry?.applied === 'string';
      return [entry?.commit ?? (isUnrecorded ? UNRECORDED : []), entry?.begunIn ?? []].flat();
    });
    // A version is created beside others.
    const isCreate = is === 'change' && live === undefined;
    const deletedIn = isCreate && documents.get(profile.alias)?.deletedIn?.[want.address];
    return deletedIn ? [...commits, deletedIn] : commits;
  };
}

/** Returns a warning about the changes of which git cannot tell if they are older than the last apply. */
export function mayBeOlder({ length: count }: readonly Address[]): Problem[] {
  return count === 0 ? [] : [olderUnknown(say('older-unknown', { count }))];
}

/** Warns of an apply without changes whose commit is not recorded: the job of an older commit is not blocked then. */
export function unrecorded(): Problem {
  return olderUnknown(say('older-unrecorded'));
}

function olderUnknown(message: Said): Problem {
  return asWarning(errorProblem('older-unknown', message, say('older-unknown-way')));
}

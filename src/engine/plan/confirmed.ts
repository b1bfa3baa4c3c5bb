import type { Address } from '../../core/address.ts';
import { contentDigest, sameContent } from '../../core/content.ts';
import { groupBy, groupOf } from '../../core/grouping.ts';
import { canonical } from '../../core/json.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { baseOf, DIRTY, type StateEntry, type StoredRow, type WholeCommits } from '../../state/document.ts';
import { editUnderLock, wholeCommits } from '../stored-state/edit-under-lock.ts';
import { appliedDigest } from '../stored-state/entry-edits.ts';
import { eachAtOnce } from '../stored-state/leases.ts';
import { completeEntry, type Edit, editEntry, uploadsEdit } from '../stored-state/ledger.ts';
import type { Subject } from '../subject/subject.ts';
import type { ApplyInput, Decision, History, Planned } from '../types.ts';
import { commitsNotIn, headOf, isLacked, type Lacked, unrecorded } from './older.ts';
import { isWhole } from './select.ts';
import { isStoppedByManifest } from './work.ts';

/** The commit of the manifests that were compared, and the recorded commits that it does not contain. */
interface Compared {
  commit: string | undefined;
  older: ReadonlyMap<string, Lacked>;
  /** True if an apply of everything is newer. */
  isBehind: boolean;
  /** The addresses whose protection changes. */
  protecting: ReadonlySet<Address>;
}

/**
 * Returns the edit of each profile whose state lacks some of what is up to date, some of the list rows, or some of the recognized
 * uploads.
 */
export async function confirmations<S>(
  { decisions, isSelected, recognized, protections, documents }: Planned<S>,
  history: History | undefined,
): Promise<Map<string, Edit>> {
  const recorded = decisions.flatMap(({ entry, want }) =>
    isSelected(want.address) ? [entry?.commit ?? [], entry?.begunIn ?? []].flat() : [],
  );
  const wholes = wholeCommits(documents);
  const older = history ? await commitsNotIn(history, [...recorded, ...wholes]) : new Map<string, never>();
  const isBehind = wholes.some((commit) => older.get(commit) === 'behind');
  const protecting = new Set(protections.map(({ address }) => address));
  const compared = { commit: history?.commit ?? undefined, older, isBehind, protecting };
  const news = decisions.flatMap((one) => {
    const { entry, want, profile } = one;
    const edit = editOf(one, isSelected(want.address), compared);
    const now = edit?.(() => entry).get(want.address);
    return !edit || canonical({ ...now }) === canonical({ ...entry }) ? [] : [{ profile: profile.alias, edit }];
  });
  const groups = groupBy(news, ({ profile }) => profile);
  return new Map(
    Array.from(new Set([...groups.keys(), ...recognized.keys()]), (profile): [string, Edit] => {
      const all = groupOf(groups, profile);
      const together: Edit = (entryOf) => new Map(all.flatMap(({ edit }) => [...edit(entryOf)]));
      return [profile, uploadsEdit(recognized.get(profile), together)];
    }),
  );
}

/**
 * Returns the edit of an address that is bound and has the declared content, also if it waits for an external decision. Of an
 * address that is not selected, only the row. Undefined for any other address, unless a person released a stop of its manifest: the
 * mark of that stop is removed.
 */
function editOf<S>(decision: Decision<S>, isSelected: boolean, compared: Compared): Edit | undefined {
  const { is, kind, want, entry: was, movedFrom, version, live, row } = decision;
  if (!was || !live || movedFrom !== undefined) return undefined;
  const isSame = kind.meets(live, want).meets !== 'no' && sameContent(live.content, want.content);
  const isAsWanted = isSame && (is === 'unchanged' || is === 'waiting');
  // A person released the stop. A later stop is that person's too.
  const isReleased = was.paused !== undefined && version?.rules.usageOf(live) === 'usable';
  if (!isAsWanted && !isReleased) return undefined;
  const { address } = want;
  const stored = isAsWanted ? rowOf(decision, row) : was.row;
  // An older version keeps what was applied to it: what a person changed in it since stays a change.
  const isKept = version?.role === 'kept' && was.applied !== null;
  const { applied, left } = isKept ? was : { applied: appliedDigest(want), left: contentDigest(want.content) };
  // That an older checkout is met is chance: what a newer one wants was applied, or has begun. Uncommitted manifests that are met only
  // now were written after a person: no other checkout has them, and would take that for an apply to go back from.
  const isPersons = compared.commit?.endsWith(DIRTY) === true && baseOf(was) !== applied;
  const isOlder =
    compared.isBehind || isPersons || [was.commit, was.begunIn].some((one = '') => isLacked(compared.older.get(one)));
  if (!isSelected || !isAsWanted || isOlder)
    return editEntry(address, ({ paused, ...entry }) => {
      return { ...entry, ...(paused && !isReleased && { paused }), row: stored };
    });
  const commit = commitOf(was, applied, compared.protecting.has(address), compared);
  const { imported, importedAs } = was;
  // Stopped again before its release was done, it is stopped as for the first time.
  const isStopped = version && was.paused && !isReleased && isStoppedByManifest(decision);
  return completeEntry(address, {
    applied,
    // Of another branch, which is not merged yet.
    ...(imported !== undefined && imported !== applied && { imported, ...(importedAs && { importedAs }) }),
    ...(left !== undefined && { left }),
    ...(commit !== undefined && { commit }),
    ...(isStopped && { paused: was.paused === true ? appliedDigest(version.of) : was.paused }),
    row: stored,
  });
}

/** Returns the row to store. The row of an older version also gets its content, which no manifest contains. */
function rowOf<S>({ version, want }: Subject<S>, row: StoredRow | null): StoredRow | null {
  if (!row?.detail || !version || version.role === 'current') return row;
  return { ...row, detail: { ...row.detail, kept: want.content } };
}

/**
 * Returns the commit to store of a resource that is up to date. The recorded one stays, unless HEAD contains it and has what it
 * lacks, or changes the protection: an older checkout would otherwise allow one that is newer than itself to take back what the last apply did.
 */
function commitOf(
  { commit: known, applied: former }: StateEntry,
  applied: string | null,
  isProtecting: boolean,
  { commit, older }: Compared,
): string | undefined {
  if (known === undefined || older.has(known)) return known ?? commit;
  const isNews = known.endsWith(DIRTY) || former !== applied || isProtecting;
  return isNews ? (commit ?? known) : known;
}

/**
 * Returns the commit that an apply of everything records, by profile: HEAD, if it contains the recorded one. A commit that was
 * applied without a change, such as a revert, is thus known to an older checkout. One that git does not have any more is replaced
 * by an apply with changes, whose plan warned of it, or that allows all older commits.
 * @param member `begunIn` before the first change: what is held or fails does not matter then
 */
export async function commitsToRecord<S>(
  { documents, plan, work, left, approval }: Planned<S>,
  history: History | undefined,
  member: keyof WholeCommits = 'commit',
): Promise<Map<string, string>> {
  const head = headOf(history);
  const isWaiting = member === 'commit' && left.waiting.some(({ held }) => held);
  if (isWaiting || !isWhole(plan.policy) || (approval && approval.unapproved.length > 0)) return new Map();
  const isOlder = left.blocked.some(({ risk }) => risk === 'older');
  const found = await Promise.all(
    Array.from(documents, async ([profile, recorded]): Promise<[string, string][]> => {
      const last = recorded?.[member] ?? recorded?.commit;
      if (head === undefined || last === head) return [];
      const isFree = last === undefined || plan.policy.allow.includes('older');
      const has = isFree ? undefined : await history?.contains(last);
      // Beside the commit of a branch that is not merged, the document has that of this one.
      const isOther = has === 'no' && member === 'begunIn';
      const isBeside =
        isOther && (last === recorded?.commit || (await history?.contains(`${recorded?.commit}`)) === 'yes');
      if (has === 'yes' || isBeside) return [[profile, head]];
      return !isOlder && (isFree || (has === 'missing' && work.length > 0)) ? [[profile, head]] : [];
    }),
  );
  return new Map(found.flat());
}

/**
 * Writes what is up to date into the state of the profiles that an apply has no changes in. A profile whose state is locked, was written since the plan, or cannot be written is left as it is.
 * Returns a warning if git cannot compare the commit that would be recorded.
 */
export async function confirmAll<S>(planned: Planned<S>, input: ApplyInput<S>): Promise<Problem[]> {
  const { documents, accepted, work, protections } = planned;
  const changed = [...work.map(({ profile }) => profile.alias), ...protections.map(({ profile }) => profile)];
  // Beside changes, only the profiles with changes record the commit: one write for each profile would cost too much.
  const commitsOf = (member: keyof WholeCommits) =>
    changed.length > 0 ? new Map<string, string>() : commitsToRecord(planned, input.history, member);
  const [begun, commits] = await Promise.all([commitsOf('begunIn'), commitsOf('commit')]);
  const nothing = Array.from([...begun.keys(), ...commits.keys()], (one): [string, Edit] => [one, () => new Map()]);
  const edits = new Map([...nothing, ...(await confirmations(planned, input.history))]);
  // The apply has already written the profiles that it takes over. A profile without a document gets none.
  const written = new Set([...accepted, ...changed]);
  const open = [...edits.keys()].filter((profile) => !written.has(profile) && documents.get(profile) !== undefined);
  await eachAtOnce(open, async (profile) => {
    try {
      await editUnderLock(
        { ...input, documents, begun, commits, profiles: [profile] },
        input.environment,
        async () => edits,
      );
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
    }
  });
  // Changes are in the warning of the plan. An emulator has only what this machine applied.
  if (!input.history || changed.length > 0 || !isWhole(planned.plan.policy) || !input.environment.resourceUrl)
    return [];
  const lasts = Array.from(documents, ([profile, one]) => (commits.has(profile) ? [] : (one?.commit ?? [])));
  const found = [...(await commitsNotIn(input.history, lasts.flat())).values()];
  return found.some((is) => is === 'unknown' || is === 'missing') ? [unrecorded()] : [];
}

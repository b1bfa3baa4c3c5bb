import type { Moved } from '../../core/plan.ts';
import { movedSince } from '../../engine/plan/decide.ts';
import { appliedDigest } from '../../engine/stored-state/entry-edits.ts';
import { wantOf } from '../../engine/subject/members.ts';
import type { Seen, Version } from '../../engine/subject/subject.ts';
import type { Client } from '../../wire/client.ts';

/** A manifest's resource, and which sides of it changed since the last apply. */
export interface MovedSubject extends Seen<Client> {
  moved: readonly Moved[];
  /** The version as it is, whose entry the state has. Without versions, the resource. */
  own: Seen<Client>;
}

/**
 * Chooses one version for each manifest, whose content `import --update` writes, with the names of the manifest: the current version,
 * or the version in use if the current one does not exist yet.
 */
export function oneVersionOfEach(subjects: readonly Seen<Client>[]): MovedSubject[] {
  return subjects.flatMap((one) => {
    const { version, live } = one;
    if (!version) return [{ ...one, moved: movedSinceWritten(one), own: one }];
    if (version.role !== 'current') return [];
    const inUse = subjects.find(
      (other) => other.version?.of === version.of && other.live?.name === version.replaces?.name,
    );
    const found = live || !inUse ? one : inUse;
    return [{ ...plain(found, { ...one, want: version.of }, version), moved: movedAsCurrent(found), own: found }];
  });
}

/** Compares with the manifest that an import wrote last, if the manifest is still that one, else with the last applied one. */
function movedSinceWritten(subject: Seen<Client>): Moved[] {
  const { entry, want } = subject;
  const isAsImported = entry?.imported !== undefined && entry.imported === appliedDigest(want);
  return movedSince(isAsImported ? { ...subject, entry: { ...entry, applied: null } } : subject);
}

/** Compares a version with the manifest, as if the manifest's text were declared for that version. */
function movedAsCurrent(subject: Seen<Client>): Moved[] {
  const { version, live } = subject;
  if (!version || !live) return movedSince(subject);
  const want = wantOf(version, version.number, live);
  return movedSinceWritten({ ...subject, want, version: { ...version, role: 'current' } });
}

/** Returns the current version with what was seen of another one, under the names of the manifest. */
function plain(found: Seen<Client>, current: Seen<Client>, version: Version): Seen<Client> {
  const { live, row, handles, readProblem, unread, adopts } = found;
  const { rules, of, number } = found.version ?? version;
  const seen = { live: live && rules.plain(live, of, number), row, handles, readProblem, unread, adopts };
  return { ...current, ...seen };
}

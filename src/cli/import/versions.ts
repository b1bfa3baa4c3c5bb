import type { Moved } from '../../core/plan.ts';
import { movedSince } from '../../engine/plan/decide.ts';
import type { SeenSubject } from '../../engine/snapshot/snapshot.ts';
import { appliedDigest } from '../../engine/stored-state/entry-edits.ts';
import { isMember, type Member, wantOf } from '../../engine/subject/members.ts';
import type { Client } from '../../wire/client.ts';

/** A manifest's resource, and which sides of it changed since the last apply. */
export interface MovedSubject extends SeenSubject<Client> {
  moved: readonly Moved[];
  /** The version as it is, whose entry the state has. Without versions, the resource. */
  own: SeenSubject<Client>;
}

/**
 * Chooses one version for each manifest, whose content `import --update` writes, with the names of the manifest: the current version,
 * or the version in use if the current one does not exist yet.
 */
export function oneVersionOfEach(seenSubjects: readonly SeenSubject<Client>[]): MovedSubject[] {
  return seenSubjects.flatMap((one) => {
    const { subject, seen } = one;
    if (!isMember(subject)) return [{ ...one, moved: movedSinceWritten(one), own: one }];
    if (subject.version.role !== 'current') return [];
    const { replaces, of } = subject.version;
    const inUse = seenSubjects.find(
      (other) => other.subject.version?.of === subject.version.of && other.seen.live?.name === replaces?.name,
    );
    const found = seen.live || !inUse ? one : inUse;
    return [{ ...plain(found, { ...subject, want: of }), moved: movedAsCurrent(found), own: found }];
  });
}

/** Compares with the manifest that an import wrote last, if the manifest is still that one, else with the last applied one. */
function movedSinceWritten({ subject, seen }: SeenSubject<Client>): Moved[] {
  const { entry, want } = subject;
  const isAsImported = entry?.imported !== undefined && entry.imported === appliedDigest(want);
  return movedSince(isAsImported ? { ...subject, entry: { ...entry, applied: null } } : subject, seen);
}

/** Compares a version with the manifest, as if the manifest's text were declared for that version. */
function movedAsCurrent({ subject, seen }: SeenSubject<Client>): Moved[] {
  if (!isMember(subject) || !seen.live) return movedSince(subject, seen);
  const { version } = subject;
  const want = wantOf(version, version.number, seen.live);
  return movedSinceWritten({ subject: { ...subject, want, version: { ...version, role: 'current' } }, seen });
}

function plain({ subject, seen }: SeenSubject<Client>, current: Member<Client>): SeenSubject<Client> {
  const { rules, of, number } = subject.version ?? current.version;
  return { subject: current, seen: seen.live ? { ...seen, live: rules.plain(seen.live, of, number) } : seen };
}

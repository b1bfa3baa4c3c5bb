import type { SeenSubject } from '../../engine/snapshot/snapshot.ts';
import { isMember, type Member } from '../../engine/subject/members.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import type { Client } from '../../wire/client.ts';

/**
 * Chooses one version for each manifest, whose content `import --update` writes, with the names of the manifest: the current version,
 * or the version in use if the current one does not exist yet.
 */
export function oneVersionOfEach(seenSubjects: readonly SeenSubject<Client>[]): SeenSubject<Client>[] {
  return seenSubjects.flatMap((one) => {
    const { subject, seen } = one;
    if (!isMember(subject)) return [one];
    if (subject.version.role !== 'current') return [];
    const { replaces, of } = subject.version;
    const inUse = seenSubjects.find(
      (other) => other.subject.version?.of === subject.version.of && other.seen.live?.name === replaces?.name,
    );
    const found = seen.live || !inUse ? one : inUse;
    return [plain(found, { ...subject, want: of })];
  });
}

function plain({ subject, seen }: SeenSubject<Client>, current: Member<Client>): SeenSubject<Client> {
  const { rules, of, number } = subject.version ?? current.version;
  return { subject: current, seen: seen.live ? { ...seen, live: rules.plain(seen.live, of, number) } : seen };
}

/** Returns the key that all versions of a resource share: their manifest. */
export function familyOf({ version, want }: Subject<Client>): object {
  return version?.of ?? want;
}

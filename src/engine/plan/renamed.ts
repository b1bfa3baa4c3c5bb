import { splitVersion } from '../../core/address.ts';
import type { Problem } from '../../core/problem.ts';
import { groupOf } from '../subject/grouping.ts';
import type { Subject } from '../subject/subject.ts';
import { freedBy, takenBy } from './names.ts';
import type { ChangeOf } from './order.ts';

/**
 * A warning for each resource that comes under a name which one without a manifest lets go of in the same plan: a manifest
 * that got another id looks so, and `renamedFrom` would keep what was made and approved. Pure.
 */
export function unsaidRenames<S>(changes: readonly ChangeOf<S>[]): Problem[] {
  const gone = new Map<string, Subject<S>[]>();
  for (const { subject, work } of changes) {
    if (!subject.declared) for (const { key } of freedBy(work)) groupOf(gone, key).push(subject);
  }
  return changes.flatMap(({ subject, seen, work }) => {
    const [old] = seen.live ? [] : takenBy(work).flatMap(({ key }) => gone.get(key) ?? []);
    return old ? [renameUnsaid(subject, old)] : [];
  });
}

function renameUnsaid<S>(subject: Subject<S>, old: Subject<S>): Problem {
  const { want } = subject;
  return {
    code: 'rename-unsaid',
    severity: 'warning',
    message: `${want.address} is made under a name that ${old.want.address} gives up`,
    hint: renaming(subject, old),
    place: want.source,
    address: want.address,
  };
}

/** What to say where a manifest only got another id. */
export function renaming<S>({ want }: Subject<S>, old: Subject<S>): string {
  const id = splitVersion(old.want.address).of.split('/').at(-1);
  return `If it is the same one under another id, say \`renamedFrom: ${id}\` in ${want.source.file}: nothing is deleted then.`;
}

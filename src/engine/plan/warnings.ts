import { type Address, splitVersion } from '../../core/address.ts';
import type { Action } from '../../core/plan.ts';
import { asWarning, type Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import { resourceProblem } from '../problems.ts';
import { groupByAll } from '../subject/grouping.ts';
import { isMember, type Member } from '../subject/members.ts';
import type { Subject } from '../subject/subject.ts';
import type { ChangeOf, Decision } from './decide.ts';
import { freedBy, takenBy } from './names.ts';

/**
 * Returns a warning for each new resource with a name that an undeclared one frees in the same plan. It may be a manifest whose
 * id changed, and `renamedFrom` would keep the approved resource. Pure.
 */
export function missingRenames<S>(changes: readonly ChangeOf<S>[]): Problem[] {
  const removed = changes.filter(({ subject }) => !subject.declared);
  const gone = groupByAll(removed, ({ work }) => freedBy(work).map(({ key }) => key));
  return changes.flatMap(({ subject, seen, work }) => {
    const [old] = seen.live ? [] : takenBy(work).flatMap(({ key }) => gone.get(key) ?? []);
    return old ? [missingRename(subject, old.subject)] : [];
  });
}

function missingRename<S>(subject: Subject<S>, old: Subject<S>): Problem {
  const { want } = subject;
  const message = `${want.address} would get the name of ${old.want.address}, which is no longer declared`;
  return asWarning(resourceProblem(want, 'rename-unsaid', message, renaming(subject, old)));
}

/** Returns the hint for a manifest of which only the id changed. */
export function renaming<S>({ want }: Subject<S>, old: Subject<S>): string {
  const id = splitVersion(old.want.address).of.split('/').at(-1);
  return `If only the id changed, write \`renamedFrom: ${id}\` in ${want.source.file}. Nothing is deleted then.`;
}

const WRITES: readonly Action[] = ['create', 'update', 'version'];

/** Returns the likely refusals of contents that the changes write, which the plan shows, and the others. Pure. */
export function likelyRefusalsIn<S>(decisions: readonly Decision<S>[]): { shown: Problem[]; others: Problem[] } {
  const writes = decisions.filter((one) => one.is === 'change' && WRITES.includes(one.work.change.action));
  const shown = new Set(writes.flatMap(({ subject }) => subject.likelyRefusal ?? []));
  const all = new Set(decisions.flatMap(({ subject }) => subject.likelyRefusal ?? []));
  return { shown: [...shown], others: [...all].filter((likelyRefusal) => !shown.has(likelyRefusal)) };
}

interface Usable<S> {
  subject: Member<S>;
  live: Live;
}

/**
 * Returns, by address, a warning if an older version becomes the current one without a change: its text is the declared one
 * again, and it is still approved (DESIGN, Versions). Pure.
 */
export function olderCurrents<S>(decisions: readonly Decision<S>[]): Map<Address, Problem> {
  const newest = new Map<Address, Usable<S>>();
  for (const found of decisions.flatMap(usableOf)) {
    const { of, number, role } = found.subject.version;
    const known = newest.get(of.address);
    if (role === 'kept' && number > (known?.subject.version.number ?? 0)) newest.set(of.address, found);
  }
  const warnings = decisions
    .filter(({ is }) => is === 'unchanged')
    .flatMap((decision) => {
      const [current] = usableOf(decision);
      const newer = current && newest.get(current.subject.version.of.address);
      const isOlder =
        newer &&
        current.subject.version.role === 'current' &&
        current.subject.version.number < newer.subject.version.number;
      return isOlder ? [[current.subject.want.address, olderCurrent(current, newer)] as const] : [];
    });
  return new Map(warnings);
}

function usableOf<S>({ subject, seen: { live } }: Decision<S>): Usable<S>[] {
  return live && isMember(subject) && subject.version.rules.usageOf(live) === 'usable' ? [{ subject, live }] : [];
}

function olderCurrent<S>({ subject: { want }, live }: Usable<S>, newer: Usable<S>): Problem {
  const message = `The manifest of ${want.address} has the text of ${live.name}, which is approved: that version is the current one again, and the newer ${newer.live.name} stays beside it`;
  const hint = 'Nothing changes at the service. To use the newer text, put it back into the manifest';
  return asWarning(resourceProblem(want, 'version-older', message, hint));
}

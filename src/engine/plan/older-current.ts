import type { Address } from '../../core/address.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import { isMember, type Member } from '../subject/members.ts';
import type { Decision } from './decide.ts';

interface Found<S> {
  subject: Member<S>;
  live: Live;
}

/**
 * Tells, by address, where nothing has to be done although another code is used than before: the manifest says what an older
 * version says, that is approved still, and so it is the current one again (DESIGN, Versions). Pure.
 */
export function olderCurrents<S>(decisions: readonly Decision<S>[]): Map<Address, Problem> {
  const newest = new Map<Address, Found<S>>();
  for (const found of decisions.flatMap(usableOf)) {
    const { of, number, role } = found.subject.version;
    const known = newest.get(of.address);
    if (role === 'kept' && number > (known?.subject.version.number ?? 0)) newest.set(of.address, found);
  }
  const told = decisions
    .filter(({ is }) => is === 'unchanged')
    .flatMap((decision) => {
      const [current] = usableOf(decision);
      const newer = current && newest.get(current.subject.version.of.address);
      const isOlder =
        newer &&
        current.subject.version.role === 'current' &&
        current.subject.version.number < newer.subject.version.number;
      return isOlder ? [[current.subject.want.address, problemOf(current, newer)] as const] : [];
    });
  return new Map(told);
}

function usableOf<S>({ subject, seen: { live } }: Decision<S>): Found<S>[] {
  return live && isMember(subject) && subject.version.rules.standing(live) === 'usable' ? [{ subject, live }] : [];
}

function problemOf<S>({ subject: { want }, live }: Found<S>, newer: Found<S>): Problem {
  return {
    code: 'version-older',
    severity: 'warning',
    message: `The manifest of ${want.address} says what ${live.name} says, which is approved: that is the current version, and the newer ${newer.live.name} stays beside it`,
    hint: 'Nothing has to be done at the service, and nothing is inspected. If the newer text is meant, put it back into the manifest',
    place: want.source,
    address: want.address,
  };
}

import type { Address } from '../../core/address.ts';
import type { ComparedRow, ComparedSide, Comparison } from '../../core/compared.ts';
import { compareText, type Problem } from '../../core/problem.ts';
import { isTargeted } from '../plan/select.ts';
import { diffContents } from '../route/diff.ts';
import { takeSnapshot } from '../snapshot/snapshot.ts';
import type { Seen } from '../subject/subject.ts';
import type { StatusInput } from '../types.ts';

const NOTHING: ComparedSide = { state: 'absent', content: null };
const UNREAD: ComparedSide = { state: 'unread', content: null };

/**
 * Returns the addresses that differ between two environments, sorted, and the numbers of the others. States and contents are
 * compared; names, dates and comments of the service are not. Pure.
 */
export function compareSides(
  first: ReadonlyMap<Address, ComparedSide>,
  second: ReadonlyMap<Address, ComparedSide>,
): Pick<Comparison, 'rows' | 'equal' | 'neither' | 'unread'> {
  const addresses = [...new Set([...first.keys(), ...second.keys()])].sort(compareText);
  const rows: ComparedRow[] = [];
  const same = { equal: 0, neither: 0, unread: 0 };
  for (const address of addresses) {
    const [a, b] = [first.get(address) ?? NOTHING, second.get(address) ?? NOTHING];
    const isRead = a.state !== UNREAD.state && b.state !== UNREAD.state;
    const fields = isRead ? diffContents(a.content, b.content) : [];
    if (fields.length > 0 || a.state !== b.state)
      rows.push({ address, states: [a.state, b.state], fields, before: a.content, after: b.content });
    else same[a.state === NOTHING.state ? 'neither' : isRead ? 'equal' : 'unread'] += 1;
  }
  return { rows, ...same };
}

/** Reads the live side of an environment: every address that a manifest declares or the state knows. Reads only. */
export async function liveSide<S>(
  input: StatusInput<S>,
): Promise<{ side: ReadonlyMap<Address, ComparedSide>; complete: boolean; problems: readonly Problem[] }> {
  const { subjects, complete, problems } = await takeSnapshot({
    ...input,
    asked: input.addresses,
    oursOnly: true,
  });
  const asked = subjects.filter(({ want }) => isTargeted(want.address, input.addresses));
  const side = new Map(asked.map((one) => [one.want.address, sideOf(one)] as const));
  return { side, complete, problems: [...problems, ...asked.flatMap(({ readProblem }) => readProblem ?? [])] };
}

function sideOf<S>({ live, unread }: Seen<S>): ComparedSide {
  if (unread) return UNREAD;
  return live ? { state: live.status.state, content: live.content } : NOTHING;
}

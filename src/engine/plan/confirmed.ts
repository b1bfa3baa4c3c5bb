import type { Address } from '../../core/address.ts';
import { sameContent } from '../../core/content.ts';
import { canonical } from '../../core/json.ts';
import { NotiformError } from '../../core/problem.ts';
import type { StoredRow } from '../../state/document.ts';
import { appliedDigest } from '../memory/claim.ts';
import { editUnderLock } from '../memory/edit.ts';
import { amended, type Edit, through } from '../memory/ledger.ts';
import { contentDigest } from '../memory/recall.ts';
import { groupBy } from '../subject/grouping.ts';
import type { Subject } from '../subject/subject.ts';
import type { ApplyInput, Confirmed, Planned } from '../types.ts';
import type { Decision } from './decide.ts';

/**
 * What of the decisions is ours, and as wanted as far as we can bring it.
 * @param isMeant whether a run is about an address
 */
export function confirmedIn<S>(decisions: readonly Decision<S>[], isMeant: (address: Address) => boolean): Confirmed[] {
  return decisions.flatMap(({ is, subject, seen: { live, row } }) => {
    const { kind, profile, want, entry, movedFrom } = subject;
    if ((is !== 'unchanged' && is !== 'waiting') || !entry || !live || movedFrom !== undefined) return [];
    const isAsWanted = kind.meets(live, want).meets !== 'no' && sameContent(live.content, want.content);
    if (!isAsWanted) return [];
    const { address } = want;
    return [{ profile: profile.alias, address, want, entry, row: rowOf(subject, row), isMeant: isMeant(address) }];
  });
}

/** The row to remember: of an older version with its content, which no manifest tells any more. */
function rowOf<S>({ version, want }: Subject<S>, row: StoredRow | null): StoredRow | null {
  if (!row?.detail || !version || version.role === 'current') return row;
  return { ...row, detail: { ...row.detail, kept: want.content } };
}

/** The edit of each profile that writes down what the state does not say yet. */
export function confirmations(confirmed: readonly Confirmed[]): Map<string, Edit> {
  const news = confirmed.flatMap((one) => {
    const { profile, address, entry } = one;
    const edit = editOf(one);
    const now = edit(() => entry).get(address);
    return canonical({ ...now }) === canonical({ ...entry }) ? [] : [{ profile, edit }];
  });
  const groups = groupBy(news, ({ profile }) => profile);
  return new Map(Array.from(groups, ([profile, own]) => [profile, together(own.map(({ edit }) => edit))]));
}

function editOf({ address, want, row, isMeant }: Confirmed): Edit {
  if (!isMeant) return amended(address, { row });
  return through(address, { applied: appliedDigest(want), left: contentDigest(want.content), row });
}

function together(edits: readonly Edit[]): Edit {
  return (entryOf) => new Map(edits.flatMap((edit) => [...edit(entryOf)]));
}

/**
 * Writes down what is as wanted if a plan has nothing to do, in the profiles that its apply did not lock. It only spares the next
 * plan some reads. A profile whose state is locked, was written since the plan, or cannot be written is left as it is.
 */
export async function confirmAll<S>({ confirmed, serials, accepted }: Planned<S>, input: ApplyInput<S>): Promise<void> {
  // The apply has written the profiles that it takes over already.
  const edits = confirmations(confirmed.filter(({ profile }) => !accepted.includes(profile)));
  for (const profile of edits.keys()) {
    try {
      await editUnderLock({ ...input, serials, profiles: [profile] }, input.environment, async () => edits);
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
    }
  }
}

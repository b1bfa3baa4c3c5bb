import type { Address } from '../../core/address.ts';
import { sameContent } from '../../core/content.ts';
import { Exit } from '../../core/exit.ts';
import { canonical } from '../../core/json.ts';
import { NotiformError } from '../../core/problem.ts';
import type { RememberedRow, StateEntry } from '../../state/document.ts';
import { appliedDigest } from '../memory/claim.ts';
import { lockAll, movedProblem, releaseAll } from '../memory/leases.ts';
import { amended, type Edit, openLedger } from '../memory/ledger.ts';
import { contentDigest } from '../memory/remembered.ts';
import { groupBy } from '../subject/grouping.ts';
import { ownerOf } from '../subject/owner.ts';
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
function rowOf<S>({ version, want }: Subject<S>, row: RememberedRow | null): RememberedRow | null {
  if (!row?.detail || !version || version.role === 'current') return row;
  return { ...row, detail: { ...row.detail, kept: want.content } };
}

/** The edit of each profile that writes down what the state does not say yet. */
export function confirmations(confirmed: readonly Confirmed[]): Map<string, Edit> {
  const news = confirmed.flatMap(({ profile, address, want, entry, row, isMeant }) => {
    const through = isMeant ? { applied: appliedDigest(want), left: contentDigest(want.content) } : {};
    const said = { ...through, row };
    return canonical({ ...entry, ...said }) === canonical({ ...entry }) ? [] : [{ profile, address, said }];
  });
  const groups = groupBy(news, ({ profile }) => profile);
  return new Map(Array.from(groups, ([profile, own]) => [profile, withSaid(own)]));
}

type Said = Partial<Pick<StateEntry, 'applied' | 'left'>> & Pick<StateEntry, 'row'>;

function withSaid(own: readonly { address: Address; said: Said }[]): Edit {
  return (entryOf) => new Map(own.flatMap(({ address, said }) => [...amended(address, said)(entryOf)]));
}

/**
 * Writes down what is as wanted where a plan has nothing to do: the next one reads less for it. It is no more than that, so that
 * a profile whose state is locked, was written since the plan, or cannot be written is left as it is; but where it is taken over
 * from somebody else that is what was asked for, and a NotiformError says that it could not be done.
 */
export async function confirmAll<S>({ confirmed, serials, accepted }: Planned<S>, input: ApplyInput<S>): Promise<void> {
  const edits = confirmations(confirmed);
  for (const profile of new Set([...edits.keys(), ...accepted])) {
    const edit = edits.get(profile);
    try {
      const leases = await lockAll(input, [profile]);
      try {
        const document = await input.store.read(profile);
        for (const lease of leases.values()) {
          if (document?.serial !== serials.get(profile) || !document) {
            if (!accepted.includes(profile)) continue;
            throw new NotiformError(movedProblem(input.environment.name, profile, 'the plan was made'), Exit.stale);
          }
          await openLedger(document, ownerOf(input.environment, profile), lease).change(...(edit ? [edit] : []));
        }
      } finally {
        await releaseAll(input, leases);
      }
    } catch (error) {
      if (!(error instanceof NotiformError) || accepted.includes(profile)) throw error;
    }
  }
}

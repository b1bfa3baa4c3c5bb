import type { Address } from '../core/address.ts';
import { sameContent } from '../core/content.ts';
import { canonical } from '../core/json.ts';
import { NotiformError } from '../core/problem.ts';
import type { Entries, StateEntry } from '../state/document.ts';
import { appliedDigest } from './claim.ts';
import type { Decision } from './decide.ts';
import { groupBy } from './grouping.ts';
import { lockAll, releaseAll } from './leases.ts';
import { openLedger } from './ledger.ts';
import { contentDigest } from './remembered.ts';
import type { ApplyInput, Confirmed, Planned } from './types.ts';

/** What of the decisions is ours, and as wanted as far as we can bring it. */
export function confirmedIn<S>(decisions: readonly Decision<S>[]): Confirmed[] {
  return decisions.flatMap(({ is, subject, seen: { live, row } }) => {
    const { kind, profile, want, entry, movedFrom } = subject;
    if ((is !== 'unchanged' && is !== 'waiting') || !entry || !live || movedFrom !== undefined) return [];
    const isAsWanted = kind.meets(live, want).meets !== 'no' && sameContent(live.content, want.content);
    return isAsWanted ? [{ profile: profile.alias, address: want.address, want, entry, row }] : [];
  });
}

/** The edit of each profile that writes down what the state does not say yet. */
export function confirmations(confirmed: readonly Confirmed[]): Map<string, (entries: Entries) => Entries> {
  const news = confirmed.flatMap(({ profile, address, want, entry, row }) => {
    const said = { applied: appliedDigest(want), left: contentDigest(want.content), row };
    return canonical({ ...entry, ...said }) === canonical({ ...entry }) ? [] : [{ profile, address, said }];
  });
  const groups = groupBy(news, ({ profile }) => profile);
  return new Map(Array.from(groups, ([profile, own]) => [profile, (entries) => withSaid(entries, own)]));
}

type Said = Pick<StateEntry, 'applied' | 'left' | 'row'>;

function withSaid(entries: Entries, own: readonly { address: Address; said: Said }[]): Entries {
  const said = new Map(own.map((one) => [one.address, one.said]));
  const all = Object.entries(entries).map(([address, entry]): [Address, StateEntry] => {
    const news = said.get(address);
    return [address, news ? { ...entry, ...news } : entry];
  });
  return Object.fromEntries(all);
}

/**
 * Writes down what is as wanted where a plan has nothing to do: the next one reads less for it. It is no more than that, so that
 * a profile whose state is locked, was written since the plan, or cannot be written is left as it is.
 */
export async function confirmAll<S>({ confirmed, serials }: Planned<S>, input: ApplyInput<S>): Promise<void> {
  for (const [profile, edit] of confirmations(confirmed)) {
    try {
      const leases = await lockAll(input, [profile]);
      try {
        const document = await input.store.read(profile);
        for (const lease of leases.values()) {
          if (document?.serial !== serials.get(profile) || !document) continue;
          await openLedger(document, input.environment.account, lease).change(edit);
        }
      } finally {
        await releaseAll(input, leases);
      }
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
    }
  }
}

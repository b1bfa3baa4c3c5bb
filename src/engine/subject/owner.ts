import { profileDigest } from '../../state/account.ts';
import type { StateDocument } from '../../state/document.ts';
import type { EngineEnvironment } from '../types.ts';

/** The account and the profile key that the bindings of a document belong to. */
export type Owner = Required<Pick<StateDocument, 'account' | 'keyDigest'>>;

type AccountOfProfiles = Pick<EngineEnvironment, 'account' | 'profiles'>;

/** Returns the owner of a profile in the current environment. */
export function ownerOf({ account, profiles }: AccountOfProfiles, alias: string): Owner {
  return { account, keyDigest: profileDigest(String(profiles.get(alias)?.key)) };
}

/** True if a document was written for another account or key. Older documents have no digest of the key. */
export function isForeign(document: Partial<Owner>, owner: Owner): boolean {
  return document.account !== owner.account || isRekeyed(document, owner);
}

function isRekeyed({ keyDigest }: Partial<Owner>, owner: Owner): boolean {
  return keyDigest !== undefined && keyDigest !== owner.keyDigest;
}

/**
 * Returns the document. If it was written for another key, its entries and uploads are left out: notiform never managed those resources on
 * this channel. With another account but the same key, the channel is the same and the entries stay. Pure.
 */
export function withoutRekeyedEntries(document: StateDocument, owner: Owner): StateDocument {
  if (!isRekeyed(document, owner)) return document;
  const { underWay: _elsewhere, uploads: _theirs, ...kept } = document;
  return { ...kept, entries: {} };
}

/** A profile whose state was written for another account, or for another sender or group key. */
export interface Foreign {
  profile: string;
  by: 'account' | 'key';
}

/** Finds the foreign profiles among the documents of an environment. Pure. */
export function foreignIn(documents: Iterable<StateDocument | undefined>, place: AccountOfProfiles): Foreign[] {
  return [...documents].flatMap((document): Foreign[] => {
    if (!document) return [];
    const { profile, account } = document;
    const owner = ownerOf(place, profile);
    return [
      ...(account === owner.account ? [] : [{ profile, by: 'account' as const }]),
      ...(isRekeyed(document, owner) ? [{ profile, by: 'key' as const }] : []),
    ];
  });
}

/** Returns all foreign profiles, sorted. */
export function profilesIn(foreign: readonly Foreign[]): string[] {
  return [...new Set(foreign.map(({ profile }) => profile))].sort();
}

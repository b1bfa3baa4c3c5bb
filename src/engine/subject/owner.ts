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

/** The profiles whose state was written for another account or another key. */
export interface Foreign {
  /** Profiles of another account. */
  account: string[];
  /** Profiles with another sender or group key. */
  key: string[];
}

/** Finds the foreign profiles among the documents of an environment. Pure. */
export function foreignIn(documents: Iterable<StateDocument | undefined>, place: AccountOfProfiles): Foreign {
  const found: Foreign = { account: [], key: [] };
  for (const document of documents) {
    if (!document) continue;
    const owner = ownerOf(place, document.profile);
    if (document.account !== owner.account) found.account.push(document.profile);
    if (isRekeyed(document, owner)) found.key.push(document.profile);
  }
  return found;
}

/** Returns the foreign profiles that fulfil a condition. Pure. */
export function foreignAmong({ account, key }: Foreign, isAmong: (profile: string) => boolean): Foreign {
  return { account: account.filter(isAmong), key: key.filter(isAmong) };
}

/** Returns all foreign profiles, sorted. */
export function profilesIn({ account, key }: Foreign): string[] {
  return [...new Set([...account, ...key])].sort();
}

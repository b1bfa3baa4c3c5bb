import { profileDigest } from '../../state/account.ts';
import type { StateDocument } from '../../state/document.ts';
import type { EngineEnvironment } from '../types.ts';

/** Whom the bindings of a document belong to: the account, and what the profile's alias stands for in it. */
export type Owner = Required<Pick<StateDocument, 'account' | 'keyDigest'>>;

type AccountOfProfiles = Pick<EngineEnvironment, 'account' | 'profiles'>;

/** Whom the bindings of a profile belong to, as the environment says now. */
export function ownerOf({ account, profiles }: AccountOfProfiles, alias: string): Owner {
  return { account, keyDigest: profileDigest(String(profiles.get(alias)?.key)) };
}

/** Whether a document was written for somebody else. One of before there were digests of keys says nothing of the key. */
export function isForeign(document: Partial<Owner>, owner: Owner): boolean {
  return document.account !== owner.account || isRekeyed(document, owner);
}

function isRekeyed({ keyDigest }: Partial<Owner>, owner: Owner): boolean {
  return keyDigest !== undefined && keyDigest !== owner.keyDigest;
}

/**
 * A document as it is taken: of one that was written for another key nothing is believed, since what has those names on this
 * channel was never ours. That it is there, and whose it is, stays. With another account the channel is the same. Pure.
 */
export function believedDocument(
  document: StateDocument | undefined,
  place: AccountOfProfiles,
): StateDocument | undefined {
  return document && entriesFor(document, ownerOf(place, document.profile));
}

/** The document without its entries where it was written for another key. Pure. */
export function entriesFor(document: StateDocument, owner: Owner): StateDocument {
  if (!isRekeyed(document, owner)) return document;
  const { underWay: _elsewhere, ...kept } = document;
  return { ...kept, entries: {} };
}

/** As `believedDocument`, for the documents of several profiles. */
export function believedDocuments(
  documents: ReadonlyMap<string, StateDocument | undefined>,
  place: AccountOfProfiles,
): Map<string, StateDocument | undefined> {
  return new Map(Array.from(documents, ([alias, document]) => [alias, believedDocument(document, place)]));
}

/** The profiles whose state was written for somebody else, by what is another. */
export interface Foreign {
  /** The account. */
  account: string[];
  /** The sender or group key. */
  key: string[];
}

/** Finds them among the documents of an environment. Pure. */
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

/** What is left of them among some profiles. Pure. */
export function foreignAmong({ account, key }: Foreign, isMeant: (profile: string) => boolean): Foreign {
  return { account: account.filter(isMeant), key: key.filter(isMeant) };
}

/** All of them, in order. */
export function profilesIn({ account, key }: Foreign): string[] {
  return [...new Set([...account, ...key])].sort();
}

import { sha256 } from '../core/json.ts';

/** Digest of an account's id (the resource API's `bizId`). It distinguishes accounts and does not reveal them. */
export function accountDigest(bizId: string): string {
  return sha256(`notiform account\n${bizId}`);
}

/** Digest of a profile's key. It distinguishes profiles and does not reveal them: a key is too long to guess. */
export function profileDigest(key: string): string {
  return sha256(`notiform profile\n${key}`);
}

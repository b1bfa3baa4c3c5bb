import { sha256 } from '../core/json.ts';

/** Digest of an account's id (the resource API's `bizId`): it tells accounts apart and names none. */
export function accountDigest(bizId: string): string {
  return sha256(`notiform account\n${bizId}`);
}

/** Digest of a profile's key: it tells channels and groups apart and names none. A key is long enough that nobody guesses it. */
export function profileDigest(key: string): string {
  return sha256(`notiform profile\n${key}`);
}

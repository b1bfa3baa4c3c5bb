import { createHmac } from 'node:crypto';
import { sha256 } from '../core/json.ts';

/** Digest of an account's id (the resource API's `bizId`). It distinguishes accounts. A short id can be found by trying; it gives no access. */
export function accountDigest(bizId: string): string {
  return sha256(`notiform account\n${bizId}`);
}

/** Digest of a profile's key. It distinguishes profiles and does not reveal them: a key is too long to guess. */
export function profileDigest(key: string): string {
  return sha256(`notiform profile\n${key}`);
}

/** Returns the digest of a text with a key: nobody without the key can find the text by trying. */
export type KeyedDigest = (text: string) => string;

/** Makes the digests of sends with the environment's API key (HMAC-SHA-256). Texts of messages may have phone numbers. */
export function keyedDigest(apiKey: string): KeyedDigest {
  return (text) => createHmac('sha256', apiKey).update(`notiform send\n${text}`).digest('hex');
}

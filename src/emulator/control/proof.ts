import { createHmac } from 'node:crypto';

/** Proves knowledge of a secret without sending it: the HMAC of this address and nonce, in lower-case hex. */
export function proofOf(secret: string, url: string, nonce: string): string {
  return createHmac('sha256', secret).update(`notiform-emulator ${url} ${nonce}`).digest('hex');
}

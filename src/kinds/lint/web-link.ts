import type { Said } from '../../core/sentence.ts';
import { say } from './sentences.ts';

/** A scheme that no web page has. The number after `localhost:` is a port. */
const OTHER_SCHEME = /^(?!https?:)([a-z][a-z0-9+-]*:)(?!\d)/i;

/** Says that an address has the scheme of something else than a web page; undefined if it has no other scheme. */
export function notWeb(address: string): Said | undefined {
  const [, scheme] = OTHER_SCHEME.exec(address) ?? [];
  if (scheme === undefined) return undefined;
  return say('web-scheme', { scheme });
}

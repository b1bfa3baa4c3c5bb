import { digest, type Json, type JsonObject } from './json.ts';
import type { Plan } from './plan.ts';

/** What tells when and from where a plan was made, not what it says. */
const APART: readonly string[] = ['createdAt', 'git', 'digest'] satisfies (keyof Plan)[];

/** Where manifests stand: which files they are in, and in which order, changes nothing of what a plan does. */
const PLACES: readonly string[] = ['source', 'place'];

/**
 * The digest of everything that a plan says, whatever the order of its members. The same manifests and the same live state
 * give the same; a plan file whose own digest is another was edited.
 */
export function planDigest(plan: object): string {
  const members = Object.entries(plan).filter(([name]) => !APART.includes(name));
  const content: JsonObject = Object.fromEntries(members);
  const text = JSON.stringify(content, (key, value: unknown) => (PLACES.includes(key) ? undefined : value));
  return digest(JSON.parse(text) as Json);
}

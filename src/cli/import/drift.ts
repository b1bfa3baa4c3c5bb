import type { Address } from '../../core/address.ts';
import { canonical, type JsonObject } from '../../core/json.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import type { Live, ProfileRef, Resource } from '../../core/resource.ts';
import { boundIn, keysOf } from '../../engine/subject/bound.ts';
import { asManaged } from '../../engine/subject/managed.ts';
import type { Inventory, Stock } from '../../engine/survey/inventory.ts';
import { openReferences } from '../../manifest/import/references.ts';
import { revisionOf } from '../../manifest/import/update.ts';
import type { Uploads } from '../../manifest/import/uploads.ts';
import type { Service } from '../../service/service.ts';
import type { Entries } from '../../state/document.ts';

/** A live resource that has a manifest. */
interface Declared {
  stock: Stock<Service>;
  live: Live;
  address: Address;
}

/** Nothing is fetched to tell what drifted: an image that the state does not know is another one. */
const UNFETCHED: Uploads = { withFiles: (_by, content) => content, shownIn: () => [] };

/**
 * Tells which fields of a manifest say something else than what is live: those that `import --update` would rewrite. Without
 * those of images where the state knows nothing of the resource: the next apply learns which file they are.
 */
export function openDrift(
  resources: readonly Resource[],
  documents: Inventory<Service>['documents'],
  profiles: ReadonlyMap<string, ProfileRef>,
): (one: Declared) => string[] {
  const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const entries = new Map<string, Entries>(
    Array.from(documents, ([alias, document]) => [alias, document?.entries ?? {}] as const),
  );
  const keys = keysOf(profiles);
  const bounds = new Map(Array.from(entries.keys(), (alias) => [alias, boundIn(entries, alias, keys)]));
  const books = { uploads: UNFETCHED, references: openReferences(resources) };

  return ({ stock, live, address }) => {
    const { kind, name, entry } = stock;
    const profile = stock.profile.alias;
    const declared = byAddress.get(address);
    const bound = bounds.get(profile);
    if (!declared || !bound) return [];
    const known = (content: JsonObject): JsonObject => withKnownFiles(content, bound);
    const named = kind.keepName?.(declared, name) ?? declared;
    const want = { ...named, content: known(named.content) };
    const seen = asManaged({ kind, want }, { ...live, content: known(live.content) }, entry?.binding);
    const revision = revisionOf({ kind, profile, want, live: seen }, want.source.file, books);
    const images = entry ? [] : (kind.images?.(want.content) ?? []).map(({ at }) => at.split(/[.[]/)[0]);
    return revision ? differing(revision.before, revision.after).filter((field) => !images.includes(field)) : [];
  };
}

function differing(before: JsonObject, after: JsonObject): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => canonical(before[field] ?? null) !== canonical(after[field] ?? null));
}

import { kindOf } from '../core/address.ts';
import type { Resource } from '../core/resource.ts';
import { kinds } from '../kinds/registry.ts';
import type { Entries } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';

/** Returns the resources under their bound names: a renamed template keeps its code. */
export async function underBoundNames(store: StateStore, resources: readonly Resource[]): Promise<Resource[]> {
  const profiles = new Set(resources.flatMap(({ profile }) => profile ?? []));
  const documents = await Promise.all([...profiles].map((profile) => store.read(profile)));
  const entries: Entries = Object.assign({}, ...documents.map((document) => document?.entries));
  return resources.map((resource) => underBoundName(entries, resource));
}

function underBoundName(entries: Entries, resource: Resource): Resource {
  const kind = kinds.find(({ name }) => name === kindOf(resource.address));
  const binding = entries[resource.address]?.binding;
  const name = binding && kind?.nameOf(binding);
  return name === undefined ? resource : (kind?.keepName?.(resource, name) ?? resource);
}

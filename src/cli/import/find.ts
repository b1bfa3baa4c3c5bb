import { type Address, kindOf, parseAddress, splitVersion } from '../../core/address.ts';
import { keyIn } from '../../core/grouping.ts';
import type { Resource } from '../../core/resource.ts';
import { type Inventory, type InventoryItem, takeInventory } from '../../engine/snapshot/inventory.ts';
import { declarations, kinds } from '../../kinds/registry.ts';
import { addressesOf, fileOf } from '../../manifest/import/places.ts';
import type { Client } from '../../wire/client.ts';
import type { Choice } from './choice.ts';
import type { Importing } from './store.ts';

export interface ImportChoice extends Choice {
  kinds: readonly string[];
  profiles: readonly string[];
}

/** A live resource with its present or new address. */
export interface Addressed {
  item: InventoryItem<Client>;
  address: Address;
}

/** The live resources of the chosen kinds and profiles. */
export function inventoryOf(
  { input, project }: Importing,
  { kinds, profiles }: ImportChoice,
): Promise<Inventory<Client>> {
  const asked = input.kinds.filter(
    ({ name }) => declarations.get(name)?.write && (kinds.length === 0 || kinds.includes(name)),
  );
  return takeInventory({
    ...input,
    kinds: asked,
    resources: project.resources,
    ...(profiles.length > 0 && { profiles: new Set(profiles) }),
  });
}

/** Returns every live resource with its address. An unbound resource gets an unused one. */
export function addressAll({ items, documents }: Inventory<Client>, resources: readonly Resource[]): Addressed[] {
  const taken = new Set([
    ...resources.map(({ address }) => address),
    ...[...documents.values()].flatMap((document) => Object.keys(document?.entries ?? {})),
  ]);
  const known = boundAddresses(documents);
  const addressOf = (one: InventoryItem<Client>): Address | undefined => one.address ?? known.get(keyIn(one, one.name));
  const unnamed = items
    .filter((one) => addressOf(one) === undefined)
    .map((one) => ({
      item: one,
      kind: one.kind.name,
      profile: one.profile.alias,
      isProfile: declarations.get(one.kind.name)?.isProfile === true,
      name: one.name,
      title: one.title,
      isCoined: one.kind.recognition !== undefined,
    }));
  const fresh = new Map(Array.from(addressesOf(unnamed, taken), ([{ item: one }, address]) => [one, address]));
  return items.map((one) => ({ item: one, address: addressOf(one) ?? fresh.get(one) ?? '' }));
}

/** Returns the bound addresses by their names. A command in another working copy may have bound what has no manifest here. */
function boundAddresses(documents: Inventory<Client>['documents']): Map<string, Address> {
  const bound = new Map<string, Address>();
  for (const [alias, document] of documents) {
    for (const [address, { binding }] of Object.entries(document?.entries ?? {})) {
      const kind = kinds.find(({ name }) => name === kindOf(address));
      const name = kind?.nameOf(binding);
      if (kind && name !== undefined && splitVersion(address).version === 1)
        bound.set(keyIn({ kind, profile: { alias } }, name), address);
    }
  }
  return bound;
}

export function choosable({ item: { name, title }, address }: Addressed) {
  return { address, name, title };
}

/** The file of an address, relative to the project's root. */
export function pathOf(folder: string, address: Address): string {
  const parts = parseAddress(address);
  return parts ? fileOf(folder, parts) : address;
}

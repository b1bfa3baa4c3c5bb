import { type Address, kindOf, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { keyIn } from '../../core/grouping.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import type { Inventory, InventoryItem } from '../../engine/snapshot/inventory.ts';
import { kinds } from '../../kinds/registry.ts';
import { addressesOf } from '../../manifest/import/places.ts';
import { didYouMean } from '../../text/suggest.ts';
import type { Client } from '../../wire/client.ts';

export interface ImportChoice {
  /** Addresses, names, or patterns of addresses, names and titles. Empty: everything. */
  patterns: readonly string[];
  kinds: readonly string[];
  profiles: readonly string[];
  /** Lists what would be written, and writes nothing. */
  dryRun?: boolean | undefined;
}

/** True if a choice of kinds or profiles has one, or is empty. */
export function isIn(chosen: readonly string[], one: string): boolean {
  return chosen.length === 0 || chosen.includes(one);
}

/** A live resource with its present or new address. */
type Addressed = InventoryItem<Client> & { address: Address };

/** Returns every live resource with its address. An unbound resource gets an unused one. */
export function addressAll({ items, documents }: Inventory<Client>, resources: readonly Resource[]): Addressed[] {
  const taken = new Set([
    ...resources.map(({ address }) => address),
    ...[...documents.values()].flatMap((document) => Object.keys(document?.entries ?? {})),
  ]);
  const known = boundAddresses(documents);
  const addressOf = (one: InventoryItem<Client>): Address | undefined => one.address ?? known.get(keyIn(one, one.name));
  const fresh = addressesOf(
    items.filter((one) => addressOf(one) === undefined),
    taken,
  );
  return items.map((one) => ({ ...one, address: addressOf(one) ?? fresh.get(one) ?? '' }));
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

/** A resource that can be chosen by its address, the service's name or its title. */
type Choosable = Pick<Addressed, 'address' | 'name' | 'title'>;

/** Returns the chosen resources. Throws (exit 64) if a pattern matches nothing, which must not look like "nothing to do". */
export function choose<One extends Choosable>(all: readonly One[], { patterns }: ImportChoice): One[] {
  const known = all.flatMap(({ address, name }) => [address, name]);
  const idle = patterns.flatMap((pattern) => {
    if (all.some((one) => meets(one, pattern))) return [];
    const hint = didYouMean(pattern, known, '`notiform status` lists the live resources');
    return [errorProblem('selection-empty', `\`${pattern}\` matches no live resource`, hint)];
  });
  if (idle.length > 0) throw new NotiformError(idle, Exit.usage);
  return all.filter((one) => patterns.length === 0 || patterns.some((pattern) => meets(one, pattern)));
}

/** True if it was requested by name, not by a pattern. */
export function isNamed(one: Choosable, { patterns }: Pick<ImportChoice, 'patterns'>): boolean {
  return patterns.some((pattern) => !isGlob(pattern) && meets(one, pattern));
}

/** A title is matched by patterns only: it is no name. */
function meets({ address, name, title }: Choosable, pattern: string): boolean {
  if (name === pattern || matchesGlob(address, pattern)) return true;
  return isGlob(pattern) && (matchesGlob(name, pattern) || matchesGlob(title, pattern));
}

function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

import { type Address, kindOf, matchesGlob, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { groupBy, keyIn } from '../../core/grouping.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import type { Resource } from '../../core/resource.ts';
import { editOf, requireOwn } from '../../engine/binding/binding.ts';
import { type Inventory, type InventoryItem, takeInventory } from '../../engine/snapshot/inventory.ts';
import type { Edits } from '../../engine/stored-state/edit-under-lock.ts';
import type { EngineInput } from '../../engine/types.ts';
import type { Holder } from '../../files/lock-content.ts';
import { declarations, kinds } from '../../kinds/registry.ts';
import { addressesOf } from '../../manifest/import/places.ts';
import type { ShownUpload } from '../../manifest/import/uploads.ts';
import type { StateEntry, StoredUpload } from '../../state/document.ts';
import { didYouMean } from '../../text/suggest.ts';
import type { Client } from '../../wire/client.ts';
import type { LoadedProject } from '../project.ts';

export interface ImportChoice {
  /** Addresses, names, or patterns of addresses, names and titles. Empty: everything. */
  patterns: readonly string[];
  kinds: readonly string[];
  profiles: readonly string[];
  /** Lists what would be written, and writes nothing. */
  dryRun?: boolean | undefined;
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

/** A resource that can be chosen by its address, the service's name or its title. */
interface Choosable {
  address: string;
  name: string;
  title: string;
}

export function isChosen(one: Choosable, { patterns }: ImportChoice): boolean {
  return patterns.length === 0 || patterns.some((pattern) => meets(one, pattern));
}

/** True if it was requested by name, not by a pattern. */
export function isNamed(one: Choosable, { patterns }: Pick<ImportChoice, 'patterns'>): boolean {
  return patterns.some((pattern) => !isGlob(pattern) && meets(one, pattern));
}

/** Throws (exit 64) if a pattern matches nothing, which must not look like "nothing to do". */
export function requireChosen(all: readonly Choosable[], { patterns }: ImportChoice): void {
  const idle = patterns.filter((pattern) => !all.some((one) => meets(one, pattern)));
  if (idle.length > 0)
    throw new NotiformError(
      idle.map((pattern) => nothing(pattern, all)),
      Exit.usage,
    );
}

/** A title is matched by patterns only: it is no name. */
function meets({ address, name, title }: Choosable, pattern: string): boolean {
  if (name === pattern || matchesGlob(address, pattern)) return true;
  return isGlob(pattern) && (matchesGlob(name, pattern) || matchesGlob(title, pattern));
}

function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

function nothing(pattern: string, all: readonly Choosable[]): Problem {
  const known = all.flatMap(({ address, name }) => [address, name]);
  const hint = didYouMean(pattern, known, '`notiform status` lists the live resources');
  return errorProblem('selection-empty', `\`${pattern}\` matches no live resource`, hint);
}

export interface Importing {
  input: EngineInput<Client>;
  project: LoadedProject;
  /** Reads the manifests again. */
  reload(): Promise<LoadedProject>;
  /** The folder of the manifests, relative to the project's root. */
  folder: string;
  holder: Holder;
  /** True if the user confirmed that the account differs from the one in the state. */
  acceptAccount: boolean;
}

/**
 * Throws a NotiformError (exit 7) if the state belongs to another account or key. Such a state says nothing about the live resources,
 * so this is checked before any question, even if nothing would be written.
 * @param profiles the selected profiles; empty for all
 */
export async function requireOwnState({ input, acceptAccount }: Importing, profiles: readonly string[]): Promise<void> {
  if (acceptAccount) return;
  const { environment, store } = input;
  const documents = await store.readAll(profiles.length > 0 ? profiles : [...environment.profiles.keys()]);
  requireOwn(documents.values(), environment);
}

/** A resource whose manifest an import wrote. */
export interface StoredImport {
  profile: string;
  address: Address;
  /** Its new state entry; undefined if the entry stays as it is. */
  entry: StateEntry | undefined;
  /** The uploads that the manifest shows now. */
  uploads: readonly ShownUpload[];
}

/** Returns the edit of each profile's state after an import. */
export function editsOf(stored: readonly StoredImport[]): Edits {
  const byProfile = groupBy(stored, ({ profile }) => profile);
  return new Map(
    Array.from(byProfile, ([profile, own]) => {
      const entries = own.flatMap(({ address, entry }) => (entry ? [[address, entry] as const] : []));
      const uploads = own.flatMap((one) =>
        one.uploads.map(({ url, use, file: { sha256, path } }): [string, StoredUpload] => [url, { use, sha256, path }]),
      );
      return [profile, editOf(new Map(entries), [], Object.fromEntries(uploads))] as const;
    }),
  );
}

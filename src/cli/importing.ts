import { type Address, parseAddress } from '../core/address.ts';
import { isFileNode } from '../core/content.ts';
import { Exit } from '../core/exit.ts';
import type { Imported, ImportReport } from '../core/import.ts';
import { hasErrors, NotiformError, type Problem } from '../core/problem.ts';
import type { Live, Resource } from '../core/resource.ts';
import { bindUnderLock, type Edits, entryOf, uploadEntryOf, withEntries } from '../engine/binding.ts';
import { fileIn } from '../engine/bound.ts';
import { fetchImages } from '../engine/fetching.ts';
import { type Inventory, readStock, type Stock, takeInventory } from '../engine/inventory.ts';
import type { EngineInput } from '../engine/types.ts';
import { declarations } from '../kinds/registry.ts';
import {
  type Composed,
  composeManifests,
  type Importable,
  type Left,
  sharedKey,
  usesByUrl,
} from '../manifest/import.ts';
import { addressesOf, fileOf } from '../manifest/import-places.ts';
import { openShelf, type Shelf } from '../manifest/import-shelf.ts';
import type { Service } from '../service/service.ts';
import type { StateEntry } from '../state/document.ts';
import type { Holder } from '../state/store.ts';
import { type Choice, isChosen, isNamed, requireChosen } from './import-choice.ts';
import { removeAll, requireFree, writeAll } from './import-files.ts';
import { manifestEnvironment, type Project } from './session.ts';

/** One import: what everything in it needs. */
export interface Importing {
  input: EngineInput<Service>;
  project: Project;
  /** Reads the manifests anew. */
  reload(): Promise<Project>;
  /** Of the manifests, relative to the project's root. */
  folder: string;
  holder: Holder;
  acceptAccount: boolean;
}

export interface ImportChoice extends Choice {
  kinds: readonly string[];
  profiles: readonly string[];
}

/** A live resource with the address that it has or would get. */
interface Addressed {
  stock: Stock<Service>;
  address: Address;
}

/**
 * Writes a manifest for every live resource that was chosen and has none, and binds them in the state. All or none: where a
 * file stands in the way, or what was written does not read back, nothing is left behind.
 */
export async function importResources(
  importing: Importing,
  choice: ImportChoice,
): Promise<{ report: ImportReport; problems: Problem[] }> {
  const { input, project, folder } = importing;
  const inventory = await inventoryOf(importing, choice);
  const addressed = addressAll(inventory, project.resources);
  requireChosen(addressed.map(choosable), choice);
  const chosen = addressed.filter((one) => isChosen(choosable(one), choice));
  const open = chosen.filter(({ stock }) => stock.standing === 'new' || stock.standing === 'orphan');
  const { root } = project.config;
  const { files } = input.ports;
  const paths = new Map(open.map((one) => [one.address, pathOf(folder, one.address)]));
  await requireFree(root, [...paths.values()], files);

  const read = await readStock(
    input,
    open.map(({ stock }) => stock),
  );
  const problems = [...inventory.problems, ...read.flatMap((one) => ('problem' in one ? [one.problem] : []))];
  const found = read.flatMap((one, index): Importable[] =>
    'live' in one ? [foundOf(one.stock, one.live, open[index]?.address ?? '', choice)] : [],
  );
  const shelf = openShelf({ root, folder, files });
  try {
    await fillShelf(input, shelf, found);
    const { composed, left } = composeManifests(found, {
      folder,
      environment: manifestEnvironment(project.environment),
      resources: project.resources,
      shelf,
      shared: sharedUploads(inventory),
    });
    const images = new Set(composed.flatMap(({ uploads }) => uploads.map(({ path }) => path)));
    await shelf.clear(images);
    if (composed.length > 0) await store(importing, inventory, composed);
    return { report: reportOf(importing, { composed, left, chosen, images }), problems };
  } catch (error) {
    await shelf.clear(new Set());
    throw error;
  }
}

function inventoryOf({ input, project }: Importing, { kinds, profiles }: ImportChoice): Promise<Inventory<Service>> {
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

/** Every live resource with its address; what is new gets one that nobody has. */
function addressAll({ stock, documents }: Inventory<Service>, resources: readonly Resource[]): Addressed[] {
  const taken = new Set([
    ...resources.map(({ address }) => address),
    ...[...documents.values()].flatMap((document) => Object.keys(document?.entries ?? {})),
  ]);
  const unnamed = stock
    .filter(({ standing }) => standing === 'new')
    .map((one) => ({
      stock: one,
      kind: one.kind.name,
      profile: one.profile.alias,
      isProfile: declarations.get(one.kind.name)?.isProfile === true,
      name: one.name,
    }));
  const fresh = new Map(Array.from(addressesOf(unnamed, taken), ([{ stock: one }, address]) => [one, address]));
  return stock.map((one) => ({ stock: one, address: one.address ?? fresh.get(one) ?? '' }));
}

function choosable({ stock: { name, title }, address }: Addressed) {
  return { address, name, title };
}

function pathOf(folder: string, address: Address): string {
  const parts = parseAddress(address);
  return parts ? fileOf(folder, parts) : address;
}

function foundOf(stock: Stock<Service>, live: Live, address: Address, choice: Choice): Importable {
  return {
    kind: stock.kind,
    profile: stock.profile.alias,
    address,
    title: stock.title,
    row: stock.row,
    live,
    binding: stock.entry?.binding,
    protect: stock.entry?.protect === true,
    named: isNamed(choosable({ stock, address }), choice),
  };
}

/** Fetches every image that something shows, once. */
export async function fillShelf(
  input: EngineInput<Service>,
  shelf: Shelf,
  shown: readonly Pick<Importable, 'kind' | 'live'>[],
): Promise<void> {
  const uses = new Map<string, Set<string>>();
  for (const [url, own] of shown.flatMap((one) => [...usesByUrl(one)])) {
    uses.set(url, new Set([...(uses.get(url) ?? []), ...own]));
  }
  await fetchImages(input, [...uses.keys()].sort(), (url, bytes) => shelf.put(url, uses.get(url) ?? [], bytes));
  const problems = shelf.problems();
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed);
}

/** The URLs that the state has for uploads. */
export function sharedUploads({ documents }: Pick<Inventory<Service>, 'documents'>): Map<string, string> {
  return new Map(
    Array.from(documents).flatMap(([profile, document]) =>
      Object.values(document?.entries ?? {}).flatMap(({ binding }): [string, string][] => {
        const known = fileIn(binding);
        if (!known) return [];
        return [[sharedKey(profile, String(binding['use']), known.file.sha256), known.handle]];
      }),
    ),
  );
}

/** Under the lock: the files first, so that what is ours has a manifest whenever the run ends; then the bindings. */
async function store(
  importing: Importing,
  inventory: Inventory<Service>,
  composed: readonly Composed[],
): Promise<void> {
  const { input, project, holder, acceptAccount } = importing;
  const profiles = composed.map(({ of }) => of.profile);
  const { documents } = inventory;
  const { root } = project.config;
  const { files } = input.ports;
  await bindUnderLock({ ...input, holder, documents, profiles, acceptAccount }, async () => {
    input.signal.throwIfAborted();
    const paths = composed.map(({ file }) => file);
    await requireFree(root, paths, files);
    await writeAll(root, composed, files);
    try {
      return editsOf(input, composed, await readBack(importing, new Set(paths)));
    } catch (error) {
      await removeAll(root, paths, files);
      throw error;
    }
  });
}

/** The project with the new manifests in it. Throws where they are not as sound as they were found to be. */
export async function readBack({ reload }: Importing, paths: ReadonlySet<string>): Promise<Project> {
  const project = await reload();
  const own = project.problems.filter(({ place }) => place && paths.has(place.file));
  if (!hasErrors(own)) return project;
  const unlike: Problem = {
    code: 'import-unlike',
    severity: 'error',
    message: 'The manifests do not read back as they were written; they were taken away again',
    hint: 'The other problems say what is wrong with them. Import the rest by name, and report this',
  };
  throw new NotiformError([unlike, ...own], Exit.bug, project.sources);
}

function editsOf(input: EngineInput<Service>, composed: readonly Composed[], { resources }: Project): Edits {
  const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const added = new Map<string, Map<Address, StateEntry>>();
  for (const one of composed) {
    const { of } = one;
    const want = byAddress.get(of.address);
    if (!want) continue;
    const entries = added.get(of.profile) ?? new Map<Address, StateEntry>();
    added.set(of.profile, entries);
    entries.set(of.address, entryOf(of.kind, want, of.live, of.row));
    for (const [address, entry] of uploadEntries(input, want, one.uploads, byAddress)) entries.set(address, entry);
  }
  return new Map(
    Array.from(added, ([profile, entries]) => [profile, (all) => withEntries(all, entries, new Set())] as const),
  );
}

/** The bindings of the uploads that a resource needs, where their URL is known. */
export function uploadEntries(
  { kinds }: EngineInput<Service>,
  { dependsOn }: Resource,
  uploads: Composed['uploads'],
  byAddress: ReadonlyMap<Address, Resource>,
): [Address, StateEntry][] {
  return dependsOn.flatMap((address): [Address, StateEntry][] => {
    const upload = byAddress.get(address);
    const kind = kinds.find(({ name }) => name === upload?.kind);
    const { file, use } = upload?.content ?? {};
    const known = isFileNode(file) ? uploads.find((one) => one.use === use && one.sha256 === file.sha256) : undefined;
    const entry = upload && kind && known && uploadEntryOf(kind, upload, known.url);
    return entry ? [[address, entry]] : [];
  });
}

function reportOf(
  { project }: Importing,
  made: { composed: readonly Composed[]; left: readonly Left[]; chosen: readonly Addressed[]; images: Set<string> },
): ImportReport {
  return {
    environment: project.environment.name,
    written: made.composed.map(({ of, file }) => ({ ...importedOf(of), file })),
    images: [...made.images].sort(),
    updated: [],
    skipped: made.chosen.flatMap(({ stock, address }) => skippedOf(stock, address)),
    left: made.left.map(({ of, reason }) => ({ ...importedOf(of), reason })),
  };
}

function importedOf(of: Importable): Imported {
  const { address, kind, profile, live, title } = of;
  return { address, kind: kind.name, profile, name: live.name, title, state: live.status.state };
}

function skippedOf({ kind, profile, name, title, standing }: Stock<Service>, address: Address) {
  if (standing !== 'managed' && standing !== 'declared') return [];
  return [{ address, kind: kind.name, profile: profile.alias, name, title, because: standing } as const];
}

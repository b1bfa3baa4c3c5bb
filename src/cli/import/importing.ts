import type { Imported, ImportReport } from '../../core/import.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import { type Inventory, type ItemReading, readItems } from '../../engine/snapshot/inventory.ts';
import { openImageFiles } from '../../manifest/import/image-files.ts';
import { type Composed, openComposer } from '../../manifest/import/import.ts';
import type { Importable } from '../../manifest/import/make.ts';
import { openUploads } from '../../manifest/import/uploads.ts';
import { whereToAdd } from '../../manifest/load/profiles.ts';
import { listed } from '../../manifest/manifest.ts';
import type { Client } from '../../wire/client.ts';
import { manifestEnvironment } from '../session.ts';
import { type Choice, isChosen, isNamed, requireChosen } from './choice.ts';
import { type Drift, openDrift } from './drift.ts';
import { fetchShown, unfetchedIn } from './fetch.ts';
import { requireFree } from './files.ts';
import { type Addressed, addressAll, choosable, type ImportChoice, inventoryOf, pathOf } from './find.ts';
import { openQueue } from './queue.ts';
import type { Importing } from './run.ts';
import { storeAll } from './store.ts';
import { familyOf } from './versions.ts';

/**
 * Writes a manifest for every selected live resource without one, and binds the resources in the state. All or none: if a file is in
 * the way, or a written manifest does not read back correctly, every new file is removed.
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
  const open = chosen.filter((one) => !hasManifest(one));
  const { root } = project.config;
  const { files } = input.ports;
  const paths = new Map(open.map((one) => [one.address, pathOf(folder, one.address)]));
  await requireFree(root, [...paths.values()], files);

  const having = chosen.filter(hasManifest);
  const beside = besideOf(chosen, addressed);
  const imageFiles = openImageFiles({ root, folder, files });
  const manifestQueue = openManifestQueue(importing, inventory, open, [...paths.values()]);
  const composer = openComposer({
    folder,
    environment: manifestEnvironment(project.environment, project.config),
    timezone: project.config.timezone,
    resources: project.resources,
    uploads: openUploads(imageFiles),
    onFinal: manifestQueue.add,
  });
  const found = new Map<number, Importable>();
  /** Returns what is still needed of a reading when its manifest is made. */
  const keep = (reading: ItemReading<Client>, index: number): ItemReading<Client> | undefined => {
    const address = open[index]?.address;
    if (address === undefined) return reading;
    const { item } = reading;
    const one = 'live' in reading ? importableOf({ item, live: reading.live, address }, choice) : undefined;
    if (one) found.set(index, one);
    composer.take(index, one);
    return one && !item.subject ? undefined : reading;
  };
  try {
    const items = [...open, ...having, ...beside].map(({ item }) => item);
    const read = await readItems({ ...input, signal: manifestQueue.signal }, items, keep);
    const readings = read.filter((one) => one !== undefined);
    const asked = read.slice(0, open.length + having.length);
    const problems = [...inventory.problems, ...asked.flatMap((one) => (one && 'problem' in one ? [one.problem] : []))];
    const failures = await fetchShown(
      input,
      imageFiles,
      open.flatMap((_one, index) => found.get(index) ?? []),
    );
    const rest = composer.finish();
    const { composed, left } = composer.result();
    const images = new Set(composed.flatMap(({ uploads }) => uploads.map(({ file }) => file.path)));
    await imageFiles.clear(images);
    manifestQueue.add(rest);
    await manifestQueue.end();
    const driftOf = openDrift(
      project.resources,
      inventory,
      input.environment.profiles,
      readings,
      input.ports.clock.now(),
    );
    const skipped = having.flatMap((one, index): ImportReport['skipped'] => {
      const reading = asked[open.length + index];
      return reading && 'live' in reading ? [skippedOf({ ...one, live: reading.live }, driftOf(one.item))] : [];
    });
    problems.push(
      ...unfetchedIn(
        composed.map(({ of }) => of),
        failures,
      ),
      ...lackingProfiles(
        project,
        composed.map(({ of }) => of.profile),
      ),
    );
    const report: ImportReport = {
      environment: project.environment.name,
      written: composed.map(({ of, file }) => ({ ...importedOf(of), file })),
      images: [...images].sort(),
      updated: [],
      skipped,
      left: left.map(({ of, reason }) => ({ ...importedOf(of), reason })),
    };
    return { report, problems };
  } catch (error) {
    const reason = await manifestQueue.fail(error);
    // From here on the manifests and their images are kept.
    if (!manifestQueue.isKept()) await imageFiles.clear(new Set());
    throw reason;
  }
}

/** Writes manifests while other resources are still read. */
interface ManifestQueue {
  /** Ends the reading: aborts with the command, and when manifests cannot be written. */
  signal: AbortSignal;
  /** Writes these manifests. The first one takes the lock. */
  add(composed: readonly Composed[]): void;
  /** Resolves when all manifests are bound. */
  end(): Promise<void>;
  /** Removes the manifests unless they are kept. Returns the error to end with: the first one. */
  fail(error: unknown): Promise<unknown>;
  /** True if the manifests are kept, even if the state could not be written. */
  isKept(): boolean;
}

function openManifestQueue(
  importing: Importing,
  { documents }: Inventory<Client>,
  open: readonly Addressed[],
  paths: readonly string[],
): ManifestQueue {
  const stop = new AbortController();
  const queue = openQueue<Composed>();
  let isKept = false;
  let hasFailed = false;
  let storing: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    const stored = storeAll(importing, {
      profiles: open.map(({ item }) => item.profile.alias),
      paths,
      documents,
      queue,
      onWritten: () => {
        isKept = true;
      },
    });
    stored.catch((error) => stop.abort(error));
    return stored;
  };
  return {
    signal: AbortSignal.any([importing.input.signal, stop.signal]),
    add: (composed) => {
      // Other reads may still end. Nobody would wait for what begins now.
      if (hasFailed) return;
      if (composed.length > 0) storing ??= begin();
      for (const one of composed) queue.push(one);
    },
    end: async () => {
      queue.end();
      await storing;
    },
    fail: async (error) => {
      hasFailed = true;
      queue.fail(error);
      return (
        storing?.then(
          () => error,
          (reason: unknown) => reason,
        ) ?? error
      );
    },
    isKept: () => isKept,
  };
}

/** A live resource that was read, with its present or new address. */
interface FoundLive extends Addressed {
  live: Live;
}

function hasManifest({ item: { relation } }: Addressed): boolean {
  return relation === 'managed' || relation === 'declared';
}

/** Reads the other versions of the chosen resources, because the manifest declares only one of the versions. */
function besideOf(chosen: readonly Addressed[], all: readonly Addressed[]): Addressed[] {
  const families = new Set(chosen.flatMap(({ item: { subject } }) => (subject ? [familyOf(subject)] : [])));
  const asked = new Set(chosen);
  return all.filter((one) => {
    const { subject } = one.item;
    return !asked.has(one) && hasManifest(one) && subject !== undefined && families.has(familyOf(subject));
  });
}

function importableOf({ item, live, address }: FoundLive, choice: Choice): Importable {
  return {
    kind: item.kind,
    profile: item.profile.alias,
    address,
    title: item.title,
    row: item.row,
    live,
    binding: item.entry?.binding,
    protect: item.entry?.protect === true,
    named: isNamed(choosable({ item, address }), choice),
  };
}

/** Warns of other environments without a profile that was imported: `validate` without `-e` checks every environment. */
function lackingProfiles({ config }: Importing['project'], profiles: readonly string[]): Problem[] {
  return config.environmentNames.flatMap((name) => {
    const known = config.environment(name).profiles;
    const missing = [...new Set(profiles)].filter((alias) => !known.has(alias)).sort();
    if (missing.length === 0) return [];
    return {
      code: 'config-unknown-name',
      severity: 'warning',
      message: `The environment \`${name}\` does not have ${listed(missing)}, so \`notiform validate\` without \`-e\` fails`,
      hint: whereToAdd(listed(missing)),
    };
  });
}

function importedOf({
  address,
  kind,
  profile,
  live,
  title,
}: Pick<Importable, 'address' | 'kind' | 'profile' | 'live' | 'title'>): Imported {
  return { address, kind: kind.name, profile, name: live.name, title, state: live.status.state };
}

function skippedOf(
  { item, live, address }: FoundLive,
  { isBeside, drifted, moved, alike }: Drift,
): ImportReport['skipped'][number] {
  const { kind, profile, title, relation } = item;
  const bound = isBeside ? 'version' : 'managed';
  const because = relation === 'managed' ? bound : 'declared';
  return {
    ...importedOf({ address, kind, profile: profile.alias, live, title }),
    because,
    drifted,
    ...(moved && { moved }),
    ...(alike && { alike }),
  };
}

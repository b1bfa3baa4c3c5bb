import type { Imported, ImportReport } from '../../core/import.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import { readItems } from '../../engine/snapshot/inventory.ts';
import { openImageFiles } from '../../manifest/import/image-files.ts';
import { type Composed, type Importable, type LeftOut, openComposer } from '../../manifest/import/import.ts';
import { openUploads } from '../../manifest/import/uploads.ts';
import { manifestEnvironment } from '../session.ts';
import { type Choice, isChosen, isNamed, requireChosen } from './choice.ts';
import { type Drift, openDrift } from './drift.ts';
import { fetchShown, sharedUploads, unfetchedIn } from './fetch.ts';
import { requireFree } from './files.ts';
import { type Addressed, addressAll, choosable, type ImportChoice, inventoryOf, pathOf } from './find.ts';
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

  const all = [...open, ...chosen.filter(hasManifest)];
  const beside = besideOf(chosen, addressed);
  const imageFiles = openImageFiles({ root, folder, files });
  const composer = openComposer({
    folder,
    environment: manifestEnvironment(project.environment),
    resources: project.resources,
    uploads: openUploads(imageFiles, sharedUploads(inventory.documents)),
    timezone: project.config.timezone,
  });
  const importables = new Map<number, Importable>();
  const readings = await readItems(
    input,
    [...all, ...beside].map(({ item }) => item),
    (reading, index) => {
      const address = open[index]?.address;
      if (address === undefined || !('live' in reading)) return;
      const item = importableOf({ item: reading.item, live: reading.live, address }, choice);
      importables.set(index, item);
      composer.prepare(item);
    },
  );
  const read = readings.slice(0, all.length);
  const problems = [...inventory.problems, ...read.flatMap((one) => ('problem' in one ? [one.problem] : []))];
  const there = read.flatMap((one, index): FoundLive[] =>
    'live' in one ? [{ item: one.item, live: one.live, address: all[index]?.address ?? '' }] : [],
  );
  const found = open.flatMap((_one, index) => importables.get(index) ?? []);
  let written = false;
  try {
    const failures = await fetchShown(input, imageFiles, found);
    const { composed, left } = composer.compose(found);
    const images = new Set(composed.flatMap(({ uploads }) => uploads.map(({ path }) => path)));
    await imageFiles.clear(images);
    if (composed.length > 0) {
      await storeAll(importing, inventory, composed, () => {
        written = true;
      });
    }
    const driftOf = openDrift(
      project.resources,
      inventory,
      input.environment.profiles,
      readings,
      input.ports.clock.now(),
    );
    const skipped = there.filter(hasManifest).map((one) => skippedOf(one, driftOf(one.item)));
    problems.push(
      ...unfetchedIn(
        composed.map(({ of }) => of),
        failures,
      ),
    );
    return { report: reportOf(importing, { composed, left, skipped, images }), problems };
  } catch (error) {
    // From here on the manifests and their images are kept.
    if (!written) await imageFiles.clear(new Set());
    throw error;
  }
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

function reportOf(
  { project }: Importing,
  made: {
    composed: readonly Composed[];
    left: readonly LeftOut[];
    skipped: ImportReport['skipped'];
    images: Set<string>;
  },
): ImportReport {
  return {
    environment: project.environment.name,
    written: made.composed.map(({ of, file }) => ({ ...importedOf(of), file })),
    images: [...made.images].sort(),
    updated: [],
    skipped: made.skipped,
    left: made.left.map(({ of, reason }) => ({ ...importedOf(of), reason })),
  };
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
  { isBeside, drifted, alike }: Drift,
): ImportReport['skipped'][number] {
  const { kind, profile, title, relation } = item;
  const bound = isBeside ? 'version' : 'managed';
  const because = relation === 'managed' ? bound : 'declared';
  return {
    ...importedOf({ address, kind, profile: profile.alias, live, title }),
    because,
    drifted,
    ...(alike && { alike }),
  };
}

import type { Imported, ImportReport } from '../../core/import.ts';
import type { Problem } from '../../core/problem.ts';
import { bindUnderLock, importedEntry } from '../../engine/binding/binding.ts';
import { type Inventory, readItems } from '../../engine/snapshot/inventory.ts';
import { openImageFiles } from '../../manifest/import/image-files.ts';
import { boundBy, type Importable, type MadeManifest, makeManifests } from '../../manifest/import/make.ts';
import { fileOf } from '../../manifest/import/places.ts';
import { openUploads } from '../../manifest/import/uploads.ts';
import { requireFree, writeManifests } from '../../manifest/import/write.ts';
import type { Client } from '../../wire/client.ts';
import { manifestEnvironment } from '../project.ts';
import { fetchShown, unfetchedIn } from './fetch.ts';
import {
  type Addressed,
  addressAll,
  choosable,
  editsOf,
  type ImportChoice,
  type Importing,
  inventoryOf,
  isChosen,
  isNamed,
  requireChosen,
} from './find.ts';

/**
 * Writes a manifest for every selected live resource without one, and binds the resources in the state. All or none: if a file is in
 * the way, or cannot be written, every new file is removed.
 */
export async function importResources(
  importing: Importing,
  choice: ImportChoice,
): Promise<{ report: ImportReport; problems: Problem[] }> {
  const { input, project, folder } = importing;
  const { root } = project.config;
  const { files } = input.ports;
  const inventory = await inventoryOf(importing, choice);
  const addressed = addressAll(inventory, project.resources);
  requireChosen(addressed.map(choosable), choice);
  const chosen = addressed.filter((one) => isChosen(choosable(one), choice));
  const [open, having] = [chosen.filter((one) => !hasManifest(one)), chosen.filter(hasManifest)];
  const paths = open.map(({ address }) => fileOf(folder, address));
  await requireFree(root, paths, files);

  const readings = await readItems(
    input,
    open.map(({ item }) => item),
  );
  const unread = readings.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const importable = open.flatMap((one, index): Importable[] => {
    const reading = readings[index];
    if (!reading || !('live' in reading)) return [];
    const { kind, profile, title, row, entry } = one.item;
    return [
      {
        kind,
        profile: profile.alias,
        address: one.address,
        title,
        row,
        live: reading.live,
        binding: entry?.binding,
        protect: entry?.protect === true,
        named: isNamed(choosable(one), choice),
      },
    ];
  });

  const imageFiles = openImageFiles({ root, folder, files });
  let isKept = false;
  try {
    const failures = choice.dryRun ? new Map<string, Problem>() : await fetchShown(input, imageFiles, importable);
    const { made, left } = makeManifests(importable, {
      folder,
      environment: manifestEnvironment(project.environment, project.config),
      resources: project.resources,
      uploads: openUploads(imageFiles),
    });
    const images = new Set(made.flatMap(({ uploads }) => uploads.map(({ file }) => file.path)));
    await imageFiles.clear(images);
    if (made.length > 0 && !choice.dryRun)
      await store(importing, inventory, made, () => {
        isKept = true;
      });
    const report: ImportReport = {
      environment: project.environment.name,
      ...(choice.dryRun && { dryRun: true }),
      written: made.map(({ of, file }) => ({
        ...importedOf(of),
        file,
        ...(of.binding && { bound: true }),
        ...(of.versions && { versions: of.versions.map((one) => one.of.live.name) }),
      })),
      images: [...images].sort(),
      updated: [],
      skipped: having.map(skippedOf),
      left: left.map(({ of, reason }) => ({ ...importedOf(of), reason })),
    };
    const written = made.map(({ of }) => of);
    const problems = [...inventory.problems, ...unread, ...unfetchedIn(written, failures)];
    return { report, problems };
  } catch (error) {
    if (!isKept) await imageFiles.clear(new Set());
    throw error;
  }
}

/**
 * Writes the manifests and then the bindings, under the lock. So every bound resource has a manifest, whenever the run ends.
 * @param onWritten is called when the files stay, even if the state cannot be written
 */
async function store(
  { input, project, folder, holder, acceptAccount }: Importing,
  { documents }: Inventory<Client>,
  made: readonly MadeManifest[],
  onWritten: () => void,
): Promise<void> {
  const { root, manifests } = project.config;
  const profiles = made.map(({ of }) => of.profile);
  await bindUnderLock({ ...input, holder, documents, profiles, acceptAccount }, async () => {
    input.signal.throwIfAborted();
    await writeManifests(made, folder, { root, manifests, files: input.ports.files });
    onWritten();
    return editsOf(
      made.flatMap((one) =>
        boundBy(one).map(({ address, of, want }) => {
          const { profile } = of;
          const entry = importedEntry(of, want, documents.get(profile)?.entries[address]);
          return { profile, address, uploads: one.uploads, entry };
        }),
      ),
    );
  });
}

function hasManifest({ item: { relation } }: Addressed): boolean {
  return relation === 'managed' || relation === 'declared';
}

function importedOf({ address, kind, profile, live, title }: Importable): Imported {
  return { address, kind: kind.name, profile, name: live.name, title, state: live.status.state };
}

function skippedOf({ item, address }: Addressed): ImportReport['skipped'][number] {
  const { kind, profile, name, title, relation } = item;
  const because = relation === 'managed' ? 'managed' : 'declared';
  return { address, kind: kind.name, profile: profile.alias, name, title, because };
}

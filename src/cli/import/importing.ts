import type { Imported, ImportReport } from '../../core/import.ts';
import type { Problem } from '../../core/problem.ts';
import { importedEntry } from '../../engine/binding/binding.ts';
import { readItems, takeInventory } from '../../engine/snapshot/inventory.ts';
import { declarations } from '../../kinds/registry.ts';
import { boundBy, type Importable, makeManifests } from '../../manifest/import/make.ts';
import { fileOf } from '../../manifest/import/places.ts';
import { openUploads } from '../../manifest/import/uploads.ts';
import { requireFree, writeManifests } from '../../manifest/import/write.ts';
import { manifestEnvironment } from '../project.ts';
import { fetchShown, unfetchedIn } from './fetch.ts';
import { addressAll, choose, type ImportChoice, isIn, isNamed } from './find.ts';
import { type Importing, storeUnderLock } from './store.ts';

/** The members of a report that a run fills, and its problems. */
export type ImportOutcome = Partial<ImportReport> & { problems: Problem[] };

/**
 * Writes a manifest for every selected live resource without one, and binds the resources in the state. All or none: if a file is in
 * the way, or cannot be written, every new file is removed.
 */
export async function importResources(importing: Importing, choice: ImportChoice): Promise<ImportOutcome> {
  const { input, project, folder, images } = importing;
  const { environment, config, resources } = project;
  const { root, manifests } = config;
  const { files } = input.ports;
  const inventory = await takeInventory({
    ...input,
    environment: { ...input.environment, ...(choice.profiles.length > 0 && { shard: new Set(choice.profiles) }) },
    kinds: input.kinds.filter(({ name }) => declarations.get(name)?.write && isIn(choice.kinds, name)),
    resources,
  });
  const chosen = choose(addressAll(inventory, resources), choice);
  const open = chosen.filter(({ relation }) => relation === 'new' || relation === 'orphan');
  // What lost its manifest would be deleted by the next apply: it is imported again only if it is asked for.
  const isAsked = ({ relation }: (typeof open)[number]): boolean => relation === 'new' || choice.patterns.length > 0;
  const paths = open.filter(isAsked).map(({ address }) => fileOf(folder, address));
  await requireFree(root, paths, files);

  const readings = await readItems(input, open);
  const unread = readings.flatMap((one) => ('problem' in one ? [one.problem] : []));
  const importable = open.flatMap((one, index): Importable[] => {
    const reading = readings[index];
    if (!reading || !('live' in reading)) return [];
    const named = isNamed(one, choice) || (one.relation === 'orphan' && isAsked(one));
    return [{ ...one, profile: one.profile.alias, live: reading.live, named }];
  });

  const failures = await fetchShown(importing, choice.dryRun ? [] : importable);
  const uploads = openUploads(images);
  const making = { folder, environment: manifestEnvironment(environment, config), resources, uploads };
  const { made, left } = makeManifests(importable, making);
  const shown = await images.keepOnly(made.flatMap((one) => one.uploads));
  const { documents } = inventory;
  if (made.length > 0 && !choice.dryRun) {
    const profiles = made.map(({ of }) => of.profile);
    await storeUnderLock(importing, documents, profiles, async () => {
      await writeManifests(made, folder, { root, manifests, files });
      return made.flatMap((one) =>
        boundBy(one).map(({ address, of, want }) => {
          const entry = importedEntry(of, want, documents.get(of.profile)?.entries[address]);
          return { profile: of.profile, address, uploads: one.uploads, entry };
        }),
      );
    });
  }
  return {
    written: made.map(({ of, file }) => ({
      ...importedOf(of),
      file,
      ...(of.entry && { bound: true }),
      ...(of.versions && { versions: of.versions.map((one) => one.of.live.name) }),
    })),
    images: shown,
    skipped: chosen.flatMap(({ address, kind, profile, name, title, relation: because }) =>
      because === 'managed' || because === 'declared'
        ? [{ address, kind: kind.name, profile: profile.alias, name, title, because }]
        : [],
    ),
    left: left.map(({ of, reason }) => ({ ...importedOf(of), reason })),
    problems: [
      ...inventory.problems,
      ...unread,
      ...unfetchedIn(
        made.map(({ of }) => of),
        failures,
      ),
    ],
  };
}

function importedOf({ address, kind, profile, live, title }: Importable): Imported {
  return { address, kind: kind.name, profile, name: live.name, title, state: live.status.state };
}

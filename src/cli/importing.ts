import type { Address } from '../core/address.ts';
import type { Imported, ImportReport } from '../core/import.ts';
import type { Problem } from '../core/problem.ts';
import type { Live } from '../core/resource.ts';
import { readStock, type Stock } from '../engine/inventory.ts';
import { type Composed, composeManifests, type Importable, type Left } from '../manifest/import.ts';
import { openShelf } from '../manifest/import-shelf.ts';
import { openUploads } from '../manifest/import-uploads.ts';
import type { Service } from '../service/service.ts';
import { type Choice, isChosen, isNamed, requireChosen } from './import-choice.ts';
import { fillShelf, sharedUploads } from './import-fetch.ts';
import { requireFree } from './import-files.ts';
import { type Addressed, addressAll, choosable, type ImportChoice, inventoryOf, pathOf } from './import-find.ts';
import type { Importing } from './import-run.ts';
import { storeAll } from './import-store.ts';
import { manifestEnvironment } from './session.ts';

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
  let written = false;
  try {
    await fillShelf(input, shelf, found);
    const { composed, left } = composeManifests(found, {
      folder,
      environment: manifestEnvironment(project.environment),
      resources: project.resources,
      uploads: openUploads(shelf, sharedUploads(inventory.documents)),
    });
    const images = new Set(composed.flatMap(({ uploads }) => uploads.map(({ path }) => path)));
    await shelf.clear(images);
    if (composed.length > 0) {
      await storeAll(importing, inventory, composed, () => {
        written = true;
      });
    }
    return { report: reportOf(importing, { composed, left, chosen, images }), problems };
  } catch (error) {
    // Once the manifests stay, so do their images.
    if (!written) await shelf.clear(new Set());
    throw error;
  }
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

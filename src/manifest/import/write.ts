import { dirname, join, posix } from 'node:path';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError } from '../../core/problem.ts';
import { removeLeftovers } from '../../files/temporary-files.ts';
import { isProcessAlive } from '../../files/this-machine.ts';
import { allOrNone, isOccupied } from '../../files/writer.ts';
import { recordBaseline } from '../baseline.ts';
import { filesOfProject } from '../load/manifest-files.ts';
import type { LoadOptions } from '../options.ts';
import { taken } from './image-files.ts';
import type { MadeManifest } from './make.ts';
import { misplaced, requireInside } from './place.ts';

/**
 * Throws a NotiformError that lists every path where a file, a folder or a link is already, and every path that a link takes
 * out of the project.
 */
export async function requireFree(root: string, paths: readonly string[], files: Files): Promise<void> {
  const areOccupied = await Promise.all(paths.map((path) => isOccupied(join(root, path), files)));
  const occupied = paths.filter((_, index) => areOccupied[index]).map(taken);
  if (occupied.length > 0) throw new NotiformError(occupied, Exit.failed);
  for (const folder of new Set(paths.map((path) => posix.dirname(path)))) await requireInside(root, folder, files);
}

/**
 * Writes new manifests and the baseline of their texts, all or none. Throws a NotiformError if a path is occupied, or if the project does not read a manifest
 * there: the next plan would delete its resource.
 * @param folder of the manifests, relative to the project's root
 */
export async function writeManifests(
  made: readonly MadeManifest[],
  folder: string,
  project: Pick<LoadOptions, 'root' | 'manifests' | 'files'>,
): Promise<void> {
  const { root, files } = project;
  const paths = made.map(({ file }) => file);
  await requireFree(root, paths, files);
  // A killed import leaves temporary files.
  const folders = new Set([posix.join(folder, 'images'), ...paths.map((path) => dirname(path))]);
  for (const one of folders) await removeLeftovers(join(root, one), isProcessAlive);
  await allOrNone(root, files, async ({ create, write }) => {
    await create(made);
    await recordBaseline(
      project,
      write,
      made.map(({ want }) => want),
    );
    const read = new Set((await filesOfProject(project)).files);
    const unread = made.find(({ file }) => !read.has(file));
    if (unread)
      throw misplaced(`The project reads no manifest from \`${unread.file}\``, { address: unread.of.address });
  });
}

import { dirname, join, posix } from 'node:path';
import pLimit from 'p-limit';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { removeLeftovers } from '../../files/temporary-files.ts';
import { isProcessAlive } from '../../files/this-machine.ts';
import { allOrNone, isOccupied } from '../../files/writer.ts';
import { recordBaseline } from '../baseline.ts';
import { filesOfProject } from '../load/manifest-files.ts';
import type { LoadOptions } from '../options.ts';
import { taken } from './image-files.ts';
import type { MadeManifest } from './make.ts';
import { requireInside, unreadAt } from './place.ts';

/** Paths to look at together. */
const AT_ONCE = 64;

/**
 * Throws a NotiformError that lists every path where a file, a folder or a link is already, and every path that a link takes
 * out of the project.
 */
export async function requireFree(root: string, paths: readonly string[], files: Files): Promise<void> {
  const folders = [...new Set(paths.map((path) => posix.dirname(path)))];
  // Nothing is in a folder that does not exist.
  const there = new Set<string>();
  for (const folder of folders) if ((await files.realPath(join(root, folder))) !== undefined) there.add(folder);
  const asked = paths.filter((path) => there.has(posix.dirname(path)));
  const occupied = await pLimit(AT_ONCE).map(asked, async (path) =>
    (await isOccupied(join(root, path), files)) ? [taken(path)] : [],
  );
  if (occupied.flat().length > 0) throw new NotiformError(occupied.flat(), Exit.failed);
  for (const folder of folders) await requireInside(root, folder, files);
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
    const unread = made.filter(({ file }) => !read.has(file));
    if (unread.length === 0) return;
    const problems = unread.map(({ of, file }): Problem => ({ ...unreadAt(file), address: of.address }));
    throw new NotiformError(problems, Exit.problems);
  });
}

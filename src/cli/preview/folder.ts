import { dirname, join, resolve } from 'node:path';
import pLimit from 'p-limit';
import { Exit } from '../../core/exit.ts';
import { isObject, parsedJson } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import { FileFailure } from '../../files/file-failure.ts';
import { allOrNone } from '../../files/writer.ts';
import { leaves } from '../../manifest/file/local-file.ts';
import type { Invocation } from '../invocation.ts';

/** A file of previews, relative to the folder, `/` between parts. */
export interface PreviewFile {
  path: string;
  text: string;
}

export interface PreviewFolder {
  /** Every file of this run, sorted. A file that had the same bytes was not written again. */
  files: string[];
  /** Files of an earlier run that were removed. */
  removed: string[];
}

/** The lists of the pictures that runs wrote. A later run removes those of templates, or of changes, that no longer exist. */
const LISTS = { manifests: 'previews.json', plan: 'plan-previews.json' };
const AT_ONCE = 16;
const LISTED = /^[\w@-]+(?:\.[\w@-]+)*(?:\/[\w@-]+(?:\.[\w@-]+)*)*\.svg$/;

interface Pending extends PreviewFile {
  was: Uint8Array | undefined;
}

export interface PictureList {
  of: keyof typeof LISTS;
  /** True if the files are all pictures that there are: other listed ones are removed. */
  isComplete: boolean;
}

/**
 * Writes previews into a folder: all or none. Throws a NotiformError (exit 1), before anything is written, for a file in the way
 * that is no preview, and for a link that leads out of the folder. A picture is listed before it is written and until it is
 * removed, so that the next run knows the pictures of a killed one.
 * @param listing undefined for files that are not listed, because they are no pictures
 */
export async function writePreviews(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  out: string,
  previews: readonly PreviewFile[],
  listing: PictureList | undefined,
): Promise<PreviewFolder> {
  const folder = resolve(cwd, out);
  if ((await files.size(folder)) !== undefined)
    throw new NotiformError(problemOf(`${out} is a file, and previews are written into a folder`), Exit.failed);
  const paths = previews.map(({ path }) => path).sort();
  const list = listing && LISTS[listing.of];
  const earlier = list === undefined ? [] : await earlierFiles(join(folder, list), files);
  const stale = listing?.isComplete ? earlier.filter((path) => !paths.includes(path)) : [];
  const listOf = (listed: readonly string[]): PreviewFile[] => (list === undefined ? [] : [listFile(list, listed)]);
  await writeAll(folder, [listOf([...paths, ...earlier]), previews], files);
  const removed = await Promise.all(stale.map((path) => removeOld(folder, path, files)));
  if (stale.length > 0) await writeAll(folder, [listOf(paths)], files);
  return { files: paths, removed: removed.flat() };
}

function listFile(path: string, listed: readonly string[]): PreviewFile {
  return { path, text: `${JSON.stringify({ schemaVersion: 1, files: [...new Set(listed)].sort() }, null, 2)}\n` };
}

async function earlierFiles(list: string, files: Files): Promise<string[]> {
  const text = await textOf(list, files);
  const listed = text === undefined ? [] : (listIn(text) ?? []);
  return listed.filter((path) => typeof path === 'string').filter((path) => LISTED.test(path));
}

/** Returns the paths of a list; undefined if the text is no list of pictures. */
function listIn(text: string): unknown[] | undefined {
  const value = parsedJson(text);
  const list = isObject(value) && value['schemaVersion'] === 1 ? value['files'] : undefined;
  return Array.isArray(list) ? list : undefined;
}

/** Returns the write to make, undefined if the file already has these bytes, or the message of an obstacle. */
async function pendingOf(folder: string, file: PreviewFile, files: Files): Promise<Pending | string | undefined> {
  const path = join(folder, file.path);
  if (!(await isInside(folder, path, files))) return `${file.path} leads out of the folder by a symbolic link`;
  if ((await files.realPath(path)) === undefined) return { ...file, was: undefined };
  const was = (await files.size(path)) === undefined ? undefined : await files.read(path);
  const text = was && Buffer.from(was).toString('utf8');
  if (was === undefined || text === undefined || !isPreview(file.path, text))
    return `${file.path} is there already and is no preview`;
  return text === file.text ? undefined : { ...file, was };
}

function isPreview(path: string, text: string): boolean {
  if (text === '') return true;
  if (path.endsWith('.json')) return listIn(text) !== undefined;
  const mark = /\.html$/i.test(path) ? '<meta name="generator" content="notiform">' : ' class="nf-bubble ';
  return text.slice(0, 2048).includes(mark);
}

/** True if a path is inside the folder, with all links resolved. */
async function isInside(folder: string, path: string, files: Files): Promise<boolean> {
  const root = await files.realPath(folder);
  if (root === undefined) return true;
  const target = await files.writePath(path);
  let at = target;
  while ((await files.realPath(at)) === undefined) at = dirname(at);
  const real = (await files.realPath(at)) ?? at;
  return !leaves(root, real) && (at !== target || !leaves(root, target));
}

/** Writes one group of files after the other. Nothing is written if one is in the way, and a failure restores all. */
async function writeAll(folder: string, groups: readonly (readonly PreviewFile[])[], files: Files): Promise<void> {
  const pendingIn = (group: readonly PreviewFile[]) => Promise.all(group.map((file) => pendingOf(folder, file, files)));
  const pending = await Promise.all(groups.map(pendingIn));
  const obstacles = pending.flat().filter((one) => typeof one === 'string');
  if (obstacles.length > 0) throw new NotiformError(obstacles.map(problemOf), Exit.failed);
  const limit = pLimit(AT_ONCE);
  await allOrNone(folder, files, async ({ write }) => {
    for (const group of pending) {
      const writes = group
        .filter((one) => typeof one === 'object')
        .map(({ path, text, was }) => limit(() => write(path, text, was)));
      const rejected = (await Promise.allSettled(writes)).find((result) => result.status === 'rejected');
      if (rejected) throw rejected.reason;
    }
  });
}

/** Removes a picture of an earlier run. A file that is something else by now stays. */
async function removeOld(folder: string, path: string, files: Files): Promise<string[]> {
  const file = join(folder, path);
  const text = await textOf(file, files);
  if (text === undefined || text === '' || !isPreview(path, text) || !(await isInside(folder, file, files))) return [];
  try {
    await files.remove(file);
  } catch (error) {
    throw error instanceof FileFailure ? new NotiformError(error.problem(), Exit.failed) : error;
  }
  await files.removeEmptyFolder(dirname(file));
  return [path];
}

async function textOf(path: string, files: Files): Promise<string | undefined> {
  const bytes = (await files.size(path)) === undefined ? undefined : await files.read(path);
  return bytes && Buffer.from(bytes).toString('utf8');
}

function problemOf(message: string) {
  return errorProblem(
    'preview-place',
    message,
    'Name a folder of its own with `--out`, or move that file away. Nothing was written',
  );
}

import { join } from 'node:path';
import { type FileNode, isFileNode } from '../../core/content.ts';
import { isObject, type Json, sha256 } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';
import { fileTypeOf } from '../../manifest/file/file-type.ts';
import { leaves } from '../../manifest/file/local-file.ts';

/** More than any image of the service has. */
const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Reads the images that contents name, as data URIs by the digest of their bytes. A file is left out if it is not in the project,
 * has other bytes than the content names, or is not a PNG or JPEG.
 */
export async function readImages(
  contents: readonly Json[],
  root: string,
  files: Files,
): Promise<ReadonlyMap<string, string>> {
  const images = new Map<string, string>();
  for (const file of new Map(contents.flatMap(filesIn).map((one) => [`${one.sha256} ${one.path}`, one])).values()) {
    const href = images.has(file.sha256) ? undefined : await readImage(file, root, files);
    if (href !== undefined) images.set(file.sha256, href);
  }
  return images;
}

/** The files that a content names. */
export function filesIn(value: Json): FileNode[] {
  if (isFileNode(value)) return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(filesIn) : [];
}

async function readImage(file: FileNode, root: string, files: Files): Promise<string | undefined> {
  const path = join(root, file.path);
  const bytes = await readWithin(path, root, files).catch(() => undefined);
  if (bytes === undefined || sha256(bytes) !== file.sha256) return undefined;
  const type = fileTypeOf(bytes);
  const isShown = type === 'png' || type === 'jpeg';
  return isShown ? `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}` : undefined;
}

/** The paths of a plan are not to be trusted: a file outside of the project is not read. */
async function readWithin(path: string, root: string, files: Files): Promise<Uint8Array | undefined> {
  const [real, realRoot] = [await files.realPath(path), await files.realPath(root)];
  if (real === undefined || realRoot === undefined || leaves(realRoot, real)) return undefined;
  return files.read(real, MOST_BYTES);
}

import { join } from 'node:path';
import { type FileNode, isFileNode } from '../../core/content.ts';
import { isObject, type Json, sha256 } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';
import { fileTypeOf } from '../../manifest/file/file-type.ts';
import { leaves } from '../../manifest/file/local-file.ts';

/** More than any image of the service has. */
const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Reads the images that contents name, as data URIs by the digest of their bytes. A file is left out if neither the project nor
 * its history has these bytes, or if it is not a PNG or JPEG.
 * @param earlier returns the bytes that a file had before; none if left out
 */
export async function readImages(
  contents: readonly Json[],
  root: string,
  files: Files,
  earlier: Earlier = () => [],
): Promise<ReadonlyMap<string, string>> {
  const images = new Map<string, string>();
  for (const file of new Map(contents.flatMap(filesIn).map((one) => [`${one.sha256} ${one.path}`, one])).values()) {
    const href = images.has(file.sha256) ? undefined : await readImage(file, root, files, earlier);
    if (href !== undefined) images.set(file.sha256, href);
  }
  return images;
}

/** The files that a content names. */
export function filesIn(value: Json): FileNode[] {
  if (isFileNode(value)) return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(filesIn) : [];
}

type Earlier = (path: string) => AsyncIterable<Uint8Array> | readonly Uint8Array[];

async function readImage(
  { path, sha256: digest }: FileNode,
  root: string,
  files: Files,
  earlier: Earlier,
): Promise<string | undefined> {
  let bytes = await readWithin(join(root, path), root, files).catch(() => undefined);
  if (bytes === undefined || sha256(bytes) !== digest) {
    bytes = undefined;
    for await (const before of earlier(path)) {
      if (sha256(before) !== digest) continue;
      bytes = before;
      break;
    }
  }
  if (bytes === undefined || bytes.byteLength > MOST_BYTES) return undefined;
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

import { type FileNode, isFileNode } from '../core/content.ts';
import type { FileUse } from '../core/declaration.ts';
import { isObject, type Json, type JsonObject, own } from '../core/json.ts';
import type { Bound } from '../core/kind.ts';
import type { Path } from '../core/path.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';

/** An image as manifests show it: a file of the project, or one that already has an address. */
export type ShownImage = FileNode | { url: string };

/** The URL of an image for a use. Throws a `NotiformError` where the file has none yet. */
export function encodeImage(image: ShownImage, use: string, bound: Bound): string {
  if ('url' in image) return image.url;
  const url = bound.handleOf(use, image.sha256);
  if (url !== undefined) return url;
  throw new NotiformError(
    errorProblem(
      'image-not-uploaded',
      `${image.path} has no URL at the service yet`,
      'Apply the image first; a plan without `--target` does.',
    ),
  );
}

/** The file of an upload's content; undefined for anything else, such as a URL. */
export function uploadedFile({ file }: JsonObject): (FileNode & JsonObject) | undefined {
  return isFileNode(file) ? file : undefined;
}

/** An image of a content; undefined if there is none. */
export function shownImageOf(value: Json | undefined): ShownImage | undefined {
  if (isFileNode(value)) return value;
  const url = isObject(value) ? value['url'] : undefined;
  return typeof url === 'string' ? { url } : undefined;
}

/** The project's file that was uploaded as a URL, or the URL itself; null without a URL. */
export function decodeImage(url: Json | undefined, bound: Bound): Json {
  if (typeof url !== 'string' || url === '') return null;
  const file = bound.fileOf(url);
  return file ? { ...file } : { url };
}

/** The file of a manifest's value: its path, or `{file}`. */
export function fileIn(at: Path, value: Json | undefined, use: string): FileUse[] {
  if (typeof value === 'string') return [{ at, file: value, use }];
  const file = isObject(value) ? own(value, 'file') : undefined;
  return typeof file === 'string' ? [{ at: [...at, 'file'], file, use }] : [];
}

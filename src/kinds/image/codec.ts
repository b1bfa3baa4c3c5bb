import type { FileNode } from '../../core/content.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { UploadedFile } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import { imageUseOf } from './endpoints.ts';

/** An uploaded image as a live resource. The URL is not part of the content, since no plan can predict it. */
interface LiveImage extends Live {
  url: string;
}

/** The live image behind a URL that another resource shows. */
export function imageAt({ use, file }: UploadedFile, url: string): LiveImage {
  return { ...uploadedImage(use, file), url };
}

/** The image after an upload. Its name is known before the call, its URL only after it. */
export function uploadedImage(use: string, file: FileNode): Omit<LiveImage, 'url'> {
  return { name: `${use}/${file.sha256}`, content: { use, file: { ...file } }, status: { state: 'present' } };
}

/** The binding of an upload. The service has no list of images, so the state stores it. */
export function imageBinding(url: string, use: string, { path, sha256 }: FileNode): JsonObject {
  return { url, use, sha256, path };
}

/** Restores a live image from a binding. Returns undefined if the binding is not that of an image. */
export function recallImage({ url, use, sha256, path }: JsonObject): LiveImage | undefined {
  const known = imageUseOf(use);
  if (!known || typeof url !== 'string' || typeof sha256 !== 'string' || typeof path !== 'string') return undefined;
  return imageAt({ use: known, file: { path, sha256 } }, url);
}

/** The binding of a live image that `recallImage` returned. */
export function bindingOfImage(live: Live): JsonObject {
  const { use = null, file } = live.content;
  const { path = null, sha256 = null } = isObject(file) ? file : {};
  return { url: 'url' in live && typeof live.url === 'string' ? live.url : null, use, sha256, path };
}

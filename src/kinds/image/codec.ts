import { type FileNode, isFileNode } from '../../core/content.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Live } from '../../core/resource.ts';
import type { ImageUse } from './endpoints.ts';
import { imageUseOf } from './endpoints.ts';

/** What the state remembers of an upload: the service keeps no list of images. */
export type ImageBinding = { url: string; use: ImageUse; sha256: string; path: string };

/** An uploaded image as a live resource; the URL stands beside the content, since no plan can predict it. */
export interface LiveImage extends Live {
  url: string;
}

export function imageBinding(url: string, use: ImageUse, { path, sha256 }: FileNode): ImageBinding {
  return { url, use, sha256, path };
}

/** What uploading these bytes for this use makes: the name is known before the call, the URL only after it. */
export function uploadedImage(use: string, file: FileNode): Omit<LiveImage, 'url'> {
  return { name: imageName(use, file.sha256), content: { use, file: { ...file } }, status: { state: 'present' } };
}

/** The live image that a binding tells of; undefined where it is not one. */
export function recallImage(binding: JsonObject): LiveImage | undefined {
  const { url, sha256, path } = binding;
  const use = imageUseOf(binding['use']);
  if (!use || typeof url !== 'string' || typeof sha256 !== 'string' || typeof path !== 'string') return undefined;
  return { ...uploadedImage(use, { path, sha256 }), url };
}

/** The binding of a live image that `recallImage` gave. */
export function bindingOfImage(live: Live): JsonObject {
  const { use = null, file } = live.content;
  const { path = null, sha256 = null } = isObject(file) ? file : {};
  return { url: 'url' in live && typeof live.url === 'string' ? live.url : null, use, sha256, path };
}

/** The name of what a binding holds: its identity is the use and the bytes. */
export function nameOfImage(binding: JsonObject): string | undefined {
  return recallImage(binding)?.name;
}

/** The file of an image's content; undefined where the content is a URL that was given by hand. */
export function fileOfImage(content: JsonObject): (FileNode & JsonObject) | undefined {
  return isFileNode(content['file']) ? content['file'] : undefined;
}

function imageName(use: string, sha256: string): string {
  return `${use}/${sha256}`;
}

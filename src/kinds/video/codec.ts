import type { FileNode } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Live } from '../../core/resource.ts';
import { uploadedFile } from '../shown-file.ts';
import { VIDEO_USE } from './fields.ts';

/** The binding of an upload; `handle` is the vid. */
export function videoBinding(vid: string, { path, sha256 }: FileNode): JsonObject {
  return { handle: vid, use: VIDEO_USE, sha256, path };
}

/** The binding of a live video. */
export function bindingOfVideo({ name, content }: Live): JsonObject {
  const file = uploadedFile(content);
  return file ? videoBinding(name, file) : { handle: name, use: VIDEO_USE };
}

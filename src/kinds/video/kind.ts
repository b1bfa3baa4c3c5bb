import type { JsonObject } from '../../core/json.ts';
import type { Kind, UploadedFile } from '../../core/kind.ts';
import type { Client } from '../../wire/client.ts';
import { bindingOfVideo, fileOfVideo, vidOf } from './binding.ts';
import { videoDiscovery } from './discovery.ts';
import { VIDEO_USE } from './rules.ts';
import { meets } from './standing.ts';
import { uploadVideo } from './uploading.ts';

/**
 * Videos of brand messages (resource API 2.5, 4.8). The vid is the binding; it waits until the service has encoded it. There
 * is no delete: what is removed is forgotten.
 */
export const video: Kind<Client> = {
  name: 'Video',
  discovery: videoDiscovery,
  upload: { of: usedFile },
  operations: [uploadVideo],
  nameOf: vidOf,
  bindingOf: bindingOfVideo,
  meets,
  wall: () => ({ operation: 'video.upload' }),
};

function usedFile(content: JsonObject): UploadedFile | undefined {
  const file = fileOfVideo(content);
  return file && { use: VIDEO_USE, file };
}

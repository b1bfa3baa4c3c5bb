import type { ImageApi, ImageUse } from './api.ts';
import type { ResourceCall } from './resource-call.ts';
import { imageEndpoints } from './resource-endpoints.ts';

/** Whether a use is one that has an upload here. */
export function isImageUse(use: string): use is ImageUse {
  return Object.hasOwn(imageEndpoints, use);
}

/** Resource API 4.2. */
export function imageApi(call: ResourceCall, fetch: ImageApi['fetch']): ImageApi {
  return {
    upload: async (use, image, signal) => (await call.upload(imageEndpoints[use], {}, 'image', [image], signal)).image,
    fetch,
  };
}

import type { ImageApi } from './api.ts';
import type { ResourceCall } from './resource-call.ts';
import { imageEndpoints } from './resource-endpoints.ts';

/** Resource API 4.2, 4.7a. Where an endpoint takes a list, it gets one of one. */
export function imageApi(call: ResourceCall, fetch: ImageApi['fetch']): ImageApi {
  return {
    upload: async (use, image, signal) => {
      const { field, to } = imageEndpoints[use];
      return (await call.upload(to, {}, field, [image], signal)).image;
    },
    fetch,
  };
}

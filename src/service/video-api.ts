import type { VideoApi } from './api.ts';
import { of, type ResourceCall } from './resource-call.ts';
import { videoEndpoints } from './resource-endpoints.ts';

/** Resource API 4.8. `register` has no senderKeyType: groups have no videos. */
export function videoApi(call: ResourceCall, upload: VideoApi['upload']): VideoApi {
  return {
    search: async (profile, vid, signal) =>
      (await call.json(videoEndpoints.search, { ...of(profile), vid }, signal)).data,
    register: async ({ key: senderKey }, { name: fileName, bytes: fileSize }, signal) =>
      (await call.json(videoEndpoints.register, { senderKey, fileName, fileSize }, signal)).data,
    upload,
  };
}

import type { GroupWriteApi } from './api.ts';
import type { ResourceCall } from './resource-call.ts';
import { groupWriteEndpoints } from './resource-endpoints.ts';

/** The writes of resource API 4.4. */
export function groupWriteApi(call: ResourceCall): GroupWriteApi {
  const at = groupWriteEndpoints;
  return {
    add: async (profile, groupKey, signal) =>
      (await call.json(at.add, { senderKey: profile.key, groupKey }, signal)).data,
    remove: async (profile, groupKey, signal) => {
      await call.json(at.remove, { senderKey: profile.key, groupKey }, signal);
    },
  };
}

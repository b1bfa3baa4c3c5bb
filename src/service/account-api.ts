import type { GroupApi, GroupWriteApi, ProfileApi, ProfileWriteApi } from './api.ts';
import type { ResourceCall } from './resource-call.ts';
import { groupEndpoints, profileEndpoints } from './resource-endpoints.ts';

/** The reads of resource API 4.3. */
export function profileApi(call: ResourceCall): Omit<ProfileApi, keyof ProfileWriteApi> {
  const at = profileEndpoints;
  return {
    get: async (senderKey, signal) => (await call.json(at.get, { senderKey }, signal)).data,
    use: async (signal) => (await call.json(at.use, {}, signal)).data,
    multi: async (senderKeys, signal) => (await call.json(at.multi, { senderKey: senderKeys }, signal)).data,
    categories: async (signal) => (await call.json(at.categories, {}, signal)).data,
    category: async (categoryCode, signal) => (await call.json(at.category, { categoryCode }, signal)).data,
  };
}

/** The reads of resource API 4.4. */
export function groupApi(call: ResourceCall): Omit<GroupApi, keyof GroupWriteApi> {
  const at = groupEndpoints;
  return {
    list: async (signal) => (await call.json(at.list, {}, signal)).data,
    all: async (signal) => (await call.json(at.all, {}, signal)).data,
  };
}

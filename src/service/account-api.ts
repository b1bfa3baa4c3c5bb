import type { GroupApi, ProfileApi } from './api.ts';
import type { ResourceCall } from './resource-call.ts';
import { groupEndpoints, profileEndpoints } from './resource-endpoints.ts';

/** Resource API 4.3, as far as templates need it. */
export function profileApi(call: ResourceCall): ProfileApi {
  const at = profileEndpoints;
  return {
    get: async (senderKey, signal) => (await call.json(at.get, { senderKey }, signal)).data,
    use: async (signal) => (await call.json(at.use, {}, signal)).data,
    multi: async (senderKeys, signal) => (await call.json(at.multi, { senderKey: senderKeys }, signal)).data,
    categories: async (signal) => (await call.json(at.categories, {}, signal)).data,
    category: async (categoryCode, signal) => (await call.json(at.category, { categoryCode }, signal)).data,
  };
}

/** Resource API 4.4, as far as templates need it. */
export function groupApi(call: ResourceCall): GroupApi {
  const at = groupEndpoints;
  return {
    list: async (signal) => (await call.json(at.list, {}, signal)).data,
    all: async (signal) => (await call.json(at.all, {}, signal)).data,
  };
}

import type { TagApi } from './api.ts';
import { of, type ResourceCall } from './resource-call.ts';
import { tagEndpoints } from './resource-endpoints.ts';
import { readNamedRows } from './rows.ts';
import { groupTag } from './shape/tag.ts';

/** Resource API 4.5. */
export function tagApi(call: ResourceCall): TagApi {
  const at = tagEndpoints;
  return {
    get: async (profile, groupTagKey, signal) =>
      (await call.json(at.get, { ...of(profile), groupTagKey }, signal)).data,
    list: async (profile, signal) => {
      const { data } = await call.json(at.list, of(profile), signal);
      return readNamedRows(groupTag, data, ['data'], at.list.name, 'groupTagKey');
    },
    create: async (profile, groupTagName, signal) =>
      (await call.json(at.create, { ...of(profile), groupTagName }, signal)).data,
    update: async (profile, groupTagKey, newGroupTagName, signal) =>
      (await call.json(at.update, { ...of(profile), groupTagKey, newGroupTagName }, signal)).data,
    delete: async (profile, groupTagKey, signal) => {
      await call.json(at.delete, { ...of(profile), groupTagKey }, signal);
    },
  };
}

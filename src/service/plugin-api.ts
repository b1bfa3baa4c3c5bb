import type { PluginApi } from './api.ts';
import { of, type ResourceCall } from './resource-call.ts';
import { pluginEndpoints } from './resource-endpoints.ts';
import { readNamedRows } from './rows.ts';
import { pluginCallback } from './shape/plugin.ts';

/** Resource API 4.6. */
export function pluginApi(call: ResourceCall): PluginApi {
  const at = pluginEndpoints;
  return {
    list: async (profile, signal) => {
      const { data } = await call.json(at.list, of(profile), signal);
      return readNamedRows(pluginCallback, data, ['data'], at.list.name, 'pluginId');
    },
    create: async (profile, callback, signal) => {
      await call.json(at.create, { ...of(profile), ...callback }, signal);
    },
    update: async (profile, pluginId, callbackUrl, signal) => {
      await call.json(at.update, { ...of(profile), pluginId, callbackUrl }, signal);
    },
    delete: async (profile, pluginId, signal) => {
      await call.json(at.delete, { ...of(profile), pluginId }, signal);
    },
  };
}

import type { Discovery } from '../../core/kind.ts';
import type { Live, ProfileRef } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import type { PluginCallback } from '../../service/shape/plugin.ts';

/** A callback as a live resource. What another hub partner registered says so by two members; left out they are true. */
export function liveCallback({ pluginId, pluginType, callbackUrl, modifiable, deletable }: PluginCallback): Live {
  return {
    name: pluginId,
    content: { pluginId, type: pluginType, url: callbackUrl },
    status: { state: 'present', modifiable: modifiable !== false, deletable: deletable !== false },
  };
}

/** The callbacks of a profile's channel; a group has no channel, and is not asked (assumption 117). */
async function list(service: Service, profile: ProfileRef, signal: AbortSignal) {
  return profile.type === 'G' ? { rows: [], unreadable: [] } : service.resource.plugin.list(profile, signal);
}

/** Callbacks are found by a list that tells all of each (resource API 4.6), and there is no other way. */
export const callbackDiscovery: Extract<Discovery<Service>, { by: 'list' }> = {
  by: 'list',
  page: async (service, profile, _page, _bound, signal) => {
    const { rows, unreadable } = await list(service, profile, signal);
    return {
      rows: rows.map((callback) => {
        const live = liveCallback(callback);
        return { name: live.name, title: callback.pluginId, state: live.status.state, modifiedAt: '', live };
      }),
      unreadable,
      total: rows.length + unreadable.length,
      pages: 1,
    };
  },
  read: async (service, profile, name, _bound, signal) => {
    const { rows } = await list(service, profile, signal);
    const found = rows.find(({ pluginId }) => pluginId === name);
    return found && liveCallback(found);
  },
  provesAbsence: true,
};

import type { Discovery } from '../../core/kind.ts';
import type { Live, ProfileRef } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { type Rows, readRows } from '../../wire/rows.ts';
import { sender } from '../sender.ts';
import { wholeList } from '../whole-list.ts';
import { type PluginCallback, pluginCallback, pluginEndpoints } from './endpoints.ts';

/** A callback as a live resource. What another hub partner registered says so by two members; left out they are true. */
export function liveCallback({ pluginId, pluginType, callbackUrl, modifiable, deletable }: PluginCallback): Live {
  return {
    name: pluginId,
    content: { pluginId, type: pluginType, url: callbackUrl },
    status: { state: 'present', modifiable: modifiable !== false, deletable: deletable !== false },
  };
}

/** The callbacks of a profile's channel. A group has no channel, so no call is made (assumption 117). */
async function list(client: Client, profile: ProfileRef, signal: AbortSignal): Promise<Rows<PluginCallback>> {
  if (profile.type === 'G') return { rows: [], unreadable: [] };
  const list = await client.call(pluginEndpoints.list, sender(profile), signal);
  return readRows(pluginCallback, list, ['data'], pluginEndpoints.list.name, 'pluginId');
}

/** Callbacks are found by a list that has everything of each (resource API 4.6); there is no other way. */
export const callbackDiscovery: Extract<Discovery<Client>, { by: 'list' }> = {
  by: 'list',
  page: async (client, profile, _page, _bound, signal) =>
    wholeList(await list(client, profile, signal), liveCallback, ({ pluginId }) => pluginId),
  read: async (client, profile, name, _bound, signal) => {
    const { rows } = await list(client, profile, signal);
    const found = rows.find(({ pluginId }) => pluginId === name);
    return found && liveCallback(found);
  },
  provesAbsence: true,
};

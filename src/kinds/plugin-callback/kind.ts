import { sameContent } from '../../core/content.ts';
import type { Discovery, Kind } from '../../core/kind.ts';
import type { ProfileRef, Resource, Standing } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { type Rows, readRows } from '../../wire/rows.ts';
import { sender } from '../sender.ts';
import { wholeList } from '../whole-list.ts';
import { liveCallback } from './codec.ts';
import { type PluginCallback, pluginEndpoints, pluginCallback as row } from './endpoints.ts';
import { create, idOf, keepsIdentity, remove, update } from './operations.ts';

/** The callbacks of a profile's channel. A group has no channel, so no call is made (assumption 117). */
async function list(client: Client, profile: ProfileRef, signal: AbortSignal): Promise<Rows<PluginCallback>> {
  if (profile.type === 'G') return { rows: [], unreadable: [] };
  const list = await client.call(pluginEndpoints.list, sender(profile), signal);
  return readRows(row, list, ['data'], pluginEndpoints.list.name, 'pluginId');
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

/** Callback URLs of plugins (resource API 2.3, 4.6): one for each plugin of a channel. Their name is the plugin's id. */
export const pluginCallback: Kind<Client> = {
  name: 'PluginCallback',
  discovery: callbackDiscovery,
  operations: [create, update, remove],
  nameOf: ({ pluginId }) => (typeof pluginId === 'string' ? pluginId : undefined),
  bindingOf: ({ name }) => ({ pluginId: name }),
  meets: (at, want) => ({ meets: isAsWanted(at, want) ? 'yes' : 'no' }),
  blockedBy,
};

/** What cannot be reached is what another partner registered. */
function blockedBy(at: Standing, want: Resource): { operation: string } {
  const changes = at && want.goal !== 'removed' && keepsIdentity(at, want);
  return { operation: changes ? update.name : remove.name };
}

function isAsWanted(at: Standing, want: Resource): boolean {
  if (want.goal === 'removed') return at === undefined;
  return at !== undefined && at.name === idOf(want) && sameContent(at.content, want.content);
}

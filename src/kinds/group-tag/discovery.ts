import type { Discovery } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { readRows } from '../../wire/rows.ts';
import { unlessNothingThere } from '../nothing-there.ts';
import { sender } from '../sender.ts';
import { wholeList } from '../whole-list.ts';
import { type GroupTag, groupTag, tagEndpoints } from './endpoints.ts';

/** A tag as a live resource; it has no state of its own. */
export function liveTag({ groupTagKey, groupTagName }: GroupTag): Live {
  return { name: groupTagKey, content: { name: groupTagName }, status: { state: 'present' } };
}

/** Tags are found by a list that has everything of each (resource API 4.5). */
export const tagDiscovery: Extract<Discovery<Client>, { by: 'list' }> = {
  by: 'list',
  page: async (client, profile, _page, _bound, signal) => {
    const list = await client.call(tagEndpoints.list, sender(profile), signal);
    const rows = readRows(groupTag, list, ['data'], tagEndpoints.list.name, 'groupTagKey');
    return wholeList(rows, liveTag, ({ groupTagName }) => groupTagName);
  },
  read: (client, profile, groupTagKey, _bound, signal) =>
    unlessNothingThere(async () =>
      liveTag(await client.call(tagEndpoints.get, { ...sender(profile), groupTagKey }, signal)),
    ),
};

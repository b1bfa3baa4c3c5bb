import type { Discovery } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import type { GroupTag } from '../../service/shape/tag.ts';
import { unlessNothingThere } from '../nothing-there.ts';

/** A tag as a live resource; it has no state of its own. */
export function liveTag({ groupTagKey, groupTagName }: GroupTag): Live {
  return { name: groupTagKey, content: { name: groupTagName }, status: { state: 'present' } };
}

/** Tags are found by a list that tells all of each (resource API 4.5). */
export const tagDiscovery: Extract<Discovery<Service>, { by: 'list' }> = {
  by: 'list',
  page: async (service, profile, _page, _bound, signal) => {
    const { rows, unreadable } = await service.resource.tag.list(profile, signal);
    return {
      rows: rows.map((tag) => {
        const live = liveTag(tag);
        return { name: live.name, title: tag.groupTagName, state: live.status.state, modifiedAt: '', live };
      }),
      unreadable,
      total: rows.length + unreadable.length,
      pages: 1,
    };
  },
  read: (service, profile, name, _bound, signal) =>
    unlessNothingThere(async () => liveTag(await service.resource.tag.get(profile, name, signal))),
};

import type { Discovery } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import { unlessNothingThere } from '../nothing-there.ts';

/**
 * Videos are found by the vid that the state holds: the service keeps no list. A refusal for any reason but the caller's own
 * (assumption 54) proves that it has no such video: the worst that comes of it is that the file is uploaded again.
 */
export const videoDiscovery: Extract<Discovery<Service>, { by: 'name' }> = {
  by: 'name',
  read: (service, profile, vid, bound, signal) =>
    unlessNothingThere(async () => {
      const { status } = await service.resource.video.search(profile, vid, signal);
      const file = bound.fileOf(vid);
      return { name: vid, content: file ? { file: { ...file } } : {}, status: { state: status } } satisfies Live;
    }),
};

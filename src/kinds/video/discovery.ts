import type { Discovery } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { unlessNothingThere } from '../nothing-there.ts';
import { sender } from '../sender.ts';
import { videoEndpoints } from './endpoints.ts';

/**
 * Videos are found by the vid that the state holds: the service keeps no list. A refusal for any reason but the caller's own
 * (assumption 54) proves that it has no such video: the worst that comes of it is that the file is uploaded again.
 */
export const videoDiscovery: Extract<Discovery<Client>, { by: 'name' }> = {
  by: 'name',
  read: (client, profile, vid, bound, signal) =>
    unlessNothingThere(async () => {
      const { status } = await client.call(videoEndpoints.search, { ...sender(profile), vid }, signal);
      const file = bound.fileOf(vid);
      return { name: vid, content: file ? { file: { ...file } } : {}, status: { state: status } } satisfies Live;
    }),
};

import { filledText, flag, needed, oneOf } from '../../members.ts';
import { type Seeder, seeder } from '../../route.ts';
import type { Fields } from '../../shape.ts';
import { profileBy } from '../profile/operations.ts';
import { PLUGIN_TYPES } from './store.ts';

const shape = {
  profile: needed(filledText),
  pluginId: needed(filledText),
  pluginType: needed(oneOf(...PLUGIN_TYPES)),
  callbackUrl: needed(filledText),
  // False if another hub partner registered the callback.
  modifiable: flag,
  deletable: flag,
};

export type SeedPluginCallback = Fields<typeof shape>;

/** Plugin callbacks, which another hub partner may have registered; one of the same plugin is replaced. */
export const pluginSeeds: Record<string, Seeder> = {
  pluginCallbacks: seeder(shape, (machine, { profile: name, ...seed }) => {
    const profile = profileBy(machine, name);
    if (profile === undefined) return `no such profile: ${name}`;
    machine.store.pluginCallbacks.put({ modifiable: true, deletable: true, ...seed, channel: profile.uuid });
    return undefined;
  }),
};

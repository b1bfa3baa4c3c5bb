import { type Seeder, seeder } from '../../route.ts';
import { register } from './operations.ts';
import { channelShape, profileShape } from './shape.ts';

/** Channels and profiles; what has the same key is replaced. */
export const profileSeeds: Record<string, Seeder> = {
  channels: seeder(channelShape, (machine, channel) => {
    register(machine, { channels: [channel] });
    return undefined;
  }),
  profiles: seeder(profileShape, (machine, profile) => {
    register(machine, { profiles: [profile] });
    return undefined;
  }),
};

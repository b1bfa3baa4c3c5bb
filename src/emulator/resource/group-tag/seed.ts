import { filledText, needed } from '../../members.ts';
import { type Seeder, seeder } from '../../route.ts';
import type { Fields } from '../../shape.ts';
import { profileBy } from '../profile/operations.ts';
import { newTag } from './endpoints.ts';

const shape = { profile: needed(filledText), groupTagName: needed(filledText), groupTagKey: filledText };

export type SeedGroupTag = Fields<typeof shape>;

/** Tags; one of the same key is replaced. */
export const tagSeeds: Record<string, Seeder> = {
  groupTags: seeder(shape, (machine, { profile: name, ...seed }) => {
    const profile = profileBy(machine, name);
    if (profile === undefined) return `no such profile: ${name}`;
    machine.store.groupTags.put({ ...newTag(machine, profile, seed.groupTagName), ...seed });
    return undefined;
  }),
};

import { isObject, type JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { plantBrandTemplates } from '../resource/brand-template/seed.ts';
import { plantPublicTemplates, plantTemplates } from '../resource/template/seed.ts';
import { unknownMember } from '../shape.ts';
import { plantChannels, plantGroupTags, plantPluginCallbacks, plantProfiles } from './seed-account.ts';
import { plantImages, plantVideos } from './seed-media.ts';
import { plantMessages } from './seed-messages.ts';

/**
 * Puts entities into the store as they are, held against no rule of the service but of the right types, so that they can
 * be kept. A sentence that names the member where one cannot be.
 */
export type Seeder = (machine: Machine, seeds: readonly JsonObject[]) => string | undefined;

/** By the member of a seed request, in the order in which they are planted: what others name comes first. */
export const seeders: Readonly<Record<string, Seeder>> = {
  channels: plantChannels,
  profiles: plantProfiles,
  groupTags: plantGroupTags,
  pluginCallbacks: plantPluginCallbacks,
  images: plantImages,
  videos: plantVideos,
  templates: plantTemplates,
  publicTemplates: plantPublicTemplates,
  brandTemplates: plantBrandTemplates,
  messages: plantMessages,
};

/** Plants all that a request holds, or nothing. How many of each kind there were, or what is wrong. */
export function plantAll(machine: Machine, body: JsonObject): Record<string, number> | string {
  for (const [name, seeds] of Object.entries(body)) {
    if (!Object.hasOwn(seeders, name)) return `the request ${unknownMember(name, Object.keys(seeders))}`;
    if (!Array.isArray(seeds)) return `${name} must be an array`;
    const odd = seeds.findIndex((seed) => !isObject(seed));
    if (odd >= 0) return `${name}[${odd}] must be an object`;
  }
  const before = machine.store.checkpoint();
  const counts: Record<string, number> = {};
  for (const [name, plant] of Object.entries(seeders)) {
    const seeds = body[name];
    if (!Array.isArray(seeds)) continue;
    const wrong = plant(machine, seeds.filter(isObject));
    if (wrong !== undefined) {
      machine.store.restore(before);
      return wrong;
    }
    counts[name] = seeds.length;
  }
  return counts;
}

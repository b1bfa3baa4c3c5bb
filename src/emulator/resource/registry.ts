import type { Route, Seeder } from '../route.ts';
import { brandTemplateRoutes } from './brand-template/control.ts';
import { brandTemplateSeeds } from './brand-template/seed.ts';
import { tagSeeds } from './group-tag/seed.ts';
import { imageSeeds } from './image/seed.ts';
import { pluginSeeds } from './plugin/seed.ts';
import { profileRoutes, profileSeeds } from './profile/control.ts';
import { templateRoutes } from './template/control.ts';
import { templateSeeds } from './template/seed.ts';
import { videoRoutes } from './video/control.ts';
import { videoSeeds } from './video/seed.ts';

/** What the emulator knows of one kind of resource. */
export interface Resource {
  /** Routes of the control API. */
  routes?: readonly Route[];
  /** By the member of a seed request. */
  seeds: Readonly<Record<string, Seeder>>;
}

/** Every resource of the resource API. A seed request is planted in this order: what others name comes first. */
export const resources: readonly Resource[] = [
  { routes: profileRoutes, seeds: profileSeeds },
  { seeds: tagSeeds },
  { seeds: pluginSeeds },
  { seeds: imageSeeds },
  { routes: videoRoutes, seeds: videoSeeds },
  { routes: templateRoutes, seeds: templateSeeds },
  { routes: brandTemplateRoutes, seeds: brandTemplateSeeds },
];

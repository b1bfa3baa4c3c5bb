import type { Wire } from '../../core/wire.ts';
import type { Route, Seeder } from '../route.ts';
import type { Endpoints } from './access.ts';
import { brandTemplateEndpoints, brandTemplateRoutes, brandTemplateSeeds } from './brand-template/endpoints.ts';
import { tagEndpoints, tagSeeds } from './group-tag.ts';
import { brandImageEndpoints, imageEndpoints, imageSeeds } from './image/endpoints.ts';
import { pluginEndpoints, pluginSeeds } from './plugin.ts';
import { profileRoutes, profileSeeds } from './profile/control.ts';
import { newerProfileEndpoints, profileEndpoints } from './profile/endpoints.ts';
import { basicEndpoints, directEndpoints, statisticsSeeds } from './statistics/endpoints.ts';
import { templateRoutes, templateSeeds } from './template/control.ts';
import { templateEndpoints } from './template/endpoints.ts';
import { videoEndpoints, videoRoutes, videoSeeds } from './video/operations.ts';

export interface Resource {
  /** Endpoints by prefix and path: `v3` is `/v3/msgr`, `v4/brand/video` is `/v4/msgr/brand/video`. */
  endpoints(wire: Wire): Readonly<Record<string, Endpoints>>;
  routes?: readonly Route[];
  /** Seeders by their member of a seed request. */
  seeds: Readonly<Record<string, Seeder>>;
}

/** Every type of resource. Seeders run in this order, because later seeds refer to earlier ones. */
export const resources: readonly Resource[] = [
  {
    endpoints: (wire) => ({ v3: profileEndpoints(wire), v4: newerProfileEndpoints }),
    routes: profileRoutes,
    seeds: profileSeeds,
  },
  { endpoints: () => ({ 'v4/groupTag': tagEndpoints }), seeds: tagSeeds },
  { endpoints: () => ({ 'v3/plugin/callbackUrl': pluginEndpoints }), seeds: pluginSeeds },
  {
    endpoints: ({ product }) => ({ [`v3/image/${product}`]: imageEndpoints, 'v4/brand/image': brandImageEndpoints }),
    seeds: imageSeeds,
  },
  { endpoints: () => ({ 'v4/brand/video': videoEndpoints }), routes: videoRoutes, seeds: videoSeeds },
  { endpoints: () => ({ 'v3/template': templateEndpoints }), routes: templateRoutes, seeds: templateSeeds },
  {
    endpoints: () => ({ 'v4/brand/template': brandTemplateEndpoints }),
    routes: brandTemplateRoutes,
    seeds: brandTemplateSeeds,
  },
  {
    endpoints: (wire) => ({ 'v4/stat': basicEndpoints(wire), [`v4/${wire.segment}Stat`]: directEndpoints(wire) }),
    seeds: statisticsSeeds,
  },
];

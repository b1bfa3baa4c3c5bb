import { join } from 'node:path';
import { build } from '../core/version.ts';
import type { CacheOptions } from '../manifest/options.ts';

/** True if a CI system runs the program: `CI` is set to anything but `false`. */
export function isInCI({ CI = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return CI !== '' && CI !== 'false';
}

/** Returns the cache of a project's manifests. Undefined in CI, where nothing is left of an earlier run, unless it is wanted. */
export function cacheOf(
  env: Parameters<typeof isInCI>[0],
  { cache }: { cache?: boolean },
  root: string,
  more: Pick<CacheOptions, 'began'> = {},
): CacheOptions | undefined {
  const isWanted = cache ?? !isInCI(env);
  return isWanted && build !== undefined
    ? { path: join(root, '.notiform', 'cache', 'manifests'), build, ...more }
    : undefined;
}

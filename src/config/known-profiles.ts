import { NotiformError } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import type { Environment } from './environment.ts';

/** The profiles whose keys can be resolved. A key may be an environment variable that is not set. */
export function knownProfiles(environment: Environment): ProfileRef[] {
  return [...environment.profiles.keys()].flatMap((alias) => {
    try {
      return [environment.profile(alias)];
    } catch (error) {
      if (error instanceof NotiformError) return [];
      throw error;
    }
  });
}

import type { Declaration } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';
import { listed } from '../manifest.ts';
import type { ManifestEnvironment, Names } from '../options.ts';

type ProfileLimits = Pick<Declaration, 'kind' | 'profileType'>;

/**
 * Returns the profiles that a manifest is declared for. Reports profiles that the environment does not have, or that cannot have
 * resources of this kind.
 */
export function profilesOf(
  manifest: JsonObject,
  environment: ManifestEnvironment,
  fallback: string | undefined,
  limits: ProfileLimits,
): { profiles: string[]; mistakes: Problem[] } {
  const named = namedProfiles(manifest);
  if (named.length === 0 && fallback === undefined) return { profiles: [], mistakes: [noProfile()] };
  const wanted = named.length > 0 ? named : [{ name: String(fallback), path: ['profile'] }];
  const mistakes = wanted.flatMap(({ name, path }) =>
    // A placeholder was reported already.
    name.includes('${') ? [] : profileMistakes(name, path, environment, limits),
  );
  return { profiles: [...new Set(wanted.map(({ name }) => name))], mistakes };
}

/** Checks a manifest that is a profile itself: its id is the alias, and its address has no other profile. */
export function ownProfile(
  { id }: JsonObject,
  environment: ManifestEnvironment,
  limits: ProfileLimits,
): { profiles: undefined[]; mistakes: Problem[] } {
  return { profiles: [undefined], mistakes: profileMistakes(String(id), ['id'], environment, limits) };
}

function profileMistakes(
  alias: string,
  path: Path,
  environment: ManifestEnvironment,
  { kind, profileType }: ProfileLimits,
): Problem[] {
  const { profiles, name } = environment;
  const known = profiles.get(alias);
  if (!known) return [unknownName('profile', alias, path, ofType(environment, profileType), name)];
  if (profileType === undefined || profileType === known.type) return [];
  return [wrongType(alias, path, environment, profileType, `but a ${kind} requires ${TYPES[profileType]}`)];
}

/** Checks the aliases of other profiles that a manifest names. Each must have the required type. */
export function aliasMistakes(
  manifest: JsonObject,
  environment: ManifestEnvironment,
  declaration: Declaration,
): Problem[] {
  return (declaration.aliases?.(manifest) ?? []).flatMap(({ at, type }) => {
    const alias = valueAt(manifest, at);
    // The schema reported already that the text is not an alias.
    if (typeof alias !== 'string' || alias === '' || alias.includes('${')) return [];
    const known = environment.profiles.get(alias);
    if (known?.type === type) return [];
    if (!known) {
      const thing = type === 'G' ? 'group' : 'profile';
      return [unknownName(thing, alias, at, ofType(environment, type), environment.name)];
    }
    return [wrongType(alias, at, environment, type, `but ${TYPES[type]} is required here`)];
  });
}

/** Returns the profiles of one type, or all profiles if no type is given. */
function ofType({ profiles }: ManifestEnvironment, type: 'S' | 'G' | undefined): ManifestEnvironment['profiles'] {
  return type === undefined ? profiles : new Map([...profiles].filter((one) => one[1].type === type));
}

const TYPES = { S: 'a sender profile (type S)', G: 'a profile group (type G)' } as const;

function wrongType(alias: string, path: Path, environment: ManifestEnvironment, type: 'S' | 'G', why: string): Problem {
  const others = [...ofType(environment, type).keys()];
  const has = others.length === 0 ? 'none' : listed(others);
  return problemAt(path, {
    code: 'profile-type',
    message: `\`${alias}\` is ${TYPES[type === 'S' ? 'G' : 'S']}, ${why}`,
    hint: `Name one of type ${type}: the environment \`${environment.name}\` has ${has}`,
  });
}

function namedProfiles({ profile, profiles }: JsonObject): { name: string; path: Path }[] {
  if (Array.isArray(profiles))
    return profiles.map((name, index) => ({ name: String(name), path: ['profiles', index] }));
  return typeof profile === 'string' ? [{ name: profile, path: ['profile'] }] : [];
}

function noProfile(): Problem {
  return problemAt(['profile'], {
    code: 'missing-profile',
    on: 'key',
    message: 'The manifest names no profile, and there is no default',
    hint: 'Add `profile`, or `defaults.profile` in notiform.yaml',
  });
}

/** Makes the problem of a name that the environment does not have. */
function unknownName(thing: string, name: string, path: Path, known: Names, environment: string): Problem {
  const names = [...known.keys()];
  const all = names.length === 0 ? `It has no ${thing}s` : `It has ${listed(names)}`;
  return problemAt(path, {
    code: 'config-unknown-name',
    message: `The environment \`${environment}\` has no ${thing} \`${name}\``,
    hint: `${all}. ${whereToAdd(`\`${name}\``)}`,
  });
}

/** The advice for a profile that only other environments may have. */
function whereToAdd(names: string): string {
  return `Add ${names} to its \`profiles\` in notiform.yaml, or name another environment with \`-e\``;
}

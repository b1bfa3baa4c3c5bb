import type { Path } from '../core/declaration.ts';
import type { JsonObject } from '../core/json.ts';
import { suggest } from '../core/suggest.ts';
import { listed, type Mistake } from './manifest.ts';
import type { ManifestEnvironment, Names } from './options.ts';

/** The profiles that a manifest is declared for, and those that it names and the environment does not have. */
export function profilesOf(
  manifest: JsonObject,
  environment: ManifestEnvironment,
  fallback: string | undefined,
): { profiles: string[]; mistakes: Mistake[] } {
  const named = namedProfiles(manifest);
  if (named.length === 0 && fallback === undefined) return { profiles: [], mistakes: [noProfile()] };
  const wanted = named.length > 0 ? named : [{ name: String(fallback), path: ['profile'] }];
  const mistakes = wanted.flatMap(({ name, path }) =>
    // A placeholder has been refused already.
    environment.profiles.has(name) || name.includes('${')
      ? []
      : [unknownName('profile', name, path, environment.profiles, environment.name)],
  );
  return { profiles: [...new Set(wanted.map(({ name }) => name))], mistakes };
}

/** A manifest that is a profile itself: its id is the alias, and its address has no profile beside it. */
export function ownProfile(
  { id }: JsonObject,
  environment: ManifestEnvironment,
): { profiles: undefined[]; mistakes: Mistake[] } {
  const alias = String(id);
  const known = environment.profiles.has(alias);
  const mistakes = known ? [] : [unknownName('profile', alias, ['id'], environment.profiles, environment.name)];
  return { profiles: [undefined], mistakes };
}

function namedProfiles({ profile, profiles }: JsonObject): { name: string; path: Path }[] {
  if (Array.isArray(profiles))
    return profiles.map((name, index) => ({ name: String(name), path: ['profiles', index] }));
  return typeof profile === 'string' ? [{ name: profile, path: ['profile'] }] : [];
}

function noProfile(): Mistake {
  return {
    code: 'missing-profile',
    path: ['profile'],
    on: 'key',
    message: 'The manifest names no profile, and there is no default',
    hint: 'Add `profile`, or `defaults.profile` in notiform.yaml',
  };
}

/** A name that the environment does not have. */
export function unknownName(thing: string, name: string, path: Path, known: Names, environment: string): Mistake {
  const names = [...known.keys()];
  const meant = suggest(name, names);
  const all = names.length === 0 ? `It has no ${thing}s` : `It has ${listed(names)}`;
  return {
    code: 'config-unknown-name',
    path,
    on: 'value',
    message: `The environment \`${environment}\` has no ${thing} \`${name}\``,
    hint: meant === undefined ? all : `Did you mean \`${meant}\`? ${all}`,
  };
}

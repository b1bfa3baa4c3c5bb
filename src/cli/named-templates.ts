import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/load.ts';
import { kindOf, splitVersion } from '../core/address.ts';
import { Exit } from '../core/exit.ts';
import { NotiformError } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { templateVersions } from '../kinds/notification-template/versions.ts';
import { ambiguous } from '../text/meant.ts';
import { readBound } from './bound.ts';
import type { Invocation } from './invocation.ts';
import { readProject } from './project.ts';
import { openStore } from './store.ts';

/** The kinds whose live resources have a code that commands take. The code of a group tag is its key, that of a video its `vid`. */
export type NamedKind = 'NotificationTemplate' | 'BrandTemplate' | 'GroupTag' | 'Video';

/** The declared templates or group tags, for commands that take the code of a live one. */
export interface NamedTemplates {
  /**
   * Returns the code that a word names: as a code, an address or the last parts of an address. The codes of the later versions
   * follow if the word is no code and names no version. Returns none if no manifest declares it.
   * Throws a NotiformError (exit 64) if it names several with different codes.
   */
  codesOf(word: string): string[];
}

/**
 * Reads the templates of the project. Problems of its manifests do not matter here.
 * @param profiles the aliases of the only profiles that count; all if left out
 */
export async function namedTemplates(
  invocation: Invocation,
  place: { config: Config; environment: Environment },
  kind: NamedKind,
  profiles?: readonly string[],
): Promise<NamedTemplates> {
  const { resources } = await readProject(invocation, place.config, place.environment);
  const declared = resources.filter(
    ({ address, profile = '' }) => kindOf(address) === kind && (profiles?.includes(profile) ?? true),
  );
  const { resources: templates, laterNames } = await readBound(await openStore(invocation, place), declared);
  const codes = new Set(templates.flatMap(({ name }) => name ?? []));
  const codesOf = (word: string): string[] => {
    if (codes.has(word) || codes.has(templateVersions.split(word)?.first ?? '')) return [word];
    const { of, version } = splitVersion(word);
    const named = templates.filter(({ address }) => `/${address}`.endsWith(`/${of}`));
    const found = new Set(named.map((template) => versionCode(template, version)));
    const addresses = named.map(({ address }) => address);
    if (found.size > 1) throw new NotiformError(ambiguous(word, addresses), Exit.usage);
    const [template] = named;
    if (!template) return [];
    return [versionCode(template, version) ?? [], word === of ? laterNames(template.address) : []].flat();
  };
  return { codesOf };
}

function versionCode(template: Resource, version: number): string | undefined {
  return version === 1 ? template.name : templateVersions.versioned(template, version, undefined).name;
}

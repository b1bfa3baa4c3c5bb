import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/load.ts';
import { type Address, kindOf, splitVersion } from '../core/address.ts';
import { meantBy } from '../core/meant.ts';
import type { Resource } from '../core/resource.ts';
import { suggest } from '../core/suggest.ts';
import { templateVersions } from '../kinds/notification-template/versions.ts';
import { underBoundNames } from './bound.ts';
import type { Invocation } from './invocation.ts';
import { isOnlyName, namedBy, titledIn } from './named.ts';
import { openStore, readProject } from './session.ts';

/** The declared templates of one kind, for commands that take the code of a live template. */
interface NamedTemplates {
  /**
   * Returns the code that a word names: as a code, an address or the last parts of an address, or, if it cannot be a code, as a piece of a name. Returns undefined if no manifest
   * declares it. Throws a NotiformError (exit 64) if it names templates with different codes.
   */
  codeOf(word: string): string | undefined;
  /** Returns the code of the template whose code or id is nearest to a mistyped word. */
  nearest(word: string): string | undefined;
}

/** Reads the templates of the project. Problems of its manifests do not matter here. */
export async function namedTemplates(
  invocation: Invocation,
  place: { config: Config; environment: Environment },
  kind: 'NotificationTemplate' | 'BrandTemplate',
): Promise<NamedTemplates> {
  const { resources } = await readProject(invocation, place.config, place.environment);
  const declared = resources.filter(({ address }) => kindOf(address) === kind);
  const templates = await underBoundNames(await openStore(invocation, place), declared);
  const codes = new Set(templates.flatMap(({ name }) => name ?? []));
  const idOf = (address: Address): string => address.slice(address.lastIndexOf('/') + 1);
  return {
    codeOf: (word) => {
      if (codes.has(word) || codes.has(templateVersions.split(word)?.first ?? '')) return word;
      const named = templates.filter(({ address }) => `/${address}`.endsWith(`/${splitVersion(word).of}`));
      const found = new Set(named.map((template) => versionCode(template, splitVersion(word).version)));
      if (found.size > 1)
        meantBy(
          word,
          named.map(({ address }) => address),
        );
      if (found.size > 0 || !isOnlyName(word)) return [...found][0];
      const address = namedBy(word, titledIn(templates));
      return templates.find((one) => one.address === address)?.name;
    },
    nearest: (word) => {
      const near = suggest(word, [...codes, ...templates.map(({ address }) => idOf(address))]) ?? '';
      return codes.has(near) ? near : templates.find(({ address }) => idOf(address) === near)?.name;
    },
  };
}

function versionCode(template: Resource, version: number): string | undefined {
  return version === 1 ? template.name : templateVersions.versioned(template, version, undefined).name;
}

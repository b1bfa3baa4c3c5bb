import type { Environment } from '../config/environment.ts';
import type { Config } from '../config/load.ts';
import { type Address, kindOf, splitVersion } from '../core/address.ts';
import { Exit } from '../core/exit.ts';
import { NotiformError } from '../core/problem.ts';
import type { Resource } from '../core/resource.ts';
import { handlesOf } from '../engine/uploads/uploads.ts';
import { templateVersions } from '../kinds/notification-template/versions.ts';
import { kinds } from '../kinds/registry.ts';
import type { Bindings } from '../send/channel.ts';
import type { Entries, UploadTable } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import { ambiguous } from '../text/meant.ts';
import type { Invocation } from './invocation.ts';
import { readProject } from './project.ts';
import { openStore } from './session.ts';

/** Resources under the names that the state has for them (a renamed template keeps its code), and the names of their uploads and tags. */
interface BoundResources {
  resources: Resource[];
  bindings: Bindings;
  /** Returns the names of the later versions of an address. */
  laterNames(address: Address): string[];
}

/** Reads the state of the resources' profiles. */
export async function readBound(store: StateStore, resources: readonly Resource[]): Promise<BoundResources> {
  const profiles = new Set(resources.flatMap(({ profile }) => profile ?? []));
  const documents = new Map(
    await Promise.all([...profiles].map(async (profile) => [profile, await store.read(profile)] as const)),
  );
  const entries: Entries = Object.assign({}, ...Array.from(documents.values(), (one) => one?.entries));
  const uploads: UploadTable = Object.assign({}, ...Array.from(documents.values(), (one) => one?.uploads));
  const urlOf: Bindings['urlOf'] = (use, { sha256 }, { profile = '' } = {}) => {
    const [handle] = handlesOf(documents.get(profile)?.uploads ?? {}, { use, sha256 });
    return handle ?? handlesOf(uploads, { use, sha256 })[0];
  };
  const nameOf = (resource: Resource): string | undefined => {
    const used = kinds.find(({ name }) => name === resource.kind)?.upload?.of(resource.content);
    return used ? urlOf(used.use, used.file, resource) : boundName(entries, resource.address);
  };
  return {
    resources: resources.map((resource) => underName(resource, nameOf(resource))),
    bindings: {
      urlOf,
      nameOf: (address) => {
        const resource = resources.find((one) => one.address === address);
        return resource ? nameOf(resource) : boundName(entries, address);
      },
    },
    laterNames: (address) =>
      Object.keys(entries)
        .filter((one) => one !== address && splitVersion(one).of === address)
        .flatMap((one) => boundName(entries, one) ?? []),
  };
}

function underName(resource: Resource, name: string | undefined): Resource {
  if (name === undefined) return resource;
  const { keepName } = kinds.find((kind) => kind.name === kindOf(resource.address)) ?? {};
  // The service assigns the code of a brand template.
  return keepName?.(resource, name) ?? { ...resource, name };
}

function boundName(entries: Entries, address: Address): string | undefined {
  const binding = entries[address]?.binding;
  return binding && kinds.find(({ name }) => name === kindOf(address))?.nameOf(binding);
}

/** The kinds whose live resources have a code that commands take. The code of a group tag is its key, that of a video its `vid`. */
export type NamedKind = 'NotificationTemplate' | 'BrandTemplate' | 'GroupTag' | 'Video';

/** The declared templates or group tags, for commands that take the code of a live one. */
interface NamedTemplates {
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

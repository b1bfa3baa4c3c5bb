import { type Address, kindOf, splitVersion } from '../core/address.ts';
import type { Resource } from '../core/resource.ts';
import { handlesOf } from '../engine/uploads/uploads.ts';
import { kinds } from '../kinds/registry.ts';
import type { Bindings } from '../send/channel.ts';
import type { Entries, UploadTable } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';

/** Resources under the names that the state has for them (a renamed template keeps its code), and the names of their uploads and tags. */
export interface BoundResources {
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

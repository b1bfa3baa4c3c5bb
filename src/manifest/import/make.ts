import { type Address, parseAddress, versionAddress } from '../../core/address.ts';
import { groupBy, keyIn } from '../../core/grouping.ts';
import type { Kind, Row } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { StateEntry } from '../../state/document.ts';
import type { Client } from '../../wire/client.ts';
import { resourceOf, surroundingsOf } from '../load/resources.ts';
import type { ManifestEnvironment } from '../options.ts';
import { writeManifest } from '../writer/writer.ts';
import { readBack, reasonPlanChanges } from './check.ts';
import { fileOf } from './places.ts';
import { openReferences, type ReferenceBook } from './references.ts';
import { documentValue, headerOf } from './text.ts';
import { type ImportedUploads, type ShownUpload, withFiles } from './uploads.ts';

/** A live resource that needs a manifest. */
export interface Importable {
  kind: Kind<Client>;
  /** The alias of its profile. */
  profile: string;
  address: Address;
  /** For a person. */
  title: string;
  /** Its list row, if there is one. */
  row: Row | undefined;
  live: Live;
  /** Its state entry, if its manifest was removed. */
  entry: Pick<StateEntry, 'binding' | 'protect'> | undefined;
  /** True if the user named it: it is imported although a plan will change it. */
  named: boolean;
  /** Set if the manifest has several versions: all of them, the newest one last. */
  versions?: readonly { of: Importable; number: number }[];
}

interface ManifestMaking {
  /** Of the manifests, relative to the project's root. */
  folder: string;
  environment: ManifestEnvironment;
  uploads: ImportedUploads;
  /** The declared resources. */
  resources: readonly Resource[];
}

/** The manifest of a live resource. It was read back, passes `validate`, and gives an empty plan. */
export interface MadeManifest {
  of: Importable;
  /** Relative to the project's root. */
  file: string;
  text: string;
  /** The uploads that it shows as files. */
  uploads: ShownUpload[];
  /** The resource that it declares. */
  want: Resource;
}

/** A live resource that no manifest is made for. */
interface LeftOut {
  of: Importable;
  /** Why, as a sentence without a full stop. */
  reason: string;
}

/**
 * Makes the manifests of live resources: one for all versions of a template, if it can be made. Of two resources with the same
 * name, the first one gets the manifest.
 * @param items resources that others refer to come before those
 */
export function makeManifests(
  items: readonly Importable[],
  making: ManifestMaking,
): { made: MadeManifest[]; left: LeftOut[] } {
  const references = openReferences(making.resources);
  /** The owner of each name that only one resource may have. */
  const owners = new Map<string, Address>();
  for (const resource of making.resources) {
    for (const { key } of uniqueNamesOf(resource)) owners.set(key, resource.address);
  }
  const made: MadeManifest[] = [];
  const make = (of: Importable): LeftOut[] => {
    const one = manifestOf(of, making, references);
    const names = typeof one === 'string' ? [] : uniqueNamesOf(one.want);
    const taken = names.find(({ key }) => (owners.get(key) ?? of.address) !== of.address);
    if (typeof one !== 'string' && !taken) {
      made.push(one);
      for (const { key } of names) owners.set(key, of.address);
      references.add(one.want);
      return [];
    }
    if (of.versions) return of.versions.flatMap((version) => make(version.of));
    return [{ of, reason: taken ? `${owners.get(taken.key)} has its ${taken.field} already` : String(one) }];
  };
  const left = withVersions(items).flatMap(make);
  return { made, left };
}

/** Makes the manifest of a resource, or returns why there is none. */
function manifestOf(
  of: Importable,
  { folder, environment, uploads: uploadsIn }: ManifestMaking,
  references: ReferenceBook,
): MadeManifest | string {
  const { kind, address, profile, entry, named, versions } = of;
  const declaration = declarations.get(kind.name);
  const parts = parseAddress(address);
  if (!declaration?.write || !parts) return 'resources of its kind are not imported';
  const uploads = uploadsIn(kind, of.live.content);
  const live = { ...of.live, content: withFiles(of.live.content, uploads) };
  const written = declaration.write(live, parts.id);
  if (!written) return 'a manifest could declare nothing of it';

  const owner = declaration.isProfile ? undefined : profile;
  const head = {
    id: parts.id,
    ...(owner !== undefined && { profile: owner }),
    ...(entry?.protect && { protect: true }),
    ...(versions && { versions: true }),
  };
  const value = { ...head, ...written.manifest };
  const file = fileOf(folder, address);
  const declared = {
    kind: kind.name,
    ...head,
    ...documentValue(file, references.apply(profile, written.manifest)),
  };
  const text = writeManifest(kind.name, declared, headerOf(written.remark));
  const surroundings = surroundingsOf(environment, owner);
  const read = readBack({ file, text, declared, value }, declaration, surroundings, environment);
  if (typeof read === 'string') return read;
  const manifest = { ...read, value };
  const want = resourceOf({ manifest, profile: owner, address }, declaration.declare(value, surroundings), []);
  const reason = reasonPlanChanges(kind, { live, want, binding: entry?.binding, named });
  return reason ?? { of, file, text, uploads, want };
}

/** Returns the names that only this resource may have, and their fields. A second owner of a name that a lint rule reserves is a warning. */
function uniqueNamesOf(resource: Resource): { key: string; field: string }[] {
  const { kind, profile = null } = resource;
  const names = declarations.get(kind)?.uniqueNames?.(resource) ?? [];
  return names
    .filter(({ rule }) => rule === undefined)
    .map(({ within, field, value }) => ({
      key: JSON.stringify([kind, within === 'account' ? null : profile, field, value]),
      field,
    }));
}

/**
 * Puts the versions of one template together, by their codes: `order_paid`, `order_paid_v2`. The newest one takes the place of the
 * first, under its address and code. They stay apart if the newest one is out of use, or if an older one is not approved, because
 * notiform deletes such a version.
 */
function withVersions(items: readonly Importable[]): Importable[] {
  const groups = groupBy(items, ({ kind, profile, live: { name } }) =>
    keyIn({ kind, profile: { alias: profile } }, kind.versions?.split(name)?.first ?? name),
  );
  return [...groups.values()].flatMap(together);
}

function together(items: readonly Importable[]): readonly Importable[] {
  const rules = items[0]?.kind.versions;
  if (!rules || items.length === 1) return items;
  const versions = items
    .map((of) => ({ of, number: rules.split(of.live.name)?.version ?? 1, usage: rules.usageOf(of.live) }))
    .sort((a, b) => a.number - b.number);
  const [first, newest] = [versions[0], versions.at(-1)];
  const isOpen = versions.some((one) => one !== newest && one.usage === 'under-way');
  if (first?.number !== 1 || !newest || newest.usage === 'idle' || isOpen) return items;
  if (items.some(({ entry }) => entry)) return items;
  const { address, live } = first.of;
  const named = rules.plain(newest.of.live, { id: '', name: live.name }, newest.number);
  return [{ ...newest.of, address, live: named, versions }];
}

/** What the state binds to a new manifest: its resource, or each version of it with what the manifest wants of that version. */
export function boundBy({ of, want }: MadeManifest): { address: Address; of: Importable; want: Resource }[] {
  const { address, kind, versions = [] } = of;
  if (versions.length === 0) return [{ address, of, want }];
  return versions.map(({ of: one, number }, index) => ({
    address: versionAddress(address, number),
    of: one,
    want: {
      ...(kind.versions?.versioned(want, number, one.live) ?? want),
      ...(index < versions.length - 1 && { content: one.live.content }),
    },
  }));
}

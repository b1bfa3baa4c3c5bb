import { keyIn } from '../../core/grouping.ts';
import { canonical, type JsonObject } from '../../core/json.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import type { Moved } from '../../core/plan.ts';
import type { ProfileRef, Resource } from '../../core/resource.ts';
import { nothingSeen, type Seen, type SeenSubject } from '../../engine/observe/seen.ts';
import type { Inventory, InventoryItem, ItemReading } from '../../engine/snapshot/inventory.ts';
import { boundsIn } from '../../engine/subject/bound.ts';
import { asManaged } from '../../engine/subject/live.ts';
import { chooseVersions } from '../../engine/versions/choice.ts';
import { openReferences } from '../../manifest/import/references.ts';
import { revisionOf } from '../../manifest/import/update.ts';
import type { ImportedUploads } from '../../manifest/import/uploads.ts';
import { unseenDifference } from '../../text/unseen.ts';
import type { Client } from '../../wire/client.ts';
import { familyOf, type MovedSubject, oneVersionOfEach } from './versions.ts';

/** The difference between a live resource and its manifest. */
export interface Drift {
  /** True if the manifest declares another version of it. */
  isBeside: boolean;
  drifted: string[];
  /** The sides that changed since the last apply or import. Set if fields differ and the manifest is one of these sides. */
  moved?: readonly Moved[];
  /** The difference of fields that look the same. */
  alike?: Readonly<Record<string, string>>;
}

/** Drift detection fetches no images, so an image that the state does not know counts as different. */
const UNFETCHED: ImportedUploads = () => [];

/**
 * Finds the fields of a manifest that differ from the live resource, compared with the same version. `import --update` would
 * rewrite these, unless the manifest changed since the last apply or import. Image fields are left out if the state has no entry of the resource: the next apply records their files.
 * @param read of each resource that is asked about, with all its versions
 * @param now milliseconds since the epoch
 */
export function openDrift(
  resources: readonly Resource[],
  inventory: Inventory<Client>,
  profiles: ReadonlyMap<string, ProfileRef>,
  read: readonly ItemReading<Client>[],
  now: number,
): (item: InventoryItem<Client>) => Drift {
  const chosen = chooseVersions(seenIn(inventory, profiles, read), inventory.views, now);
  const shown = oneVersionOfEach(chosen).filter(({ subject, seen }) => subject.declared && seen.live);
  const byName = new Map(
    // A version's row has the version's own name.
    shown.map((one) => [keyIn(one.subject, one.seen.row?.name ?? one.seen.live?.name ?? ''), one]),
  );
  const families = new Set(shown.map(({ subject }) => familyOf(subject)));
  const books = { uploads: UNFETCHED, references: openReferences(resources) };

  return (item) => {
    const one = byName.get(keyIn(item, item.name));
    if (!one) return { isBeside: item.subject !== undefined && families.has(familyOf(item.subject)), drifted: [] };
    return { isBeside: false, ...driftOf(one, item, books) };
  };
}

function driftOf(
  { subject: { kind, profile, want: declared }, seen: { live }, moved }: MovedSubject,
  { entry }: InventoryItem<Client>,
  books: Parameters<typeof revisionOf>[2],
): Omit<Drift, 'isBeside'> {
  if (!live) return { drifted: [] };
  const want = kind.keepName?.(declared, live.name) ?? declared;
  const revision = revisionOf({ kind, profile: profile.alias, want, live }, want.source.file, books);
  const images = entry ? [] : (kind.images?.(want.content) ?? []).map(({ at }) => at.split(/[.[]/)[0]);
  if (!revision) return { drifted: [] };
  const { before, after } = revision;
  const drifted = differing(before, after).filter((field) => !images.includes(field));
  const alike = drifted.flatMap((field) => {
    const words = unseenDifference([[before[field] ?? null, after[field] ?? null]]);
    return words === undefined ? [] : [[field, words] as const];
  });
  const isEdited = drifted.length > 0 && moved.includes('edited');
  return { drifted, ...(isEdited && { moved }), ...(alike.length > 0 && { alike: Object.fromEntries(alike) }) };
}

/** Returns the subjects with their live resources. A resource that could not be read still exists. */
function seenIn(
  { subjects, documents }: Inventory<Client>,
  profiles: ReadonlyMap<string, ProfileRef>,
  read: readonly ItemReading<Client>[],
): SeenSubject<Client>[] {
  const uploads = Array.from(documents, ([alias, document]) => [alias, document?.uploads ?? {}] as const);
  const boundIn = boundsIn(new Map(uploads), profiles);
  const seenOf = (reading: ItemReading<Client>): Seen => {
    const { item } = reading;
    if ('problem' in reading) return { ...nothingSeen, problem: reading.problem, unread: true };
    const { live } = reading;
    const content = withKnownFiles(live.content, boundIn(item.profile.alias));
    const managed = item.subject && asManaged(item.subject, { ...live, content }, item.entry?.binding);
    return { ...nothingSeen, live: managed, row: rowOf(item) };
  };
  // A bound resource replaces one that only has the declared name.
  const ordered = [...read.filter(({ item }) => !isBound(item)), ...read.filter(({ item }) => isBound(item))];
  const seen = new Map(ordered.map((reading) => [reading.item.subject, seenOf(reading)]));
  return subjects.map((subject) => ({ subject, seen: seen.get(subject) ?? nothingSeen }));
}

function isBound({ relation }: InventoryItem<Client>): boolean {
  return relation === 'managed';
}

function rowOf({ row }: InventoryItem<Client>): Seen['row'] {
  return row ? { name: row.name, title: row.title, state: row.state, modifiedAt: row.modifiedAt } : null;
}

function differing(before: JsonObject, after: JsonObject): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => canonical(before[field] ?? null) !== canonical(after[field] ?? null));
}

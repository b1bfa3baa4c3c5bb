import { type Address, type AddressParts, parseAddress } from '../../core/address.ts';
import type { Declaration, Surroundings } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Kind, Row } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Client } from '../../wire/client.ts';
import { declaresAlone } from '../load/check-file.ts';
import { type NewManifest, surroundingsKey } from '../load/known.ts';
import { surroundingsOf } from '../load/resources.ts';
import type { ManifestEnvironment } from '../options.ts';
import { writeManifest } from '../writer/writer.ts';
import { checkText, reasonPlanChanges } from './check.ts';
import { fileOf } from './places.ts';
import { namesOthers, openReferences, type ReferenceBook } from './references.ts';
import { documentValue, headerOf } from './text.ts';
import { type ImportedUploads, type ShownUpload, type UploadUser, usesByUrl } from './uploads.ts';

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
  /** Its state entry, if it is managed already. */
  binding: JsonObject | undefined;
  protect: boolean;
  /** True if the user named it: it is imported although a plan will change it. */
  named: boolean;
}

/** A manifest that is to be written. */
export interface Composed extends NewManifest {
  of: Importable;
  /** Relative to the project's root. */
  file: string;
  /** The uploads that it shows as files. */
  uploads: ShownUpload[];
}

/** A live resource that no manifest is written for. */
export interface LeftOut {
  of: Importable;
  /** Why, as a sentence without a full stop. */
  reason: string;
}

export interface Composing {
  /** Of the manifests, relative to the project's root. */
  folder: string;
  environment: ManifestEnvironment;
  /** The declared resources. */
  resources: readonly Resource[];
  uploads: ImportedUploads;
  /** Of the times in comments. */
  timezone: string;
}

/** Makes the manifests of live resources. Each is checked as `validate` does, and must give an empty plan. */
export interface Composer {
  /**
   * Takes the resource with this index, in any order; undefined if it could not be read. Returns the manifests that are final now. A
   * manifest is final if all resources before it were taken, and it depends neither on images nor on other manifests.
   */
  take(index: number, item: Importable | undefined): Composed[];
  /** Makes the other manifests. Every resource was taken, and the images were fetched. */
  finish(): Composed[];
  /** Returns all manifests, and the resources for which none is possible, in the order of their indexes. */
  result(): { composed: Composed[]; left: LeftOut[] };
}

/** A resource that was taken. */
interface Taken {
  item: Importable;
  /** Its manifest, or why there is none; undefined if it depends on images or on other manifests. */
  made: Made | string | undefined;
  /** The names that its manifest would have. */
  names: string[];
}

/** @param composing kinds that others refer to have lower indexes than those */
export function openComposer(composing: Composing): Composer {
  const claims = openClaims(composing.resources);
  const references = openReferences(composing.resources);
  const arrived = new Map<number, Taken | undefined>();
  const waiting = new Map<number, Taken>();
  /** A resource with the same name as a waiting one waits too, because the first of them gets the manifest. */
  const waitingNames = new Set<string>();
  const ends = new Map<number, Composed | LeftOut>();
  let next = 0;
  const make = (item: Importable, draft: ManifestDraft | string): Made | string =>
    typeof draft === 'string' ? draft : makeManifest(item, draft, composing, references);
  const claim = (made: Made | string): Composed | string => {
    if (typeof made === 'string') return made;
    const { address } = made.want;
    const refusal = claims.refusal(address, made.claims);
    if (refusal !== undefined) return refusal;
    claims.add(address, made.claims);
    references.add(made.want);
    return made.composed;
  };
  const end = (index: number, item: Importable, made: Made | string): Composed[] => {
    const composed = claim(made);
    ends.set(index, typeof composed === 'string' ? { of: item, reason: composed } : composed);
    return typeof composed === 'string' ? [] : [composed];
  };
  const takenOf = (item: Importable): Taken => {
    const draft = draftOf(item, composing);
    const isDependent =
      usesByUrl(item.kind, item.live.content).size > 0 || (typeof draft !== 'string' && namesOthers(draft.manifest));
    const made = isDependent ? undefined : make(item, draft);
    if (typeof made === 'string' || typeof draft === 'string') return { item, made, names: [] };
    return {
      item,
      made,
      names: (made?.claims ?? claimsOfDraft(item, draft)).map(({ key }) => key),
    };
  };
  return {
    take: (index, item) => {
      arrived.set(index, item && takenOf(item));
      const final: Composed[] = [];
      for (; arrived.has(next); next += 1) {
        const one = arrived.get(next);
        arrived.delete(next);
        if (!one) continue;
        if (one.made !== undefined && !one.names.some((name) => waitingNames.has(name))) {
          final.push(...end(next, one.item, one.made));
          continue;
        }
        waiting.set(next, one);
        for (const name of one.names) waitingNames.add(name);
      }
      return final;
    },
    finish: () =>
      Array.from(waiting).flatMap(([index, { item, made }]) =>
        end(index, item, made ?? make(item, draftOf(item, composing))),
      ),
    result: () => {
      const all = Array.from(ends)
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one);
      return {
        composed: all.filter((one) => 'text' in one),
        left: all.filter((one) => 'reason' in one),
      };
    },
  };
}

/** What a manifest is made of. */
interface ManifestDraft {
  declaration: Declaration;
  parts: AddressParts;
  by: UploadUser;
  live: Live;
  manifest: JsonObject;
  remark: string | undefined;
}

/** A manifest, the resource that it declares, and the names that only this resource may have. */
interface Made {
  composed: Composed;
  want: Resource;
  claims: readonly ClaimedName[];
}

/** Returns the members of a manifest, or why there is none. */
function draftOf(
  { kind, address, profile, live: found }: Importable,
  { uploads, timezone }: Composing,
): ManifestDraft | string {
  const declaration = declarations.get(kind.name);
  const parts = parseAddress(address);
  if (!declaration?.write || !parts) return 'resources of its kind are not imported';
  const by = { kind, profile, id: parts.id };
  const live = { ...found, content: uploads.withFiles(by, found.content) };
  const written = declaration.write(live, parts.id, timezone);
  if (!written) return 'a manifest could declare nothing of it';
  return { declaration, parts, by, live, manifest: written.manifest, remark: written.remark };
}

/** Makes a manifest, or returns why there is none. */
function makeManifest(
  item: Importable,
  { declaration, parts, by, live, manifest, remark }: ManifestDraft,
  { folder, environment, uploads }: Composing,
  references: ReferenceBook,
): Made | string {
  const { kind, profile, binding, named } = item;
  const head = headOf(item, { declaration, parts });
  const value = { ...head, ...manifest };
  const file = fileOf(folder, parts);
  const body = documentValue(file, references.apply(profile, manifest));
  const declared = { kind: kind.name, ...head, ...body };
  const text = writeManifest(kind.name, declared, headerOf(remark));
  const surroundings = surroundingsOf(environment, declaration.isProfile ? undefined : profile);
  const want = resourceOf(item, declaration, value, surroundings);
  const document = checkText({ file, text, declared, value }, declaration, surroundings, environment);
  if (typeof document === 'string') return document;
  // The text declares this content, so it need not be made again when the file is read back.
  if (body === manifest && declaresAlone(value, declaration)) {
    const { goal, content, name, inputs, options } = want;
    document.contents[surroundingsKey(surroundings)] = {
      goal,
      content,
      inputs,
      options,
      ...(name !== undefined && { name }),
    };
  }
  const reason = reasonPlanChanges(kind, { live, want, binding, named });
  if (reason !== undefined) return reason;
  const composed = { of: item, file, text, document, uploads: uploads.shownIn(by, live.content) };
  return { composed, want, claims: claimsOf(want) };
}

function headOf(
  { profile, protect }: Importable,
  { declaration, parts }: Pick<ManifestDraft, 'declaration' | 'parts'>,
): JsonObject {
  return { id: parts.id, ...(declaration.isProfile ? {} : { profile }), ...(protect && { protect }) };
}

/** Returns the resource that a document declares, its files as nodes. */
function resourceOf(
  { kind, address, profile }: Importable,
  declaration: Declaration,
  value: JsonObject,
  surroundings: Surroundings,
): Resource {
  const { goal, content, name, inputs, options } = declaration.declare(value, surroundings);
  const { isProfile } = declaration;
  return {
    address,
    kind: kind.name,
    ...(isProfile ? {} : { profile }),
    id: String(value['id']),
    source: { file: '', line: 0, column: 0 },
    goal,
    content,
    ...(name === undefined ? {} : { name }),
    inputs,
    options,
    dependsOn: [],
    protect: value['protect'] === true,
    samples: [],
  };
}

/** A name that only one resource may have, and the field that decides it. */
interface ClaimedName {
  key: string;
  field: string;
}

/** The names that only one resource may have. */
interface ClaimBook {
  add(address: Address, claims: readonly ClaimedName[]): void;
  /** Why a resource cannot have one of its names, as a sentence without a full stop. */
  refusal(address: Address, claims: readonly ClaimedName[]): string | undefined;
}

function openClaims(resources: readonly Resource[]): ClaimBook {
  const owners = new Map<string, Address>();
  const add: ClaimBook['add'] = (address, claims) => {
    for (const { key } of claims) owners.set(key, address);
  };
  for (const resource of resources) add(resource.address, claimsOf(resource));
  return {
    add,
    refusal: (address, claims) => {
      const taken = claims.find(({ key }) => (owners.get(key) ?? address) !== address);
      return taken && `${owners.get(taken.key)} has its ${taken.field} already`;
    },
  };
}

/** Returns the names of a resource whose manifest is not made yet. */
function claimsOfDraft(item: Importable, draft: ManifestDraft): ClaimedName[] {
  return claimsOf(resourceOf(item, draft.declaration, { ...headOf(item, draft), ...draft.manifest }, {}));
}

/** Names that only a lint rule reserves are left out: a second one is a warning. */
function claimsOf(resource: Resource): ClaimedName[] {
  const { kind, profile = null } = resource;
  const claims = declarations.get(kind)?.claims?.(resource) ?? [];
  return claims
    .filter(({ rule }) => rule === undefined)
    .map(({ within, field, value }) => ({
      key: JSON.stringify([kind, within === 'account' ? null : profile, field, value]),
      field,
    }));
}

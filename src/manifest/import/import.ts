import { type Address, type AddressParts, parseAddress } from '../../core/address.ts';
import type { Declaration } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Kind, Row } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Client } from '../../wire/client.ts';
import type { NewManifest } from '../load/known.ts';
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
  /** Makes a manifest while others are still read. Does nothing if it depends on others, or on images. */
  prepare(item: Importable): void;
  /**
   * Makes the manifests of all items. A resource for which that is impossible is left out, with the reason. Kinds that others
   * refer to come first.
   */
  compose(items: readonly Importable[]): { composed: Composed[]; left: LeftOut[] };
}

export function openComposer(composing: Composing): Composer {
  const claims = openClaims(composing.resources);
  const references = openReferences(composing.resources);
  const prepared = new Map<Importable, Made | string>();
  const make = (item: Importable, draft: ManifestDraft | string): Made | string =>
    typeof draft === 'string' ? draft : makeManifest(item, draft, composing, references);
  const claim = (made: Made | string): Composed | string => {
    if (typeof made === 'string') return made;
    const refusal = claims.refusal(made.want);
    if (refusal !== undefined) return refusal;
    claims.add(made.want);
    references.add(made.want);
    return made.composed;
  };
  return {
    prepare: (item) => {
      if (usesByUrl(item.kind, item.live.content).size > 0) return;
      const draft = draftOf(item, composing);
      if (typeof draft === 'string' || !namesOthers(draft.manifest)) prepared.set(item, make(item, draft));
    },
    compose: (items) => {
      const composed: Composed[] = [];
      const left: LeftOut[] = [];
      for (const item of items) {
        const made = claim(prepared.get(item) ?? make(item, draftOf(item, composing)));
        prepared.delete(item);
        if (typeof made === 'string') left.push({ of: item, reason: made });
        else composed.push(made);
      }
      return { composed, left };
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

/** A manifest, and the resource that it declares. */
interface Made {
  composed: Composed;
  want: Resource;
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
  const { kind, profile, protect, binding, named } = item;
  const head = { id: parts.id, ...(declaration.isProfile ? {} : { profile }), ...(protect && { protect }) };
  const value = { ...head, ...manifest };
  const file = fileOf(folder, parts);
  const body = references.apply(profile, manifest);
  const declared = { kind: kind.name, ...head, ...documentValue(file, body) };
  const text = writeManifest(kind.name, declared, headerOf(remark));
  const want = resourceOf(item, declaration, value);
  const document = checkText({ file, text, declared, value }, declaration, environment);
  if (typeof document === 'string') return document;
  const reason = reasonPlanChanges(kind, { live, want, binding, named });
  return reason ?? { composed: { of: item, file, text, document, uploads: uploads.shownIn(by, live.content) }, want };
}

/** Returns the resource that a document declares, its files as nodes. */
function resourceOf({ kind, address, profile }: Importable, declaration: Declaration, value: JsonObject): Resource {
  const { goal, content, name, inputs, options } = declaration.declare(value);
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

/** The names that only one resource may have. */
interface ClaimBook {
  add(resource: Resource): void;
  /** Why a resource cannot have one of its names, as a sentence without a full stop. */
  refusal(resource: Resource): string | undefined;
}

function openClaims(resources: readonly Resource[]): ClaimBook {
  const owners = new Map<string, Address>();
  const add = (resource: Resource): void => {
    for (const { key } of claimsOf(resource)) owners.set(key, resource.address);
  };
  for (const resource of resources) add(resource);
  return {
    add,
    refusal: (resource) => {
      const taken = claimsOf(resource).find(({ key }) => (owners.get(key) ?? resource.address) !== resource.address);
      return taken && `${owners.get(taken.key)} has its ${taken.field} already`;
    },
  };
}

/** Names that only a lint rule reserves are left out: a second one is a warning. */
function claimsOf(resource: Resource): { key: string; field: string }[] {
  const { kind, profile = null } = resource;
  const claims = declarations.get(kind)?.claims?.(resource) ?? [];
  return claims
    .filter(({ rule }) => rule === undefined)
    .map(({ within, field, value }) => ({
      key: JSON.stringify([kind, within === 'account' ? null : profile, field, value]),
      field,
    }));
}

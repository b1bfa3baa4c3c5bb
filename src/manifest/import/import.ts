import { type Address, parseAddress } from '../../core/address.ts';
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
import { openReferences, type ReferenceBook } from './references.ts';
import { documentValue, headerOf } from './text.ts';
import type { ImportedUploads, ShownUpload } from './uploads.ts';

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

/**
 * Makes the manifests of live resources. Each is checked as `validate` does, and must give an empty plan. A resource for which
 * that is impossible is left out, with the reason. Kinds that others refer to come first.
 */
export function composeManifests(
  items: readonly Importable[],
  composing: Composing,
): { composed: Composed[]; left: LeftOut[] } {
  const books = { claims: openClaims(composing.resources), references: openReferences(composing.resources) };
  const composed: Composed[] = [];
  const left: LeftOut[] = [];
  for (const item of items) {
    const made = compose(item, composing, books);
    if (typeof made === 'string') left.push({ of: item, reason: made });
    else composed.push(made);
  }
  return { composed, left };
}

/** Makes one manifest, or returns why there is none. */
function compose(
  item: Importable,
  { folder, environment, uploads, timezone }: Composing,
  { claims, references }: { claims: ClaimBook; references: ReferenceBook },
): Composed | string {
  const { kind, address, profile, protect, binding, named } = item;
  const declaration = declarations.get(kind.name);
  const parts = parseAddress(address);
  if (!declaration?.write || !parts) return 'resources of its kind are not imported';
  const by = { kind, profile, id: parts.id };
  const live = { ...item.live, content: uploads.withFiles(by, item.live.content) };
  const written = declaration.write(live, parts.id, timezone);
  if (!written) return 'a manifest could declare nothing of it';
  const head = { id: parts.id, ...(declaration.isProfile ? {} : { profile }), ...(protect && { protect }) };
  const value = { ...head, ...written.manifest };
  const file = fileOf(folder, parts);
  const body = references.apply(profile, written.manifest);
  const declared = { kind: kind.name, ...head, ...documentValue(file, body) };
  const text = writeManifest(kind.name, declared, headerOf(written.remark));
  const want = resourceOf(item, declaration, value);
  const document = checkText({ file, text, declared, value }, declaration, environment);
  if (typeof document === 'string') return document;
  const reason = reasonPlanChanges(kind, { live, want, binding, named }) ?? claims.refusal(want);
  if (reason !== undefined) return reason;
  claims.add(want);
  references.add(want);
  return { of: item, file, text, document, uploads: uploads.shownIn(by, live.content) };
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

import { type Address, type AddressParts, parseAddress } from '../../core/address.ts';
import type { Declaration, Surroundings } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Kind, Row } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { declarations } from '../../kinds/registry.ts';
import type { Client } from '../../wire/client.ts';
import { surroundingsOf } from '../load/resources.ts';
import type { ManifestEnvironment } from '../options.ts';
import { writeManifest } from '../writer/writer.ts';
import { checkText, reasonPlanChanges } from './check.ts';
import { fileOf } from './places.ts';
import { namesOthers, type ReferenceBook } from './references.ts';
import { documentValue, headerOf } from './text.ts';
import { type ImportedUploads, type ShownUpload, usesByUrl, withFiles } from './uploads.ts';

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

/** What the manifest of a live resource depends on. */
export type LiveSource = Omit<Importable, 'title' | 'row'>;

export interface MakingContext {
  /** Of the manifests, relative to the project's root. */
  folder: string;
  environment: ManifestEnvironment;
  uploads: ImportedUploads;
  references: ReferenceBook;
  /** Of the times in comments. */
  timezone: string;
}

/** A manifest, and what other resources must know of it. */
export interface MadeManifest {
  /** Relative to the project's root. */
  file: string;
  text: string;
  /** The uploads that it shows as files. */
  uploads: ShownUpload[];
  /** The names that only its resource may have. */
  claims: ClaimedName[];
  /** Its resource, if others can refer to it. */
  referable: Resource | undefined;
}

/** A manifest that was tried before the other resources and the images are known. */
export interface TriedManifest {
  /** The manifest, or why there is none. Undefined if it depends on images or on other manifests. */
  made?: MadeManifest | string | undefined;
  /** The names that the manifest would have. */
  names: string[];
}

/** Makes the manifest of a resource, unless it depends on images or on other manifests. */
export function tryManifest(item: LiveSource, context: MakingContext): TriedManifest {
  const draft = draftOf(item, context);
  if (typeof draft === 'string') return { made: draft, names: [] };
  if (usesByUrl(item.kind, item.live.content).size > 0 || namesOthers(draft.manifest))
    return { names: claimsOfDraft(item, draft).map(({ key }) => key) };
  const made = madeOf(item, draft, context);
  return { made, names: typeof made === 'string' ? [] : made.claims.map(({ key }) => key) };
}

/** Makes the manifest of a resource, or returns why there is none. */
export function makeManifest(item: LiveSource, context: MakingContext): MadeManifest | string {
  const draft = draftOf(item, context);
  return typeof draft === 'string' ? draft : madeOf(item, draft, context);
}

/** What a manifest is made of. */
interface ManifestDraft {
  declaration: Declaration;
  parts: AddressParts;
  uploads: ShownUpload[];
  live: Live;
  manifest: JsonObject;
  remark: string | undefined;
}

/** Returns the members of a manifest, or why there is none. */
function draftOf(
  { kind, address, live: found }: LiveSource,
  context: Pick<MakingContext, 'uploads' | 'timezone'>,
): ManifestDraft | string {
  const declaration = declarations.get(kind.name);
  const parts = parseAddress(address);
  if (!declaration?.write || !parts) return 'resources of its kind are not imported';
  const uploads = context.uploads(kind, found.content);
  const live = { ...found, content: withFiles(found.content, uploads) };
  const written = declaration.write(live, parts.id, context.timezone);
  if (!written) return 'a manifest could declare nothing of it';
  return { declaration, parts, uploads, live, manifest: written.manifest, remark: written.remark };
}

function madeOf(
  item: LiveSource,
  { declaration, parts, uploads, live, manifest, remark }: ManifestDraft,
  { folder, environment, references }: MakingContext,
): MadeManifest | string {
  const { kind, profile, binding, named } = item;
  const head = ownHeadOf(item, { declaration, parts });
  const value = { ...head, ...manifest };
  const file = fileOf(folder, parts);
  const body = documentValue(file, references.apply(profile, manifest));
  const declared = { kind: kind.name, ...head, ...body };
  const text = writeManifest(kind.name, declared, headerOf(remark));
  const surroundings = surroundingsOf(environment, declaration.isProfile ? undefined : profile);
  const want = resourceOf(item, declaration, value, surroundings);
  const reason =
    checkText({ file, text, declared, value }, declaration, surroundings, environment) ??
    reasonPlanChanges(kind, { live, want, binding, named });
  if (reason !== undefined) return reason;
  return {
    file,
    text,
    uploads,
    claims: claimsOf(want),
    referable: declaration.referred && want,
  };
}

function ownHeadOf(
  { profile, protect }: LiveSource,
  { declaration, parts }: Pick<ManifestDraft, 'declaration' | 'parts'>,
): JsonObject {
  return { id: parts.id, ...(declaration.isProfile ? {} : { profile }), ...(protect && { protect }) };
}

/** Returns the resource that a document declares, its files as nodes. */
function resourceOf(
  { kind, address, profile }: LiveSource,
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
export interface ClaimedName {
  key: string;
  field: string;
}

/** Returns the names of a resource whose manifest is not made yet. */
function claimsOfDraft(item: LiveSource, draft: ManifestDraft): ClaimedName[] {
  return claimsOf(resourceOf(item, draft.declaration, { ...ownHeadOf(item, draft), ...draft.manifest }, {}));
}

/** Names that only a lint rule reserves are left out: a second one is a warning. */
export function claimsOf(resource: Resource): ClaimedName[] {
  const { kind, profile = null } = resource;
  const claims = declarations.get(kind)?.claims?.(resource) ?? [];
  return claims
    .filter(({ rule }) => rule === undefined)
    .map(({ within, field, value }) => ({
      key: JSON.stringify([kind, within === 'account' ? null : profile, field, value]),
      field,
    }));
}

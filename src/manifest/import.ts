import { type Address, parseAddress } from '../core/address.ts';
import { isFileNode, sameContent } from '../core/content.ts';
import type { Declaration } from '../core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Kind, Row } from '../core/kind.ts';
import { withKnownFiles } from '../core/known-files.ts';
import { parseLocated } from '../core/located.ts';
import { hasErrors, type Problem } from '../core/problem.ts';
import type { Live, Resource } from '../core/resource.ts';
import { fileRulesOf } from '../kinds/file-rules.ts';
import { declarations, referred } from '../kinds/registry.ts';
import type { Service } from '../service/service.ts';
import { fileOf } from './import-places.ts';
import type { Shelf } from './import-shelf.ts';
import { documentText } from './import-text.ts';
import { heard } from './lint.ts';
import type { ManifestEnvironment } from './options.ts';
import { aliasMistakes } from './profiles.ts';
import { validateManifest } from './validate.ts';

/** A live resource that wants a manifest. */
export interface Importable {
  kind: Kind<Service>;
  /** The alias of its profile. */
  profile: string;
  address: Address;
  /** For a person. */
  title: string;
  /** Its list row, where there is one. */
  row: Row | undefined;
  live: Live;
  /** What the state has of it, where it is ours already. */
  binding: JsonObject | undefined;
  protect: boolean;
  /** Somebody asked for this very one: it is taken although a plan will have something to do with it. */
  named: boolean;
}

/** A manifest that is to be written. */
export interface Composed {
  of: Importable;
  /** Relative to the project's root. */
  file: string;
  text: string;
  /** The uploads that it shows as files. */
  uploads: { use: string; sha256: string; path: string; url: string }[];
}

/** A live resource that no manifest is written for. */
export interface Left {
  of: Importable;
  /** Why, as a sentence without a full stop. */
  reason: string;
}

export interface Composing {
  /** Of the manifests, relative to the project's root. */
  folder: string;
  environment: ManifestEnvironment;
  /** What manifests declare already. */
  resources: readonly Resource[];
  shelf: Shelf;
  /** The URL that an upload that many share has in the state: by profile, use and digest (`sharedKey`). */
  shared: ReadonlyMap<string, string>;
}

/** What is gathered on the way. */
interface Gathered extends Composing {
  /** The address that has each name which only one may have. */
  claims: Map<string, Address>;
  /** The id that stands for a value in a profile, by kind: what `{ref: id}` can take the place of. */
  references: Map<string, string>;
  uploads: Map<string, string>;
}

/**
 * The manifests of live resources, in their order: each is checked as `validate` would, and whether a plan would leave
 * everything as it is. What cannot be written so is left, with the reason. Pure; kinds that are referred to come first.
 */
export function composeManifests(
  items: readonly Importable[],
  composing: Composing,
): { composed: Composed[]; left: Left[] } {
  const gathered: Gathered = {
    ...composing,
    claims: new Map(),
    references: new Map(),
    uploads: new Map(composing.shared),
  };
  for (const resource of composing.resources) remember(gathered, resource, declarations.get(resource.kind));
  const composed: Composed[] = [];
  const left: Left[] = [];
  for (const item of items) {
    const made = compose(item, gathered);
    if (typeof made === 'string') left.push({ of: item, reason: made });
    else composed.push(made);
  }
  return { composed, left };
}

/** By what an upload that many share is known. */
export function sharedKey(profile: string, use: string, sha256: string): string {
  return JSON.stringify([profile, use, sha256]);
}

/** The manifest, or why there is none. */
function compose(item: Importable, gathered: Gathered): Composed | string {
  const { kind, address, profile } = item;
  const declaration = declarations.get(kind.name);
  const parts = parseAddress(address);
  if (!declaration?.write || !parts) return 'resources of its kind are not imported';
  const live = { ...item.live, content: withFiles(item, gathered, parts.id) };
  const written = declaration.write(live, parts.id);
  if (!written) return 'there is nothing of it that a manifest could say';
  const head: JsonObject = {
    id: parts.id,
    ...(declaration.isProfile ? {} : { profile }),
    ...(item.protect && { protect: true }),
  };
  const file = fileOf(gathered.folder, parts);
  const body = withReferences(written.manifest, (name, value) => referenceTo(gathered, profile, name, value));
  const text = documentText(file, { kind: kind.name, head, body, remark: written.remark });
  const resource = resourceOf(item, declaration, { ...head, ...written.manifest });
  const reason =
    unreadable(file, text, { ...head, ...written.manifest }, declaration, gathered) ??
    unlike(item, live, resource) ??
    claimed(resource, declaration, gathered);
  if (reason !== undefined) return reason;
  remember(gathered, resource, declaration);
  return { of: item, file, text, uploads: uploadsIn(item, live.content, gathered, parts.id) };
}

/** The live content with a file in the place of each URL that one was fetched for. */
function withFiles(item: Importable, gathered: Gathered, id: string): JsonObject {
  const uses = usesByUrl(item);
  return withKnownFiles(item.live.content, {
    fileOf: (url) => {
      const nodes = (uses.get(url) ?? []).map((use) => claimUpload(gathered, item.profile, id, use, url));
      return nodes.every((node) => node !== undefined) ? nodes[0] : undefined;
    },
  });
}

/** What each URL that a resource shows is uploaded for there. */
export function usesByUrl({ kind, live }: Pick<Importable, 'kind' | 'live'>): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { use, url } of kind.images?.(live.content) ?? []) {
    if (url !== undefined) uses.set(url, [...new Set([...(uses.get(url) ?? []), use])]);
  }
  return uses;
}

/** The file of a URL; none where another URL stands for the same bytes and use already: one upload has one URL. */
function claimUpload({ shelf, uploads }: Gathered, profile: string, id: string, use: string, url: string) {
  const node = shelf.nodeOf(url, use);
  if (!node) return undefined;
  const key = uploadKey(profile, id, use, node.sha256);
  const known = uploads.get(key);
  if (known !== undefined && known !== url) return undefined;
  uploads.set(key, url);
  return node;
}

function uploadKey(profile: string, id: string, use: string, sha256: string): string {
  const shared = sharedKey(profile, use, sha256);
  return fileRulesOf(use).upload?.shared === false ? JSON.stringify([shared, id]) : shared;
}

function uploadsIn(item: Importable, content: JsonObject, { uploads }: Gathered, id: string): Composed['uploads'] {
  const shown = item.kind.images?.(content) ?? [];
  const paths = pathsIn(content);
  return shown.flatMap(({ use, sha256 }) => {
    const url = sha256 === undefined ? undefined : uploads.get(uploadKey(item.profile, id, use, sha256));
    const path = sha256 === undefined ? undefined : paths.get(sha256);
    return sha256 !== undefined && url !== undefined && path !== undefined ? [{ use, sha256, path, url }] : [];
  });
}

function pathsIn(value: Json): Map<string, string> {
  if (Array.isArray(value)) return new Map(value.flatMap((item) => [...pathsIn(item)]));
  if (!isObject(value)) return new Map();
  if (isFileNode(value)) return new Map([[value.sha256, value.path]]);
  return pathsIn(Object.values(value));
}

/** A document with `{ref: id}` in the place of each value that another document stands for. */
function withReferences(
  value: JsonObject,
  referenceOf: (name: string, value: string) => JsonObject | undefined,
): JsonObject {
  const walk = (name: string, member: Json): Json => {
    if (typeof member === 'string') return referenceOf(name, member) ?? member;
    if (Array.isArray(member)) return member.map((item) => walk(name, item));
    if (!isObject(member) || isFileNode(member)) return member;
    return Object.fromEntries(Object.entries(member).map(([key, inner]) => [key, walk(key, inner)]));
  };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(key, member)]));
}

function referenceTo(
  { references }: Gathered,
  profile: string,
  name: string,
  value: string,
): { ref: string } | undefined {
  const kind = Object.hasOwn(referred, name) ? referred[name] : undefined;
  const id = kind === undefined ? undefined : references.get(JSON.stringify([kind, profile, value]));
  return id === undefined ? undefined : { ref: id };
}

/** What a document wants, its files as nodes. */
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

/** What `validate` would say of the text. */
function unreadable(
  file: string,
  text: string,
  value: JsonObject,
  declaration: Declaration,
  { environment }: Gathered,
): string | undefined {
  const { documents, problems } = parseLocated(file, text);
  const [located] = documents;
  if (!located || !isObject(located.value)) return reasonIn(problems) ?? 'it cannot be written as YAML';
  const validated = validateManifest({ file, kind: declaration.kind, value: located.value, located }, environment);
  const said = reasonIn(validated.problems);
  if (said !== undefined) return said;
  const { type } = environment.profiles.get(String(value['profile'])) ?? {};
  const surroundings = { ...(type && { profileType: type }), ...(environment.wire && { wire: environment.wire }) };
  const mistakes = [
    ...aliasMistakes(value, environment, declaration),
    ...heard(declaration.check(validated.manifest.value, surroundings), value),
    ...heard(declaration.checkFiles?.(value) ?? [], value),
  ];
  const found = mistakes.find(({ severity = 'error' }) => severity === 'error');
  return found && `no manifest can say it: ${found.message}`;
}

function reasonIn(problems: readonly Problem[]): string | undefined {
  if (!hasErrors(problems)) return undefined;
  return `no manifest can say it: ${problems.find(({ severity }) => severity === 'error')?.message}`;
}

/** Whether a plan would find something to do. */
function unlike({ kind, binding, named }: Importable, live: Live, want: Resource): string | undefined {
  const at = kind.managed?.(live, want, binding) ?? live;
  if (!sameContent(at.content, want.content)) return 'no manifest says exactly what is live';
  if (named || kind.meets(at, want).meets !== 'no') return undefined;
  return `it is ${live.status.state}, and a plan would not leave it so; name it to import it all the same`;
}

/** A name that only one resource may have. */
function claimed(resource: Resource, declaration: Declaration, { claims }: Gathered): string | undefined {
  for (const claim of claimsOf(resource, declaration)) {
    const owner = claims.get(claim.key);
    if (owner !== undefined && owner !== resource.address) return `${owner} has its ${claim.field} already`;
  }
  return undefined;
}

function claimsOf(resource: Resource, declaration: Declaration | undefined): { key: string; field: string }[] {
  const binding = (declaration?.claims?.(resource) ?? []).filter(({ rule }) => rule === undefined);
  return binding.map(({ within, field, value }) => ({
    key: JSON.stringify([resource.kind, within === 'account' ? null : (resource.profile ?? null), field, value]),
    field,
  }));
}

function remember(gathered: Gathered, resource: Resource, declaration: Declaration | undefined): void {
  for (const { key } of claimsOf(resource, declaration)) gathered.claims.set(key, resource.address);
  const value = declaration?.referred?.(resource);
  if (typeof value !== 'string' || resource.profile === undefined) return;
  gathered.references.set(JSON.stringify([resource.kind, resource.profile, value]), resource.id);
}

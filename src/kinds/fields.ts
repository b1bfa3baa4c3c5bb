import * as z from 'zod';
import { type FileNode, isFileNode } from '../core/content.ts';
import { isObject, type Json, type JsonObject, mapMembers, member, own } from '../core/json.ts';
import type { Bound } from '../core/kind.ts';
import { formatPath, type Path } from '../core/path.ts';
import { optional } from '../wire/shape.ts';

/**
 * One field of a kind: its name in a manifest is its key in `Fields`, and this is how the resource API has it.
 * `T` is the type of its value in a manifest.
 */
export interface Field<T, Required extends boolean = boolean> {
  /** Its name in the API, or a path, as `templateItem.list`. Undefined if it is spread over its parent's members. */
  readonly wire: string | undefined;
  /** True if every manifest has it. */
  readonly required: Required;
  /** How answers write it, by name or path. */
  readonly shapes: Readonly<Record<string, z.ZodType>>;
  /** The value for a request; undefined leaves it out. A field without `wire` returns an object of its parent's members. */
  write(value: Json | undefined, coding: Coding, at: Path): Json | undefined;
  /** The manifest's value of what an answer has under `wire`, or of its whole parent. */
  read(answered: Json | undefined, reading: Decoding): Json;
  /** The fields inside it, or inside each element of a list. */
  readonly members?: Fields;
  /** More names of it in the API, and where each is in its value: `{imageLink: '.link'}`. For the hint about an unknown key. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The texts of its value that reach a phone, if it has no members. */
  texts?(value: Json, at: Path): PlacedText[];
  /** The use that an image of this field is uploaded for (resource API 4.2, 4.7a). */
  readonly use?: UseOfImage;
  /** Carries `T` and is never set. */
  readonly value?: T;
}

/** The fields of a kind, or of a part of one, by their names in a manifest and in the order in which people read them. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** Returns the use that an image is uploaded for, by its place in a content. */
export type UseOfImage = (content: JsonObject, at: Path) => string;

export interface Coding {
  content: JsonObject;
  bound: Bound;
}

export interface Decoding {
  bound: Bound;
  /** True if values are read too that no manifest can declare, which an update therefore clears. */
  everything?: boolean;
}

export type ContentOf<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends Field<unknown, true> ? K : never]: ValueOf<F[K]>;
} & { -readonly [K in keyof F as F[K] extends Field<unknown, true> ? never : K]?: ValueOf<F[K]> };

type ValueOf<F> = F extends Field<infer T> ? T : never;

/** Encodes a content as the body of a request. Throws `NotiformError` for a file that is not uploaded yet. */
export function encode(fields: Fields, content: JsonObject, bound: Bound): JsonObject {
  return writeMembers(fields, content, { content, bound }, []);
}

/** Decodes an answer into manifest form. A field that it does not have is left out. */
export function decode(fields: Fields, answer: unknown, reading: Decoding): JsonObject {
  const wire = isObject(answer) ? answer : undefined;
  const content: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = field.read(field.wire === undefined ? wire : valueAt(wire, field.wire), reading);
    if (value !== null) content[name] = value;
  }
  return content;
}

/** Returns a value that no manifest can declare if such values are read, or null. */
export function besideManifests(value: Json, { everything = false }: Decoding): Json {
  return everything ? value : null;
}

/** The shapes of an answer's members. */
export function shapesOf(fields: Fields): Record<string, z.ZodType> {
  const shapes: Record<string, z.ZodType> = {};
  const inside: Record<string, Record<string, z.ZodType>> = {};
  for (const [path, shape] of Object.values(fields).flatMap((field) => Object.entries(field.shapes))) {
    const [head = '', rest] = path.split('.');
    if (rest === undefined) shapes[head] = shape;
    else inside[head] = { ...inside[head], [rest]: shape };
  }
  for (const [head, members] of Object.entries(inside)) shapes[head] = optional(z.looseObject(members));
  return shapes;
}

/** The manifest's names for the API's names of one level, as `emphasis.type` for `templateEmphasizeType`. */
export function manifestNames(fields: Fields, within = ''): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [name, { wire, members, shapes, aliases = {} }] of Object.entries(fields)) {
    const path = within + name;
    const isSpread = wire === undefined && members;
    const own = isSpread ? [] : Object.keys(shapes).flatMap((at) => at.split('.').map((part) => [part, path] as const));
    const more = Object.entries(aliases).map(([alias, inside]) => [alias, path + inside] as const);
    const inside = isSpread ? Object.entries(manifestNames(members, `${path}.`)) : [];
    for (const [alias, meant] of [...more, ...own, ...inside]) if (alias !== meant) names[alias] ??= meant;
  }
  return names;
}

export interface PlacedText {
  at: Path;
  text: string;
}

/** Every field inside of which there are no others, its value in a content or a manifest, and its place, in the order of the fields. */
function leavesOf(
  fields: Fields,
  value: Json | undefined,
  at: Path = [],
  found: { field: Fields[string]; value: Json; at: Path }[] = [],
): typeof found {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) leavesOf(fields, one, [...at, index], found);
  if (!isObject(value)) return found;
  for (const name of Object.keys(fields)) {
    const [field, inner] = [fields[name], own(value, name)];
    if (!field || inner === undefined) continue;
    if (field.members) leavesOf(field.members, inner, [...at, name], found);
    else found.push({ field, value: inner, at: [...at, name] });
  }
  return found;
}

/** Every text of a content or a manifest that reaches a phone. Variables may be in them. */
export function shownTexts(fields: Fields, content: JsonObject): PlacedText[] {
  return leavesOf(fields, content).flatMap(({ field, value, at }) => field.texts?.(value, at) ?? []);
}

/** An image of a content, its place, and what it is uploaded for. */
export interface ImagePlace {
  at: Path;
  use: string;
  image: Json;
}

/** Every image of a content or a manifest. */
export function imagesIn(fields: Fields, content: JsonObject): ImagePlace[] {
  return leavesOf(fields, content).flatMap(({ field: { use }, value: image, at }) =>
    use ? [{ at, use: use(content, at), image }] : [],
  );
}

/** The file that an image of a content is, or that it names beside its link. */
export function fileOf(image: Json): FileNode | undefined {
  const file = isFileNode(image) ? image : member(image, 'file');
  return isFileNode(file) ? file : undefined;
}

/** An upload that a content shows: its bytes or its URL, and its use. */
export interface ShownFile {
  at: string;
  use: string;
  sha256?: string;
  url?: string;
}

/** The images of a content that name a file or a URL. */
export function shownIn(fields: Fields, content: JsonObject): ShownFile[] {
  return imagesIn(fields, content).flatMap(({ at, use, image }): ShownFile[] => {
    const file = fileOf(image);
    if (file) return [{ at: formatPath(at), use, sha256: file.sha256 }];
    const url = member(image, 'url');
    return typeof url === 'string' ? [{ at: formatPath(at), use, url }] : [];
  });
}

/** The members of a manifest that are fields of the kind. */
export function contentIn(fields: Fields, manifest: JsonObject): JsonObject {
  return mapMembers(manifest, (value, name) => (Object.hasOwn(fields, name) ? value : undefined));
}

/** Encodes the members of an object. */
export function writeMembers(fields: Fields, content: Json | undefined, coding: Coding, at: Path): JsonObject {
  const body: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = field.write(member(content, name), coding, [...at, name]);
    if (value === undefined) continue;
    if (field.wire === undefined) Object.assign(body, value);
    else put(body, field.wire, value);
  }
  return body;
}

function put(body: JsonObject, path: string, value: Json): void {
  const [head = '', rest] = path.split('.');
  const inside = body[head];
  body[head] = rest === undefined ? value : { ...(isObject(inside) && inside), [rest]: value };
}

function valueAt(answer: Json | undefined, path: string): Json | undefined {
  const dot = path.indexOf('.');
  return dot < 0 ? member(answer, path) : valueAt(member(answer, path.slice(0, dot)), path.slice(dot + 1));
}

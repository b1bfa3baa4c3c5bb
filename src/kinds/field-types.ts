import * as z from 'zod';
import { type FileNode, isFileNode } from '../core/content.ts';
import type { FileUse } from '../core/declaration.ts';
import { elementsOf, isObject, type Json, type JsonObject, member, own } from '../core/json.ts';
import type { Bound } from '../core/kind.ts';
import type { Path } from '../core/path.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { optional } from '../wire/shape.ts';
import {
  besideManifests,
  type ContentOf,
  decode,
  type Field,
  type Fields,
  shapesOf,
  type UseOfImage,
  writeMembers,
} from './fields.ts';

/** Marks a field that every manifest has. */
export function required<T>(field: Field<T>): Field<T, true> {
  return { ...field, required: true };
}

/** Adds names under which people may know a field, as those of the message API, for hints about unknown keys. */
export function also<T, R extends boolean>(field: Field<T, R>, ...names: string[]): Field<T, R> {
  return { ...field, aliases: { ...field.aliases, ...Object.fromEntries(names.map((name) => [name, ''])) } };
}

/** A field that the API does not have as it is: the kind's own code writes and reads it. */
export function local(...names: string[]): Field<Json, false> {
  return also({ wire: undefined, required: false, shapes: {}, write: () => undefined, read: () => null }, ...names);
}

/** Changes the shape in answers, for a field that every answer has. */
export function answered<T, R extends boolean>(field: Field<T, R>, shape: z.ZodType): Field<T, R> {
  return { ...field, shapes: Object.fromEntries(Object.keys(field.shapes).map((name) => [name, shape])) };
}

/** A text that reaches a phone. */
export function text(wire: string): Field<string, false> {
  return { ...word(wire), texts: (value, at) => [{ at, text: String(value) }] };
}

/** What answers have. Making a shape takes time, so fields share these. */
const answeredText = optional(z.string());
const answeredFlag = optional(z.boolean());
const answeredDigits = optional(z.union([z.string(), z.number()]));
const answeredOrder = optional(z.int());

/** A text that only the service reads: a code, a type. */
export function word<T extends string = string>(wire: string): Field<T, false> {
  return plain<T>(wire, answeredText);
}

/** A value that is the same in both forms. @param shape of an answer, which may lack it */
export function plain<T>(wire: string, shape: z.ZodType): Field<T, false> {
  return {
    wire,
    required: false,
    shapes: { [wire]: shape },
    write: (value) => value,
    read: (value) => value ?? null,
  };
}

/** A flag; requests always have it. */
export function flag(wire: string): Field<boolean, false> {
  return { ...plain<boolean>(wire, answeredFlag), write: (value) => value ?? false };
}

/** A field of answers that no manifest and no request has. */
export function answerOnly<T, R extends boolean>(field: Field<T, R>): Field<T, R> {
  return {
    ...field,
    write: () => undefined,
    read: (value, reading) => besideManifests(field.read(value, reading), reading),
  };
}

/** A text that answers may write as a number. */
export function digits(wire: string): Field<string, false> {
  const read = (value: Json | undefined): Json => (typeof value === 'number' ? String(value) : (value ?? null));
  return { ...plain<string>(wire, answeredDigits), read };
}

/** An image: a file of the project, or one that already has an address. */
export function image(wire: string, use: UseOfImage): Field<ShownImage, false> {
  return {
    ...plain<ShownImage>(wire, answeredText),
    use,
    write: (value, { content, bound }, at) => {
      const url = member(value, 'url');
      if (isFileNode(value)) return handleOf(value, use(content, at), bound);
      return typeof url === 'string' ? url : undefined;
    },
    read: (url, { bound }) => decodeImage(url, bound),
  };
}

/** An object of its own in the API. */
export function object<F extends Fields>(wire: string, members: F): Field<ContentOf<F>, false> {
  return {
    ...group(members),
    wire,
    shapes: { [wire]: optional(z.looseObject(shapesOf(members))) },
    write: (value, coding, at) => (isObject(value) ? writeMembers(members, value, coding, at) : undefined),
  };
}

/** An object whose members the API has beside those of the parent. */
export function group<F extends Fields>(members: F): Field<ContentOf<F>, false> {
  return {
    wire: undefined,
    required: false,
    shapes: shapesOf(members),
    members,
    write: (value, coding, at) => writeMembers(members, value, coding, at),
    read: (answer, reading) => decode(members, answer, reading),
  };
}

/** A list of objects, in the order of their `ordering` if answers have one. `numbered` requests have it too. */
export function list<F extends Fields>(
  wire: string,
  members: F,
  { numbered = false } = {},
): Field<ContentOf<F>[], false> {
  const element = z.looseObject({ ...shapesOf(members), ordering: answeredOrder });
  return {
    wire,
    required: false,
    shapes: { [wire]: optional(z.array(element)) },
    members,
    write: (value, coding, at) =>
      Array.isArray(value)
        ? value.map((one, index) => ({
            ...writeMembers(members, one, coding, [...at, index]),
            ...(numbered && { ordering: index + 1 }),
          }))
        : undefined,
    read: (answer, reading) => ordered(elementsOf(answer)).map((one) => decode(members, one, reading)),
  };
}

function ordered(list: readonly Json[]): readonly Json[] {
  const ranked = list.map((one, index) => ({ one, rank: Number(member(one, 'ordering') ?? index) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
}

/** An image as manifests show it: a file of the project, or one that already has an address. */
export type ShownImage = FileNode | { url: string };

/** The URL of an image for a use, or the id of a video. Throws a `NotiformError` if the file has none yet. */
export function handleOf({ path, sha256 }: FileNode, use: string, bound: Bound): string {
  const handle = bound.handleOf(use, sha256);
  if (handle !== undefined) return handle;
  const [code, what] =
    use === 'video' ? (['video-not-uploaded', 'id'] as const) : (['image-not-uploaded', 'URL'] as const);
  const hint = 'Apply the file first; a plan without `--target` does.';
  throw new NotiformError(errorProblem(code, `${path} has no ${what} at the service yet`, hint));
}

/** The file of an upload's content; undefined for anything else, such as a URL. */
export function uploadedFile({ file }: JsonObject): (FileNode & JsonObject) | undefined {
  return isFileNode(file) ? file : undefined;
}

/** The project's file that was uploaded as a URL, or the URL itself; null without a URL. */
export function decodeImage(url: Json | undefined, bound: Bound): Json {
  if (typeof url !== 'string' || url === '') return null;
  const file = bound.fileOf(url);
  return file ? { ...file } : { url };
}

/** The file of a manifest's value: its path, or `{file}`. */
export function fileIn(at: Path, value: Json | undefined, use: string): FileUse[] {
  if (typeof value === 'string') return [{ at, file: value, use }];
  const file = isObject(value) ? own(value, 'file') : undefined;
  return typeof file === 'string' ? [{ at: [...at, 'file'], file, use }] : [];
}

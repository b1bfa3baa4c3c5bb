import type { ProblemCode } from './codes.ts';
import type { Json, JsonObject } from './json.ts';
import type { Severity } from './problem.ts';
import type { ProfileRef, Resource } from './resource.ts';
import type { Wire } from './wire.ts';

/** Where in a document: member names and element numbers from the root. */
export type Path = readonly (string | number)[];

/** `buttons[1].link.mobile` */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** A local file that a manifest names, and what it is for (`notification/template`, `attachment`). */
export interface FileUse {
  at: Path;
  /** As written: relative to the manifest's file. */
  file: string;
  use: string;
}

/** A problem of a manifest's content; the manifest room gives it its place. */
export interface Finding {
  code: ProblemCode;
  severity: Severity;
  at: Path;
  /** Which of the two the place shows. */
  on: 'key' | 'value';
  message: string;
  hint?: string;
  /** The lint rule, for findings that a manifest may silence. */
  rule?: string;
}

/** What a manifest declares, without the members that are common to all kinds. */
export interface Declared {
  goal: string;
  content: JsonObject;
  name?: string;
  inputs: JsonObject;
  options: JsonObject;
}

/** What the service demands of a file for one use. */
export interface FileRules {
  /** By the first bytes; whatever its name promises is enough where left out. */
  types?: readonly FileType[];
  maxBytes: number;
  /** Worth a warning: the documents name a lower limit as well. */
  likelyBytes?: number;
  /** Of an image, in pixels. */
  image?: {
    minWidth: number;
    /** Worth a warning where it is narrower: the documents name no least width for this use, and do for its like. */
    likelyWidth?: number;
    /** Width divided by height, both ends included. */
    ratio: { min: number; max: number };
    /** The ratio as a person reads it. */
    shape: string;
  };
  /** The section of the resource API. */
  section: string;
  /**
   * The kind of the upload that such a file stands for: a resource of its own. One for all that show it in a profile, or
   * one for each of them.
   */
  upload?: { kind: string; shared: boolean };
}

/** A type of file by its first bytes. */
export type FileType =
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'bmp'
  | 'pdf'
  | 'office'
  | 'zip'
  | 'hwp3'
  | 'mp4'
  | 'webm'
  | 'avi';

/** A name that two resources cannot both have. */
export interface Claim {
  /** Whether it is one within the profile or within the whole account. */
  within: 'profile' | 'account';
  /** The field of the manifest that decides it: `code`. */
  field: string;
  value: string;
}

/** What a document is checked in: what of it is not known is left out. */
export interface Surroundings {
  /** Of the profile that it is declared for. */
  profileType?: ProfileRef['type'];
  /** The service's own words, where the environment tells them. */
  wire?: Wire;
}

/** The manifest's side of a kind: from a document that met its JSON Schema, with `${var:…}` resolved. */
export interface Declaration {
  kind: string;
  /** The id is the alias of a sender profile, and the address has no profile beside it. */
  isProfile?: boolean;
  /** The one type of profile that has such resources, where not both do: `S` sender profile, `G` group. */
  profileType?: 'S' | 'G';
  /** The aliases of other profiles that the document names, and the type that each has to be of. */
  aliases?(manifest: JsonObject): { at: Path; type: 'S' | 'G' }[];
  /** What stands in the place of a `{ref: id}` to this resource: a file, a name. */
  referred?(resource: Resource): Json | undefined;
  /** What the service gives to one resource alone. */
  claims?(resource: Resource): Claim[];
  /** The local files that the document names. */
  files(manifest: JsonObject): FileUse[];
  /** The rules that a JSON Schema cannot say well. */
  check(manifest: JsonObject, surroundings?: Surroundings): Finding[];
  /** The rules about files together; every file of `files` has become a `FileNode`. */
  checkFiles?(manifest: JsonObject): Finding[];
  /** The resource; every file of `files` has become a `FileNode`. */
  declare(manifest: JsonObject): Declared;
}

import type { ProblemCode } from './codes.ts';
import type { Json, JsonObject } from './json.ts';
import type { Phrase } from './language.ts';
import type { Path } from './path.ts';
import type { Problem, Severity } from './problem.ts';
import type { Live, ProfileRef, Resource } from './resource.ts';

/** A local file that a manifest names, and what it is for (`notification/template`, `attachment`). */
export interface FileUse {
  at: Path;
  /** As written: relative to the manifest's file. */
  file: string;
  use: string;
}

/** A lint rule, as `notiform validate --rules` and docs/lint.md list it. */
export interface Rule {
  /** `AT19` */
  id: string;
  /** An error if the service's documents forbid it, else a warning, which a manifest may silence. */
  level: Severity | 'both';
  /** The finding, as one sentence without a full stop. */
  what: Phrase;
  /** The advice, as one or more whole sentences. */
  help: Phrase;
  source: string;
  /** The day when the source was last read, if it is not that of the other sources: `2026-11-20`. */
  date?: string;
  /** Problems that the schema, the files and the unique names report under this rule. */
  covers?: readonly Covered[];
}

export interface RuleOfKind extends Rule {
  kind: string;
  date: string;
}

/** Problems that belong to a rule and are found elsewhere. */
export interface Covered {
  code: ProblemCode;
  /** The field, as `buttons[].link.mobile`. */
  at: string;
  /** Set if it applies only to mappings of this `type`. */
  type?: string;
}

/** The declared content, without the members that are common to all kinds. */
export interface DeclaredContent {
  goal: string;
  content: JsonObject;
  name?: string;
  inputs: JsonObject;
  options: JsonObject;
}

/** The service's requirements for a file of one use. */
export interface FileRules {
  /** The allowed types by the first bytes. If left out, the file name decides. */
  types?: readonly FileType[];
  /** The allowed endings of the name, in lower case without the dot, if the service checks the name. */
  endings?: readonly string[];
  /** Another ending is a warning: no document names the types. */
  likelyEndings?: readonly string[];
  maxName?: number;
  maxBytes: number;
  /** More bytes are a warning: the documents name this lower limit too, or no limit. */
  likelyBytes?: number;
  image?: {
    minWidth: number;
    /** A narrower image is a warning: the documents name this width only for similar uses. */
    likelyWidth?: number;
    /** Width divided by height, both ends included. */
    ratio: { min: number; max: number };
    shape: string;
  };
  /** The section of the resource API; left out if no document states these rules. */
  section?: string;
  /**
   * The kind of the upload, which is a resource of its own. There is one upload for all resources of a profile that show the file, or
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
  | 'heic'
  | 'avif'
  | 'bmp'
  | 'pdf'
  | 'office'
  | 'zip'
  | 'hwp3'
  | 'mp4'
  | 'webm'
  | 'avi';

/** A document made of a live resource. */
export interface Written {
  /**
   * Without `kind`, `id` and `profile`, which the caller knows. What was a `FileNode` in the live content is one here;
   * texts are as the service has them, with nothing escaped.
   */
  manifest: JsonObject;
  /** A comment above the document, about live data that the document cannot express (an inspector's words). */
  remark?: string;
}

/** A name that two resources cannot both have. */
export interface UniqueName {
  /** The scope in which it must be unique: the profile or the whole account. */
  within: 'profile' | 'account';
  /** The field of the manifest that decides it: `code`. */
  field: string;
  value: string;
  /** Set if only a lint rule requires a unique name: a second one is a warning of this rule. */
  rule?: string;
}

export interface CodeList {
  environment: string;
  names: ReadonlyMap<string, string>;
}

/** The context in which a document is checked. Unknown members are left out. */
export interface Surroundings {
  profileType?: ProfileRef['type'];
  /** The template categories of the environment, as they were last read. */
  categories?: CodeList;
  /** True if resources have versions unless their manifest says otherwise. */
  versions?: boolean;
  /** True if the warnings of lint rules are not wanted. */
  withoutLint?: boolean | undefined;
}

/** The manifest's side of a kind: from a document that met its JSON Schema, with `${var:…}` resolved. */
export interface Declaration {
  kind: string;
  /** The id is the alias of a sender profile, and the address has no profile beside it. */
  isProfile?: boolean;
  /** The only type of profile that has resources of this kind: `S` sender profile, `G` group. Left out if both have. */
  profileType?: 'S' | 'G';
  /** The aliases of other profiles that the document names, and the required type of each. */
  aliases?(manifest: JsonObject): { at: Path; type: 'S' | 'G' }[];
  /** The value that replaces a `{ref: id}` to this resource: a file, a name. */
  referred?(resource: Resource): Json | undefined;
  /** The names that only one resource can have. */
  uniqueNames?(resource: Resource): UniqueName[];
  /** The names under which other documents refer to it: `image` in `image: {ref: id}`. They mean the same in every kind. */
  referredAs?: readonly string[];
  files(manifest: JsonObject): FileUse[];
  /** The service's rules for files, by the uses that this kind adds. */
  uses?: Readonly<Record<string, FileRules>>;
  rules?: readonly Rule[];
  /** The rules that a JSON Schema cannot express well. */
  check(manifest: JsonObject, surroundings?: Surroundings): Problem[];
  /** The rules about files together; every file of `files` has become a `FileNode`. */
  checkFiles?(manifest: JsonObject): Problem[];
  /** The resource; every file of `files` has become a `FileNode`. */
  declare(manifest: JsonObject, surroundings?: Surroundings): DeclaredContent;
  /** The field of the wanted state, if the kind has one: `lifecycle`. Its value is the goal. */
  goalField?: string;
  /**
   * The opposite of `declare`: returns the document that declares a live resource as it is, including its state. Undefined if no
   * document can declare it. Kinds without this function are not imported.
   * @param id the id of the document; fields that equal their default for this id are left out
   */
  write?(live: Live, id: string): Written | undefined;
}

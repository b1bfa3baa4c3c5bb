import type { ProblemCode } from './codes.ts';
import type { JsonObject } from './json.ts';
import type { Severity } from './problem.ts';

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

/** The manifest's side of a kind: from a document that met its JSON Schema, with `${var:…}` resolved. */
export interface Declaration {
  kind: string;
  /** The local files that the document names. */
  files(manifest: JsonObject): FileUse[];
  /** The rules that a JSON Schema cannot say well. */
  check(manifest: JsonObject): Finding[];
  /** The resource; every file of `files` has become a `FileNode`. */
  declare(manifest: JsonObject): Declared;
}

import type { Surroundings } from '../../core/declaration.ts';
import { digest, type Json, type JsonObject } from '../../core/json.ts';
import { starNumbers } from '../../core/mask.ts';
import type { Path } from '../../core/path.ts';
import type { Place, Problem } from '../../core/problem.ts';
import type { LocatedDocument } from '../../core/yaml-places.ts';
import type { Manifest } from '../manifest.ts';
import { type ReadFile, readManifests } from './read-file.ts';
import type { Validated } from './validate.ts';

/**
 * A document of a file that has no mistake, and that means the same in every environment. It is plain data, so that a cache can
 * have it. Its places have no file, because several files may have the same bytes.
 */
export interface KnownDocument {
  kind: string;
  value: JsonObject;
  /** The place of its first field. */
  begin: Place;
  /** What its kind finds in it, by `surroundingsKey`. */
  findings: Record<string, Problem[]>;
}

/** The text of a manifest that this run wrote, and the document that it was read back as. */
export interface NewManifest {
  text: string;
  document: KnownDocument;
}

/** The manifests that this run wrote, by file. */
export type NewManifests = ReadonlyMap<string, NewManifest>;

/** A document after all checks that need no other file, and the findings of its kind so far. */
export interface CheckedDocument {
  validated: Validated;
  findings: Map<string, Problem[]>;
}

/** The most surroundings of which a document has findings: those of the environments that are used in turn. */
const MOST_SURROUNDINGS = 4;

/** Equal for surroundings in which a document has the same findings. */
export function surroundingsKey({ profileType, categories }: Surroundings): string {
  const type = profileType ?? '';
  if (!categories) return type;
  const known = keys.get(categories) ?? digest({ ...categories, names: Object.fromEntries(categories.names) });
  keys.set(categories, known);
  return `${type} ${known}`;
}

const keys = new WeakMap<object, string>();

/**
 * Returns the documents of a file as plain data. Undefined if one of them has a problem, depends on its environment, or may have a
 * phone number of a person.
 */
export function knownDocuments(
  { text, problems }: Pick<ReadFile, 'text' | 'problems'>,
  documents: readonly CheckedDocument[],
): KnownDocument[] | undefined {
  const isPlain = documents.every(
    ({ validated: { manifest, valid, problems }, findings }) =>
      valid && problems.length === 0 && manifest.kind !== 'TestSend' && [...findings.values()].flat().every(isPortable),
  );
  if (!isPlain || problems.length > 0 || text.includes('${') || starNumbers(text) !== text) return undefined;
  return documents.map(({ validated: { manifest }, findings }) => ({
    kind: manifest.kind,
    value: manifest.value,
    begin: inFile(manifest.located.place([], 'key'), ''),
    findings: Object.fromEntries(
      Array.from(findings, ([key, problems]) => [key, problems.map((one) => placedIn(one, ''))] as const).slice(
        -MOST_SURROUNDINGS,
      ),
    ),
  }));
}

/** True if a problem names no file but its own. */
function isPortable({ related }: Problem): boolean {
  return related === undefined;
}

function inFile(place: Place, file: string): Place {
  return { ...place, file };
}

function placedIn(problem: Problem, file: string): Problem {
  return problem.place ? { ...problem, place: inFile(problem.place, file) } : problem;
}

/** Returns the documents of a file from plain data. The bytes are parsed only if a place is asked for. */
export function fromKnown(file: string, bytes: Uint8Array, known: readonly KnownDocument[]): CheckedDocument[] {
  return known.map((one, index) => ({
    validated: {
      manifest: {
        file,
        kind: one.kind,
        value: one.value,
        located: new LocatedLater(one.value, inFile(one.begin, file), bytes, index),
      },
      valid: true,
      problems: [],
      isSendAlone: false,
    },
    findings: new Map(
      Object.entries(one.findings).map(([key, problems]) => [key, problems.map((problem) => placedIn(problem, file))]),
    ),
  }));
}

/**
 * Drops the text of a manifest and what its places are found with, to save memory. The next place parses the file again.
 * @param bytes of its file
 * @param index its number among the manifests of the file
 */
export function forgetPlaces(manifest: Manifest, bytes: Uint8Array, index: number): void {
  const { located } = manifest;
  manifest.located = new LocatedLater(located.value, located.place([], 'key'), bytes, index);
}

/** A document whose file is parsed only if a place other than its beginning is asked for. */
class LocatedLater implements LocatedDocument {
  readonly value: Json;
  readonly #begin: Place;
  readonly #bytes: Uint8Array;
  readonly #index: number;
  #located: LocatedDocument | undefined;

  constructor(value: Json, begin: Place, bytes: Uint8Array, index: number) {
    this.value = value;
    this.#begin = begin;
    this.#bytes = bytes;
    this.#index = index;
  }

  #read(): LocatedDocument {
    // The same bytes have the same manifests.
    this.#located ??= readManifests(this.#begin.file, this.#bytes).manifests[this.#index]?.located as LocatedDocument;
    return this.#located;
  }

  place(path: Path, on: 'key' | 'value'): Place {
    return path.length === 0 && on === 'key' ? this.#begin : this.#read().place(path, on);
  }

  placeOf(path: Path, text: string, nth?: number): Place {
    return this.#read().placeOf(path, text, nth);
  }

  raw(path: Path): string | undefined {
    return this.#read().raw(path);
  }
}

import { contentDigest, keepDigest } from '../../core/content.ts';
import type { DeclaredContent, Surroundings } from '../../core/declaration.ts';
import { copied, digest, type Json, type JsonObject } from '../../core/json.ts';
import type { KeptBytes } from '../../core/lazy-texts.ts';
import { starNumbers } from '../../core/mask.ts';
import type { Path } from '../../core/path.ts';
import type { Place, Problem } from '../../core/problem.ts';
import type { LocatedDocument } from '../../core/yaml-places.ts';
import { headOf, type Manifest } from '../manifest.ts';
import { type ReadFile, readManifests } from './read-file.ts';
import { ENVIRONMENTAL } from './texts.ts';
import type { Validated } from './validate.ts';

/**
 * A document of a file that has no mistake, and that means the same in every environment. It is plain data, so that a cache can
 * have it. Its places have no file, because several files may have the same bytes.
 */
export interface KnownDocument {
  kind: string;
  /** All members, or only those of `headOf` if `contents` are known: nearly no command needs the others then. */
  members: JsonObject;
  isWhole: boolean;
  /** The place of its first field. */
  begin: Place;
  /** What its kind finds in it, by `surroundingsKey`. */
  findings: Record<string, Problem[]>;
  /** What it declares, by `surroundingsKey`, if that depends on no other document and no file. */
  contents: Record<string, KnownContent>;
}

/** What a document declares, and the digest of its content. */
export type KnownContent = DeclaredContent & { digest?: string };

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
  findings: Record<string, Problem[]>;
  /** What it declares, by `surroundingsKey`, if that depends on no other document and no file. */
  contents: Record<string, DeclaredContent>;
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
 * @param withDigests true to add the digests of declared contents, which a plan compares
 */
export function knownDocuments(
  { text, problems }: Pick<ReadFile, 'text' | 'problems'>,
  documents: readonly CheckedDocument[],
  withDigests: boolean,
): KnownDocument[] | undefined {
  const isPlain = documents.every(
    ({ validated: { manifest, valid, problems }, findings }) =>
      valid &&
      problems.length === 0 &&
      manifest.kind !== 'TestSend' &&
      Object.values(findings)
        .flat()
        .every(({ related }) => related === undefined),
  );
  if (!isPlain || problems.length > 0 || ENVIRONMENTAL.test(text) || starNumbers(text) !== text) return undefined;
  return documents.map(({ validated: { manifest }, findings, contents }) => {
    const isWhole = sizeOf(contents) === 0 || sizeOf(contents) < sizeOf(findings);
    return {
      kind: manifest.kind,
      members: isWhole ? manifest.value : headOf(manifest.head),
      isWhole,
      begin: inFile(manifest.located.place([], 'key'), ''),
      findings: lastOf(findings, (problems) => problems.map((one) => placedIn(one, ''))),
      contents: lastOf(isWhole ? {} : contents, (one) =>
        withDigests ? { ...one, digest: contentDigest(one.content) } : one,
      ),
    };
  });
}

function lastOf<T, R>(all: Record<string, T>, use: (one: T) => R): Record<string, R> {
  return Object.fromEntries(
    Object.entries(all)
      .map(([key, one]) => [key, use(one)] as const)
      .slice(-MOST_SURROUNDINGS),
  );
}

/** The number of surroundings. */
export function sizeOf(all: Record<string, unknown>): number {
  return Object.keys(all).length;
}

function inFile(place: Place, file: string): Place {
  return { ...place, file };
}

function placedIn(problem: Problem, file: string): Problem {
  return problem.place && problem.place.file !== file ? { ...problem, place: inFile(problem.place, file) } : problem;
}

/** Shared by the documents without problems: all that are known. */
const NO_PROBLEMS: readonly never[] = Object.freeze([]);

/** Returns the documents of a file from plain data. The bytes are parsed only if a place is asked for. */
export function fromKnown(file: string, kept: KeptBytes, known: readonly KnownDocument[]): CheckedDocument[] {
  return known.map(({ kind, members, isWhole, begin, findings, contents }, index) => {
    const located = new LocatedLater(inFile(begin, file), kept, index, isWhole ? members : undefined);
    for (const { content, digest } of Object.values(contents)) if (digest !== undefined) keepDigest(content, digest);
    return {
      validated: {
        manifest: new KnownManifest(file, kind, members, located),
        valid: true,
        problems: NO_PROBLEMS,
        isSendAlone: false,
      },
      findings,
      contents,
    };
  });
}

/** A manifest whose members are parsed only if more than its head is asked for. */
class KnownManifest implements Manifest {
  readonly file: string;
  readonly kind: string;
  readonly head: JsonObject;
  located: LocatedDocument;

  constructor(file: string, kind: string, head: JsonObject, located: LocatedDocument) {
    this.file = file;
    this.kind = kind;
    this.head = head;
    this.located = located;
  }

  get value(): JsonObject {
    // Every known document is a mapping.
    return this.located.value as JsonObject;
  }
}

/**
 * Returns a manifest without its text and without what its places are found with, to save memory. The next place parses the file
 * again.
 * @param kept the bytes of its file
 * @param index its number among the manifests of the file
 * @param isDeclared true if what it declares is known. Nearly no command needs more than its head then
 */
export function withoutPlaces(manifest: Manifest, kept: KeptBytes, index: number, isDeclared: boolean): Manifest {
  const { file, kind, located } = manifest;
  if (located instanceof LocatedLater) return manifest;
  const { value } = manifest;
  const begin = located.place([], 'key');
  // Only a value that is as the file has it can be parsed again.
  if (isDeclared && value === located.value)
    return new KnownManifest(file, kind, copied(headOf(value)), new LocatedLater(begin, kept, index, undefined));
  manifest.located = new LocatedLater(begin, kept, index, located.value);
  return manifest;
}

/** A document whose file is parsed only if a place other than its beginning is asked for. */
class LocatedLater implements LocatedDocument {
  readonly #value: Json | undefined;
  readonly #begin: Place;
  readonly #kept: KeptBytes;
  readonly #index: number;
  #located: LocatedDocument | undefined;

  constructor(begin: Place, kept: KeptBytes, index: number, value: Json | undefined) {
    this.#value = value;
    this.#begin = begin;
    this.#kept = kept;
    this.#index = index;
  }

  #read(): LocatedDocument {
    // The same bytes have the same manifests.
    this.#located ??= readManifests(this.#begin.file, this.#kept.bytes).manifests[this.#index]
      ?.located as LocatedDocument;
    return this.#located;
  }

  get value(): Json {
    return this.#value ?? this.#read().value;
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

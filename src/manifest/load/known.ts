import type { Surroundings } from '../../core/declaration.ts';
import { digest, type JsonObject } from '../../core/json.ts';
import { starNumbers } from '../../core/mask.ts';
import type { Place, Problem } from '../../core/problem.ts';
import type { LocatedDocument } from '../../core/yaml-places.ts';
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
    begin: { ...manifest.located.place([], 'key'), file: '' },
    findings: Object.fromEntries(
      Array.from(findings, ([key, problems]) => [key, problems.map((one) => inFile(one, ''))] as const).slice(
        -MOST_SURROUNDINGS,
      ),
    ),
  }));
}

/** True if a problem names no file but its own. */
function isPortable({ related }: Problem): boolean {
  return related === undefined;
}

function inFile(problem: Problem, file: string): Problem {
  return problem.place ? { ...problem, place: { ...problem.place, file } } : problem;
}

/** Returns the documents of a file from plain data. The bytes are parsed only if a place is asked for. */
export function fromKnown(file: string, bytes: Uint8Array, known: readonly KnownDocument[]): CheckedDocument[] {
  return known.map(({ kind, value, begin, findings }, index) => ({
    validated: {
      manifest: { file, kind, value, located: locatedLater(file, bytes, index, value, begin) },
      valid: true,
      problems: [],
      isSendAlone: false,
    },
    findings: new Map(
      Object.entries(findings).map(([key, problems]) => [key, problems.map((problem) => inFile(problem, file))]),
    ),
  }));
}

function locatedLater(
  file: string,
  bytes: Uint8Array,
  index: number,
  value: JsonObject,
  begin: Place,
): LocatedDocument {
  let located: LocatedDocument | undefined;
  const read = (): LocatedDocument => {
    // The file had no problem, so every document of it is a manifest.
    located ??= readManifests(file, bytes).manifests[index]?.located as LocatedDocument;
    return located;
  };
  return {
    value,
    place: (path, on) => (path.length === 0 && on === 'key' ? { ...begin, file } : read().place(path, on)),
    placeOf: (path, text, nth) => read().placeOf(path, text, nth),
    raw: (path) => read().raw(path),
    forget: () => {
      located = undefined;
    },
  };
}

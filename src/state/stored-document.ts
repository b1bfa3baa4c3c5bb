import { isObject, parsedJson } from '../core/json.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import { documentShape, FORMAT, type JournalNames, type StateDocument } from './document.ts';

/** A place of the store, and the document that belongs there. */
export interface DocumentPlace {
  environment: string;
  profile: string;
  /** The place as messages name it. */
  shown: string;
  /** What a person can do about a damaged document there. */
  help: string;
}

/** A document as it was written last, the names of its journals, and the length of its text. */
export interface StateBase {
  document: StateDocument;
  names: JournalNames;
  characters: number;
  /** True if an earlier version wrote it. Its journal is not extended, because an earlier version must not read it then. */
  isOlder: boolean;
}

/**
 * Parses the base of a document. Throws a NotiformError if it is damaged (`state-corrupt`), has a newer format (`state-newer`),
 * or belongs to another environment or profile (`state-foreign`). A base of an earlier format becomes one of this format.
 */
export function parseBase(text: string, place: DocumentPlace): StateBase {
  const value = parsedJson(text);
  if (value === undefined) {
    throw damaged(place, text.trim() === '' ? 'it is empty' : 'it is not JSON, or it was cut off');
  }
  const version = isObject(value) ? value['formatVersion'] : undefined;
  if (typeof version === 'number' && version > FORMAT) throw new NotiformError(newer(place, version));
  const isOlder = typeof version === 'number' && version >= 1 && version < FORMAT;
  const parsed = documentShape.safeParse(isOlder && isObject(value) ? { ...value, formatVersion: FORMAT } : value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw damaged(place, `${issue?.path.join('.') || 'the document'}: ${issue?.message}`);
  }
  const { journal, journalBefore, ...document } = parsed.data;
  if (document.environment !== place.environment || document.profile !== place.profile) {
    throw new NotiformError(foreign(place, document));
  }
  const names = { ...(journal && { journal }), ...(journalBefore && { journalBefore }) };
  return { document, names, characters: text.length, isOlder };
}

/** @param what the damage, as a part of a sentence */
export function damaged({ shown, help }: DocumentPlace, what: string): NotiformError {
  return new NotiformError(
    errorProblem(
      'state-corrupt',
      `The state in ${shown} cannot be read: ${what}`,
      `Nothing was changed. ${help}. Resources that exist are found again by their names.`,
    ),
  );
}

function newer({ shown }: DocumentPlace, version: number): Problem {
  return errorProblem(
    'state-newer',
    `The state in ${shown} has format ${version}; this version of notiform reads format ${FORMAT} and earlier`,
    'Use the newer version of notiform that wrote it.',
  );
}

function foreign(
  { shown, environment, profile }: DocumentPlace,
  found: { environment: string; profile: string },
): Problem {
  return errorProblem(
    'state-foreign',
    `The state in ${shown} belongs to ${found.environment}/${found.profile}, not to ${environment}/${profile}`,
    'The document was moved or copied by hand. Move it back.',
  );
}

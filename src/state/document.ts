import * as z from 'zod';
import type { Address } from '../core/address.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { compareText, NotiformError, type Problem } from '../core/problem.ts';
import type { Status } from '../core/resource.ts';

/** What is remembered of one resource. That it has an entry is what makes it ours. */
export interface StateEntry {
  /** What the service calls it: what is needed to find it again. */
  binding: JsonObject;
  protect: boolean;
  /** Digest of what was applied last; null where nothing was yet (an add that may not have happened). */
  applied: string | null;
  /** Digest of the content as an apply last left it or found it to be as wanted; left out where none did. */
  left?: string;
  /** An apply began to create it and has not finished yet. */
  unfinished?: true;
  /** The bindings of an upload's earlier files: a live resource may still show one of them. */
  replaced?: JsonObject[];
  /** The list row last seen; null where none was since the last change. */
  row: StoredRow | null;
}

export type StoredRow = {
  name: string;
  title: string;
  state: string;
  modifiedAt: string;
  /** What the detail said; left out where it could still change without the row's telling. */
  detail?: StoredDetail;
};

/** As long as the row stays the same, the detail is what it was. */
export type StoredDetail = {
  /** Version of notiform: another one may read more out of the same detail. */
  by: string;
  status: Status;
  /** Digest of the content. */
  content: string;
  /** The content itself, of an older version: no manifest says it. */
  kept?: JsonObject;
  /** Digest of the dates of the detail and its comments, of what an act brought to where it stands. */
  occasion?: string;
  /** The uploads that it shows: the digest of the file that each was known to be made of, null where it was of none. */
  uploads?: Record<string, string | null>;
};

export type Entries = Readonly<Record<Address, StateEntry>>;

/** The state of one environment and profile. */
export interface StateDocument {
  formatVersion: 1;
  environment: string;
  profile: string;
  /** The project that the document belongs to, as the git store records it; left out in the other stores. */
  project?: string;
  /** Digest of the account that the bindings belong to. */
  account: string;
  /** Digest of the sender or group key that the alias stood for; left out where it was written before there was one. */
  keyDigest?: string;
  /** Counts the writes; 1 is the first. */
  serial: number;
  entries: Entries;
  /** By address since when (UTC) something is being made whose name the service gives: a run that died saw no end of it. */
  underWay?: Readonly<Record<Address, string>>;
  /**
   * By how much the clock that `modifiedAt` is written by is behind that of the answers at the most, in milliseconds: as the last
   * apply measured it at what it wrote. Left out until one did.
   */
  lagMs?: number;
}

const rowShape = z.looseObject({
  name: z.string(),
  title: z.string(),
  state: z.string(),
  modifiedAt: z.string(),
  detail: z
    .looseObject({
      by: z.string(),
      status: z.intersection(z.object({ state: z.string() }), z.record(z.string(), z.union([z.string(), z.boolean()]))),
      content: z.string(),
      kept: z.record(z.string(), z.json()).exactOptional(),
      occasion: z.string().exactOptional(),
      uploads: z.record(z.string(), z.string().nullable()).exactOptional(),
    })
    .exactOptional(),
});

/** Members that this version does not know are kept. */
const documentShape = z.looseObject({
  formatVersion: z.literal(1),
  environment: z.string(),
  profile: z.string(),
  project: z.string().exactOptional(),
  account: z.string(),
  keyDigest: z.string().exactOptional(),
  serial: z.int().min(1),
  underWay: z.record(z.string(), z.iso.datetime()).exactOptional(),
  lagMs: z.number().min(0).exactOptional(),
  entries: z.record(
    z.string(),
    z.looseObject({
      binding: z.record(z.string(), z.json()),
      protect: z.boolean(),
      applied: z.string().nullable(),
      left: z.string().exactOptional(),
      unfinished: z.literal(true).exactOptional(),
      replaced: z.array(z.record(z.string(), z.json())).exactOptional(),
      row: rowShape.nullable(),
    }),
  ),
});

/** The document before the first write: serial 0 is never stored. */
export function emptyDocument(environment: string, profile: string, account: string): StateDocument {
  return { formatVersion: 1, environment, profile, account, serial: 0, entries: {} };
}

/** Entries are never edited, only replaced: the text of one is made once, however often the document is written. */
const TEXTS = new WeakMap<StateEntry, string>();

const ENTRIES_HERE = '\u0000entries';

/** The document as it is stored: sorted keys, two spaces, a line break at its end. */
export function serializeDocument({ entries, ...head }: StateDocument): string {
  const frame = JSON.stringify({ ...head, entries: ENTRIES_HERE }, sortKeys, 2);
  const lines = Object.entries(entries)
    .sort(([a], [b]) => compareText(a, b))
    .map(([address, entry]) => `    ${JSON.stringify(address)}: ${textOf(entry)}`);
  const body = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `${frame.replace(JSON.stringify(ENTRIES_HERE), () => body)}\n`;
}

function textOf(entry: StateEntry): string {
  const known = TEXTS.get(entry);
  if (known !== undefined) return known;
  const text = JSON.stringify(entry, sortKeys, 2).replaceAll('\n', '\n    ');
  TEXTS.set(entry, text);
  return text;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b)));
}

/**
 * Reads a stored document. Throws a NotiformError where it is damaged (`state-corrupt`), written by a newer notiform
 * (`state-newer`), or belongs to another environment or profile (`state-foreign`).
 * @param shown the file as a person knows it
 * @param help what a person does with one that is damaged, where it is no file
 */
export function parseDocument(
  text: string,
  expected: { environment: string; profile: string },
  shown: string,
  help = 'Put the file back from a copy, or move it away',
): StateDocument {
  const value = parseJson(text);
  if (value === undefined) {
    const what = text.trim() === '' ? 'it is empty' : 'it is no JSON, or was cut off';
    throw new NotiformError(corrupt(shown, what, help));
  }
  const version = isObject(value) ? value['formatVersion'] : undefined;
  if (typeof version === 'number' && version > 1) throw new NotiformError(newer(shown, version));
  const parsed = documentShape.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const what = `${issue?.path.join('.') || 'the document'}: ${issue?.message}`;
    throw new NotiformError(corrupt(shown, what, help));
  }
  const found = parsed.data;
  if (found.environment !== expected.environment || found.profile !== expected.profile) {
    throw new NotiformError(foreign(shown, found, expected));
  }
  return found;
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function corrupt(shown: string, what: string, help: string): Problem {
  return {
    code: 'state-corrupt',
    severity: 'error',
    message: `The state in ${shown} cannot be read: ${what}`,
    hint: `Nothing was changed. ${help}: what exists is found again by its name.`,
  };
}

function newer(shown: string, version: number): Problem {
  return {
    code: 'state-newer',
    severity: 'error',
    message: `The state in ${shown} has format ${version}; this notiform knows format 1`,
    hint: 'Use the newer notiform that wrote it.',
  };
}

function foreign(
  shown: string,
  found: { environment: string; profile: string },
  expected: { environment: string; profile: string },
): Problem {
  return {
    code: 'state-foreign',
    severity: 'error',
    message: `The state in ${shown} belongs to ${found.environment}/${found.profile}, not to ${expected.environment}/${expected.profile}`,
    hint: 'It was moved or copied by hand: put it back where it belongs.',
  };
}

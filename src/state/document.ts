import * as z from 'zod';
import type { Address } from '../core/address.ts';
import { isObject } from '../core/json.ts';
import { compareText } from '../core/problem.ts';

/** The suffix of the commit of manifests that had uncommitted changes. */
export const DIRTY = '-dirty';

/**
 * An object as its members describe it. Members that this version does not know are kept: a later version may have written them.
 */
function stored<Members extends z.core.$ZodLooseShape>(members: Members): z.ZodType<z.output<z.ZodObject<Members>>> {
  return z.looseObject(members);
}

/** Facts of a detail. They stay valid while the row stays the same. */
const detailShape = stored({
  /** Version of notiform. Another version may read other facts from the same detail. */
  by: z.string(),
  status: z.object({ state: z.string() }).catchall(z.union([z.string(), z.boolean()])),
  content: z.string(),
  /** The content of an older version, which no manifest contains. */
  kept: z.record(z.string(), z.json()).exactOptional(),
  /** Digest of the dates of the detail and its comments. */
  occasion: z.string().exactOptional(),
  /** The uploads that it shows, each with the digest of its file, or null if the file is unknown. */
  uploads: z.record(z.string(), z.string().nullable()).exactOptional(),
});

const rowShape = stored({
  name: z.string(),
  title: z.string(),
  state: z.string(),
  modifiedAt: z.string(),
  /** Facts of the detail. Left out if they could change without a change of the row. */
  detail: detailShape.exactOptional(),
});

/** The state of one resource. notiform manages the resources that have an entry. */
const entryShape = stored({
  /** The service's name of the resource, which identifies it. */
  binding: z.record(z.string(), z.json()),
  protect: z.boolean(),
  /** Digest of goal and content of the last finished apply. Only an apply writes it. Null before the first one. */
  applied: z.string().nullable(),
  /** Digest of the live content after the last apply, or when an apply last found it up to date. Only an apply writes it. */
  left: z.string().exactOptional(),
  /** Digest of goal and content of the manifest that an import wrote. Only an import writes it. */
  imported: z.string().exactOptional(),
  /** Digests that imports before it wrote since the last apply. One of their manifests may be merged, and the last one not. */
  importedBefore: z.array(z.string()).exactOptional(),
  /** The file of that manifest, in the project's folder. */
  importedAs: z.string().exactOptional(),
  /** The commit of the manifests at the apply that wrote `applied`, with `-dirty` if they had other changes. Missing without git. */
  commit: z.string().exactOptional(),
  /** The commit of the apply that began to change it, as `commit`, from before its first step until it finishes. */
  begunIn: z.string().exactOptional(),
  /** Digests of the manifest of an apply and of the states that its steps lead to, from before its first step until it finishes. */
  intent: z.array(z.string()).exactOptional(),
  /**
   * Digest of the manifest whose stop took this version out of use. If only the stop is over, the version is released. `true` once an
   * apply began to release it, which goes on with any text; earlier versions of notiform wrote only that.
   */
  paused: z.union([z.string(), z.literal(true)]).exactOptional(),
  /** Set while an apply creates the resource. */
  unfinished: z.literal(true).exactOptional(),
  /** The last list row. Null if the list was not read since the last change. */
  row: rowShape.nullable(),
});

/** A file that was uploaded for a use. The path is for people. */
const uploadShape = stored({ use: z.string(), sha256: z.string(), path: z.string() });

/** The last send of a message with `--unless-sent`. Nothing in it is private. */
const sentShape = stored({
  /** The test send's id, or the template's address. */
  send: z.string(),
  /** Name of the recipient. */
  to: z.string(),
  refkey: z.string(),
  /** When the call was announced (UTC). */
  time: z.iso.datetime(),
  /** The time of a reserved delivery (UTC). */
  at: z.iso.datetime().exactOptional(),
  /** `sending` until the outcome of the call is known. */
  outcome: z.string(),
  messagekey: z.string().exactOptional(),
  /** Code of the delivery's result. */
  result: z.string().exactOptional(),
});

export type StateEntry = z.output<typeof entryShape>;
export type StoredRow = z.output<typeof rowShape>;
export type StoredDetail = z.output<typeof detailShape>;
export type StoredUpload = z.output<typeof uploadShape>;
export type SentMessage = z.output<typeof sentShape>;

export type Entries = Readonly<Record<Address, StateEntry>>;

/** The uploads of a profile by the service's name for each: the URL of an image, the vid of a video. */
export type UploadTable = Readonly<Record<string, StoredUpload>>;

/**
 * True if no apply has seen the entry together with its manifest: a command in a working copy wrote it. A checkout without the
 * manifest leaves it alone.
 */
export function isUnseen({ applied, unfinished, intent }: StateEntry): boolean {
  return applied === null && !unfinished && intent === undefined;
}

/** Returns the digest of the manifest that a change starts from: the last applied one, else the imported one. */
export function baseOf({ applied, imported }: StateEntry): string | undefined {
  return applied ?? imported;
}

/** True if the digest is that of the manifest that was last applied, or that one of the imports since wrote. */
export function isKnownManifest({ applied, imported, importedBefore }: StateEntry, digest: string): boolean {
  return digest === applied || digest === imported || importedBefore?.includes(digest) === true;
}

/**
 * The format of the stored documents. Earlier formats are read, and the next write makes this one. Format 1 had no journal. In
 * format 2 an import wrote `applied`, and only the git store recorded the project, as a folder.
 */
export const FORMAT = 3;

const members = {
  formatVersion: z.literal(FORMAT),
  environment: z.string(),
  profile: z.string(),
  /** The project of the document. Missing in documents of older formats. */
  project: z.string().exactOptional(),
  /** Where the project is: the repository of a remote, and its notiform.yaml in it. Missing if the last write knew no git. */
  place: stored({ repository: z.string().exactOptional(), file: z.string() }).exactOptional(),
  /** The commit of the last apply that did everything, also without changes. No apply of a commit before it replaces it. */
  commit: z.string().exactOptional(),
  /** The commit of the last apply of everything that began. No apply of a commit before it changes anything. */
  begunIn: z.string().exactOptional(),
  /** The commit of the apply that deleted or forgot each address, as `StateEntry.commit`, until it is created again. */
  deletedIn: z.record(z.string(), z.string()).exactOptional(),
  /** Digest of the account that the bindings belong to. */
  account: z.string(),
  /** Digest of the profile's key. Left out in documents of older versions. */
  keyDigest: z.string().exactOptional(),
  /** Counts the writes; 1 is the first. */
  serial: z.int().min(1),
  entries: z.record(z.string(), entryShape),
  /** The uploads that live resources show, or that a manifest declares. */
  uploads: z.record(z.string(), uploadShape).exactOptional(),
  /** Since when (UTC) a resource is being created whose name the service chooses, by address. Stays after a run that died. */
  underWay: z.record(z.string(), z.iso.datetime()).exactOptional(),
  /**
   * The most that the clock of `modifiedAt` is behind the clock of the answers, in milliseconds. The last apply measured it at
   * its own writes. Left out until then.
   */
  lagMs: z.number().min(0).exactOptional(),
  /** Test sends by the digest of their message. Only the document `SENDS` has them. */
  sends: z.record(z.string(), sentShape).exactOptional(),
};

export type StateDocument = z.output<z.ZodObject<typeof members>>;

/** The name of a journal is part of a file name. */
const journal = z
  .string()
  .regex(/^[0-9A-Za-z]+-[0-9]+$/)
  .exactOptional();

/** A document as it is stored, with the names of its journals. */
export const documentShape = stored({ ...members, journal, journalBefore: journal });

/** A write: the serial that it makes, and the changed members, entries, uploads, test sends and creations. Null removes one. */
export type StateChange = { serial: number } & {
  readonly [M in Exclude<keyof StateDocument, 'serial' | 'entries' | 'uploads' | 'sends' | 'underWay'>]?:
    | StateDocument[M]
    | null;
} & {
  readonly uploads?: Readonly<Record<string, StoredUpload | null>>;
  readonly underWay?: Readonly<Record<Address, string | null>>;
  readonly entries?: Readonly<Record<Address, StateEntry | null>>;
  readonly sends?: Readonly<Record<string, SentMessage | null>>;
};

/** The document of an environment's test sends. The git store allows only names of this form, and no alias begins with a hyphen. */
export const SENDS = '-test-sends';

/** Returns the profiles of documents by their file names. A name with a hyphen first is of another document, or of a journal. */
export function profilesIn(files: Iterable<string>): string[] {
  return [...files].flatMap((name) => /^([^-].*)\.json$/.exec(name)?.[1] ?? []).sort();
}

/** The documents of an environment, by profile; undefined if a profile has none. */
export type StateDocuments = ReadonlyMap<string, StateDocument | undefined>;

/** The commits of the last applies of everything. */
export type WholeCommits = Pick<StateDocument, 'commit' | 'begunIn'>;

/** Returns the document before the first write. Serial 0 is never stored. */
export function emptyDocument(environment: string, profile: string, account: string): StateDocument {
  return { formatVersion: FORMAT, environment, profile, account, serial: 0, entries: {} };
}

/** The journals that a stored base names. */
export interface JournalNames {
  /** The journal with the changes since the base was written. */
  journal?: string;
  /** The journal that the base replaced. A run that was killed may have left it. */
  journalBefore?: string;
}

/** Texts of entries. Entries are replaced, never edited, so each text is made once. */
const TEXTS = new WeakMap<StateEntry, string>();

const ENTRIES_HERE = '\u0000entries';

/**
 * Serializes a document: sorted keys, two spaces, a line break at the end.
 * @param journal the names of its journals, if it is the base of one
 */
export function serializeDocument({ entries, ...members }: StateDocument, journal: JournalNames = {}): string {
  const head = { ...members, ...journal };
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

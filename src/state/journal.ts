import { canonical, isObject, type Json, sha256 } from '../core/json.ts';
import {
  type Entries,
  emptyDocument,
  type JournalNames,
  type StateChange,
  type StateDocument,
  type StateEntry,
  type StoredUpload,
  serializeDocument,
} from './document.ts';
import { requireNext } from './refusals.ts';
import { type DocumentPlace, damaged, type StateBase } from './stored-document.ts';

export interface Stored extends Pick<StateBase, 'document' | 'names'> {
  /** The length of the base, and of the journal. */
  length: { base: number; journal: number };
  /** True if the journal has lines that do not count. No run was told that they are written. */
  hasLeftOut: boolean;
  /** True if another line can follow the journal. Without a line break at its end, both lines would be lost. */
  isExtendable: boolean;
}

/** A document up to this size, in characters, is written whole. A larger one has a journal. */
export const WHOLE = 64 * 1024;

/**
 * Makes the changes of a journal in its base. Each line of a journal is a write: a check sum, a space and a change in JSON. The
 * last line was not written completely if its check sum is wrong, and is left out. So is a serial that is there already: a run
 * that had lost its lock wrote it. Throws a NotiformError (`state-corrupt`) if another line is damaged.
 * @param journal its text; empty if the base names none
 */
export function replay(
  { document: base, names, characters, isOlder }: StateBase,
  journal: string,
  place: DocumentPlace,
): Stored {
  const lines = names.journal === undefined ? [] : journal.split('\n');
  const changes = lines.map((line) => changeIn(line, names.journal));
  const count = changes.findLastIndex((change) => change !== undefined) + 1;
  const document = count === 0 ? { ...base } : editable(base);
  // One write was interrupted at most, and it has one line break at most. More damaged lines are confirmed writes.
  if (lines.length - count > 2) throw damaged(place, `line ${count + 1} of its journal is damaged`);
  let hasLeftOut = lines.slice(count).join('') !== '';
  for (const [index, change] of changes.slice(0, count).entries()) {
    if (!change || change.serial > document.serial + 1)
      throw damaged(place, `line ${index + 1} of its journal is damaged`);
    if (change.serial === document.serial + 1) merge(document, change);
    else hasLeftOut = true;
  }
  if (isOlder) Object.assign(document, fromOlderFormat(document.entries));
  const isExtendable = !hasLeftOut && !isOlder && lines.at(-1) === '';
  const length = { base: characters, journal: journal.length };
  return { document, names, length, hasLeftOut, isExtendable };
}

/** Replays a journal that is stored in pieces. Throws a NotiformError (`state-corrupt`) if it is not the journal of its base. */
export function replayPieces(base: StateBase, pieces: readonly (string | undefined)[], place: DocumentPlace): Stored {
  const stored = replay(base, pieces.join(''), place);
  const isMissing = base.names.journal !== undefined && pieces.length === 0;
  if (isMissing || stored.hasLeftOut) throw damaged(place, 'its journal is missing, or belongs to another copy of it');
  return stored;
}

/** @param text of a line. Programs that copy files may have added a carriage return */
function changeIn(text: string, journal = ''): StateChange | undefined {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  const json = line.slice(CHECK_LENGTH + 1);
  return json !== '' && line.startsWith(beginOf(json, journal)) ? (JSON.parse(json) as StateChange) : undefined;
}

const CHECK_LENGTH = 16;

/** The check sum of a line. It includes the journal's name, so a line of another journal is not valid in this one. */
function beginOf(json: string, journal: string): string {
  return `${sha256(`${journal}\n${json}`).slice(0, CHECK_LENGTH)} `;
}

/** The members whose changes name only the changed keys. */
const RECORDS: readonly string[] = ['entries', 'uploads', 'sends', 'underWay'] satisfies (keyof StateDocument)[];

/** Copies a document so that `merge` can change it. */
function editable(document: StateDocument): StateDocument & Record<string, unknown> {
  // A spread of a record with a thousand keys makes a thousand hidden classes. `Object.assign` makes a table.
  const copies = Object.entries(document).map(([member, value]) =>
    RECORDS.includes(member) ? [member, Object.assign({}, value)] : [member, value],
  );
  return Object.fromEntries(copies);
}

function merge(document: Record<string, unknown>, change: StateChange): void {
  for (const [member, value] of Object.entries(change)) {
    if (RECORDS.includes(member)) {
      const kept = (document[member] ?? {}) as Record<string, unknown>;
      for (const [key, one] of Object.entries(value as object)) put(kept, key, one);
      document[member] = kept;
    } else put(document, member, value);
  }
  // A document without uploads, creations in progress or deleted addresses has no such member.
  for (const member of ['uploads', 'underWay', 'deletedIn'])
    if (isObject(document[member]) && !hasKeys(document[member])) put(document, member, null);
}

function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === null) Reflect.deleteProperty(target, key);
  else target[key] = value;
}

/** Returns the change from a document to its next one. Entries, uploads and test sends are replaced, never edited. */
export function changeBetween(before: Partial<StateDocument>, after: StateDocument): StateChange {
  const { entries, uploads, sends, underWay, serial, ...members } = after;
  const {
    entries: entriesBefore,
    uploads: uploadsBefore,
    sends: sendsBefore,
    underWay: underWayBefore,
    serial: _,
    ...membersBefore
  } = before;
  const changedUploads = uploadsBefore === uploads ? {} : changedIn(uploadsBefore ?? {}, uploads ?? {}, Object.is);
  const changedSends = changedIn(sendsBefore ?? {}, sends ?? {}, Object.is);
  const changedCreations = changedIn(underWayBefore ?? {}, underWay ?? {}, Object.is);
  return {
    ...changedIn(membersBefore, members, (a, b) => canonical(a as Json) === canonical(b as Json)),
    serial,
    entries: changedIn(entriesBefore ?? {}, entries, Object.is),
    ...(hasKeys(changedUploads) && { uploads: changedUploads }),
    ...(hasKeys(changedSends) && { sends: changedSends }),
    ...(hasKeys(changedCreations) && { underWay: changedCreations }),
  };
}

function hasKeys(record: object): boolean {
  return Object.keys(record).length > 0;
}

function changedIn<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  isSame: (a: T, b: T) => boolean,
): Record<string, T | null> {
  const removed = Object.keys(before).flatMap((key) => (key in after ? [] : [[key, null] as const]));
  const changed = Object.entries(after).filter(([key, value]) => !(key in before) || !isSame(before[key] as T, value));
  return Object.fromEntries<T | null>([...removed, ...changed]);
}

/** What a store has to write: a line at the end of the journal, or a new base with an empty journal. */
export type Writing = { line: string } | ({ base: string } & JournalNames);

/** Makes the texts of the writes of one lock. */
export interface StateWriter {
  readonly names: JournalNames;
  /** Makes the next write. Throws a NotiformError (`state-moved`) unless the change follows the stored serial. */
  next(change: StateChange): Writing;
  /** Makes a new base with everything that is stored. */
  fold(): Writing & { base: string };
}

/**
 * Opens a document for the writes of one lock. The cost of a write depends on its change: a journal becomes a new base when it is
 * longer than its base, so each change is written about three times at most. If a write was not stored, open the document again.
 * @param token of the lock. Names of journals contain it, so only one run ever writes to a journal that it began
 * @param whole the size up to which a document is written whole
 */
export function openWriter(
  stored: Stored | undefined,
  { environment, profile }: Pick<DocumentPlace, 'environment' | 'profile'>,
  token: string,
  whole = WHOLE,
): StateWriter {
  const document = editable(stored?.document ?? emptyDocument(environment, profile, ''));
  let names = stored?.names ?? {};
  let { base, journal } = stored?.length ?? { base: 0, journal: 0 };
  let isExtendable = stored?.isExtendable ?? false;
  const fold = (added = 0): Writing & { base: string } => {
    const isLarge = names.journal !== undefined || base + added > whole;
    const journalBefore = names.journal && { journalBefore: names.journal };
    names = isLarge ? { journal: `${token}-${document.serial}`, ...journalBefore } : {};
    const text = serializeDocument(document, names);
    [base, journal, isExtendable] = [text.length, 0, true];
    return { base: text, ...names };
  };
  return {
    get names() {
      return names;
    },
    next: (change) => {
      requireNext(`${environment}/${profile}`, change.serial, document.serial);
      merge(document, change);
      const json = JSON.stringify(change);
      if (names.journal === undefined || !isExtendable || journal > Math.max(whole, base)) return fold(json.length);
      const line = `${beginOf(json, names.journal)}${json}\n`;
      journal += line.length;
      return { line };
    },
    fold,
  };
}

/**
 * Returns the entries and uploads of a document of format 1 or 2. There, an import wrote `applied`, so an entry counts as imported:
 * a checkout without its manifest leaves it alone. Each upload had an entry of its own, with the use and the digest of the bytes
 * in its binding, and the bindings of earlier files in `replaced`.
 */
function fromOlderFormat(all: Entries): Pick<StateDocument, 'entries' | 'uploads'> {
  const entries: Record<string, StateEntry> = {};
  const uploads: Record<string, StoredUpload> = {};
  for (const [address, entry] of Object.entries(all)) {
    const earlier = 'replaced' in entry && Array.isArray(entry.replaced) ? entry.replaced : [];
    const found = [entry.binding, ...earlier].flatMap(uploadsIn);
    const imported = entry.applied;
    if (found.length === 0) entries[address] = imported === null ? entry : { ...entry, applied: null, imported };
    for (const [handle, upload] of found) uploads[handle] ??= upload;
  }
  return { entries, ...(Object.keys(uploads).length > 0 && { uploads }) };
}

function uploadsIn(binding: unknown): [string, StoredUpload][] {
  if (!isObject(binding)) return [];
  const { handle = binding['url'], use, sha256, path = '' } = binding;
  if (typeof handle !== 'string' || typeof use !== 'string' || typeof sha256 !== 'string') return [];
  return [[handle, { use, sha256, path: String(path) }]];
}

import { sha256 } from '../core/json.ts';
import type { Files } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { type FileLock, plain } from '../files/lock.ts';
import { onDisk } from './disk.ts';
import type { JournalNames } from './document.ts';
import { openWriter, replay, type StateWriter, type Stored } from './journal.ts';
import { lockLost, moved } from './refusals.ts';
import { type DocumentPlace, damaged, parseBase, type StateBase } from './stored-document.ts';

/** The files of a document: its base, and beside it the journal that the base names. */
export interface StateFile extends DocumentPlace {
  path: string;
  files: Files;
  /** The size up to which a document is written whole. */
  whole?: number | undefined;
}

/** The size of a file, and a digest of its bytes. The bytes themselves would take as much memory as the document. */
interface FileMark {
  size: number;
  sha256: string;
}

/** A stored document, and the marks of its files. */
export interface StoredFile extends Stored {
  marks: { base: FileMark; journal: FileMark };
  parsed: StateBase;
}

const NO_BYTES = new Uint8Array();
const NO_FILE = markOf(NO_BYTES);

/**
 * Reads a document without a lock. Returns undefined if there is none.
 * @param last the document as it was read last. Equal bytes are not parsed again
 * @param missing the journal that was missing at the try before
 */
export async function readStored(
  file: StateFile,
  last?: StoredFile,
  missing?: string,
): Promise<StoredFile | undefined> {
  // An async function keeps its variables while it waits: the text of a large base would outlive the parsing.
  const base = await bytesOf(file, file.path).then((bytes) => bytes && baseIn(file, bytes, last));
  if (!base) return undefined;
  const { mark, parsed } = base;
  const { journal: name } = parsed.names;
  const journal = name === undefined ? NO_BYTES : await bytesOf(file, journalOf(file, name));
  if (journal) {
    const marks = { base: mark, journal: markOf(journal) };
    if (last?.parsed === parsed && isEqual(last.marks.journal, marks.journal)) return last;
    return { ...replay(parsed, textOf(journal), file), marks, parsed };
  }
  if (name === missing) throw damaged(file, `its journal ${file.shown}.${name}.journal is missing`);
  // Another run replaced the base after it was read here, and removed the journal.
  return readStored(file, undefined, name);
}

function baseIn(
  file: StateFile,
  bytes: Uint8Array,
  last: StoredFile | undefined,
): { mark: FileMark; parsed: StateBase } {
  const mark = markOf(bytes);
  return { mark, parsed: last && isEqual(last.marks.base, mark) ? last.parsed : parseBase(textOf(bytes), file) };
}

function bytesOf({ files, shown }: StateFile, path: string): Promise<Uint8Array | undefined> {
  return onDisk('read', shown, files.read(path));
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function markOf(bytes: Uint8Array): FileMark {
  return { size: bytes.length, sha256: sha256(bytes) };
}

function isEqual(a: FileMark, b: FileMark): boolean {
  return a.size === b.size && a.sha256 === b.sha256;
}

function journalOf({ path }: StateFile, name: string): string {
  return `${path}.${name}.journal`;
}

/** The files of a document, as a lock opened them, for its writes. */
export interface OpenFile {
  writer: StateWriter;
  /** The mark of the base; undefined if there is none. */
  base: FileMark | undefined;
  /** The size of the journal in bytes. */
  journal: number;
  /** The journal of the base before this one. It is still there if the run that replaced that base was killed. */
  stale?: string | undefined;
}

export function openFile(file: StateFile, stored: StoredFile | undefined, token: string): OpenFile {
  const { base, journal } = stored?.marks ?? { base: undefined, journal: NO_FILE };
  const stale = stored?.names.journalBefore;
  return { writer: openWriter(stored, file, token, file.whole), base, journal: journal.size, stale };
}

/**
 * Adds a line to the journal. A run that takes the lock over reads the journal after that, and replaces the base. So the line
 * either is in the new base, or this run finds that the lock is not its own.
 */
export async function extendJournal(file: StateFile, open: OpenFile, own: FileLock, line: string): Promise<OpenFile> {
  const { files, shown, path } = file;
  const journal = open.journal + Buffer.byteLength(line);
  const target = journalOf(file, String(open.writer.names.journal));
  const size = await onDisk('written', shown, files.extend(target, line));
  await requireOwn(file, own);
  if (size !== journal || (await onDisk('read', shown, files.size(path))) !== open.base?.size) {
    await requireOwn(file, own);
    throw changed(file);
  }
  return { ...open, journal };
}

/**
 * Replaces the base, and begins the journal that it names. The staged file becomes the base if the lock is still ours then: a run
 * that takes the lock over removes the staged file first.
 */
export async function replaceBase(
  file: StateFile,
  open: OpenFile,
  own: FileLock,
  { base: text, journal, journalBefore }: { base: string } & JournalNames,
): Promise<OpenFile> {
  const { files, shown, path } = file;
  const staged = stagedBy(file, own.lock.token);
  const base = markOf(Buffer.from(text));
  let mayBeReplaced = false;
  try {
    // The new base does not name it, so no later run could remove it.
    if (open.stale !== undefined) await onDisk('written', shown, files.remove(journalOf(file, open.stale)));
    if (journal !== undefined) await onDisk('written', shown, create(file, journalOf(file, journal)));
    await onDisk('written', shown, fill(file, staged, text));
    const stored = await bytesOf(file, path);
    await requireOwn(file, own);
    if (!isEqual(markOf(stored ?? NO_BYTES), open.base ?? NO_FILE)) throw changed(file);
    mayBeReplaced = true;
    mayBeReplaced = await onDisk('written', shown, files.rename(staged, path));
    if (!mayBeReplaced) throw lost(file);
  } catch (error) {
    // The first error is more useful than a failure to remove the files.
    await files.remove(staged).catch(() => undefined);
    if (journal !== undefined && !mayBeReplaced) await files.remove(journalOf(file, journal)).catch(() => undefined);
    throw error;
  }
  if (journalBefore !== undefined) await onDisk('written', shown, files.remove(journalOf(file, journalBefore)));
  return { ...open, base, journal: 0, stale: undefined };
}

/** Creates an empty file whose name survives a power failure: a base never names a journal that is not there. */
async function create({ files }: StateFile, path: string): Promise<void> {
  await files.remove(path);
  await files.append(path, '');
}

async function fill({ files }: StateFile, path: string, text: string): Promise<void> {
  if (await files.createExclusive(path, text)) return;
  await files.remove(path);
  await files.createExclusive(path, text);
}

/**
 * Makes sure that the former holders of a lock change nothing when they resume: removes the files that they staged, and replaces
 * the base, because they know the journal of this one.
 */
export async function excludeFormer(file: StateFile, own: FileLock): Promise<void> {
  const { files, shown } = file;
  const former = (own.lock.after ?? []).map(plain);
  const remove = (path: string): Promise<void> => onDisk('written', shown, files.remove(path));
  for (const token of former) await remove(stagedBy(file, token));
  const stored = await readUndamaged(file);
  if (stored === 'damaged') return;
  if (stored?.names.journal !== undefined) {
    const open = openFile(file, stored, own.lock.token);
    await replaceBase(file, open, own, open.writer.fold());
  }
  // The journals that they may have begun for a base that they did not write. It can be the first base of a document.
  const serial = stored?.document.serial ?? 0;
  for (const token of former) for (const one of [serial, serial + 1]) await remove(journalOf(file, `${token}-${one}`));
}

/** Returns `damaged` for a damaged document, which nobody writes. Its journal may be needed to repair it. */
async function readUndamaged(file: StateFile): Promise<StoredFile | 'damaged' | undefined> {
  try {
    return await readStored(file);
  } catch (error) {
    const isDamaged = error instanceof NotiformError && error.problems.every(({ code }) => code !== 'state-unreadable');
    if (isDamaged) return 'damaged';
    throw error;
  }
}

export async function requireOwn(file: StateFile, own: FileLock): Promise<void> {
  if (!(await own.isOurs())) throw lost(file);
}

function lost({ environment, profile }: StateFile): NotiformError {
  return lockLost(`${environment}/${profile}`);
}

function changed({ environment, profile }: StateFile): NotiformError {
  return moved(`${environment}/${profile}`, 'was changed while this run had its lock');
}

function stagedBy({ path }: StateFile, token: string): string {
  return `${path}.${token}.tmp`;
}

import { basename, dirname, join } from 'node:path';
import { Exit } from '../core/exit.ts';
import { parsedJson, sha256 } from '../core/json.ts';
import type { Files, Ports } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { type FileLock, takeLock } from '../files/lock.ts';
import { removeLeftovers } from '../files/temporary-files.ts';
import { isProcessAlive, thisProcess } from '../files/this-machine.ts';
import type { Store, StoreChange } from './store.ts';

/** A data file that this emulator alone uses. */
interface DataFile {
  /** The real path: other names may be links to it. */
  path: string;
  release: FileLock['release'];
}

/**
 * Locks a data file, because two emulators would overwrite each other's data. Takes over the lock of a dead process, and removes
 * the files that it left half written. Throws a NotiformError if another emulator has the file (`emulator-running`), or if
 * its folder does not exist (`emulator-data`).
 */
export async function lockData(data: string, ports: Ports): Promise<DataFile> {
  const { files } = ports;
  // A wrong path would begin with an empty emulator, so no folder is created.
  const folder = await files.realPath(dirname(data));
  if (folder === undefined)
    throw dataProblem(
      `The folder of the data file does not exist: ${dirname(data)}`,
      'Correct the path, or create the folder',
    );
  await files.requireWritable(folder);
  const path = await files.writePath(join(folder, basename(data)));
  const lock = `${path}.lock`;
  const { release } = await takeLock({
    path: lock,
    ports,
    holder: { ...thisProcess(), command: 'emulator' },
    isAlive: isProcessAlive,
    refusal: (theirs) => inUse(data, lock, theirs?.holder?.pid),
  });
  await removeLeftovers(dirname(path), isProcessAlive);
  return { path, release };
}

function dataProblem(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('emulator-data', message, hint), Exit.usage);
}

function inUse(data: string, lock: string, pid: number | undefined): NotiformError {
  const stop =
    pid === process.pid
      ? 'It runs in this process: stop it first'
      : `Stop it${pid === undefined ? '' : ` (process ${pid})`}. If no emulator uses the file any more, remove ${lock}`;
  const message = `An emulator that runs already uses the data file ${data}`;
  return new NotiformError(errorProblem('emulator-running', message, `Name another file. ${stop}`), Exit.failed);
}

const HEADER = JSON.stringify({ format: 'notiform-emulator', version: 3 });

/** The file is rewritten when more than this was appended, and more than the last rewrite wrote. */
const COMPACT_BYTES = 4 * 1024 * 1024;

const LINE_ENTITIES = 1000;

/**
 * The data file: a header, then one line for each batch of changes. While one batch is written, later changes wait for
 * the next. An answer is sent after its changes are on the disk, so a killed process loses nothing that it answered.
 */
export class Persistence {
  readonly #store: Store;
  readonly #files: Files;
  readonly #path: string | undefined;
  #saved = 0;
  #writing: Promise<void> | undefined;
  /** Bytes of the file after the last rewrite, and bytes appended since. Undefined if it must be rewritten. */
  #size: { whole: number; added: number } | undefined;

  constructor(store: Store, files: Files, path: string | undefined) {
    this.#store = store;
    this.#files = files;
    this.#path = path;
  }

  /**
   * Fills the store from the data file, if there is one. Throws a NotiformError (`emulator-data`) if the file has another format or
   * a damaged line. @param skips true leaves out damaged lines, and keeps a copy of the file
   */
  async load(skips = false): Promise<void> {
    const path = this.#path;
    const bytes = path === undefined ? undefined : await this.#files.read(path);
    if (path === undefined || bytes === undefined) return;
    const [header, ...lines] = Buffer.from(bytes).toString('utf8').split('\n');
    // An incomplete last line was never answered.
    const isWhole = lines.pop() === '';
    if (header !== HEADER || (lines.length === 0 && !isWhole)) throw foreign(path);
    const damaged = lines.flatMap((line, index) => (this.#replay(line) ? [] : [index + 2]));
    const [first] = damaged;
    if (first !== undefined && !skips) throw damagedLine(path, first, damaged.length);
    if (first !== undefined) await this.#files.writeAtomic(`${path}.damaged`, bytes);
    else if (isWhole) this.#size = { whole: bytes.byteLength, added: 0 };
    this.#store.drain();
  }

  #replay(line: string): boolean {
    const batch = parse(line);
    if (batch === undefined) return false;
    this.#store.offset = batch.offset;
    return batch.changes.every((change) => this.#store.replay(change, batch.serial));
  }

  /** Leaves the changes of the start to the next change, so an unused emulator writes nothing. */
  begun(): void {
    this.#saved = this.#store.changes;
  }

  /** Resolves when all changes so far are on the disk. */
  async saved(): Promise<void> {
    const wanted = this.#store.changes;
    while (this.#saved < wanted) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    const upTo = this.#store.changes;
    const changes = this.#store.drain();
    if (this.#path !== undefined) await this.#save(this.#path, changes);
    this.#saved = upTo;
  }

  async #save(path: string, changes: readonly StoreChange[]): Promise<void> {
    const size = this.#size;
    this.#size = undefined; // a write that fails has lost its batch: the next one writes everything
    if (size === undefined || this.#store.isReordered || size.added > Math.max(size.whole, COMPACT_BYTES)) {
      this.#store.isReordered = false;
      const text = `${HEADER}\n${this.#lines(this.#store.all())}`;
      await this.#files.writeAtomic(path, text);
      this.#size = { whole: Buffer.byteLength(text), added: 0 };
    } else {
      const text = this.#line(changes);
      await this.#files.append(path, text);
      this.#size = { whole: size.whole, added: size.added + Buffer.byteLength(text) };
    }
  }

  #lines(changes: readonly StoreChange[]): string {
    let text = '';
    for (let at = 0; at < changes.length; at += LINE_ENTITIES)
      text += this.#line(changes.slice(at, at + LINE_ENTITIES));
    return text;
  }

  #line(changes: readonly StoreChange[]): string {
    const { serial, offset } = this.#store;
    return serialize({ serial, offset, changes: [...changes] });
  }
}

/** A line of the data file, behind its checksum. */
interface Batch {
  serial: number;
  /** The offset of the clock. */
  offset: number;
  changes: StoreChange[];
}

const SUMMED = /^\{"sum":"([0-9a-f]{16})",/;

function serialize(batch: Batch): string {
  const rest = JSON.stringify(batch).slice(1);
  return `{"sum":"${sumOf(rest)}",${rest}\n`;
}

function sumOf(rest: string): string {
  return sha256(rest).slice(0, 16);
}

/** Returns a line that was read, or undefined if it is damaged. */
function parse(line: string): Batch | undefined {
  const [begin = '', sum] = SUMMED.exec(line) ?? [];
  const isOwn = sumOf(line.slice(begin.length)) === sum;
  return isOwn ? (parsedJson(line) as unknown as Batch) : undefined; // the checksum holds, so this version wrote it
}

function foreign(path: string): NotiformError {
  const hint = 'Name another file, or move this one away to begin with an empty emulator';
  return dataProblem(`${path} is no data file of this version of the emulator`, hint);
}

function damagedLine(path: string, line: number, count: number): NotiformError {
  const others = count === 1 ? '' : `, and so are ${count - 1} more`;
  const hint = 'Start once with `--skip-damaged`: it keeps all other lines, and a copy of the file';
  return dataProblem(`Line ${line} of ${path} is damaged${others}`, hint);
}

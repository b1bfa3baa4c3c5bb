import { isObject, parsedJson } from '../core/json.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { Store, StoreChange } from './store.ts';

const HEADER = JSON.stringify({ format: 'notiform-emulator', version: 2 });

/** The file is rewritten when more than this was appended, and more than the last rewrite wrote. */
const COMPACT_BYTES = 4 * 1024 * 1024;

const LINE_ENTITIES = 1000;

/**
 * The data file: a header, then one line for each batch of changes. While one batch is written, later changes wait for
 * the next. An answer is sent after its changes are on the disk, so a killed process loses nothing that it answered.
 * An incomplete last line was never answered.
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

  /** Fills the store from the data file, if there is one. Throws if the file has another format. */
  async load(): Promise<void> {
    const bytes = this.#path === undefined ? undefined : await this.#files.read(this.#path);
    if (bytes === undefined) return;
    const isWhole = replay(Buffer.from(bytes).toString('utf8'), this.#store);
    if (isWhole === undefined) throw unreadable(String(this.#path));
    if (isWhole) this.#size = { whole: bytes.byteLength, added: 0 };
    this.#store.drain();
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
    return `${JSON.stringify({ serial: this.#store.serial, changes })}\n`;
  }
}

/** Returns false if the last line is incomplete, and undefined if the file has another format. */
function replay(text: string, store: Store): boolean | undefined {
  const [header, ...lines] = text.split('\n');
  const last = lines.pop();
  if (header !== HEADER || last === undefined) return undefined;
  for (const line of lines) {
    const batch = parse(line);
    if (batch === undefined || !batch.changes.every((change) => store.replay(change, batch.serial))) return undefined;
  }
  return last === '';
}

function parse(line: string): { serial: number; changes: StoreChange[] } | undefined {
  const value = parsedJson(line);
  if (!isObject(value) || typeof value['serial'] !== 'number' || !Array.isArray(value['changes'])) return undefined;
  return value as unknown as { serial: number; changes: StoreChange[] }; // our own file, of this version
}

function unreadable(path: string): NotiformError {
  const message = `${path} is no data file of this version of the emulator`;
  const hint = 'Remove the file to begin with an empty emulator, or name another one';
  return new NotiformError(errorProblem('emulator-data', message, hint));
}

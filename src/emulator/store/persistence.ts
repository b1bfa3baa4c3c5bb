import { isObject } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError } from '../../core/problem.ts';
import type { Store, StoreDocument } from './store.ts';

/**
 * The data file. Writes are joined: while one is under way, all that changes meanwhile waits for the next. An answer is
 * sent when what it tells of is on the disk, so that a process killed at any time forgets nothing that it answered.
 */
export class Persistence {
  readonly #store: Store;
  readonly #files: Files;
  readonly #path: string | undefined;
  #changes = 0;
  #written = 0;
  #writing: Promise<void> | undefined;

  constructor(store: Store, files: Files, path: string | undefined) {
    this.#store = store;
    this.#files = files;
    this.#path = path;
  }

  /** Fills the store from the data file; a missing one is an empty store. Throws where it is none of ours. */
  async load(): Promise<void> {
    const bytes = this.#path === undefined ? undefined : await this.#files.read(this.#path);
    if (bytes === undefined) return;
    try {
      this.#store.load(parse(Buffer.from(bytes).toString('utf8')));
    } catch {
      throw unreadable();
    }
  }

  changed(): void {
    this.#changes += 1;
  }

  /** What every start makes anew by itself needs no saving: an emulator that is only looked at writes nothing. */
  begun(): void {
    this.#written = this.#changes;
  }

  /** Resolves when every change up to now is on the disk. */
  async saved(): Promise<void> {
    const wanted = this.#changes;
    while (this.#written < wanted) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  async #write(): Promise<void> {
    const upTo = this.#changes;
    if (this.#path !== undefined) await this.#files.writeAtomic(this.#path, JSON.stringify(this.#store.document()));
    this.#written = upTo;
  }
}

/** Throws where the text is no document of ours. */
function parse(text: string): StoreDocument {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || value['format'] !== 'notiform-emulator' || value['version'] !== 1) throw unreadable();
  return value as unknown as StoreDocument; // our own file, of this version: written by `document`
}

function unreadable(): NotiformError {
  return new NotiformError({
    code: 'emulator-data',
    severity: 'error',
    message: "the emulator's data file is not one that this version wrote",
    hint: 'Remove the file to begin with an empty emulator, or name another one.',
  });
}

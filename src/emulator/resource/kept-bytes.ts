import { sha256 } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';

const DIGEST = /^[0-9a-f]{64}$/;

/** Uploaded files by their digest: in a folder beside the data file, or in memory without a data file. */
export class KeptBytes {
  readonly #files: Files;
  readonly #folder: string | undefined;
  readonly #most: number;
  readonly #bytes = new Map<string, Uint8Array>();
  #size = 0;
  /** Settles when the files of the last reset are removed. */
  #cleared: Promise<void> = Promise.resolve();

  /** @param most how many bytes memory may hold; the oldest files go first */
  constructor(files: Files, folder: string | undefined, most = Number.POSITIVE_INFINITY) {
    this.#files = files;
    this.#folder = folder;
    this.#most = most;
  }

  async keep(bytes: Uint8Array): Promise<string> {
    const digest = sha256(bytes);
    await this.#cleared.catch(() => {}); // the same file may be about to be removed
    if (this.#folder === undefined) this.#store(digest, bytes);
    else await this.#files.writeAtomic(`${this.#folder}/${digest}`, bytes);
    return digest;
  }

  async read(digest: string): Promise<Uint8Array | undefined> {
    return this.#folder === undefined ? this.#bytes.get(digest) : this.#files.read(`${this.#folder}/${digest}`);
  }

  /** Forgets all files. Removes those of a folder when `saved` resolves: the data file no longer names them. */
  clear(saved: () => Promise<void>): Promise<void> {
    this.#bytes.clear();
    this.#size = 0;
    this.#cleared = Promise.resolve().then(() => this.#remove(saved));
    return this.#cleared;
  }

  async #remove(saved: () => Promise<void>): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined) return;
    const names = await this.#files.names(folder);
    await saved();
    for (const name of names) if (DIGEST.test(name)) await this.#files.remove(`${folder}/${name}`);
    await this.#files.removeEmptyFolder(folder);
  }

  #store(digest: string, bytes: Uint8Array): void {
    this.#forget(digest);
    this.#bytes.set(digest, bytes);
    this.#size += bytes.byteLength;
    for (const oldest of this.#bytes.keys()) {
      if (this.#size <= this.#most) return;
      this.#forget(oldest);
    }
  }

  #forget(digest: string): void {
    this.#size -= this.#bytes.get(digest)?.byteLength ?? 0;
    this.#bytes.delete(digest);
  }
}

/** Maximum bytes of attachments in memory, without a data file. */
export const KEPT_BYTES = 256 * 1024 * 1024;

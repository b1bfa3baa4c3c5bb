import { sha256 } from '../../core/json.ts';
import type { Files } from '../../core/ports.ts';
import type { UploadedFile } from '../body.ts';
import type { Context } from '../context.ts';

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
  clear(digests: readonly string[], saved: () => Promise<void>): Promise<void> {
    this.#bytes.clear();
    this.#size = 0;
    this.#cleared = Promise.resolve().then(() => this.#remove(digests, saved));
    return this.#cleared;
  }

  async #remove(digests: readonly string[], saved: () => Promise<void>): Promise<void> {
    const folder = this.#folder;
    if (folder === undefined) return;
    await saved();
    for (const digest of digests) await this.#files.remove(`${folder}/${digest}`);
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

const MB = 1024 * 1024;

/** Maximum bytes of attachments in memory, without a data file. */
export const KEPT_BYTES = 256 * MB;

/** The files of inspection requests, for the desk. A file without stored bytes is listed and cannot be opened. */
export class Attachments {
  readonly #kept: KeptBytes;

  constructor(files: Files, folder: string | undefined) {
    this.#kept = new KeptBytes(files, folder, KEPT_BYTES);
  }

  async keep(files: readonly UploadedFile[]): Promise<void> {
    for (const { bytes } of files) await this.#kept.keep(bytes);
  }

  read(digest: string): Promise<Uint8Array | undefined> {
    return this.#kept.read(digest);
  }

  /** Forgets all files. The store still has the templates that name them. */
  clear({ store, saved }: Context): Promise<void> {
    const comments = Array.from(store.templates.values()).flatMap((template) => template.comments);
    return this.#kept.clear(
      comments.flatMap(({ attachment }) => attachment.map(({ sha256 }) => sha256)),
      saved,
    );
  }
}

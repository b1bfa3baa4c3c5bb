import type { Files } from '../../../core/ports.ts';
import type { UploadedFile } from '../../body.ts';
import type { Context } from '../../context.ts';
import { KeptBytes } from '../kept-bytes.ts';

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

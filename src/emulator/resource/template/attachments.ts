import type { Files } from '../../../core/ports.ts';
import type { Room, UploadedFile } from '../../body.ts';
import type { Context } from '../../context.ts';
import { KeptBytes } from '../kept-bytes.ts';

const MB = 1024 * 1024;

/** Maximum bytes of attachments in memory while requests are received: more than the largest file (50 MB). */
export const RECEIVING_BYTES = 64 * MB;
/** Maximum bytes of attachments in memory, without a data file. */
export const KEPT_BYTES = 256 * MB;

/** The files of inspection requests, for the desk. A file without stored bytes is listed and cannot be opened. */
export class Attachments {
  readonly #kept: KeptBytes;
  #receiving = 0;

  constructor(files: Files, folder: string | undefined) {
    this.#kept = new KeptBytes(files, folder, KEPT_BYTES);
  }

  /** Memory for the files of one request, until `end` is called. */
  room(): Room & { end(): void } {
    let taken = 0;
    return {
      take: (bytes) => {
        const granted = Math.min(bytes, RECEIVING_BYTES - this.#receiving);
        this.#receiving += granted;
        taken += granted;
        return granted;
      },
      end: () => {
        this.#receiving -= taken;
        taken = 0;
      },
    };
  }

  /** Stores the files that were received completely. */
  async keep(files: readonly UploadedFile[]): Promise<void> {
    for (const { bytes, size } of files) if (bytes.byteLength === size) await this.#kept.keep(bytes);
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

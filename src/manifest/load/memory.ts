import type { FileDocuments } from './check-file.ts';
import type { CheckedFile } from './resources.ts';

/** Values by key, each as long as its stamp stays the same. A value that a whole turn does not ask for is dropped. */
class Stamped<T> {
  #before = new Map<string, { stamp: string; value: T }>();
  #now = new Map<string, { stamp: string; value: T }>();

  /** Returns the kept value, or makes it. Keeps nothing without a stamp. */
  async get(key: string, stamp: string | undefined, make: () => Promise<T>): Promise<T> {
    const known = this.#now.get(key) ?? this.#before.get(key);
    const value = known !== undefined && known.stamp === stamp ? known.value : await make();
    if (stamp !== undefined) this.#now.set(key, { stamp, value });
    return value;
  }

  turn(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }
}

/**
 * What a program that checks a project again and again keeps between two checks: the language server. A check with a memory checks
 * only files whose bytes have changed, starts no thread, and writes nothing.
 */
export class CheckMemory {
  /** The bytes of files, by path. For the file port that the check gets. */
  readonly bytes = new Stamped<Uint8Array | undefined>();
  readonly documents = new Stamped<FileDocuments>();
  /** The files that manifests name: images and videos. */
  readonly files = new Stamped<CheckedFile>();
  /** Returns a text that changes with a file; undefined for a file that must be read. */
  stampOf: (path: string) => Promise<string | undefined> = async () => undefined;
  #checks = 0;

  /** True until the second check begins. */
  get isNew(): boolean {
    return this.#checks < 2;
  }

  /** Begins a check of the project in all its environments. Each file has one stamp in it. */
  begin(stampOf: CheckMemory['stampOf']): void {
    const stamps = new Map<string, Promise<string | undefined>>();
    this.stampOf = (path) => {
      const stamp = stamps.get(path) ?? stampOf(path);
      stamps.set(path, stamp);
      return stamp;
    };
    this.#checks += 1;
    for (const kept of [this.bytes, this.documents, this.files]) kept.turn();
  }
}

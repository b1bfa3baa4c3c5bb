import type { Problem } from '../../core/problem.ts';
import type { CheckedFile, CheckOptions } from './check-file.ts';

type Bytes = Uint8Array | Problem;

/**
 * The results of the language server's last check of a project. A file is checked again only if its bytes or the settings of its
 * environment have changed.
 */
export class CheckMemory {
  #last = new Map<string, { bytes: Bytes; file: CheckedFile }>();
  #now = new Map<string, { bytes: Bytes; file: CheckedFile }>();

  /** Begins a check of the project in all its environments. Forgets files that the last check did not have. */
  begin(): void {
    this.#last = this.#now;
    this.#now = new Map();
  }

  /** Returns a function that returns the known result for a file, or makes it. */
  for(options: CheckOptions): (name: string, bytes: Bytes, check: () => CheckedFile) => CheckedFile {
    const settings = textOf(options);
    return (name, bytes, check) => {
      const key = `${name} ${settings}`;
      const known = this.#last.get(key);
      const file = known && isSame(known.bytes, bytes) ? known.file : check();
      this.#now.set(key, { bytes, file });
      return file;
    };
  }
}

function isSame(a: Bytes, b: Bytes): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0;
}

/** Returns the settings that the check of a file depends on as one text. */
function textOf({ environment, defaults }: CheckOptions): string {
  const { variables, profiles, senders, recipients, categories, ...rest } = environment;
  const types = Array.from(profiles, ([alias, { type }]) => [alias, type]);
  const names = [senders, recipients].map((one) => [...one.keys()]);
  const codes = categories && { ...categories, names: [...categories.names] };
  return JSON.stringify([rest, defaults, [...variables], types, names, codes]);
}

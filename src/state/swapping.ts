import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import type { GitRef, RefContents } from './git-ref.ts';

/** The files of a ref as an edit sees them, with the changes of the edits before it in the same commit. */
export interface RefView {
  names(): readonly string[];
  texts(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  text(name: string): Promise<string | undefined>;
}

/**
 * Returns the changed files: new texts, or null for a removed file. An error fails only this edit.
 * @param again true after an earlier try. The edit may find its own changes, because the outcome of that try may be unknown
 */
type RefEdit = (view: RefView, again: boolean) => Promise<ReadonlyMap<string, string | null>>;

interface PendingEdit {
  message: string;
  edit: RefEdit;
  resolve(): void;
  reject(error: unknown): void;
}

/** How often a push is repeated after another run was faster, and after the remote could not be reached (assumption 188). */
const MOST_RACES = 40;
const MOST_FAILURES = 4;

interface SwappingOptions {
  ports: Pick<Ports, 'clock' | 'random'>;
  /** Makes the error of an edit that lost every race. */
  contended: () => NotiformError;
  /** Shows a line to the person who waits for the remote. */
  say?: ((line: string) => void) | undefined;
}

/** Edits a ref by compare-and-swap. If another run was faster, reads the ref and makes the edits again. */
export class Swapping {
  readonly #ref: GitRef;
  readonly #options: SwappingOptions;
  /** The ref after our last push; undefined if it is not known. */
  #head: RefContents | undefined;
  #waiting: PendingEdit[] = [];
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #looking: Promise<RefContents> | undefined;

  constructor(ref: GitRef, options: SwappingOptions) {
    this.#ref = ref;
    this.#options = options;
  }

  /** Resolves when the changes are in the ref. Edits of the same moment share one push, and so do those that arrive during a push. */
  edit(message: string, edit: RefEdit): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, edit, resolve, reject });
      this.#next ??= this.#last = this.#last.then(() => this.#push());
    });
  }

  /** Reads the ref at the remote. Calls at the same time share one read. */
  look(): Promise<RefContents> {
    this.#looking ??= Promise.resolve().then(() => {
      this.#looking = undefined;
      return this.#ref.look();
    });
    return this.#looking;
  }

  /** Does the same, with retries if the remote cannot be reached. */
  async lookPatiently(): Promise<RefContents> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.look();
      } catch (error) {
        this.#requirePassing(error, failures);
      }
      await this.#pause(3 * failures);
    }
  }

  /** Returns the ref after our last edit, or reads it at the remote if that is unknown. */
  async own(): Promise<RefContents> {
    return this.#head ?? this.#ref.look();
  }

  async #push(): Promise<void> {
    this.#next = undefined;
    const edits = this.#waiting;
    this.#waiting = [];
    try {
      await this.#swapUntilDone([...edits]);
      for (const one of edits) one.resolve();
    } catch (error) {
      for (const one of edits) one.reject(error);
    }
  }

  async #swapUntilDone(edits: PendingEdit[]): Promise<void> {
    const tried = new Set<string>();
    for (let [races, failures] = [0, 0]; edits.length > 0; ) {
      try {
        if (await this.#swapOnce(edits, tried, races + failures > 0)) return;
        races += 1;
        if (races > MOST_RACES) throw this.#options.contended();
      } catch (error) {
        this.#head = undefined;
        failures += 1;
        this.#requirePassing(error, failures);
      }
      await this.#pause(races + 3 * failures);
    }
  }

  /**
   * Makes the edits and pushes their changes. Returns false if another run was faster. An edit that fails is rejected and removed.
   * @param tried the commits that were pushed: an earlier push whose answer was lost may have arrived
   */
  async #swapOnce(edits: PendingEdit[], tried: Set<string>, again: boolean): Promise<boolean> {
    const isFresh = this.#head === undefined;
    this.#head ??= await this.#ref.look();
    const before = this.#head;
    if (tried.has(before.commit)) return true;
    const { changes, failed } = await this.#make(edits, before, again);
    // An old state of the ref must not make an edit fail or do nothing.
    if ((failed.size > 0 || changes.size === 0) && !isFresh) {
      this.#head = undefined;
      return this.#swapOnce(edits, tried, again);
    }
    for (const [one, error] of failed) {
      one.reject(error);
      edits.splice(edits.indexOf(one), 1);
    }
    if (changes.size === 0) return true;
    const after = await this.#ref.build(before, changes, edits.map(({ message }) => message).join('\n'));
    tried.add(after.commit);
    this.#head = undefined;
    if (!(await this.#ref.swap(before, after))) return false;
    this.#head = after;
    return true;
  }

  /** Makes the edits one after another. Returns their changes and the errors of those that failed. */
  async #make(edits: readonly PendingEdit[], contents: RefContents, again: boolean) {
    const changes = new Map<string, string | null>();
    const failed = new Map<PendingEdit, unknown>();
    for (const one of edits) {
      try {
        for (const [name, text] of await one.edit(this.#viewOf(contents, changes), again)) changes.set(name, text);
      } catch (error) {
        failed.set(one, error);
      }
    }
    return { changes, failed };
  }

  #viewOf(contents: RefContents, changes: ReadonlyMap<string, string | null>): RefView {
    const texts: RefView['texts'] = async (names) => {
      const found = await this.#ref.textsOf(contents, names);
      for (const name of names) {
        const changed = changes.get(name);
        if (changed === null) found.delete(name);
        else if (changed !== undefined) found.set(name, changed);
      }
      return found;
    };
    return {
      names: () => [...new Set([...contents.blobs.keys(), ...changes.keys()])],
      texts,
      text: async (name) => (await texts([name])).get(name),
    };
  }

  #pause(weight: number): Promise<void> {
    const { clock, random } = this.#options.ports;
    return clock.sleep(random.next() * Math.min(5_000, 100 * 2 ** Math.min(weight, 8)));
  }

  /** Throws the error if another try cannot help, or after the last try. */
  #requirePassing(error: unknown, failures: number): void {
    const isPassing =
      error instanceof NotiformError && error.problems.every(({ code }) => code === 'state-unreachable');
    if (!isPassing || failures > MOST_FAILURES) throw error;
    const what = error.problems.map(({ message }) => message).join('; ');
    this.#options.say?.(`${what}. Trying again (${failures} of ${MOST_FAILURES})`);
  }
}

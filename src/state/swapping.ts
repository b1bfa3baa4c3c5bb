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

export interface Swapping {
  /** Resolves when the changes are in the ref. Edits that arrive during a push share the next push. */
  edit(message: string, edit: RefEdit): Promise<void>;
  /** Reads the ref at the remote. Calls at the same time share one read. */
  look(): Promise<RefContents>;
  /** Like `look`, with retries if the remote cannot be reached. */
  lookPatiently(): Promise<RefContents>;
  /** Returns the ref after our last edit, or reads it at the remote if that is unknown. */
  own(): Promise<RefContents>;
}

interface PendingEdit {
  message: string;
  edit: RefEdit;
  resolve(): void;
  reject(error: unknown): void;
}

/** How often a push is repeated after another run was faster, and after the remote could not be reached (assumption 188). */
const MOST_RACES = 40;
const MOST_FAILURES = 4;

/** Edits a ref by compare-and-swap. If another run was faster, reads the ref and makes the edit again. */
export function openSwapping(
  ref: GitRef,
  { clock, random }: Pick<Ports, 'clock' | 'random'>,
  contended: () => NotiformError,
  say: (line: string) => void = () => undefined,
): Swapping {
  let head: RefContents | undefined;
  let queue: PendingEdit[] = [];
  let pumping = false;
  let looking: Promise<RefContents> | undefined;

  const viewOf = (snapshot: RefContents, changes: ReadonlyMap<string, string | null>): RefView => {
    const texts: RefView['texts'] = async (names) => {
      const found = await ref.textsOf(snapshot, names);
      for (const name of names) {
        const changed = changes.get(name);
        if (changed === null) found.delete(name);
        else if (changed !== undefined) found.set(name, changed);
      }
      return found;
    };
    return {
      names: () => [...new Set([...snapshot.blobs.keys(), ...changes.keys()])],
      texts,
      text: async (name) => (await texts([name])).get(name),
    };
  };

  const pause = (weight: number): Promise<void> =>
    clock.sleep(random.next() * Math.min(5_000, 100 * 2 ** Math.min(weight, 8)));

  /** Throws the error if another try cannot help, or after the last try. */
  const requirePassing = (error: unknown, failures: number): void => {
    if (!isPassing(error) || failures > MOST_FAILURES) throw error;
    say(`${error.problems.map(({ message }) => message).join('; ')}. Trying again (${failures} of ${MOST_FAILURES})`);
  };

  /** Makes the edits one after another. Returns their changes and the errors of those that failed. */
  const make = async (edits: PendingEdit[], snapshot: RefContents, again: boolean) => {
    const changes = new Map<string, string | null>();
    const failed = new Map<PendingEdit, unknown>();
    for (const one of edits) {
      try {
        for (const [name, text] of await one.edit(viewOf(snapshot, changes), again)) changes.set(name, text);
      } catch (error) {
        failed.set(one, error);
      }
    }
    return { changes, failed };
  };

  const pass = async (edits: PendingEdit[], tried: Set<string>, again: boolean): Promise<boolean> => {
    const isFresh = head === undefined;
    head ??= await ref.look();
    const before = head;
    if (tried.has(before.commit)) return true;
    const { changes, failed } = await make(edits, before, again);
    // An old state of the ref must not make an edit fail or do nothing.
    if ((failed.size > 0 || changes.size === 0) && !isFresh) {
      head = undefined;
      return pass(edits, tried, again);
    }
    for (const [one, error] of failed) {
      one.reject(error);
      edits.splice(edits.indexOf(one), 1);
    }
    if (changes.size === 0) return true;
    const after = await ref.build(before, changes, edits.map(({ message }) => message).join('\n'));
    tried.add(after.commit);
    head = undefined;
    if (!(await ref.swap(before, after))) return false;
    head = after;
    return true;
  };

  const carry = async (edits: PendingEdit[]): Promise<void> => {
    const tried = new Set<string>();
    for (let [races, failures] = [0, 0]; edits.length > 0; ) {
      try {
        if (await pass(edits, tried, races + failures > 0)) return;
        races += 1;
        if (races > MOST_RACES) throw contended();
      } catch (error) {
        head = undefined;
        failures += 1;
        requirePassing(error, failures);
      }
      await pause(races + 3 * failures);
    }
  };

  const look: Swapping['look'] = () => {
    looking ??= Promise.resolve().then(() => {
      looking = undefined;
      return ref.look();
    });
    return looking;
  };

  const lookPatiently: Swapping['look'] = async () => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await look();
      } catch (error) {
        requirePassing(error, failures);
      }
      await pause(3 * failures);
    }
  };

  const pump = async (): Promise<void> => {
    pumping = true;
    // Edits of the same moment share one push.
    await undefined;
    while (queue.length > 0) {
      const edits = queue;
      queue = [];
      const waiting = [...edits];
      try {
        await carry(edits);
        for (const one of waiting) one.resolve();
      } catch (error) {
        for (const one of waiting) one.reject(error);
      }
    }
    pumping = false;
  };

  return {
    edit: (message, edit) =>
      new Promise((resolve, reject) => {
        queue.push({ message, edit, resolve, reject });
        if (!pumping) void pump();
      }),
    look,
    lookPatiently,
    own: async () => head ?? ref.look(),
  };
}

/** True if another try may succeed. */
function isPassing(error: unknown): error is NotiformError {
  return error instanceof NotiformError && error.problems.every(({ code }) => code === 'state-unreachable');
}

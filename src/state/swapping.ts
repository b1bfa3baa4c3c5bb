import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import type { GitRef, RefContents } from './git-ref.ts';

/** The files of a ref as an edit sees them: with what the edits before it in the same commit changed. */
export interface RefView {
  text(name: string): Promise<string | undefined>;
}

/**
 * What an edit makes of the files: new texts, or null for one that goes. What it throws is its own failure alone.
 * @param again it was tried before, and what became of that may be unknown: it may find its own work
 */
export type RefEdit = (view: RefView, again: boolean) => Promise<ReadonlyMap<string, string | null>>;

export interface Swapping {
  /** Resolves when what the edit made is in the ref. Edits that come in while others are under way share the next push. */
  edit(message: string, edit: RefEdit): Promise<void>;
  /** What the remote has now, at one look for all that ask in the same moment. */
  look(): Promise<RefContents>;
  /** As `look`, and again where the remote is out of reach for a moment. */
  lookPatiently(): Promise<RefContents>;
  /** The last state of the ref that an edit of ours was in; what the remote has where that is not known. */
  own(): Promise<RefContents>;
}

interface PendingEdit {
  message: string;
  edit: RefEdit;
  resolve(): void;
  reject(error: unknown): void;
}

/** How often a push is tried again when others were faster, and when the remote was out of reach (assumption 188). */
const MOST_RACES = 40;
const MOST_FAILURES = 4;

/** Edits a ref under compare-and-swap: whoever is slower looks again, and makes the edit anew. */
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

  const viewOf = (snapshot: RefContents, changes: ReadonlyMap<string, string | null>): RefView => ({
    text: async (name) => {
      const changed = changes.get(name);
      if (changed !== undefined) return changed ?? undefined;
      return (await ref.textsOf(snapshot, [name])).get(name);
    },
  });

  const pause = (weight: number): Promise<void> =>
    clock.sleep(random.next() * Math.min(5_000, 100 * 2 ** Math.min(weight, 8)));

  /** Throws what another try does not cure, and what was tried often enough. */
  const requirePassing = (error: unknown, failures: number): void => {
    if (!isPassing(error) || failures > MOST_FAILURES) throw error;
    say(`${error.problems.map(({ message }) => message).join('; ')}. Trying again (${failures} of ${MOST_FAILURES})`);
  };

  /** Makes the edits, one after another. Those that fail are told so and left out. */
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
    // A look of a while ago is no reason to refuse an edit, or to find that it has nothing to do.
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
    // Those that come in the same moment go together.
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

/** Whether a failure may be gone at the next try. */
function isPassing(error: unknown): error is NotiformError {
  return error instanceof NotiformError && error.problems.every(({ code }) => code === 'state-unreachable');
}

import * as z from 'zod';
import type { Holder, Lock } from './store.ts';

/** A lock as the file and the git store keep it: one line of JSON. */
const lockShape = z.looseObject({
  pid: z.int(),
  host: z.string(),
  command: z.string(),
  user: z.string().optional(),
  run: z.string().optional(),
  startedAt: z.string(),
  token: z.string(),
  fence: z.int().min(0).default(0),
  after: z.array(z.string()).exactOptional(),
});

/** @param at milliseconds since the epoch */
export function newLock(holder: Holder, at: number, token: string, fence: number): Lock & { holder: Holder } {
  return { holder, since: new Date(at).toISOString(), token, fence };
}

export function serializeLock({ holder, since, token, fence, after }: Lock): string {
  return `${JSON.stringify({ ...holder, startedAt: since, token, fence, after })}\n`;
}

/** A text that does not say who holds it is a lock all the same. */
export function parseLock(text: string): Lock {
  try {
    const { pid, host, command, user, run, startedAt, token, fence, after } = lockShape.parse(JSON.parse(text));
    const holder = {
      pid,
      host,
      command,
      ...(user === undefined ? {} : { user }),
      ...(run === undefined ? {} : { run }),
    };
    return { holder, since: startedAt, token, fence, ...(after ? { after } : {}) };
  } catch {
    return { holder: undefined, since: undefined, token: '', fence: 0 };
  }
}

/** What a store keeps of a lock when nobody has it: the number of the last one, so that the next is higher. */
export interface Slot {
  fence: number;
  lock: Lock | undefined;
}

export function serializeFree(fence: number): string {
  return `${JSON.stringify({ fence })}\n`;
}

/** @param text of a lock, or of a free one; undefined where there never was one */
export function parseSlot(text: string | undefined): Slot {
  if (text === undefined) return { fence: 0, lock: undefined };
  const lock = parseLock(text);
  if (lock.token !== '') return { fence: lock.fence, lock };
  const free = freeShape.safeParse(parseJson(text));
  return free.success ? { fence: free.data.fence, lock: undefined } : { fence: 0, lock };
}

const freeShape = z.strictObject({ fence: z.int() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

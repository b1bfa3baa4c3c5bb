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
});

/** @param at milliseconds since the epoch */
export function newLock(holder: Holder, at: number, token: string, fence: number): Lock & { holder: Holder } {
  return { holder, since: new Date(at).toISOString(), token, fence };
}

export function serializeLock({ holder, since, token, fence }: Lock): string {
  return `${JSON.stringify({ ...holder, startedAt: since, token, fence })}\n`;
}

/** A text that does not say who holds it is a lock all the same. */
export function parseLock(text: string): Lock {
  try {
    const { pid, host, command, user, run, startedAt, token, fence } = lockShape.parse(JSON.parse(text));
    const holder = {
      pid,
      host,
      command,
      ...(user === undefined ? {} : { user }),
      ...(run === undefined ? {} : { run }),
    };
    return { holder, since: startedAt, token, fence };
  } catch {
    return { holder: undefined, since: undefined, token: '', fence: 0 };
  }
}

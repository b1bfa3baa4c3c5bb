import type { World } from './support.ts';

/** Kills a run at the n-th write to the service or the disk, and starts another process. Returns whether it died. */
export async function killedAt(world: World, last: number, run: () => Promise<unknown>): Promise<boolean> {
  let events = 0;
  const dead = (): void => {
    events += 1;
    if (events > last) throw new TypeError('killed');
  };
  world.service.fault = (call) => {
    if (!/^(page|read|profiles|fetch|check)\b/.test(call)) dead();
  };
  world.files.onWrite = dead;
  await run().catch(() => undefined);
  world.service.fault = undefined;
  world.files.onWrite = undefined;
  world.dead.add(world.pid);
  world.pid += 1;
  return events > last;
}

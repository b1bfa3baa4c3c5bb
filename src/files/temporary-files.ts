import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../core/json.ts';
import { thisMachine } from './this-machine.ts';

let mark: string | undefined;

/** Eight digits for the scope in which process ids are unique: a boot of a machine, and a pid namespace. */
function machineMark(): string {
  mark ??= sha256(JSON.stringify([hostname(), thisMachine()])).slice(0, 8);
  return mark;
}

/** Returns a path beside a file, for its new content. The name shows which process writes it. @param digits eight random ones */
export function temporaryPath(path: string, digits: string): string {
  return `${path}.${process.pid}.${machineMark()}${digits}.tmp`;
}

const TEMPORARY = /\.(\d+)\.([0-9a-f]{8})[0-9a-f]{8}\.tmp$/;

/**
 * Removes the temporary files that killed processes of this machine left in a folder. A file that cannot be removed stays.
 * @param isAlive true if a process of this machine is alive
 */
export async function removeLeftovers(folder: string, isAlive: (pid: number) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const leftovers = names.filter((name) => {
    const [, pid, machine] = TEMPORARY.exec(name) ?? [];
    return machine === machineMark() && !isAlive(Number(pid));
  });
  for (const name of leftovers) await rm(join(folder, name), { force: true }).catch(() => undefined);
}

import { hostname } from 'node:os';
import { Exit } from '../core/exit.ts';
import { isObject, parsedJson } from '../core/json.ts';
import type { Ports } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { isProcessAlive } from '../core/this-machine.ts';

/**
 * Claims a data file with a lock file beside it, because two emulators would overwrite each other's data. Takes over the lock of
 * a dead process of this machine. Returns the release. Throws a NotiformError (`emulator-running`) if another emulator has it.
 */
export async function claimData(data: string, { files, clock, random }: Ports): Promise<() => Promise<void>> {
  const path = `${data}.lock`;
  const mine = textOf(clock.now(), random.hex(16));
  const read = async (): Promise<string | undefined> => {
    const bytes = await files.read(path);
    return bytes && new TextDecoder().decode(bytes);
  };
  const theirs = (await files.createExclusive(path, mine)) ? undefined : ((await read()) ?? '');
  if (theirs !== undefined) {
    if (!isDead(ownerIn(theirs))) throw inUse(data, theirs, path);
    // Of several emulators that find the lock of one dead process, only the one that creates this file takes it over.
    const claim = `${path}.${ownerIn(theirs).token.replace(/[^0-9A-Za-z]/g, '') || 'unnamed'}`;
    if (!(await files.createExclusive(claim, mine))) throw inUse(data, (await read()) ?? '', path);
    try {
      if ((await read()) !== theirs) throw inUse(data, (await read()) ?? '', path);
      await files.writeAtomic(path, mine);
    } finally {
      await files.remove(claim);
    }
  }
  return async () => {
    if ((await read()) === mine) await files.remove(path);
  };
}

interface Owner {
  pid: number | undefined;
  host: string | undefined;
  token: string;
}

function textOf(at: number, token: string): string {
  const since = new Date(at).toISOString();
  return `${JSON.stringify({ pid: process.pid, host: hostname(), command: 'emulator', startedAt: since, token })}\n`;
}

/** The owner in a lock file, which may contain anything. */
function ownerIn(text: string): Owner {
  const read = parsedJson(text);
  const { pid, host, token } = isObject(read) ? read : {};
  return {
    pid: Number.isInteger(pid) ? (pid as number) : undefined,
    host: typeof host === 'string' ? host : undefined,
    token: typeof token === 'string' ? token : '',
  };
}

function isDead({ pid, host }: Owner): boolean {
  return pid !== undefined && host === hostname() && !isProcessAlive(pid);
}

function inUse(data: string, theirs: string, path: string): NotiformError {
  const { pid, host } = ownerIn(theirs);
  const message = `An emulator that runs already uses the data file ${data}`;
  const isHere = pid !== undefined && host === hostname() && isProcessAlive(pid);
  const stop =
    pid === process.pid
      ? 'It runs in this process: stop it first'
      : isHere
        ? `To stop it, end the process ${pid}: \`kill ${pid}\``
        : `If no emulator uses it, remove ${path}`;
  const hint = `Name another file. ${stop}`;
  return new NotiformError(errorProblem('emulator-running', message, hint), Exit.failed);
}

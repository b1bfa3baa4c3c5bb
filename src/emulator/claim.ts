import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Exit } from '../core/exit.ts';
import { isObject, type JsonObject, parsedJson } from '../core/json.ts';
import type { Ports } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { isProcessAlive, startOfProcess, thisMachine } from '../files/this-machine.ts';

/** How often an owner writes its lock again. */
const BEAT_MS = 5000;
/** How long the lock of another machine or container is watched. If its owner does not write it again, the owner is dead. */
const WATCHED_MS = 3 * BEAT_MS;

/**
 * Claims a data file with a lock file beside it, because two emulators would overwrite each other's data. Takes over the lock of
 * a dead emulator. Returns the release. Throws a NotiformError if another emulator has the file (`emulator-running`), or if
 * its folder does not exist (`emulator-data`). @param signal ends the watch of another machine's lock
 */
export async function claimData(
  data: string,
  { files, clock, random }: Ports,
  signal?: AbortSignal,
): Promise<() => Promise<void>> {
  await requireFolder(dirname(data), files);
  const lock = `${data}.lock`;
  const token = random.hex(16);
  const mine = (): string => {
    const started = startOfProcess(process.pid);
    const owner = { pid: process.pid, started, host: hostname(), ...thisMachine(), command: 'emulator', token };
    return `${JSON.stringify({ ...owner, at: new Date(clock.now()).toISOString() })}\n`;
  };
  const read = async (path: string): Promise<string> => new TextDecoder().decode(await files.read(path));
  const take = async (path: string): Promise<void> => {
    if (await files.createExclusive(path, mine())) return;
    const theirs = await read(path);
    if (isHere(theirs) ? isRunning(theirs) : await isChanged(path, theirs)) throw inUse(data, theirs, lock);
    // Of several emulators that find the lock of one dead emulator, only the one that takes this file takes the lock over.
    const claim = `${path}.${ownerIn(theirs).token}`;
    await take(claim);
    try {
      const now = await read(path);
      if (now !== theirs) throw inUse(data, now, lock);
      await files.writeAtomic(path, mine());
    } finally {
      await files.remove(claim);
    }
  };
  const isChanged = async (path: string, text: string): Promise<boolean> => {
    await clock.sleep(WATCHED_MS, signal);
    return (await read(path)) !== text;
  };
  await take(lock);
  const isMine = async (): Promise<boolean> => ownerIn(await read(lock)).token === token;
  const renew = async (): Promise<void> => {
    if (await isMine()) await files.writeAtomic(lock, mine());
  };
  const released = new AbortController();
  let renewed = Promise.resolve();
  const beat = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(BEAT_MS, released.signal);
      released.signal.throwIfAborted();
      // A disk that is full now may have room later.
      renewed = renew().catch(() => undefined);
      await renewed;
    }
  };
  beat().catch(() => undefined); // released
  return async () => {
    released.abort();
    await renewed;
    if (await isMine()) await files.remove(lock);
  };
}

/** A wrong path would begin with an empty emulator, so no folder is created. */
async function requireFolder(folder: string, files: Ports['files']): Promise<void> {
  if ((await files.realPath(folder)) === undefined)
    throw new NotiformError(
      errorProblem(
        'emulator-data',
        `The folder of the data file does not exist: ${folder}`,
        'Correct the path, or create the folder',
      ),
      Exit.usage,
    );
  await files.requireWritable(folder);
}

/** The owner in a lock file, which may contain anything. */
function ownerIn(text: string): { pid: number; token: string; members: JsonObject } {
  const read = parsedJson(text);
  const members = isObject(read) ? read : {};
  const { pid, token } = members;
  return {
    pid: Number.isInteger(pid) ? Number(pid) : 0,
    token: (typeof token === 'string' && token.replace(/[^0-9A-Za-z]/g, '')) || 'unnamed',
    members,
  };
}

/** True if the process id of an owner is one of this machine and container. */
function isHere(text: string): boolean {
  const { pid, members } = ownerIn(text);
  const here: Record<string, unknown> = {
    boot: undefined,
    pidNamespace: undefined,
    host: hostname(),
    ...thisMachine(),
  };
  return pid > 0 && Object.entries(here).every(([name, value]) => members[name] === value);
}

/** True if the owner of a lock of this machine runs. A later process may have its id. */
function isRunning(text: string): boolean {
  const { pid, members } = ownerIn(text);
  const started = startOfProcess(pid);
  return isProcessAlive(pid) && (members['started'] ?? started) === started;
}

function inUse(data: string, theirs: string, path: string): NotiformError {
  const { pid } = ownerIn(theirs);
  const message = `An emulator that runs already uses the data file ${data}`;
  const advice =
    pid === process.pid
      ? 'It runs in this process: stop it first'
      : `To stop it, end the process ${pid}: \`kill ${pid}\``;
  const stop = isHere(theirs) ? advice : `If no emulator uses it, remove ${path}`;
  return new NotiformError(errorProblem('emulator-running', message, `Name another file. ${stop}`), Exit.failed);
}

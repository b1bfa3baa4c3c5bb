import { basename, dirname, join } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { isObject, parsedJson } from '../../core/json.ts';
import type { Ports } from '../../core/ports.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import { systemPrograms } from '../../core/program.ts';
import { fileFailure } from '../../files/file-failure.ts';
import { readPrivate } from '../../files/system.ts';
import { isProcessAlive } from '../../files/this-machine.ts';

/** An emulator of the project, as its process announced it. */
export interface RunningEmulator {
  pid: number;
  url: string;
  /** The absolute path of `--data`, if it is not the project's own data file. */
  data?: string;
  /** The secret that proves the process's identity. It is never sent. */
  secret: string;
}

const SHOWN = '.notiform/emulator.json';
const MOST_BYTES = 64 * 1024;

/** The files of a project's emulator, in `.notiform/`. */
export function filesOf(root: string): { announcement: string; lock: string; data: string } {
  const folder = join(root, '.notiform');
  return {
    announcement: join(folder, 'emulator.json'),
    lock: join(folder, 'emulator.lock'),
    data: join(folder, 'emulator-data.json'),
  };
}

/**
 * The emulator that a living process announced; undefined if there is none. Whoever is named there gets sender keys and phone
 * numbers: throws a NotiformError (`emulator-untrusted`) unless the file is this user's alone, git does not track it, and the
 * address is on this machine.
 */
export async function readAnnouncement(root: string, ports: Ports): Promise<RunningEmulator | undefined> {
  const { announcement } = filesOf(root);
  const { bytes, exposed } = await readTrusted(announcement, ports);
  const announced = bytes && parse(bytes);
  // The next emulator overwrites the file of a dead process.
  if (!announced || !isProcessAlive(announced.pid)) return undefined;
  if (exposed !== undefined) throw untrusted(exposed);
  const { url, secret } = announced;
  if (!/^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}$/.test(url)) throw untrusted('its address is not on this machine');
  if (secret === undefined || !/^[0-9a-f]{64}$/.test(secret)) throw untrusted('it holds no secret of an emulator');
  if (await isTracked(announcement, ports)) throw untrusted('git tracks it');
  return { ...announced, secret };
}

/**
 * The folder of the state that belongs to the data of the running emulator. Undefined for the project's own data, whose state is that
 * of notiform.yaml.
 */
export async function stateOfOtherData(root: string, ports: Ports): Promise<string | undefined> {
  const data = (await readAnnouncement(root, ports))?.data;
  return data === undefined ? undefined : `${data}.state`;
}

/** Returns the file, with the reason if another user may have written it. */
async function readTrusted(
  path: string,
  { files }: Ports,
): Promise<{ bytes: Uint8Array | undefined; exposed?: string }> {
  try {
    return { bytes: await readPrivate(path, MOST_BYTES, process.geteuid?.()) };
  } catch (error) {
    const failure = fileFailure(error, 'read', path);
    if (failure?.code !== 'EOWNER' && failure?.code !== 'EMODE') throw error;
    return { bytes: await files.read(path, MOST_BYTES), exposed: failure.why };
  }
}

/** Asks in the folder of the file itself: git refuses a path through a link. */
async function isTracked(path: string, { files }: Ports): Promise<boolean> {
  const real = (await files.realPath(path)) ?? path;
  const args = ['--literal-pathspecs', 'ls-files', '--', basename(real)];
  const place = { cwd: dirname(real), env: process.env, timeoutMs: 10_000 };
  return (await systemPrograms()({ program: 'git', args, ...place })).stdout.length > 0;
}

function untrusted(why: string): NotiformError {
  return new NotiformError(
    errorProblem(
      'emulator-untrusted',
      `${SHOWN} is not used: ${why}`,
      'Stop the emulator if it is yours, and remove the file',
    ),
    Exit.refused,
  );
}

function parse(bytes: Uint8Array): (Omit<RunningEmulator, 'secret'> & { secret?: string }) | undefined {
  const value = parsedJson(bytes);
  if (!isObject(value)) return undefined;
  const { url, pid, data, secret } = value;
  if (typeof url !== 'string' || typeof pid !== 'number') return undefined;
  return {
    pid,
    url,
    ...(typeof data === 'string' ? { data } : {}),
    ...(typeof secret === 'string' ? { secret } : {}),
  };
}

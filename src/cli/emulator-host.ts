import { join } from 'node:path';
import type { Environment } from '../config/environment.ts';
import { Exit } from '../core/exit.ts';
import { isObject } from '../core/json.ts';
import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { type Controlled, createEmulatorControl } from '../emulator/client.ts';
import { CONTROL_PATH } from '../emulator/defaults.ts';
import { isProcessAlive } from './alive.ts';

/** An emulator that this command uses: its own, or one that was running. */
export interface EmulatorHost {
  url: string;
  resourceUrl: string;
  messageUrl: string;
  /** Whether it was already running. */
  joined: boolean;
  /** Lets go of it. One that was started for this command stays until the others that joined it have gone. */
  leave(): Promise<void>;
  /** Ends it, whoever uses it. One that was joined is only left. */
  close(): Promise<void>;
}

export interface HostOptions {
  port?: number | undefined;
  data?: string | undefined;
  webhook?: string | undefined;
  inspect?: 'auto' | 'manual' | undefined;
}

/** How long a command waits for another one that is just starting the emulator, in milliseconds. */
const START_PATIENCE = 10_000;
const LOOK_AGAIN = 50;

/** The files of a project's emulator, in `.notiform/`. */
function filesOf(root: string): { announcement: string; data: string } {
  const folder = join(root, '.notiform');
  return { announcement: join(folder, 'emulator.json'), data: join(folder, 'emulator-data.json') };
}

/**
 * Joins the emulator that already runs for this project, else starts one for the length of the command (MANIFESTS,
 * `emulator: true`). The announcement in `.notiform/emulator.json` is claimed before the data is read, so that one
 * process owns the data.
 */
export async function hostEmulator(
  root: string,
  environment: Environment,
  ports: Ports,
  signal: AbortSignal,
  options: HostOptions = {},
): Promise<EmulatorHost> {
  const { announcement } = filesOf(root);
  const giveUp = ports.clock.now() + START_PATIENCE;
  for (;;) {
    const told = await readAnnouncement(announcement, ports);
    if (told === 'none') {
      const claimed = await ports.files.createExclusive(announcement, JSON.stringify({ pid: process.pid }));
      if (claimed) return start(root, environment, ports, signal, options);
      continue;
    }
    const joined = typeof told === 'object' ? await joinRunning(told, environment) : undefined;
    if (joined) return joined;
    // It is just starting, or just ending. One that is neither for so long is not there.
    if (told === 'dead' || ports.clock.now() > giveUp) await ports.files.remove(announcement);
    else await ports.clock.sleep(LOOK_AGAIN, signal);
  }
}

/** Joins an emulator: undefined where it does not answer. From the registration on it stays until it is left. */
async function joinRunning(running: Running, environment: Environment): Promise<EmulatorHost | undefined> {
  const control = createEmulatorControl(running.url);
  const leave = await reached(hold(running.url));
  if (!leave) return undefined;
  const answer = await reached(control.register(registration(environment)));
  if (answer) await controlled(Promise.resolve(answer));
  if (answer) return { ...running, joined: true, leave, close: leave };
  await leave();
  return undefined;
}

/** What a request came to; undefined where nobody, or somebody else, answered. */
async function reached<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function start(
  root: string,
  environment: Environment,
  ports: Ports,
  signal: AbortSignal,
  options: HostOptions,
): Promise<EmulatorHost> {
  const { announcement, data } = filesOf(root);
  const { startEmulator } = await import('../emulator/emulator.ts');
  try {
    const emulator = await startEmulator({
      ...(options.port === undefined ? {} : { port: options.port }),
      ...(options.webhook === undefined ? {} : { webhook: options.webhook }),
      data: options.data ?? data,
      inspect: options.inspect ?? environment.inspect,
      ports,
      ...registration(environment),
    });
    const { url, resourceUrl, messageUrl } = emulator;
    await ports.files.writeAtomic(announcement, JSON.stringify({ pid: process.pid, url, resourceUrl, messageUrl }));
    const close = async (): Promise<void> => {
      await emulator.close();
      await ports.files.remove(announcement);
    };
    const leave = (): Promise<void> =>
      emulator
        .released(signal)
        .catch(() => undefined)
        .then(close);
    return { url, resourceUrl, messageUrl, joined: false, leave, close };
  } catch (error) {
    await ports.files.remove(announcement);
    throw error;
  }
}

type Registration = {
  profiles: { alias: string; key: string; type: 'S' | 'G' }[];
  senders: string[];
  recipients: string[];
};

/** What an environment makes known to its emulator. */
function registration(environment: Environment): Registration {
  return {
    profiles: [...environment.profiles.keys()].map((alias) => environment.profile(alias)),
    senders: [...environment.senders].map((name) => environment.sender(name)),
    recipients: [...environment.recipients].map((name) => environment.recipient(name)),
  };
}

/** Says to an emulator that it is used, until the function that comes back is called. */
async function hold(url: string): Promise<() => Promise<void>> {
  const use = new AbortController();
  const answer = await fetch(`${url}${CONTROL_PATH}/hold`, { signal: use.signal });
  // The process of the announcement may be another by now, and its port too.
  if (answer.headers.get('x-emulator') !== 'notiform') throw new TypeError('it is no emulator');
  return () => {
    use.abort();
    return Promise.resolve();
  };
}

/** What the emulator answered; a NotiformError with its sentence where it refused. */
export async function controlled<T>(answer: Promise<Controlled<T>>): Promise<T> {
  const given = await answer;
  if (given.ok) return given;
  throw new NotiformError(
    { code: 'emulator-refused', severity: 'error', message: `The emulator answered: ${given.message}` },
    Exit.failed,
  );
}

interface Running {
  pid: number;
  url: string;
  resourceUrl: string;
  messageUrl: string;
}

/** `starting`: it is claimed, and there is no address yet. `dead`: the process that claimed it has gone. */
async function readAnnouncement(announcement: string, ports: Ports): Promise<Running | 'starting' | 'dead' | 'none'> {
  const bytes = await ports.files.read(announcement);
  if (!bytes) return 'none';
  const told = parse(new TextDecoder().decode(bytes));
  if (!told) return 'starting';
  if (!isProcessAlive(told.pid)) return 'dead';
  return 'url' in told ? told : 'starting';
}

function parse(text: string): Running | { pid: number } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || typeof value['pid'] !== 'number') return undefined;
    const { url, resourceUrl, messageUrl, pid } = value;
    const whole = typeof url === 'string' && typeof resourceUrl === 'string' && typeof messageUrl === 'string';
    return whole ? { pid, url, resourceUrl, messageUrl } : { pid };
  } catch {
    return undefined;
  }
}

import { join } from 'node:path';
import type { Environment } from '../config/environment.ts';
import { Exit } from '../core/exit.ts';
import { isObject } from '../core/json.ts';
import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { type Controlled, createEmulatorControl } from '../emulator/client.ts';
import { isProcessAlive } from './alive.ts';

/** An emulator that this command uses: its own, or one that was running. */
export interface EmulatorHost {
  url: string;
  resourceUrl: string;
  messageUrl: string;
  /** Whether it was already running. */
  joined: boolean;
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
    const running = await findRunning(announcement, ports);
    if (running === 'starting') {
      if (ports.clock.now() > giveUp) await ports.files.remove(announcement);
      else await ports.clock.sleep(LOOK_AGAIN, signal);
    } else if (running) {
      await controlled(createEmulatorControl(running.url).register(registration(environment)));
      return { ...running, joined: true, close: () => Promise.resolve() };
    } else if (await ports.files.createExclusive(announcement, JSON.stringify({ pid: process.pid }))) {
      return start(root, environment, ports, options);
    }
  }
}

async function start(
  root: string,
  environment: Environment,
  ports: Ports,
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
    return { url, resourceUrl, messageUrl, joined: false, close };
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

async function findRunning(announcement: string, ports: Ports): Promise<Running | 'starting' | undefined> {
  const bytes = await ports.files.read(announcement);
  if (!bytes) return undefined;
  const told = parse(new TextDecoder().decode(bytes));
  if (told && isProcessAlive(told.pid)) {
    if (!('url' in told)) return 'starting';
    if (await answers(told.url)) return told;
  }
  await ports.files.remove(announcement);
  return undefined;
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

/** The process of the announcement may be another by now, and its port too. */
async function answers(url: string): Promise<boolean> {
  try {
    const health = await createEmulatorControl(url).health();
    return health.ok && health.name === 'notiform-emulator';
  } catch {
    return false;
  }
}

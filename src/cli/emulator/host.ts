import { request } from 'undici';
import { type Environment, emulatorSettings } from '../../config/environment.ts';
import { together } from '../../config/together.ts';
import { Exit } from '../../core/exit.ts';
import type { Ports } from '../../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { createEmulatorControl, provesItself } from '../../emulator/control/client.ts';
import type { Controlled } from '../../emulator/control/requests.ts';
import { CONTROL_PATH } from '../../emulator/defaults.ts';
import type { EmulatorOptions } from '../../emulator/emulator.ts';
import type { Registration } from '../../emulator/resource/profile/operations.ts';
import { FileFailure } from '../../files/file-failure.ts';
import { type FileLock, takeLock } from '../../files/lock.ts';
import { isProcessAlive, thisProcess } from '../../files/this-machine.ts';
import { alreadyLocked } from '../../state/refusals.ts';
import { filesOf, type RunningEmulator, readAnnouncement } from './announcement.ts';

/** An emulator that this command uses: its own, or one that was running. */
export interface EmulatorHost {
  url: string;
  resourceUrl: string;
  messageUrl: string;
  /** Who decides its inspections: it, or the user. */
  inspect: 'auto' | 'manual';
  /** True if it was already running. */
  joined: boolean;
  /** The process that was already running. */
  pid?: number;
  /** Leaves it. An emulator that this command started keeps running until every joined process has left. */
  leave(): Promise<void>;
  /** Stops it if this command started it. Leaves a joined one running. */
  close(): Promise<void>;
}

interface HostOptions
  extends Pick<
    EmulatorOptions,
    'port' | 'hosts' | 'mask' | 'timezone' | 'language' | 'data' | 'skipDamaged' | 'keep' | 'webhook' | 'seed'
  > {
  /** True for `notiform emulator`, which listens on the port of notiform.yaml. Any other command takes a free port. */
  isServer?: boolean;
  inspect?: EmulatorOptions['inspect'] | undefined;
  /** Profiles, senders and recipients to register in addition to the environment's own. */
  also?: OwnRegistration | undefined;
}

/** How long a command waits for an emulator that is announced and does not answer, in milliseconds. */
const PATIENCE = 10_000;
const LOOK_AGAIN = 50;

/**
 * Joins the emulator that already runs for this project, else starts one for the length of the command (MANIFESTS,
 * `emulator: true`). It is started under a lock and announced in `.notiform/emulator.json`, so that one process owns the
 * data.
 */
export async function hostEmulator(
  root: string,
  environment: Environment,
  ports: Ports,
  signal: AbortSignal,
  options: HostOptions = {},
): Promise<EmulatorHost> {
  const { lock } = filesOf(root);
  const giveUp = ports.clock.now() + PATIENCE;
  for (;;) {
    const announced = await readAnnouncement(root, ports);
    const joined = announced && (await joinRunning(announced, environment, { ports, signal }));
    if (joined) return joined;
    // A living emulator that does not answer is stopping. Its data cannot be used before it has ended.
    const isEnding = announced !== undefined && ports.clock.now() < giveUp;
    const held = isEnding ? undefined : await lockStart(lock, ports, ports.clock.now() < giveUp + PATIENCE);
    if (held) return startLocked(held, announced, { root, environment, ports, signal, options });
    await ports.clock.sleep(LOOK_AGAIN, signal);
  }
}

/**
 * The right to start the emulator. That of a dead process is taken over. While a living one has it: undefined, or, for
 * one that has waited long enough, the problem that names it.
 */
async function lockStart(path: string, ports: Ports, waits: boolean): Promise<FileLock | undefined> {
  const holder = { ...thisProcess(), command: 'emulator' };
  try {
    return await takeLock({
      path,
      holder,
      ports,
      isAlive: isProcessAlive,
      refusal: (lock) => alreadyLocked('the emulator', lock, `remove ${path}`),
    });
  } catch (error) {
    if (error instanceof FileFailure) throw new NotiformError(notStarted(error));
    if (waits && error instanceof NotiformError && error.exit === Exit.stale) return undefined;
    throw error;
  }
}

function notStarted(failure: FileFailure): Problem {
  const { message, ...problem } = failure.problem('.notiform/emulator.lock');
  return { ...problem, message: `The emulator did not start. Nothing was done: ${message}` };
}

interface Asking {
  ports: Ports;
  signal: AbortSignal;
}

interface Start extends Asking {
  root: string;
  environment: Environment;
  options: HostOptions;
}

/** Starts the emulator, unless another process started one first. */
async function startLocked(held: FileLock, seen: RunningEmulator | undefined, given: Start): Promise<EmulatorHost> {
  try {
    const now = await readAnnouncement(given.root, given.ports);
    if (now === undefined || now.url === seen?.url) return await start(given);
  } finally {
    await held.release();
  }
  return hostEmulator(given.root, given.environment, given.ports, given.signal, given.options);
}

/**
 * Joins an emulator: undefined if it does not answer, or cannot prove that it wrote its announcement. From the registration
 * on it stays until it is left.
 */
async function joinRunning(
  running: RunningEmulator,
  environment: Environment,
  given: Asking,
): Promise<EmulatorHost | undefined> {
  const { url } = running;
  if (!(await provesItself(url, running.secret, given.ports.random.hex(32), given.signal))) return undefined;
  const control = createEmulatorControl(url);
  const leave = await reached(hold(url));
  if (!leave) return undefined;
  const answer = await reached(control.register(registration(environment)));
  if (answer) {
    const { inspect } = await controlled(Promise.resolve(answer));
    const place = { url, resourceUrl: url, messageUrl: url };
    return { ...place, inspect, joined: true, pid: running.pid, leave, close: leave };
  }
  await leave();
  return undefined;
}

/** The answer to a request. Undefined if no emulator answered. */
async function reached<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function start({ root, environment, ports, signal, options }: Start): Promise<EmulatorHost> {
  const { announcement, data } = filesOf(root);
  const { startEmulator } = await import('../../emulator/emulator.ts');
  const secret = ports.random.hex(32);
  const { emulatorStart } = environment;
  const { also, isServer, ...given } = options;
  const own = registration(environment);
  const inspect = given.inspect ?? environment.inspect;
  const emulator = await startEmulator({
    ...given,
    port: given.port ?? (isServer ? emulatorStart.port : undefined),
    hosts: given.hosts ?? emulatorStart.hosts,
    mask: given.mask ?? emulatorStart.mask,
    data: given.data ?? data,
    inspect,
    wire: environment.wire,
    secret,
    ports,
    profiles: [...own.profiles, ...(also?.profiles ?? [])],
    senders: [...own.senders, ...(also?.senders ?? [])],
    recipients: [...own.recipients, ...(also?.recipients ?? [])],
  });
  const { url, resourceUrl, messageUrl } = emulator;
  const close = async (): Promise<void> => {
    await emulator.close();
    await ports.files.remove(announcement);
  };
  const other = given.data === undefined || given.data === data ? {} : { data: given.data };
  const announced: RunningEmulator = { pid: process.pid, url, secret, ...other };
  try {
    await ports.files.writeAtomic(announcement, JSON.stringify(announced));
    signal.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  }
  const leave = (): Promise<void> =>
    emulator
      .released(signal)
      .catch(() => undefined)
      .then(close);
  return { url, resourceUrl, messageUrl, inspect, joined: false, leave, close };
}

/** The registrations of an environment, or of the flags of `emulator`. */
export type OwnRegistration = Required<Omit<Registration, 'channels'>>;

function registration(environment: Environment): OwnRegistration {
  together(emulatorSettings(environment));
  return {
    profiles: [...environment.profiles.keys()].map((alias) => environment.profile(alias)),
    senders: [...environment.senders].map((name) => environment.sender(name)),
    recipients: [...environment.recipients].map((name) => environment.recipient(name)),
  };
}

/** Tells an emulator that it is in use. Call the returned function to end that. */
async function hold(url: string): Promise<() => Promise<void>> {
  const use = new AbortController();
  const { headers, body } = await request(`${url}${CONTROL_PATH}/hold`, { signal: use.signal }).catch(
    (cause: unknown) => {
      throw new TypeError('the emulator does not answer', { cause });
    },
  );
  // The answer ends when the use ends.
  body.on('error', () => undefined);
  // The process of the announcement may be another by now, and its port too.
  if (headers['x-emulator'] !== 'notiform') throw new TypeError('it is no emulator');
  return () => {
    use.abort();
    return Promise.resolve();
  };
}

/** Returns the emulator's answer. Throws a NotiformError with its message if it refused. */
export async function controlled<T>(answer: Promise<Controlled<T>>): Promise<T> {
  const given = await answer;
  if (given.ok) return given;
  throw new NotiformError(
    { code: 'emulator-refused', severity: 'error', message: `The emulator answered: ${given.message}` },
    Exit.failed,
  );
}

/** The error of an emulator command for a real service: its inspectors are people, and its keys stay out of emulator data. */
export function notAnEmulator(name: string, hint = 'Choose an environment with `emulator: true`'): NotiformError {
  return new NotiformError(
    errorProblem('not-an-emulator', `The environment ${name} is a real service, not an emulator`, hint),
    Exit.problems,
  );
}

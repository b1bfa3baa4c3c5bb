import { HOST_NAME } from '../core/host-name.ts';
import { isObject } from '../core/json.ts';
import { NotiformError } from '../core/problem.ts';
import { systemPorts } from '../files/system.ts';
import { type Controlled, controlBy, type EmulatorControl } from './control/requests.ts';
import { settingsShape } from './control/settings-routes.ts';
import { emulatorCredentials } from './defaults.ts';
import { array, asSent, filledText, integer, object, phoneNumber, read, textLike } from './members.ts';
import type { Emulator, InspectedTemplate, StartOptions } from './public-types.ts';
import { profileShape } from './resource/profile/shape.ts';
import type { Rule } from './shape.ts';
import { startEmulator as startServer } from './start.ts';

const MOST_MESSAGES = 10_000;

/** The options of a start, which a program in JavaScript can misspell. The seed is checked when it is stored. */
const startShape = {
  port: integer(0, 65_535),
  hosts: array(textLike(HOST_NAME, 'the name of a host, without http:// and port')),
  data: filledText,
  profiles: array(object(profileShape)),
  senders: array(phoneNumber),
  recipients: array(phoneNumber),
  settings: object(settingsShape),
  seed: { is: 'open' },
} satisfies Record<keyof StartOptions, Rule>;

/** Starts both APIs on 127.0.0.1, in this process. Rejects with an Error if the port is taken or an option wrong. */
export async function startEmulator(options: StartOptions = {}): Promise<Emulator> {
  const given = isObject(options)
    ? read(asSent(options), startShape, 'startEmulator')
    : 'the argument must be an object';
  if (typeof given === 'string') throw new Error(`The emulator did not start: ${given}`);
  const { recipients = [], ...rest } = given;
  const start = { ...rest, inspect: 'manual' as const, ports: systemPorts, recipients };
  const server = await startServer(start).catch(refused);
  const { profiles, senders } = server;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= server.close();
    return stopped;
  };
  const control: typeof server.control = async (...request) => {
    if (stopped !== undefined) throw new Error('the emulator was stopped');
    return server.control(...request);
  };
  return {
    url: server.url,
    credentials: { ...emulatorCredentials },
    senderKey: profiles[0]?.key ?? '',
    sender: senders[0] ?? '',
    ...methodsOf(controlBy(control), profiles[0]?.alias ?? ''),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function refused(error: unknown): never {
  if (!(error instanceof NotiformError)) throw error;
  throw new Error(`${error.message}. ${error.problems[0]?.hint ?? ''}`, { cause: error });
}

type Control = Omit<Emulator, 'url' | 'credentials' | 'senderKey' | 'sender' | 'stop' | typeof Symbol.asyncDispose>;

/** The control API as methods. `usual` is the profile of a verdict that names none. */
function methodsOf(control: EmulatorControl, usual: string): Control {
  const decide = async (verdict: 'approve' | 'reject', template: InspectedTemplate): Promise<void> => {
    if (!isObject(template)) throw new Error('the argument must be an object');
    if ('verdict' in template) throw new Error(`${verdict} does not know the member \`verdict\``);
    await done(control.verdict({ profile: usual, ...template, verdict }));
  };
  return {
    inspections: {
      list: async () => (await done(control.requests())).requests,
      approve: (template) => decide('approve', template),
      reject: (template) => decide('reject', template),
    },
    inbox: {
      list: async (filter = {}) => (await done(control.inbox({ limit: MOST_MESSAGES, ...filter }))).messages,
      waitFor: async (filter) => (await done(control.waitForMessage(filter))).message,
      clear: async (filter) => (await done(control.deleteMessages(filter))).deleted,
    },
    faults: {
      set: (rules) => acted(control.faults(rules)),
      clear: () => acted(control.faults([])),
    },
    clock: {
      get: () => done(control.time()),
      advance: (ms) => done(control.clock({ advance: ms })),
      set: (to) => done(control.clock({ set: to })),
      reset: () => done(control.clock({ real: true })),
    },
    journal: {
      list: async (filter) => (await done(control.journal(filter))).entries,
      waitFor: async (filter) => (await done(control.waitForRequest(filter))).entry,
      clear: () => acted(control.clearJournal()),
    },
    seed: (seed) => done(control.seed(seed)),
    configure: async (settings) => (await done(control.settings(settings))).settings,
    snapshot: async () => (await done(control.snapshot())).snapshot,
    checkpoint: (name) => acted(control.checkpoint(name)),
    restore: (name) => acted(control.restore(name)),
    reset: () => acted(control.reset()),
  };
}

async function acted(answer: Promise<Controlled<object>>): Promise<void> {
  await done(answer);
}

/** The members of an answer. Rejects with an Error if the request was refused. */
async function done<T>(answer: Promise<Controlled<T>>): Promise<T> {
  const given = await answer;
  if (!given.ok) throw new Error(given.message);
  const { ok: _ok, ...members } = given;
  return members as T; // everything but `ok`
}

import { resolve } from 'node:path';
import type { JsonObject } from '../core/json.ts';
import type { Language } from '../core/language.ts';
import type { Ports } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import { neutralWire, type Wire } from '../core/wire.ts';
import { KOREA } from '../core/zone.ts';
import { createApp } from './app.ts';
import { Watchers } from './collection.ts';
import type { Context } from './context.ts';
import { controlInProcess } from './control/control.ts';
import { Faults } from './control/faults.ts';
import { Holds } from './control/holds.ts';
import { Journal } from './control/journal.ts';
import type { ControlCall } from './control/requests.ts';
import { plantAll } from './control/store-routes.ts';
import { defaultSettings, emulatorCredentials, emulatorProfile, emulatorSender } from './defaults.ts';
import { feedOf } from './desk/feed.ts';
import type { Machine } from './machine.ts';
import { Limits, Tokens } from './message/limits.ts';
import { expectResult } from './message/phone.ts';
import { purge } from './message/retention.ts';
import { Courier } from './message/webhook.ts';
import { lockData, Persistence } from './persistence.ts';
import type { EmulatorCredentials, Settings } from './public-types.ts';
import type { Channel } from './resource/entities.ts';
import { Gallery } from './resource/image/gallery.ts';
import { KEPT_BYTES, KeptBytes } from './resource/kept-bytes.ts';
import { expectBrandVerdicts } from './resource/profile/control.ts';
import { register } from './resource/profile/operations.ts';
import type { RegisteredProfile } from './resource/profile/shape.ts';
import { RequestCounts } from './resource/statistics/limits.ts';
import { releasedPublicTemplates } from './resource/template/endpoints.ts';
import { expectVerdict, inspectionRequests } from './resource/template/operations.ts';
import { type Listening, listen } from './server.ts';
import { Store } from './store.ts';
import { EmulatorClock } from './time.ts';

export interface EmulatorOptions {
  /** A free one if left out. */
  port?: number | undefined;
  /** Names under which other machines call it. With one, it listens on every interface; without, on loopback only. */
  hosts?: readonly string[] | undefined;
  /** True masks phone numbers on the desk and in the control API. */
  mask?: boolean | undefined;
  /** The time zone of times on the desk, as `Asia/Seoul`, which is the default. */
  timezone?: string | undefined;
  /** The language of the desk. The browser decides if left out; a reader can change it. */
  language?: Language | undefined;
  /** The data file; without one everything is lost at the end. */
  data?: string | undefined;
  /** True leaves out damaged lines of the data file. */
  skipDamaged?: boolean | undefined;
  /** The most messages that are kept; default: 50,000. */
  keep?: number | undefined;
  /** `auto` approves every request. */
  inspect: 'auto' | 'manual';
  /** The address that receives the results of sends. */
  webhook?: string | undefined;
  /** Settings that differ from the defaults, at the start and after a reset. */
  settings?: Partial<Settings>;
  /** What `POST seed` takes, at the start and after a reset. */
  seed?: JsonObject | undefined;
  /** If left out, those of the data file, or else the usual one. */
  profiles?: readonly RegisteredProfile[];
  senders?: readonly string[];
  recipients: readonly string[];
  /** Messenger channels, and whose phone administers each. */
  channels?: readonly Channel[];
  credentials?: EmulatorCredentials;
  wire?: Wire;
  /** The secret of `GET /_emulator/proof`. */
  secret?: string;
  /** Milliseconds until an idle connection is closed. */
  idleMs?: number;
  ports: Ports;
}

export interface EmulatorServer {
  /** `http://127.0.0.1:4010`: both APIs and the control API. */
  url: string;
  resourceUrl: string;
  messageUrl: string;
  profiles: readonly RegisteredProfile[];
  senders: readonly string[];
  /** Sends a request of the control API without a connection. */
  control: ControlCall;
  /** Resolves when no other process uses it (`hold`); rejects when the signal is aborted first. */
  released(signal: AbortSignal): Promise<void>;
  /** Saves and stops; open connections are cut. */
  close(): Promise<void>;
}

/**
 * Starts both APIs of the service on this machine, on loopback unless `hosts` has names for other machines.
 * @throws NotiformError if the port is taken (`emulator-port`), another emulator uses the data file (`emulator-running`), the data
 *   file has another format or no folder (`emulator-data`), or the seed has a mistake (`emulator-seed`)
 */
export async function startEmulator(given: EmulatorOptions): Promise<EmulatorServer> {
  const file = given.data === undefined ? undefined : await lockData(resolve(given.data), given.ports);
  const options = { ...given, data: file?.path };
  const { machine, persistence, bind } = assemble(options);
  const holds = new Holds();
  const closing = new AbortController();
  const feed = feedOf(machine);
  const start = async (): Promise<Listening> => {
    await persistence.load(options.skipDamaged);
    const { profiles, senders } = machine.store;
    const stored = Array.from(profiles.values(), ({ alias, key, type }) => ({ alias, key, type }));
    options.profiles ??= stored.length === 0 ? [emulatorProfile] : stored;
    options.senders ??= senders.size === 0 ? [emulatorSender] : [...senders.values()];
    begin(machine, options);
    persistence.begun();
    const address = { port: options.port ?? 0, everywhere: (options.hosts ?? []).length > 0 };
    return listen(createApp(machine, holds, feed), address, () => machine.clock.now(), options.idleMs);
  };
  const server = await start().catch(async (error: unknown) => {
    // Its timers would keep the process alive.
    machine.clock.close();
    await file?.release();
    throw error;
  });
  const url = `http://127.0.0.1:${server.port}`;
  bind(url);
  return {
    url,
    resourceUrl: url,
    messageUrl: url,
    profiles: options.profiles ?? [],
    senders: options.senders ?? [],
    control: controlInProcess(machine, closing.signal),
    released: (signal) => holds.released(signal),
    close: async () => {
      closing.abort();
      machine.clock.close();
      machine.courier.clear();
      feed.close();
      await server.close();
      try {
        await machine.saved();
      } finally {
        await file?.release();
      }
    },
  };
}

function assemble(options: EmulatorOptions): { machine: Machine; persistence: Persistence; bind(url: string): void } {
  const { ports, data } = options;
  let url = 'http://127.0.0.1:0';
  const store = new Store();
  const persistence = new Persistence(store, ports.files, data);
  const context: Context = {
    store,
    clock: new EmulatorClock(ports.clock, store),
    random: ports.random,
    credentials: options.credentials ?? emulatorCredentials,
    wire: options.wire ?? neutralWire,
    mask: options.mask ?? false,
    timezone: options.timezone ?? KOREA,
    language: options.language,
    secret: options.secret,
    settings: defaultSettings(options),
    keep: options.keep ?? 50_000,
    dropped: { messages: 0 },
    saved: () => persistence.saved(),
    url: () => url,
    hosts: options.hosts ?? [],
  };
  const machine: Machine = {
    ...context,
    faults: new Faults(),
    journal: new Journal(),
    checkpoints: new Map(),
    gallery: new Gallery(context, ports.files, data === undefined ? undefined : `${data}.images`),
    attachments: new KeptBytes(ports.files, data === undefined ? undefined : `${data}.attachments`, KEPT_BYTES),
    tokens: new Tokens(),
    limits: new Limits(),
    requestCounts: new RequestCounts(),
    courier: new Courier(context),
    controlled: new Watchers(),
    reset: () => reset(machine, options),
    resume: () => resume(machine),
  };
  const bind = (to: string): void => {
    url = to;
  };
  return { machine, persistence, bind };
}

/** Registers the profiles and numbers of the options, seeds, and schedules pending work of the loaded data. */
function begin(machine: Machine, options: EmulatorOptions): void {
  const { store, clock } = machine;
  register(machine, options);
  if (store.publicTemplates.size === 0)
    for (const template of releasedPublicTemplates(clock.now())) store.publicTemplates.put(template);
  const planted = plantAll(machine, options.seed ?? {});
  if (typeof planted === 'string')
    throw new NotiformError(
      errorProblem(
        'emulator-seed',
        `The emulator did not start: ${planted}`,
        'Correct the member that the message names',
      ),
    );
  // A snapshot may lack the profiles that this emulator announces.
  register(machine, options);
  resume(machine);
}

/** Schedules verdicts, results and removals of stored entities. */
function resume(machine: Machine): void {
  const { store } = machine;
  // A seeded message is scheduled already, and its result is pushed once.
  machine.clock.clear();
  for (const template of inspectionRequests(machine)) expectVerdict(machine, template);
  expectBrandVerdicts(machine);
  purge(machine);
  for (const message of store.messages.values()) expectResult(machine, message);
}

async function reset(machine: Machine, options: EmulatorOptions): Promise<void> {
  machine.clock.reset();
  const cleared = [machine.gallery.clear(), machine.attachments.clear(machine.saved)];
  for (const part of [
    machine.store,
    machine.tokens,
    machine.faults,
    machine.journal,
    machine.checkpoints,
    machine.limits,
    machine.requestCounts,
    machine.courier,
  ])
    part.clear();
  Object.assign(machine.settings, defaultSettings(options));
  begin(machine, options);
  await Promise.all(cleared);
}

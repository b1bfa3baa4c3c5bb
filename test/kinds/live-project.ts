import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import type { ProfileRef } from '../../src/core/resource.ts';
import { neutralWire } from '../../src/core/wire.ts';
import {
  createEmulatorControl,
  type EmulatorControl,
  emulatorCredentials,
  type RegisteredProfile,
  startEmulator,
} from '../../src/emulator/emulator.ts';
import { applyPlan } from '../../src/engine/apply/apply.ts';
import { makePlan } from '../../src/engine/plan/plan.ts';
import { policyOf } from '../../src/engine/route/policy.ts';
import { observeStatus } from '../../src/engine/status/status.ts';
import { waitForVerdicts } from '../../src/engine/status/wait.ts';
import type { EngineInput, Planned, PolicyFlags } from '../../src/engine/types.ts';
import { systemClock, systemFiles } from '../../src/files/system.ts';
import { kinds, remoteOf } from '../../src/kinds/registry.ts';
import { loadManifests } from '../../src/manifest/load/load.ts';
import { messageEndpoints } from '../../src/send/endpoints.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { type Client, createClient } from '../../src/wire/client.ts';
import { TestClock, TestFiles } from '../engine/support.ts';
import { seededRandom } from '../random.ts';

export const shop: ProfileRef = { alias: 'shop', key: 'a'.repeat(40), type: 'S' };
export const mall: ProfileRef = { alias: 'mall', key: 'b'.repeat(40), type: 'G' };
export const outlet: ProfileRef = { alias: 'outlet', key: 'c'.repeat(40), type: 'G' };

/** Manifests in a folder, and the emulator: the real kinds, manifests, engine, client and state files. */
export interface LiveProject {
  control: EmulatorControl;
  service: Client;
  /** Takes the place of the manifests. */
  declare(yaml: string): Promise<void>;
  write(file: string, bytes: Uint8Array): Promise<void>;
  plan(flags?: PolicyFlags, targets?: readonly string[]): Promise<Planned<Client>>;
  /** What each change of a plan does: `update: plugin.delete, plugin.create`. */
  actions(flags?: PolicyFlags): Promise<Record<string, string>>;
  /** Why each blocked address is, with what would open a way. */
  blocked(flags?: PolicyFlags): Promise<Record<string, string>>;
  /** Plans and applies; how each change ended. */
  apply(flags?: PolicyFlags): Promise<Record<string, string>>;
  carryOut(planned: Planned<Client>): ReturnType<typeof applyPlan>;
  status(): ReturnType<typeof observeStatus>;
  wait(): ReturnType<typeof waitForVerdicts>;
  binding(address: string): unknown;
  /** The uploads that the state has for the shop, by handle. */
  uploads(): Record<string, unknown>;
  /** Loses what the state knows of some addresses of the shop, of all of them where nothing is said, and its uploads. */
  forget(isLost?: (address: string) => boolean): void;
  problems(): Promise<Problem[]>;
  /** Called while it waits. */
  onSleep(action: () => Promise<unknown>): void;
  /** The paths that were asked for since the last time this was asked. */
  calls(): Promise<string[]>;
}

export async function openLiveProject(
  profiles: readonly (ProfileRef & Partial<RegisteredProfile>)[] = [shop],
  missing: readonly ProfileRef[] = [],
): Promise<LiveProject> {
  const root = await mkdtemp(join(tmpdir(), 'notiform-live-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const ports = { clock: systemClock, random: seededRandom(1), files: systemFiles };
  const emulator = await startEmulator({
    inspect: 'manual',
    profiles: profiles.map((profile) => ({ ...profile })),
    senders: [],
    recipients: [],
    ports,
  });
  onTestFinished(() => emulator.close());
  const control = createEmulatorControl(emulator.url);
  const clock = new TestClock();
  const service = createClient({
    token: messageEndpoints.token,
    resourceUrl: emulator.resourceUrl,
    credentials: emulatorCredentials,
    wire: neutralWire,
    limits: { inFlight: 8, perSecond: 100_000, timeoutMs: 10_000 },
    insecureTls: false,
    ports: { ...ports, clock },
  });
  onTestFinished(() => service.close());
  const state = new TestFiles();
  const known = new Map([...profiles, ...missing].map(({ alias, key, type }) => [alias, { alias, key, type }]));

  const load = () =>
    loadManifests({
      root,
      manifests: 'manifests',
      environment: { name: 'test', variables: new Map(), profiles: known, senders: new Set(), recipients: new Set() },
      defaults: { profile: 'shop' },
      files: systemFiles,
    });
  const resources = async () => {
    const loaded = await load();
    const [error] = loaded.problems.filter(({ severity }) => severity === 'error');
    if (error) throw new Error(`${error.code}: ${error.message}`);
    return loaded.resources;
  };
  const input = (): EngineInput<Client> => ({
    environment: { name: 'test', account: 'account', profiles: known, limits: { inFlight: 4, timeoutMs: 10_000 } },
    kinds,
    service,
    remote: remoteOf(service),
    store: createFileStore({
      path: '/state',
      shown: 'state',
      environment: 'test',
      ports: { ...ports, clock, files: state },
      isAlive: () => true,
    }),
    ports: { ...ports, clock },
    signal: new AbortController().signal,
  });
  const guard = { deletes: null, updates: null, allow: ['queues-again' as const, 'destroys' as const] };

  let seen = 0;
  const project: LiveProject = {
    control,
    service,
    declare: (yaml) => project.write('manifests/all.yaml', Buffer.from(yaml)),
    write: async (file, bytes) => {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), bytes);
    },
    plan: async (flags = {}, targets = []) =>
      makePlan({
        ...input(),
        resources: await resources(),
        policy: policyOf(guard, { allowEmpty: true, ...flags }),
        targets,
        excludes: [],
        tool: 'notiform test',
      }),
    actions: async (flags) => {
      const { plan } = await project.plan(flags);
      return Object.fromEntries(
        plan.changes.map(({ address, action, steps }) => [
          address,
          [action, steps.map(({ operation }) => operation).join(', ')].filter((word) => word !== '').join(': '),
        ]),
      );
    },
    blocked: async (flags) => {
      const { plan } = await project.plan(flags);
      return Object.fromEntries(
        plan.blocked.map(({ address, reason, opens }) => [address, opens === null ? reason : `${reason} [${opens}]`]),
      );
    },
    apply: async (flags) => {
      const { changes } = await project.carryOut(await project.plan(flags));
      return Object.fromEntries(
        changes.map(({ address, outcome, problem, steps }) => {
          const said = problem ?? steps.find((step) => step.problem)?.problem;
          return [address, said ? `${outcome}: ${said.message}` : outcome];
        }),
      );
    },
    carryOut: (planned) => applyPlan(planned, { ...input(), root, holder: { pid: 1, host: 'here', command: 'apply' } }),
    status: async () => observeStatus({ ...input(), resources: await resources(), addresses: [] }),
    wait: async () => waitForVerdicts({ ...input(), resources: await resources(), addresses: [], timeoutMs: 60_000 }),
    binding: (address) => documentOf(state).entries[address]?.binding,
    uploads: () => documentOf(state).uploads ?? {},
    forget: (isLost = () => true) => {
      const document = documentOf(state);
      const entries = Object.entries(document.entries).filter(([address]) => !isLost(address));
      const left = { ...document, entries: Object.fromEntries(entries), uploads: {} };
      state.all.set(STATE, Buffer.from(JSON.stringify(left)));
    },
    problems: async () => (await load()).problems,
    onSleep: (action) => {
      const { sleep } = clock;
      clock.sleep = async (ms, signal) => {
        await action();
        await sleep.call(clock, ms, signal);
      };
    },
    calls: async () => {
      const answer = await control.journal({ after: seen });
      if (!answer.ok) throw new Error(answer.message);
      seen = Math.max(seen, ...answer.entries.map(({ seq }) => seq));
      return answer.entries.map(({ path }) => path);
    },
  };
  return project;
}

const STATE = '/state/test/shop.json';

function documentOf(state: TestFiles): {
  entries: Record<string, { binding: unknown }>;
  uploads?: Record<string, unknown>;
} {
  return JSON.parse(state.text(STATE) ?? '{"entries":{}}');
}

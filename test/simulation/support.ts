import { onTestFinished } from 'vitest';
import type { FileNode } from '../../src/core/content.ts';
import { type JsonObject, sha256 } from '../../src/core/json.ts';
import type { Risk } from '../../src/core/kind.ts';
import type { Plan } from '../../src/core/plan.ts';
import type { Ports } from '../../src/core/ports.ts';
import type { ProfileRef, Resource } from '../../src/core/resource.ts';
import { neutralWire } from '../../src/core/wire.ts';
import { type Controlled, controlBy } from '../../src/emulator/control/requests.ts';
import { type EmulatorControl, emulatorCredentials, type JournalEntry } from '../../src/emulator/emulator.ts';
import { applyPlan } from '../../src/engine/apply/apply.ts';
import { planApproved } from '../../src/engine/approval/approval.ts';
import { makePlan } from '../../src/engine/plan/plan.ts';
import { policyOf } from '../../src/engine/route/policy.ts';
import type { EngineInput, Planned, PolicyFlags } from '../../src/engine/types.ts';
import { declarations, kinds, remoteOf } from '../../src/kinds/registry.ts';
import { messageEndpoints } from '../../src/send/endpoints.ts';
import type { StateDocument } from '../../src/state/document.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { replay } from '../../src/state/journal.ts';
import { parseBase } from '../../src/state/stored-document.ts';
import { type Client, createClient } from '../../src/wire/client.ts';
import { api } from '../api.ts';
import { openEmulator } from '../cli/project.ts';
import { TestClock, TestFiles } from '../engine/support.ts';
import { png } from '../images.ts';
import { seededRandom } from '../random.ts';
import { SlowLine } from './line.ts';

export const shop: ProfileRef = { alias: 'shop', key: 'shop-key', type: 'S' };

/** The other profiles of a project that has all kinds: groups that the shop may be in. */
export const groups: readonly ProfileRef[] = ['mall', 'outlet'].map((alias) => ({
  alias,
  key: `${alias}-key`,
  type: 'G',
}));

/** The death of a process: from some event on nothing that it tries comes to pass. */
export class Crash extends Error {}

/** Called at an event, before the process goes on: what it is about (`template.add`, `write`, …). */
type Witness = (event: number, what: string) => Promise<void>;

/** Whether what an event is about changes nothing. */
export function isRead(what: string): boolean {
  return /\.(?:list|detail|get|use|multi|all|codeCheck|search)$|^download$/.test(what);
}

/** Counts what a run does to the world, and kills it at one of these events: before the event, or after. */
export class Fate {
  events = 0;
  #last: number;
  #objection: unknown;
  readonly #witness: Witness | undefined;
  #before: Promise<unknown> = Promise.resolve();
  constructor(last = Number.POSITIVE_INFINITY, witness?: Witness) {
    this.#last = last;
    this.#witness = witness;
  }
  /** Does something to the world, which is two events, be it that it fails. Where a witness looks nothing else goes on meanwhile. */
  around<T>(what: string, action: () => Promise<T>): Promise<T> {
    const both = async (): Promise<T> => {
      await this.#pass(what);
      try {
        return await action();
      } finally {
        await this.#pass(what);
      }
    };
    if (!this.#witness) return both();
    const done = this.#before.then(both);
    this.#before = done.catch(() => undefined);
    return done;
  }
  async #pass(what: string): Promise<void> {
    this.events += 1;
    this.check();
    try {
      await this.#witness?.(this.events, what);
    } catch (error) {
      // Who runs would take it for a bug of its own, and tell of that alone.
      this.#objection ??= error;
      throw error;
    }
  }
  /** It is killed now. */
  die(): never {
    this.#last = -1;
    throw new Crash(`killed after event ${this.events}`);
  }
  /** A dead process says nothing, whatever its last function would have returned; nor does one that a witness objected to. */
  check(): void {
    if (this.#objection !== undefined) throw this.#objection;
    if (this.events > this.#last) throw new Crash(`killed at event ${this.#last}`);
  }
}

/** The same client, where each call is two events: it is sent, and its answer comes, be it a no. */
function mortal(client: Client, fate: Fate): Client {
  return {
    ...client,
    call: (...args) => fate.around(args[0].name, () => client.call(...args)),
    callDated: (...args) => fate.around(args[0].name, () => client.callDated(...args)),
    upload: (...args) => fate.around(args[0].name, () => client.upload(...args)),
    sendFile: (...args) => fate.around(args[0].name, () => client.sendFile(...args)),
    download: (...args) => fate.around('download', () => client.download(...args)),
  };
}

type Receipts = ReturnType<typeof applyPlan>;

/** One process of a project. */
export interface Process {
  plan(resources: readonly Resource[], flags?: PolicyFlags): Promise<Planned<Client>>;
  /** What is left of a plan file. */
  approved(file: Plan, resources: readonly Resource[]): Promise<Planned<Client>>;
  apply(planned: Planned<Client>): Receipts;
  run(resources: readonly Resource[], flags?: PolicyFlags): Receipts;
}

/** A project against an emulator in this process: the real kinds, client and state files. */
export interface Project extends Process {
  control: EmulatorControl;
  /** The service, as the console and others use it. */
  service: Client;
  line: SlowLine;
  files: TestFiles;
  clock: TestClock;
  /** A fresh process: the one before is dead, its locks are not. */
  restart(fate?: Fate): void;
  /** One more process beside it. */
  beside(fate?: Fate): Process;
  /** Remembers service and files under a name; what comes back brings them back, as often as it is called. Time goes on. */
  keep(name: string): Promise<() => Promise<void>>;
  /** Templates of the shop by code, with their service state. */
  live(): Promise<Record<string, string>>;
  verdict(templateCode: string, verdict: 'approve' | 'reject'): Promise<void>;
  /** What was asked of the service since the last time this was asked. */
  journal(): Promise<JournalEntry[]>;
  state(): StateDocument | undefined;
  image(path: string, tail?: string): FileNode & JsonObject;
  inFlight: number;
  /** Risks that every plan is allowed which says nothing else. */
  allow: readonly Risk[];
}

/** @param others profiles beside the shop */
export async function openProject(others: readonly ProfileRef[] = []): Promise<Project> {
  const profiles = [shop, ...others];
  const emulator = await openEmulator(profiles);
  const control = controlBy(emulator.control);
  const files = new TestFiles();
  const clock = new TestClock();
  const ports: Ports = { clock, random: seededRandom(1), files };
  const line = new SlowLine();
  onTestFinished(() => line.close());
  /** Each process has its own client: what one has used up of its repetitions, the next still has. */
  const connect = (): Client =>
    createClient({
      token: messageEndpoints.token,
      dispatcher: line.dispatcher,
      resourceUrl: emulator.resourceUrl,
      credentials: emulatorCredentials,
      wire: neutralWire,
      limits: { inFlight: 8, perSecond: 10_000, timeoutMs: 40_000 },
      insecureTls: false,
      ports,
    });
  const client = connect();

  const diskOf = (fate: Fate): TestFiles => {
    const change =
      <A extends unknown[], T>(action: (...args: A) => Promise<T>) =>
      (...args: A): Promise<T> =>
        fate.around('write', () => action(...args));
    return Object.assign(Object.create(files) as TestFiles, {
      writeAtomic: change((path: string, bytes: string | Uint8Array) => files.writeAtomic(path, bytes)),
      createExclusive: change((path: string, text: string) => files.createExclusive(path, text)),
      rename: change((from: string, to: string) => files.rename(from, to)),
      append: change((path: string, text: string) => files.append(path, text)),
      extend: change((path: string, text: string) => files.extend(path, text)),
      remove: change((path: string) => files.remove(path)),
    });
  };

  let pids = 0;
  const living = new Set<number>();
  /** What outlives a process does nothing any more. */
  const begin = (fate = new Fate()): Process => {
    pids += 1;
    const pid = pids;
    living.add(pid);
    const service = mortal(connect(), fate);
    const disk: Ports = { clock, random: seededRandom(pid), files: diskOf(fate) };
    const store = createFileStore({
      path: '/project/state',
      shown: 'state',
      environment: 'test',
      ports: disk,
      isAlive: (one) => living.has(one),
      whole: SMALL,
    });
    const input = (): EngineInput<Client> => ({
      environment: {
        name: 'test',
        account: 'account',
        profiles: new Map(profiles.map((profile) => [profile.alias, profile])),
        limits: { inFlight: project.inFlight, timeoutMs: 40_000 },
      },
      kinds,
      service,
      remote: remoteOf(service),
      store,
      ports: disk,
      signal: new AbortController().signal,
    });
    const one: Process = {
      plan: (resources, flags = {}) =>
        makePlan({ ...input(), ...planning(resources, { allow: project.allow, ...flags }) }),
      approved: (file, resources) => planApproved({ ...input(), resources, approved: file, tool: 'notiform test' }),
      apply: async (planned) => {
        const holder = { pid, host: 'here', command: 'apply' };
        const receipt = await applyPlan(planned, { ...input(), root: '/project', holder });
        fate.check();
        return receipt;
      },
      run: async (resources, flags) => one.apply(await one.plan(resources, flags)),
    };
    return one;
  };

  let seen = 0;
  const project: Project = {
    control,
    service: client,
    line,
    files,
    clock,
    inFlight: 1,
    allow: [],
    restart: (fate) => {
      living.clear();
      current = begin(fate);
    },
    beside: begin,
    keep: async (name) => {
      succeeded(await control.checkpoint(name));
      const kept = new Map(files.all);
      return async () => {
        succeeded(await control.restore(name));
        files.all.clear();
        for (const [path, bytes] of kept) files.all.set(path, bytes);
      };
    },
    plan: (...args) => current.plan(...args),
    approved: (...args) => current.approved(...args),
    apply: (planned) => current.apply(planned),
    run: (...args) => current.run(...args),
    live: async () => {
      const { rows } = await api(client).template.list(shop, new AbortController().signal);
      return Object.fromEntries(rows.map(({ name, state }) => [name, state]).sort());
    },
    verdict: async (templateCode, verdict) => {
      const of = { profile: shop.alias, templateCode };
      const answer = await control.verdict(
        verdict === 'approve' ? { ...of, verdict } : { ...of, verdict, comment: '광고 문구를 빼 주세요' },
      );
      succeeded(answer);
    },
    journal: async () => {
      const { entries } = succeeded(await control.journal({ after: seen }));
      seen = Math.max(seen, ...entries.map(({ seq }) => seq));
      return entries;
    },
    state: () => documentIn(files, 'shop'),
    image: (path, tail = path) => {
      const bytes = png(500, 250, tail);
      files.all.set(`/project/${path}`, bytes);
      return { path, sha256: sha256(bytes), width: 500, height: 250 };
    },
  };

  let current = begin();
  return project;
}

/** Documents are so small here that nearly all have a journal, which becomes a new base every few writes. */
const SMALL = 200;

/** The document of a profile, as the files have it. */
export function documentIn(files: TestFiles, profile: string): StateDocument | undefined {
  const path = `/project/state/test/${profile}.json`;
  const base = files.text(path);
  if (base === undefined) return undefined;
  const place = { environment: 'test', profile, shown: path, help: '' };
  const parsed = parseBase(base, place);
  const { journal } = parsed.names;
  const text = journal === undefined ? '' : files.text(`${path}.${journal}.journal`);
  if (text === undefined) throw new Error(`the journal ${journal} is not there`);
  return replay(parsed, text, place).document;
}

function planning(resources: readonly Resource[], flags: PolicyFlags) {
  const guard = { deletes: null, updates: null, allow: ['queues-again' as const, 'destroys' as const] };
  return {
    resources,
    policy: policyOf(guard, { allowEmpty: true, ...flags }),
    targets: [],
    excludes: [],
    tool: 'notiform test',
  };
}

/** What the emulator was asked for; fails where it refused. */
export function succeeded<T>(answer: Controlled<T>): T {
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

/** A template as a manifest declares it; `manifest` holds what is not usual. */
export function template(id: string, manifest: JsonObject = {}, more: Partial<Resource> = {}): Resource {
  const declaration = declarations.get('NotificationTemplate');
  if (!declaration) throw new Error('no declaration');
  const declared = declaration.declare({
    kind: 'NotificationTemplate',
    id,
    profile: shop.alias,
    name: `안내 ${id}`,
    category: '001001',
    messageType: 'BA',
    content: `#{이름}님, ${id} 안내입니다.`,
    ...manifest,
  });
  return {
    address: `NotificationTemplate/shop/${id}`,
    kind: 'NotificationTemplate',
    profile: shop.alias,
    id,
    source: { file: `manifests/${id}.yaml`, line: 1, column: 1 },
    dependsOn: [],
    protect: false,
    samples: [],
    ...declared,
    ...more,
  };
}

/** A template that shows a picture, and the upload that comes with it. */
export function illustrated(id: string, file: FileNode & JsonObject, manifest: JsonObject = {}): Resource[] {
  const address = `Image/shop/notification-template-${file.sha256.slice(0, 12)}`;
  const shown = template(id, { emphasis: { type: 'IMAGE', image: file }, ...manifest }, { dependsOn: [address] });
  return [
    shown,
    {
      ...shown,
      address,
      kind: 'Image',
      id: address.slice('Image/shop/'.length),
      goal: 'present',
      content: { use: 'notification/template', file },
      dependsOn: [],
      inputs: {},
      options: {},
    },
  ].map(({ ...resource }) => {
    if (resource.kind === 'Image') delete (resource as Partial<Resource>).name;
    return resource;
  });
}

/** Paths of the journal that change something, in order, with the template each names. */
export function writesOf(entries: readonly JournalEntry[]): string[] {
  const reading = /\/(list|detail|codeCheck|profile|use|multi|group|all|category)$/;
  return entries
    .filter(({ path }) => path.startsWith('/v3/') && !reading.test(path))
    .map(({ path, templateCode }) => `${path.slice(path.lastIndexOf('/') + 1)} ${templateCode ?? ''}`.trim());
}

import { parseAddress } from '../../src/core/address.ts';
import { type FileNode, isFileNode, sameContent } from '../../src/core/content.ts';
import { ServiceFailure } from '../../src/core/failure.ts';
import { isObject, type JsonObject, sha256 } from '../../src/core/json.ts';
import type { Bound, Idempotence, Kind, Operation, RowPage } from '../../src/core/kind.ts';
import type { Plan } from '../../src/core/plan.ts';
import type { Clock, Files, Ports } from '../../src/core/ports.ts';
import type { Problem } from '../../src/core/problem.ts';
import type { Comment, Live, ProfileRef, Resource, ResourceState } from '../../src/core/resource.ts';
import { applyPlan } from '../../src/engine/apply/apply.ts';
import { type ApprovalInput, planApproved } from '../../src/engine/approval/approval.ts';
import { makePlan } from '../../src/engine/plan/plan.ts';
import { policyOf } from '../../src/engine/route/policy.ts';
import type {
  ApplyInput,
  EngineEvent,
  EngineInput,
  PlanInput,
  Planned,
  PolicyFlags,
  Remote,
} from '../../src/engine/types.ts';
import type { StateDocument } from '../../src/state/document.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { seededRandom } from '../random.ts';

/** A clock that stands still until somebody sleeps. */
export class TestClock implements Clock {
  time = Date.parse('2026-11-20T00:00:00Z');
  slept: number[] = [];
  /** Called in each sleep, before it is over. */
  onSleep: ((ms: number) => void) | undefined;
  /** Called before the time is told. */
  onNow: (() => void) | undefined;
  now(): number {
    this.onNow?.();
    return this.time;
  }
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(ms);
    this.onSleep?.(ms);
    if (signal?.aborted) throw signal.reason;
    this.time += ms;
  }
}

/** Files in memory. */
export class TestFiles implements Files {
  readonly all = new Map<string, Uint8Array>();
  /** Called before each change; what it throws is what the disk does. */
  onWrite: ((path: string) => void) | undefined;
  async read(path: string): Promise<Uint8Array | undefined> {
    return this.all.get(path);
  }
  async *stream(path: string): AsyncIterable<Uint8Array> {
    const bytes = this.all.get(path);
    if (!bytes) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' });
    yield bytes;
  }
  async names(folder: string): Promise<string[]> {
    const inside = [...this.all.keys()].filter((path) => path.startsWith(`${folder}/`));
    return [...new Set(inside.map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))];
  }
  async size(path: string): Promise<number | undefined> {
    return this.all.get(path)?.length;
  }
  async realPath(path: string): Promise<string | undefined> {
    return this.all.has(path) ? path : undefined;
  }
  async writePath(path: string): Promise<string> {
    return path;
  }
  async writeAtomic(path: string, bytes: Uint8Array | string): Promise<void> {
    this.onWrite?.(path);
    this.all.set(path, Buffer.from(bytes));
  }
  async syncFolder(): Promise<void> {}
  async createExclusive(path: string, text: string): Promise<boolean> {
    this.onWrite?.(path);
    if (this.all.has(path)) return false;
    this.all.set(path, Buffer.from(text));
    return true;
  }
  async rename(from: string, to: string): Promise<boolean> {
    this.onWrite?.(to);
    const bytes = this.all.get(from);
    if (!bytes) return false;
    this.all.delete(from);
    this.all.set(to, bytes);
    return true;
  }
  async append(path: string, text: string): Promise<void> {
    this.onWrite?.(path);
    this.all.set(path, Buffer.concat([this.all.get(path) ?? Buffer.alloc(0), Buffer.from(text)]));
  }
  async extend(path: string, text: string): Promise<number | undefined> {
    this.onWrite?.(path);
    const bytes = this.all.get(path);
    if (!bytes) return undefined;
    const longer = Buffer.concat([bytes, Buffer.from(text)]);
    this.all.set(path, longer);
    return longer.length;
  }
  async remove(path: string): Promise<void> {
    this.onWrite?.(path);
    this.all.delete(path);
  }
  async removeEmptyFolder(): Promise<void> {
    // There are no folders here.
  }
  async requireWritable(): Promise<void> {
    // Nor here.
  }
  text(path: string): string | undefined {
    const bytes = this.all.get(path);
    return bytes && Buffer.from(bytes).toString();
  }
}

/** A live thing of the fake service: `draft` → `filed` → `approved` or `rejected`; `halted` out of `approved`. */
export interface Thing {
  content: JsonObject;
  state: string;
  comments?: Comment[];
  /** The service does not say when it was changed. */
  undated?: boolean;
  /** When it was changed, where the service has a clock. */
  modifiedAt?: string;
  /** The state that its detail still tells, where only the list knows the one of now. */
  lags?: string;
  /** What its type has no use for. */
  beside?: JsonObject;
  /** No change of its state moves its date. */
  quiet?: true;
}

export type Fault = (call: string, when: 'before' | 'after') => void;

/** A service of things and pictures. Every call takes a turn of the event loop. */
export class FakeService {
  readonly things = new Map<string, Map<string, Thing>>();
  readonly pictures = new Map<string, Uint8Array>();
  calls: string[] = [];
  mostInFlight = 0;
  pageSize = 100;
  fault: Fault | undefined;
  /** Stamps what is changed, and tells its time; one without a clock does neither. */
  clock: Clock | undefined;
  /** By how much its dates lag behind that clock. */
  lagMs = 0;
  readonly #stamped = new Map<string, string>();
  #inFlight = 0;

  /** Gives the time of now to every thing that is not as it was when this was called last. */
  stamp(): void {
    if (!this.clock) return;
    const now = new Date(this.clock.now() - this.lagMs + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    for (const [profile, things] of this.things) {
      for (const [name, thing] of things) {
        const text = JSON.stringify([thing.content, thing.quiet ?? thing.state]);
        if (this.#stamped.get(`${profile}/${name}`) === text && thing.modifiedAt !== undefined) continue;
        this.#stamped.set(`${profile}/${name}`, text);
        thing.modifiedAt = now;
      }
    }
  }

  get date(): { date?: number } {
    return this.clock ? { date: Math.floor(this.clock.now() / 1000) * 1000 } : {};
  }

  of(profile: string): Map<string, Thing> {
    const found = this.things.get(profile) ?? new Map<string, Thing>();
    this.things.set(profile, found);
    return found;
  }

  async call<T>(name: string, effect: () => T): Promise<T> {
    this.calls.push(name);
    this.#inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.#inFlight);
    try {
      await new Promise((resolve) => setImmediate(resolve));
      this.fault?.(name, 'before');
      const result = effect();
      if (!/^(page|read|profiles|fetch|check)\b/.test(name)) this.stamp();
      this.fault?.(name, 'after');
      return result;
    } finally {
      this.#inFlight -= 1;
    }
  }

  /** Calls that change something. */
  get writes(): string[] {
    return this.calls.filter((call) => !/^(page|read|profiles|fetch|check)\b/.test(call));
  }
}

export function failure(kind: ServiceFailure['kind'], message = `${kind} by the test`): ServiceFailure {
  return new ServiceFailure(kind, { code: 'service-unfit', severity: 'error', message });
}

/** A fault of one kind at the n-th call whose name begins so. */
export function faultAt(
  prefix: string,
  when: 'before' | 'after',
  kind: ServiceFailure['kind'],
  numbers: readonly number[] = [1],
): Fault {
  let seen = 0;
  return (call, at) => {
    if (!call.startsWith(prefix) || at !== when) return;
    seen += 1;
    if (numbers.includes(seen)) throw failure(kind);
  };
}

type Op = Operation<FakeService>;

function live(
  thing: NonNullable<ResourceState>,
  change: string,
  content = thing.content,
  name = thing.name,
): ResourceState {
  return { name, content, status: { state: change, word: change } };
}

function nameOf(want: Resource): string {
  return want.name ?? want.id;
}

function sameText(at: NonNullable<ResourceState>, want: Resource): boolean {
  return at.name === nameOf(want) && sameContent(at.content, want.content);
}

function thingOf(service: FakeService, profile: ProfileRef, name: string): Thing {
  const found = service.of(profile.alias).get(name);
  if (!found) throw failure('refused', `no ${name}`);
  return found;
}

/** A row that moves a thing from some states to one. */
function move(
  name: string,
  from: readonly string[],
  to: readonly string[],
  more: Partial<Op> = {},
  idempotence: Idempotence = 'observable',
): Op {
  return {
    name: `thing.${name}`,
    title: name,
    cites: 'test',
    idempotence,
    requires: (at) =>
      at && from.includes(at.status.state)
        ? undefined
        : { reason: `it would have to be ${from.join(' or ')}, and is ${at?.status.state ?? 'absent'}` },
    predicts: (at) => (at ? to.map((state) => live(at, state)) : []),
    run: async ({ service, profile, live: at, desired }) => {
      await service.call(`${name} ${at?.name ?? nameOf(desired)}`, () => {
        const thing = thingOf(service, profile, at?.name ?? nameOf(desired));
        if (!from.includes(thing.state)) throw failure('refused', `${thing.state} cannot ${name}`);
        thing.state = to[0] ?? thing.state;
      });
      return undefined;
    },
    ...more,
  };
}

const add: Op = {
  name: 'thing.add',
  title: 'add',
  cites: 'test',
  idempotence: 'observable',
  requires: (at) => (at ? { reason: 'it is there already' } : undefined),
  predicts: (_, want) => [{ name: nameOf(want), content: want.content, status: { state: 'draft', word: 'draft' } }],
  run: async ({ service, profile, desired, bound, readFile }) => {
    const file = desired.inputs['attachment'];
    if (isFileNode(file)) await readFile(file.path, file.sha256);
    await service.call(`add ${nameOf(desired)}`, () => {
      const things = service.of(profile.alias);
      if (things.has(nameOf(desired))) throw failure('refused', 'taken');
      things.set(nameOf(desired), { content: encode(desired.content, bound), state: 'draft' });
    });
    return { code: nameOf(desired) };
  },
};

const edit: Op = {
  name: 'thing.edit',
  title: 'edit',
  cites: 'test',
  idempotence: 'observable',
  requires: (at, want) =>
    at && ['draft', 'rejected'].includes(at.status.state) && want.goal !== 'removed'
      ? undefined
      : { reason: `${at?.status.state ?? 'absent'} cannot be edited`, opens: 'versions' },
  risk: (at, want) => (at?.status.state === 'rejected' && sameText(at, want) ? 'resubmits' : undefined),
  predicts: (at, want) => (at ? [live(at, 'draft', want.content, nameOf(want))] : []),
  run: async ({ service, profile, live: at, desired, bound }) => {
    const from = at?.name ?? nameOf(desired);
    await service.call(`edit ${from}`, () => {
      const thing = thingOf(service, profile, from);
      if (!['draft', 'rejected'].includes(thing.state)) throw failure('refused', 'not editable');
      service.of(profile.alias).delete(from);
      service.of(profile.alias).set(nameOf(desired), { content: encode(desired.content, bound), state: 'draft' });
    });
    return undefined;
  },
};

const drop: Op = {
  ...move('drop', ['draft', 'rejected'], []),
  requires: (at, want) =>
    at && ['draft', 'rejected'].includes(at.status.state) && want.goal === 'removed'
      ? undefined
      : { reason: `${at?.status.state ?? 'absent'} cannot be dropped` },
  risk: () => 'destroys',
  predicts: () => [undefined],
  run: async ({ service, profile, live: at, desired }) => {
    const name = at?.name ?? nameOf(desired);
    await service.call(`drop ${name}`, () => {
      thingOf(service, profile, name);
      service.of(profile.alias).delete(name);
    });
    return undefined;
  },
};

const byPerson: NonNullable<Op['risk']> = (_at, _want, { madeBy }) => (madeBy === 'person' ? 'reverses' : undefined);

const onlyFor =
  (...goals: string[]): NonNullable<Op['requires']> =>
  (at, want) =>
    at?.status.state === 'approved' && goals.includes(want.goal)
      ? undefined
      : { reason: 'only an approved one, and only where that is wanted' };

/** Things: found by a list, with a small state machine. Binding `{code}`. */
export const thingKind: Kind<FakeService> = {
  name: 'Thing',
  discovery: {
    by: 'list',
    page: (service, profile, page) =>
      service.call(`page ${profile.alias} ${page}`, (): RowPage => {
        const all = [...service.of(profile.alias)].sort(([a], [b]) => (a < b ? -1 : 1));
        const rows = all.slice((page - 1) * service.pageSize, page * service.pageSize).map(([name, thing]) => ({
          name,
          title: `The thing ${name}`,
          state: thing.state,
          modifiedAt: thing.modifiedAt ?? '2026-11-20 09:00:00',
        }));
        const pages = Math.max(1, Math.ceil(all.length / service.pageSize));
        return { rows, unreadable: [], total: all.length, pages, ...service.date };
      }),
    read: (service, profile, name, bound) =>
      service.call(`read ${name}`, (): Live | undefined => {
        const thing = service.of(profile.alias).get(name);
        if (!thing) return undefined;
        return {
          name,
          content: decode(thing.content, bound),
          status: { state: thing.lags ?? thing.state, word: thing.lags ?? thing.state },
          ...(thing.undated ? {} : { modifiedAt: thing.modifiedAt ?? '2026-11-20 09:00:00' }),
          ...(thing.beside ? { beside: thing.beside } : {}),
          ...(thing.comments ? { comments: thing.comments } : {}),
        };
      }),
  },
  operations: [
    add,
    edit,
    move('file', ['draft'], ['filed'], { risk: byPerson }),
    move('withdraw', ['filed'], ['draft'], { risk: (...given) => byPerson(...given) ?? 'queues-again' }),
    move('unapprove', ['approved'], ['draft'], {
      risk: () => 'loses-approval',
      requires: onlyFor('approved', 'draft', 'removed'),
    }),
    move('halt', ['approved'], ['halted'], { risk: () => 'interrupts-sending', requires: onlyFor('stopped') }),
    move('wake', ['halted'], ['approved', 'sleeping'], { risk: byPerson }),
    move('poke', ['sleeping'], ['approved'], {}, 'once'),
    move('shake', ['shaken'], ['draft'], {}, 'repeatable'),
    drop,
  ],
  nameOf: ({ code }) => (typeof code === 'string' ? code : undefined),
  goals: ['approved', 'draft', 'stopped'],
  bindingOf: ({ name }) => ({ code: name }),
  meets: (at, want) => {
    if (!at) return { meets: want.goal === 'removed' ? 'yes' : 'no' };
    const { state } = at.status;
    if (want.goal === 'removed') return { meets: state === 'halted' ? 'yes' : 'no' };
    if (want.goal === 'stopped') return { meets: state === 'halted' ? 'yes' : 'no' };
    if (!sameText(at, want)) return { meets: 'no' };
    if (want.goal === 'draft') return { meets: ['draft', 'rejected'].includes(state) ? 'yes' : 'no' };
    if (state === 'filed') return { meets: 'waiting', waitsFor: 'verdict' };
    return { meets: ['approved', 'sleeping'].includes(state) ? 'yes' : 'no' };
  },
  blockedBy: (at, want) => ({ operation: !at ? 'thing.add' : want.goal === 'removed' ? 'thing.drop' : 'thing.edit' }),
  images: (content) => {
    const { picture } = content;
    if (isFileNode(picture)) return [{ at: 'picture', use: 'thing', sha256: picture.sha256 }];
    return isObject(picture) && typeof picture['url'] === 'string'
      ? [{ at: 'picture', use: 'thing', url: picture['url'] }]
      : [];
  },
};

function encode(content: JsonObject, bound: Bound): JsonObject {
  const { picture } = content;
  if (!isFileNode(picture)) return content;
  const url = bound.handleOf('thing', picture.sha256);
  if (url === undefined) throw failure('refused', 'the picture is not uploaded');
  return { ...content, picture: { url } };
}

function decode(content: JsonObject, bound: Bound): JsonObject {
  const { picture } = content;
  if (!isObject(picture) || typeof picture['url'] !== 'string') return content;
  const file = bound.fileOf(picture['url']);
  return file ? { ...content, picture: { ...file } } : content;
}

/** Pictures: uploaded, each for one thing, found in the table of the state. */
export const pictureKind: Kind<FakeService> = {
  name: 'Picture',
  discovery: { by: 'state' },
  upload: {
    of: ({ file }) => (isFileNode(file) ? { use: 'thing', file, shared: false } : undefined),
    at: ({ file }, url) => ({ name: url, content: { use: 'thing', file: { ...file } }, status: { state: 'present' } }),
  },
  operations: [
    {
      name: 'picture.upload',
      title: 'upload',
      cites: 'test',
      idempotence: 'repeatable',
      requires: () => undefined,
      predicts: (_, { content }) => [{ name: '', content, status: { state: 'present' } }],
      run: async ({ service, desired, readFile }) => {
        const file = desired.content['file'] as FileNode & JsonObject;
        const bytes = await readFile(file.path, file.sha256);
        return service.call(`upload ${file.path}`, () => {
          const url = `https://img.example/${service.pictures.size + 1}`;
          service.pictures.set(url, bytes);
          return { handle: url };
        });
      },
    },
  ],
  nameOf: ({ handle }) => (typeof handle === 'string' ? handle : undefined),
  bindingOf: ({ name }) => ({ handle: name }),
  meets: (at, want) => {
    if (want.goal === 'removed' || typeof want.content['url'] === 'string') return { meets: 'yes' };
    return { meets: at && sameContent(at.content, want.content) ? 'yes' : 'no' };
  },
  blockedBy: () => ({ operation: 'picture.upload' }),
};

/** A thing that a manifest declares: its address is `Thing/shop/<id>`. */
export function thing(id: string, content: JsonObject = {}, more: Partial<Resource> = {}): Resource {
  const profile = more.profile ?? 'shop';
  return {
    address: `Thing/${profile}/${id}`,
    kind: 'Thing',
    profile,
    id,
    source: { file: `manifests/${id}.yaml`, line: 1, column: 1 },
    goal: 'approved',
    content: { text: id, ...content },
    name: id,
    inputs: {},
    options: {},
    dependsOn: [],
    protect: false,
    samples: [],
    ...more,
  };
}

export function fileNode(path: string, text = path): FileNode & JsonObject {
  return { path, sha256: sha256(text), width: 2, height: 1 };
}

/** A picture that a manifest declares. */
export function picture(id: string, file: FileNode & JsonObject, more: Partial<Resource> = {}): Resource {
  const { name: _name, ...rest } = thing(id, {}, more);
  return {
    ...rest,
    address: `Picture/shop/${id}`,
    kind: 'Picture',
    goal: 'present',
    content: { use: 'thing', file },
    ...more,
  };
}

/** A project on the fake service: manifests change, everything else stays. */
export class World {
  readonly clock = new TestClock();
  readonly files = new TestFiles();
  readonly service = new FakeService();
  readonly events: EngineEvent[] = [];
  readonly profiles = new Map<string, ProfileRef>([['shop', { alias: 'shop', key: 'k'.repeat(40), type: 'S' }]]);
  readonly missing = new Map<string, Problem>();
  account = 'account-1';
  /** Undefined with an emulator. */
  resourceUrl: string | undefined;
  inFlight = 4;
  pid = 100;
  kinds: readonly Kind<FakeService>[] = [thingKind, pictureKind];
  readonly dead = new Set<number>();
  controller = new AbortController();
  abort = new AbortController();

  get ports(): Ports {
    return { clock: this.clock, random: seededRandom(this.pid), files: this.files };
  }

  get input(): EngineInput<FakeService> {
    const remote: Remote = {
      now: () => this.service.clock?.now(),
      leastNow: () => this.service.clock?.now(),
      missingProfiles: () => this.service.call('profiles', () => this.missing),
      fetchImage: (url) =>
        this.service.call(`fetch ${url}`, () => {
          const bytes = this.service.pictures.get(url);
          if (!bytes) throw failure('refused', 'no such picture');
          return bytes;
        }),
    };
    return {
      environment: {
        name: 'test',
        account: this.account,
        resourceUrl: this.resourceUrl,
        profiles: this.profiles,
        limits: { inFlight: this.inFlight, timeoutMs: 40_000 },
      },
      kinds: this.kinds,
      service: this.service,
      remote,
      store: createFileStore({
        path: '/project/state',
        shown: 'state',
        environment: 'test',
        ports: this.ports,
        isAlive: (pid) => !this.dead.has(pid),
      }),
      ports: this.ports,
      signal: this.controller.signal,
      onEvent: (event) => this.events.push(event),
    };
  }

  planInput(resources: readonly Resource[], flags: PolicyFlags = {}, more: Partial<PlanInput<FakeService>> = {}) {
    const guard = { deletes: { count: 10 }, updates: null, allow: ['queues-again' as const, 'destroys' as const] };
    return {
      ...this.input,
      resources,
      policy: policyOf(guard, flags),
      targets: [],
      excludes: [],
      tool: 'notiform test',
      ...more,
    };
  }

  plan(resources: readonly Resource[], flags: PolicyFlags = {}, more: Partial<PlanInput<FakeService>> = {}) {
    return makePlan(this.planInput(resources, flags, more));
  }

  /** Plans again, and keeps what an earlier plan approves. */
  planAgain(
    approved: Plan,
    resources: readonly Resource[],
    more: Pick<ApprovalInput<FakeService>, 'history' | 'only'> = {},
  ) {
    const { policy: _policy, targets: _targets, excludes: _excludes, ...input } = this.planInput(resources);
    return planApproved({ ...input, ...more, approved });
  }

  apply(planned: Planned<FakeService>, more: Pick<ApplyInput<FakeService>, 'history'> = {}) {
    const holder = { pid: this.pid, host: 'here', command: 'apply' };
    return applyPlan(planned, { ...this.input, root: '/project', holder, abort: this.abort.signal, ...more });
  }

  /** Plans and applies; what came of each change, by address. */
  async run(resources: readonly Resource[], flags: PolicyFlags = {}): Promise<Record<string, string>> {
    const receipt = await this.apply(await this.plan(resources, flags));
    return Object.fromEntries(receipt.changes.map((change) => [change.address, change.outcome]));
  }

  /** What a plan would do, by address: `create: add, file`. */
  async actions(resources: readonly Resource[], flags: PolicyFlags = {}): Promise<Record<string, string>> {
    const { plan } = await this.plan(resources, flags);
    const changes = plan.changes.map((change) => [
      change.address,
      [change.action, change.steps.map((step) => step.title).join(', ')].filter((word) => word !== '').join(': '),
    ]);
    const blocked = plan.blocked.map((one) => [one.address, `blocked: ${one.reason}`]);
    return Object.fromEntries([...changes, ...blocked].sort());
  }

  state(profile = 'shop'): StateDocument | undefined {
    const text = this.files.text(`/project/state/test/${profile}.json`);
    return text === undefined ? undefined : (JSON.parse(text) as StateDocument);
  }

  /** Addresses of the state with the name that each is bound to. */
  bindings(profile = 'shop'): Record<string, unknown> {
    const entries = Object.entries(this.state(profile)?.entries ?? {});
    return Object.fromEntries(entries.map(([address, { binding }]) => [address, binding['code']]));
  }

  /** The uploads that the state knows: the file of each, by its URL. */
  uploads(profile = 'shop'): Record<string, string> {
    const uploads = Object.entries(this.state(profile)?.uploads ?? {});
    return Object.fromEntries(uploads.map(([url, { path }]) => [url, path]));
  }

  /** The live things of a profile, by name. */
  live(profile = 'shop'): Record<string, string> {
    return Object.fromEntries(Array.from(this.service.of(profile), ([name, { state }]) => [name, state]).sort());
  }

  put(name: string, state: string, content: JsonObject = { text: name }): void {
    this.service.of('shop').set(name, { content, state });
  }

  file(path: string, text = path): FileNode & JsonObject {
    this.files.all.set(`/project/${path}`, Buffer.from(text));
    return fileNode(path, text);
  }
}

/** The id of an address. */
export function idOf(address: string): string {
  return parseAddress(address)?.id ?? address;
}

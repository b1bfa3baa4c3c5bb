import type { JsonObject } from '../../core/json.ts';
import type {
  FaultRule,
  InboxFilter,
  InboxMessage,
  InspectionRequest,
  JournalEntry,
  JournalFilter,
  Seed,
  Settings,
  Time,
} from '../public-types.ts';
import type { VideoStatus } from '../resource/entities.ts';
import type { BrandApplication } from '../resource/profile/control.ts';
import type { Registration } from '../resource/profile/operations.ts';
import type { ShownToken } from '../resource/profile/registration.ts';
import type { ProfileChange } from '../resource/profile/shape.ts';
import type { Verdict } from '../resource/template/operations.ts';
import type { Template } from '../resource/template/template.ts';
import type { Route } from '../route.ts';

interface Health {
  name: 'notiform-emulator';
  /** Its process id: a script can check that no earlier emulator answers. */
  pid: number;
  url: string;
  inspect: 'auto' | 'manual';
  now: number;
  profiles: { alias: string; type: 'S' | 'G' }[];
  templates: number;
  requests: number;
  messages: number;
  /** Messages that `--keep` dropped. */
  dropped: number;
}

export type Controlled<T> = ({ ok: true } & T) | { ok: false; message: string };

type Named = { profile: string; templateCode: string };
type Changed = Promise<Controlled<{ template: JsonObject }>>;
type Done = Promise<Controlled<object>>;

/** Sends one request of the control API. The path is the one behind `/_emulator`. */
export type ControlCall = (
  method: Route['method'],
  path: string,
  given: { query?: object; body?: object },
) => Promise<unknown>;

export type EmulatorControl = ReturnType<typeof controlBy>;

export function controlBy(send: ControlCall) {
  const as = async <T>(answer: Promise<unknown>): Promise<Controlled<T>> => (await answer) as Controlled<T>; // the boundary to the emulator: the answer of the same version
  const get = <T>(path: string, query: object = {}) => as<T>(send('GET', path, { query }));
  const remove = <T>(path: string, query: object = {}) => as<T>(send('DELETE', path, { query }));
  const post = <T>(path: string, body: object = {}) => as<T>(send('POST', path, { body }));
  return {
    health: () => get<Health>('/health'),
    requests: () => get<{ requests: InspectionRequest[] }>('/requests'),
    /** `profile` is an alias or a key. */
    verdict: (of: Named & Verdict): Changed => post('/verdict', of),
    /** Lists messages, newest first. `after` is the last messagekey of the previous page. */
    inbox: (filter?: InboxFilter & { limit?: number; after?: string }) =>
      get<{ messages: InboxMessage[]; total: number; next: string | null }>('/inbox', filter),
    waitForMessage: (filter?: InboxFilter & { timeoutMs?: number }) =>
      get<{ message: InboxMessage }>('/inbox/wait', filter),
    message: (messagekey: string) => get<{ message: InboxMessage }>(`/inbox/${encodeURIComponent(messagekey)}`),
    deleteMessages: (filter?: InboxFilter) => remove<{ deleted: number }>('/inbox', filter),
    deleteMessage: (messagekey: string) => remove<{ deleted: number }>(`/inbox/${encodeURIComponent(messagekey)}`),
    register: (registration: Registration) => post<Pick<Health, 'inspect'>>('/register', registration),
    seed: (seeds: Seed) => post<{ [kind in keyof Seed]: number }>('/seed', seeds),
    /** Sets states that no endpoint sets, or the text. */
    template: (
      change: Named &
        Partial<Pick<Template, 'block' | 'dormant' | 'status' | 'inspectionStatus'>> & { templateContent?: string },
    ): Changed => post('/template', change),
    video: (vid: string, status: VideoStatus) => post<{ video: JsonObject }>('/video', { vid, status }),
    /** Sets states that the account does not decide. `brandMessage` decides an application for brand messages. */
    profile: (change: { profile: string } & ProfileChange) => post<{ profile: JsonObject }>('/profile', change),
    brandVerdict: (of: { profile: string; verdict: Verdict['verdict'] }) =>
      post<{ profile: JsonObject }>('/brand-verdict', of),
    brandApplications: () => get<{ applications: BrandApplication[] }>('/brand-applications'),
    tokens: () => get<{ tokens: ShownToken[] }>('/tokens'),
    clock: (turn: { advance: number } | { set: number | string } | { real: true }) => post<Time>('/clock', turn),
    time: () => get<Time>('/clock'),
    faults: (rules: readonly FaultRule[]): Done => post('/faults', { rules }),
    settings: (settings: Partial<Settings>) => post<{ settings: Settings }>('/settings', settings),
    journal: (filter: JournalFilter = {}) => get<{ entries: JournalEntry[] }>('/journal', filter),
    waitForRequest: (filter?: JournalFilter & { timeoutMs?: number }) =>
      get<{ entry: JournalEntry }>('/journal/wait', filter),
    clearJournal: (): Done => remove('/journal'),
    checkpoint: (name: string): Done => post('/checkpoint', { name }),
    restore: (name: string): Done => post('/restore', { name }),
    snapshot: () => get<{ snapshot: JsonObject }>('/snapshot'),
    /** Replaces all entities by those of a snapshot. */
    loadSnapshot: (snapshot: JsonObject): Done => post('/snapshot', { snapshot }),
    reset: (): Done => post('/reset'),
  };
}

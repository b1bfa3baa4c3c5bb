import type { JsonObject } from '../../core/json.ts';
import { CONTROL_PATH, type Settings } from '../defaults.ts';
import type { Verdict } from '../resource/inspector.ts';
import type { Registration } from '../resource/registry.ts';
import type { PublicTemplate, Template } from '../store/template.ts';
import type { FaultRule } from './faults.ts';
import type { InboxFilter, InboxMessage } from './inbox.ts';
import type { JournalEntry } from './journal.ts';
import type { SeedTemplate } from './seed.ts';

/** A request that awaits a verdict. */
export interface InspectionRequest {
  /** The alias that it is registered under. */
  profile: string;
  senderKey: string;
  senderKeyType: 'S' | 'G';
  templateCode: string;
  templateName: string;
  requestedAt: string;
  comment: string | null;
  attachments: { name: string; size: number }[];
}

export interface Health {
  name: 'notiform-emulator';
  url: string;
  inspect: 'auto' | 'manual';
  now: number;
  profiles: { alias: string; type: 'S' | 'G' }[];
  templates: number;
  requests: number;
  messages: number;
}

/** What was asked for, or the sentence with which the emulator refused it. */
export type Controlled<T> = ({ ok: true } & T) | { ok: false; message: string };

/** The control API of a running emulator. Rejects with fetch's error where nobody listens. */
export interface EmulatorControl {
  health(): Promise<Controlled<Health>>;
  requests(): Promise<Controlled<{ requests: InspectionRequest[] }>>;
  /** `profile` is an alias or a key. */
  verdict(of: { profile: string; templateCode: string } & Verdict): Promise<Controlled<{ template: JsonObject }>>;
  inbox(filter?: InboxFilter): Promise<Controlled<{ messages: InboxMessage[] }>>;
  register(registration: Registration): Promise<Controlled<object>>;
  seed(seeds: {
    templates?: SeedTemplate[];
    publicTemplates?: PublicTemplate[];
  }): Promise<Controlled<{ templates: number }>>;
  /** Sets states that no endpoint makes. */
  template(
    change: { profile: string; templateCode: string } & Partial<
      Pick<Template, 'block' | 'dormant' | 'status' | 'inspectionStatus'>
    >,
  ): Promise<Controlled<{ template: JsonObject }>>;
  /** Milliseconds on, or milliseconds since the epoch. */
  clock(turn: { advance: number } | { set: number }): Promise<Controlled<{ now: number }>>;
  faults(rules: FaultRule[], seed?: number): Promise<Controlled<object>>;
  settings(settings: Partial<Settings>): Promise<Controlled<{ settings: Settings }>>;
  journal(after?: number): Promise<Controlled<{ entries: JournalEntry[] }>>;
  clearJournal(): Promise<Controlled<object>>;
  snapshot(): Promise<Controlled<{ snapshot: JsonObject }>>;
  reset(): Promise<Controlled<object>>;
}

export function createEmulatorControl(url: string): EmulatorControl {
  const get = <T>(path: string, query: object = {}): Promise<Controlled<T>> => {
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
    return call<T>(`${url}${CONTROL_PATH}${path}?${given}`);
  };
  const post = <T>(path: string, body: object = {}): Promise<Controlled<T>> =>
    call<T>(url + CONTROL_PATH + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    health: () => get('/health'),
    requests: () => get('/requests'),
    verdict: (of) => post('/verdict', of),
    inbox: (filter) => get('/inbox', filter),
    register: (registration) => post('/register', registration),
    seed: (seeds) => post('/seed', seeds),
    template: (change) => post('/template', change),
    clock: (turn) => post('/clock', turn),
    faults: (rules, seed = 0) => post('/faults', { rules, seed }),
    settings: (settings) => post('/settings', settings),
    journal: (after = 0) => get('/journal', { after }),
    clearJournal: () => post('/journal/clear'),
    snapshot: () => get('/snapshot'),
    reset: () => post('/reset'),
  };
}

async function call<T>(url: string, init: RequestInit = {}): Promise<Controlled<T>> {
  const response = await fetch(url, init);
  return (await response.json()) as Controlled<T>; // the boundary to the emulator: the answer of the same version
}

import { request } from 'undici';
import type { JsonObject } from '../../core/json.ts';
import { CONTROL_PATH, type Settings } from '../defaults.ts';
import type { SeedMessage } from '../message/seed.ts';
import type { SeedGroupTag } from '../resource/group-tag/seed.ts';
import type { SeedPluginCallback } from '../resource/plugin/seed.ts';
import type { BrandApplication } from '../resource/profile/brand.ts';
import type { Registration } from '../resource/profile/registry.ts';
import type { ProfileChange, RegisteredProfile } from '../resource/profile/shape.ts';
import type { ShownToken } from '../resource/profile/token.ts';
import type { Channel } from '../resource/profile/verification-token.ts';
import type { Verdict } from '../resource/template/inspector.ts';
import type { SeedTemplate } from '../resource/template/seed.ts';
import type { PublicTemplate, Template } from '../resource/template/template.ts';
import type { VideoStatus } from '../resource/video/video.ts';
import type { FaultRule } from './faults.ts';
import type { InboxFilter, InboxMessage } from './inbox.ts';
import type { JournalFilter } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Manifest } from './manifests.ts';
import type { UnknownField } from './unknown-fields.ts';

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
  /** Its process: whoever started it can check that no other emulator answers. */
  pid: number;
  url: string;
  inspect: 'auto' | 'manual';
  now: number;
  profiles: { alias: string; type: 'S' | 'G' }[];
  templates: number;
  requests: number;
  messages: number;
}

export interface Time {
  now: number;
  /** `yyyy-MM-dd HH:mm:ss` in Korea. */
  korean: string;
  /** What the control API added to the real time. */
  offsetMs: number;
}

/** The members of a seed request that have types of their own; the others are in docs/emulator.md. */
export interface Seeds {
  templates?: SeedTemplate[];
  publicTemplates?: PublicTemplate[];
  messages?: SeedMessage[];
  channels?: Channel[];
  profiles?: RegisteredProfile[];
  groupTags?: SeedGroupTag[];
  pluginCallbacks?: SeedPluginCallback[];
  brandTemplates?: JsonObject[];
  images?: JsonObject[];
  videos?: JsonObject[];
}

/** What was asked for, or the sentence with which the emulator refused it. */
export type Controlled<T> = ({ ok: true } & T) | { ok: false; message: string };

/** The control API of a running emulator. Rejects with a TypeError, as `fetch` does, if nothing listens. */
export interface EmulatorControl {
  health(): Promise<Controlled<Health>>;
  requests(): Promise<Controlled<{ requests: InspectionRequest[] }>>;
  /** `profile` is an alias or a key. */
  verdict(of: { profile: string; templateCode: string } & Verdict): Promise<Controlled<{ template: JsonObject }>>;
  /** Many at once, all or none. */
  verdicts(of: ({ profile: string; templateCode: string } & Verdict)[]): Promise<Controlled<{ verdicts: number }>>;
  /** A question of the inspector, or the account's answer to it. */
  comment(remark: {
    profile: string;
    templateCode: string;
    status: 'INQ' | 'REP';
    content: string;
  }): Promise<Controlled<{ template: JsonObject }>>;
  /** The newest first; `after` is the messagekey that the page before ended with. */
  inbox(
    filter?: InboxFilter & { limit?: number; after?: string },
  ): Promise<Controlled<{ messages: InboxMessage[]; total: number; next: string | null }>>;
  /** The newest message that meets the filter, as soon as there is one. */
  waitForMessage(filter?: InboxFilter & { timeoutMs?: number }): Promise<Controlled<{ message: InboxMessage }>>;
  message(messagekey: string): Promise<Controlled<{ message: InboxMessage }>>;
  deleteMessages(filter?: InboxFilter): Promise<Controlled<{ deleted: number }>>;
  deleteMessage(messagekey: string): Promise<Controlled<{ deleted: number }>>;
  /** Which manifest declares what: the desk shows the addresses. Replaces all that is known of these profiles. */
  manifests(of: { profiles: string[]; manifests: Manifest[] }): Promise<Controlled<{ manifests: number }>>;
  register(registration: Registration): Promise<Controlled<object>>;
  /** Entities as they are, many at once, all or none. How many there were of each kind. */
  seed(seeds: Seeds): Promise<Controlled<{ [kind in keyof Seeds]: number }>>;
  /** Sets states that no endpoint makes. */
  template(
    change: { profile: string; templateCode: string } & Partial<
      Pick<Template, 'block' | 'dormant' | 'status' | 'inspectionStatus'>
    >,
  ): Promise<Controlled<{ template: JsonObject }>>;
  /** What others than the account decide of a profile; `brandMessage` decides an application for brand messages. */
  profile(change: { profile: string } & ProfileChange): Promise<Controlled<{ profile: JsonObject }>>;
  /** Decides an application for brand messages that awaits a verdict; refused if none does. */
  brandVerdict(of: { profile: string; verdict: Verdict['verdict'] }): Promise<Controlled<{ profile: JsonObject }>>;
  /** Applications for brand messages that await a verdict, the oldest first. */
  brandApplications(): Promise<Controlled<{ applications: BrandApplication[] }>>;
  /** Gives a video a status that it keeps, whatever the time. */
  video(vid: string, status: VideoStatus): Promise<Controlled<{ video: JsonObject }>>;
  /** What the phones of channel admins got, the newest first; numbers masked. */
  tokens(): Promise<Controlled<{ tokens: ShownToken[] }>>;
  /** Milliseconds on, a moment (milliseconds since the epoch, or `yyyy-MM-dd HH:mm:ss` of Korea), or the real time again. */
  clock(turn: { advance: number } | { set: number | string } | { real: true }): Promise<Controlled<Time>>;
  time(): Promise<Controlled<Time>>;
  faults(rules: FaultRule[], seed?: number): Promise<Controlled<object>>;
  settings(settings: Partial<Settings>): Promise<Controlled<{ settings: Settings }>>;
  journal(after?: number): Promise<Controlled<{ entries: JournalEntry[] }>>;
  /** The oldest request that meets the filter, as soon as there is one. */
  waitForRequest(filter?: JournalFilter & { timeoutMs?: number }): Promise<Controlled<{ entry: JournalEntry }>>;
  clearJournal(): Promise<Controlled<object>>;
  /** What requests held that the documents do not have. */
  unknownFields(): Promise<Controlled<{ fields: UnknownField[] }>>;
  clearUnknownFields(): Promise<Controlled<object>>;
  snapshot(): Promise<Controlled<{ snapshot: JsonObject }>>;
  /** Keeps all that is there under a name, until the emulator ends. */
  checkpoint(name: string): Promise<Controlled<object>>;
  /** Back to a checkpoint, as often as wanted. */
  restore(name: string): Promise<Controlled<object>>;
  reset(): Promise<Controlled<object>>;
}

export function createEmulatorControl(url: string): EmulatorControl {
  const remove = <T>(path: string, query: object = {}): Promise<Controlled<T>> =>
    call<T>(`${url}${CONTROL_PATH}${path}?${queryOf(query)}`, { method: 'DELETE' });
  const get = <T>(path: string, query: object = {}): Promise<Controlled<T>> =>
    call<T>(`${url}${CONTROL_PATH}${path}?${queryOf(query)}`);
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
    verdicts: (verdicts) => post('/verdicts', { verdicts }),
    comment: (remark) => post('/comment', remark),
    inbox: (filter) => get('/inbox', filter),
    waitForMessage: (filter) => get('/inbox/wait', filter),
    message: (messagekey) => get(`/inbox/${encodeURIComponent(messagekey)}`),
    deleteMessages: (filter) => remove('/inbox', filter),
    deleteMessage: (messagekey) => remove(`/inbox/${encodeURIComponent(messagekey)}`),
    manifests: (of) => post('/manifests', of),
    register: (registration) => post('/register', registration),
    seed: (seeds) => post('/seed', seeds),
    template: (change) => post('/template', change),
    video: (vid, status) => post('/video', { vid, status }),
    profile: (change) => post('/profile', change),
    brandVerdict: (of) => post('/brand-verdict', of),
    brandApplications: () => get('/brand-applications'),
    tokens: () => get('/tokens'),
    clock: (turn) => post('/clock', turn),
    time: () => get('/clock'),
    faults: (rules, seed = 0) => post('/faults', { rules, seed }),
    settings: (settings) => post('/settings', settings),
    journal: (after = 0) => get('/journal', { after }),
    waitForRequest: (filter) => get('/journal/wait', filter),
    clearJournal: () => post('/journal/clear'),
    unknownFields: () => get('/unknown-fields'),
    clearUnknownFields: () => remove('/unknown-fields'),
    checkpoint: (name) => post('/checkpoint', { name }),
    restore: (name) => post('/restore', { name }),
    snapshot: () => get('/snapshot'),
    reset: () => post('/reset'),
  };
}

function queryOf(members: object): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, String(value));
  return query;
}

async function call<T>(url: string, options: Parameters<typeof request>[1] = {}): Promise<Controlled<T>> {
  const { body } = await request(url, options).catch((cause: unknown) => {
    throw new TypeError('the emulator does not answer', { cause });
  });
  return (await body.json()) as Controlled<T>; // the boundary to the emulator: the answer of the same version
}

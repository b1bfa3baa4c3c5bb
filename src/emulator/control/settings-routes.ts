import type { Json, JsonObject } from '../../core/json.ts';
import type { Settings } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import {
  count,
  filledText,
  flag,
  integer,
  listOf,
  matching,
  members,
  oneOf,
  type Rules,
  read,
  text,
} from '../members.ts';
import type { ChosenResult } from '../message/chosen.ts';
import { messageTypes } from '../message/message-types.ts';
import { digits, shownNumber } from '../numbers.ts';
import { expectBrandVerdicts } from '../resource/profile/brand.ts';
import { type Registration, register } from '../resource/profile/registry.ts';
import { expectVerdict, inspectionRequests } from '../resource/template/inspector.ts';
import type { Manifest } from './manifests.ts';
import { channelRules, profileRules } from './profile-routes.ts';
import { proofOf } from './proof.ts';
import { type Given, plain, type Route, reject } from './route.ts';

/** What the emulator is, and what it is told to behave like. */
export const settingsRoutes: readonly Route[] = [
  { method: 'GET', path: '/health', handle: health },
  {
    method: 'GET',
    path: '/proof',
    query: ['nonce'],
    handle: (machine, { query }) => prove(machine, query.get('nonce')),
  },
  { method: 'GET', path: '/settings', handle: (machine) => ({ settings: shownSettings(machine) }) },
  { method: 'POST', path: '/settings', handle: (machine, { body }) => change(machine, body) },
  { method: 'POST', path: '/manifests', handle: (machine, { body }) => takeManifests(machine, body) },
  { method: 'POST', path: '/register', needsBody: true, handle: (machine, { body }) => registerAll(machine, body) },
];

const manifestRules: Rules<Manifest> = {
  product: oneOf('notification', 'brand', 'profile'),
  profile: filledText,
  name: text,
  address: filledText,
};

/** The addresses that the desk shows beside what the service calls things. */
function takeManifests(machine: Machine, body: JsonObject): Given {
  const required = ['product', 'profile', 'name', 'address'];
  const given = read<{ profiles: string[]; manifests: Manifest[] }>(
    body,
    { profiles: listOf(filledText), manifests: listOf(members(manifestRules, required)) },
    ['profiles', 'manifests'],
  );
  if (typeof given === 'string') return reject(400, given);
  machine.manifests.replace(given.profiles, given.manifests);
  return { manifests: given.manifests.length };
}

/** Proves that this is the emulator whose secret the caller has read (`.notiform/emulator.json`). */
function prove({ secret, url }: Machine, nonce: string | undefined): Given {
  if (secret === undefined) return reject(404, 'this emulator was not started for a project');
  if (nonce === undefined || !/^[0-9a-f]{32,128}$/.test(nonce))
    return reject(400, 'nonce must be 32 to 128 hexadecimal digits');
  return { proof: proofOf(secret, url(), nonce) };
}

function health(machine: Machine): JsonObject {
  return {
    name: 'notiform-emulator',
    pid: process.pid,
    url: machine.url(),
    inspect: machine.settings.inspect,
    now: machine.clock.now(),
    profiles: [...machine.store.profiles.values()].map(({ alias, type }) => ({ alias, type })),
    templates: machine.store.templates.size,
    requests: inspectionRequests(machine).length,
    messages: machine.store.messages.size,
  };
}

/** A time-out or window of more than a day is a mistake. */
const milliseconds = integer(0, 86_400_000);

const chosenRules: Rules<ChosenResult> = {
  to: filledText,
  refkey: filledText,
  templateCode: filledText,
  type: oneOf(...messageTypes),
  result: matching((value) => typeof value === 'string' && /^\d{4}$/.test(value), 'a code of four digits'),
};

const settingsRules: Rules<Settings> = {
  inspect: oneOf('auto', 'manual'),
  inspectMs: milliseconds,
  deliveryMs: milliseconds,
  encodeMs: milliseconds,
  webhookRetryMs: listOf(milliseconds),
  webhook: matching(isWebhook, 'an address that begins with http:// or https://, or null'),
  rateLimit: members({ limit: count, windowMs: integer(1, 86_400_000) }, ['limit', 'windowMs']),
  allowedIps: listOf(text),
  suspended: flag,
  maxConcurrent: count,
  results: listOf(members(chosenRules, ['result'])),
  rcsBrandKeys: listOf(text),
  rcsAgencyKeys: listOf(text),
};

function isWebhook(value: unknown): boolean {
  return value === null || (typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value));
}

function shownSettings(machine: Machine): Json {
  const { settings } = machine;
  const results = settings.results.map((chosen) =>
    chosen.to === undefined ? chosen : { ...chosen, to: shownNumber(machine, chosen.to) },
  );
  return plain({ ...settings, results });
}

function change(machine: Machine, body: JsonObject): Given {
  const settings = read<Settings>(body, settingsRules);
  if (typeof settings === 'string') return reject(400, settings);
  Object.assign(machine.settings, settings);
  machine.settingsChanges.tell(undefined);
  for (const template of inspectionRequests(machine)) expectVerdict(machine, template);
  expectBrandVerdicts(machine);
  return { settings: shownSettings(machine) };
}

const number = matching((value) => typeof value === 'string' && digits(value) !== '', 'a phone number');

/** What a process that joins brings along; what is known already stays as it is. */
function registerAll(machine: Machine, body: JsonObject): Given {
  const rules: Rules<Registration> = {
    profiles: listOf(members(profileRules, ['alias', 'key', 'type'])),
    senders: listOf(number),
    recipients: listOf(number),
    channels: listOf(members(channelRules, ['id', 'phone'])),
  };
  const registration = read<Registration>(body, rules);
  if (typeof registration === 'string') return reject(400, registration);
  register(machine, registration);
  return {};
}

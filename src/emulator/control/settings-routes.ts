import type { Json, JsonObject } from '../../core/json.ts';
import { proofOf } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import {
  array,
  count,
  filledText,
  flag,
  integer,
  matching,
  needed,
  object,
  oneOf,
  phoneNumber,
  text,
  textLike,
} from '../members.ts';
import { messageTypes } from '../message/channels.ts';
import { shownNumber } from '../numbers.ts';
import type { FaultRule, Settings } from '../public-types.ts';
import { expectBrandVerdicts } from '../resource/profile/brand.ts';
import { register } from '../resource/profile/operations.ts';
import { channelShape, profileShape } from '../resource/profile/shape.ts';
import { expectVerdict, inspectionRequests } from '../resource/template/operations.ts';
import { get, plain, post, type Route, reject, remove } from '../route.ts';
import type { Rule } from '../shape.ts';
import { faultShape } from './faults.ts';

/** More than a day is probably a mistake. */
const milliseconds = integer(0, 86_400_000);

export const settingsShape = {
  inspect: oneOf('auto', 'manual'),
  inspectMs: milliseconds,
  deliveryMs: milliseconds,
  encodeMs: milliseconds,
  webhookRetryMs: array(milliseconds),
  webhook: matching(isWebhook, 'an address that begins with http:// or https://, or null', {
    type: ['string', 'null'],
    pattern: '^https?://',
  }),
  rateLimit: object({ limit: needed(count), windowMs: needed(integer(1, 86_400_000)) }),
  allowedIps: array(text),
  suspended: flag,
  maxConcurrent: count,
  statisticsLimits: flag,
  results: array(
    object({
      to: filledText,
      refkey: filledText,
      templateCode: filledText,
      type: oneOf(...messageTypes),
      result: needed(textLike(/^\d{4}$/, 'a code of four digits')),
    }),
  ),
} satisfies Record<keyof Settings, Rule>;

function isWebhook(value: Json): value is string | null {
  return value === null || (typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value));
}

export const settingsRoutes: readonly Route[] = [
  get(
    '/health',
    'Shows the process and the number of entities: name, pid, url, inspect, now, profiles, templates, requests, messages, dropped',
    health,
    {},
  ),

  get(
    '/proof',
    'Proves that this emulator wrote `.notiform/emulator.json`: proof',
    ({ secret, url }, { nonce }) =>
      secret === undefined
        ? reject(404, 'this emulator was not started for a project')
        : { proof: proofOf(secret, url(), nonce) },
    { nonce: needed(textLike(/^[0-9a-f]{32,128}$/, '32 to 128 hexadecimal digits')) },
  ),

  get('/settings', 'Shows the settings: settings', (machine) => ({ settings: shownSettings(machine) }), {}),

  post(
    '/settings',
    'Changes settings. Those that are left out do not change: settings',
    settingsShape,
    (machine, settings) => {
      Object.assign(machine.settings, settings);
      for (const template of inspectionRequests(machine)) expectVerdict(machine, template);
      expectBrandVerdicts(machine);
      return { settings: shownSettings(machine) };
    },
  ),

  post(
    '/manifests',
    'Sets the manifest addresses that the desk shows: manifests',
    {
      profiles: needed(array(filledText)),
      manifests: needed(
        array(
          object({
            product: needed(oneOf('notification', 'brand', 'profile')),
            profile: needed(filledText),
            name: needed(text),
            address: needed(filledText),
          }),
        ),
      ),
    },
    (machine, { profiles, manifests }) => {
      machine.manifests.replace(profiles, manifests);
      return { manifests: manifests.length };
    },
  ),

  // Adds the profiles and numbers of a process that joins. Existing ones do not change.
  post(
    '/register',
    'Adds profiles, channels and numbers: inspect, manifests',
    {
      profiles: array(object(profileShape)),
      senders: array(phoneNumber),
      recipients: array(phoneNumber),
      channels: array(object(channelShape)),
    },
    (machine, registration) => {
      // Without registered recipients every number exists. Adding one must not remove the others.
      const isOpen = machine.store.recipients.size === 0;
      register(machine, isOpen ? { ...registration, recipients: [] } : registration);
      return { inspect: machine.settings.inspect, manifests: machine.manifests.digest };
    },
  ),
];

function health(machine: Machine): JsonObject {
  const { store } = machine;
  return {
    name: 'notiform-emulator',
    pid: process.pid,
    url: machine.url(),
    inspect: machine.settings.inspect,
    now: machine.clock.now(),
    profiles: [...store.profiles.values()].map(({ alias, type }) => ({ alias, type })),
    templates: store.templates.size,
    requests: inspectionRequests(machine).length,
    messages: store.messages.size,
    dropped: machine.dropped.messages,
  };
}

function shownSettings(machine: Machine): Json {
  const { settings } = machine;
  const results = settings.results.map((chosen) =>
    chosen.to === undefined ? chosen : { ...chosen, to: shownNumber(machine, chosen.to) },
  );
  return plain({ ...settings, results });
}

export const faultRoutes: readonly Route[] = [
  get('/faults', 'Lists the fault rules: rules', ({ faults }) => ({ rules: plain(faults.rules()) }), {}),
  post('/faults', 'Replaces the fault rules', { rules: needed(array(object(faultShape))) }, replaceFaults),
  remove('/faults', 'Removes the fault rules', (machine) => replaceFaults(machine, { rules: [] }), {}),
];

function replaceFaults({ faults }: Machine, { rules }: { rules: FaultRule[] }): JsonObject {
  faults.set(rules);
  return {};
}

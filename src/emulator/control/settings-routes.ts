import type { Json, JsonObject } from '../../core/json.ts';
import { formatDateTime } from '../dates.ts';
import { proofOf } from '../defaults.ts';
import type { Machine } from '../machine.ts';
import {
  array,
  count,
  EARLIEST_MS,
  filledText,
  flag,
  integer,
  MOMENTS,
  matching,
  momentOf,
  needed,
  object,
  oneOf,
  phoneNumber,
  text,
  textLike,
} from '../members.ts';
import { messageTypes } from '../message/channels.ts';
import { purge } from '../message/retention.ts';
import { shownNumber } from '../numbers.ts';
import type { FaultRule, Settings } from '../public-types.ts';
import { expectBrandVerdicts } from '../resource/profile/control.ts';
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

  // Adds the profiles and numbers of a process that joins. Existing ones do not change.
  post(
    '/register',
    'Adds profiles, channels and numbers: inspect',
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
      return { inspect: machine.settings.inspect };
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

/** A token that is issued now and expires a day later still has a year of four digits. */
const LATEST = Date.UTC(9999, 11, 30);

export const clockRoutes: readonly Route[] = [
  get('/clock', 'Shows the time: now, korean, offsetMs', clockOf, {}),
  post(
    '/clock',
    'Moves the clock: one of the three members. Everything that becomes due happens: expiredMessages',
    {
      advance: count,
      set: matching(
        (value): value is number | string => typeof value === 'string' || momentOf(value) !== undefined,
        MOMENTS,
        { type: ['number', 'string'], minimum: EARLIEST_MS, maximum: LATEST },
      ),
      real: matching((value) => value === true, 'true', { const: true }),
    },
    (machine, given) => {
      const { advance, set } = given;
      if (Object.keys(given).length !== 1)
        return reject(
          400,
          'only one of advance (milliseconds), set (a time) and real (true) is allowed, and one is required',
        );
      const at = momentOf(set);
      if (set !== undefined && (at === undefined || (at >= 0 && at < EARLIEST_MS)))
        return reject(400, `set must be ${MOMENTS}; not seconds, and of a day and an hour that exist`);
      const now = machine.clock.now();
      const ms = at === undefined ? (advance ?? -machine.clock.offset) : at - now;
      if (now + ms < 0 || now + ms > LATEST) return reject(400, 'the clock must be between 1970 and 9999');
      const messages = machine.store.messages.size;
      machine.clock.advance(ms);
      purge(machine);
      if (advance === undefined) {
        // A test may set the same moment again and again: its requests would count together.
        machine.limits.clear();
        machine.requestCounts.clear();
      }
      return { ...clockOf(machine), expiredMessages: messages - machine.store.messages.size };
    },
  ),
];

function clockOf(machine: Machine): JsonObject {
  const now = machine.clock.now();
  return { now, korean: formatDateTime(now), offsetMs: machine.clock.offset };
}

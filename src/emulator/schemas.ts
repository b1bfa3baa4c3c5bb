import type { JsonObject } from '../core/json.ts';
import type { Rule, Shape } from './shape.ts';

/** JSON schemas of the control API, for its OpenAPI document. */

/** A reference to a schema below, or to one that control/openapi.ts makes of a shape. */
export function ref(name: keyof typeof schemas | 'Seed' | 'Settings'): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

export function arrayOf(items: JsonObject): JsonObject {
  return { type: 'array', items };
}

/** An object that has all of these members and no other. */
export function exactly(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function described(description: string, properties: JsonObject): JsonObject {
  return { ...exactly(properties), description };
}

const string = { type: 'string' };
const integer = { type: 'integer' };
const object = { type: 'object' };
const stringOrNull = { type: ['string', 'null'] };
const koreanTime = { type: 'string', description: 'Korean time (UTC+9): yyyy-MM-dd HH:mm:ss' };
const milliseconds = { type: 'number', description: 'Milliseconds since the epoch' };

const time = {
  ok: { const: true },
  now: milliseconds,
  korean: koreanTime,
  offsetMs: { type: 'number', description: 'The offset from the real time, in milliseconds' },
};

export const schemas = {
  Refusal: described('A request that was refused', {
    ok: { const: false },
    message: { type: 'string', description: 'Names the wrong member, if there is one' },
  }),
  Message: described('A message in the inbox', {
    messagekey: string,
    refkey: string,
    type: { type: 'string', description: 'The channel that the send named' },
    to: string,
    from: string,
    senderkey: string,
    templatecode: string,
    text: { type: 'string', description: "The text that the phone shows: the fallback's, if one was delivered" },
    lines: {
      type: 'array',
      items: string,
      description:
        'Every line of text that the phone shows, those of items and cards too. Links and buttons are left out',
    },
    buttons: {
      type: 'array',
      items: string,
      description: 'The buttons and quick replies, those of cards too: `[배송 조회] WL https://shop.example/42`',
    },
    content: { type: 'object', description: 'What the request had under the name of its type' },
    device: { ...stringOrNull, description: 'The channel of the result' },
    acceptedAt: koreanTime,
    sendAt: koreanTime,
    result: { ...stringOrNull, description: "The webhook's RESULT; null until it is known" },
    reason: { ...stringOrNull, description: 'Why the delivery failed, which the service does not report' },
    pushed: { type: 'boolean', description: 'True if the webhook received the result' },
  }),
  InspectionRequest: described('A template that waits for a verdict', {
    profile: string,
    senderKey: string,
    senderKeyType: { enum: ['S', 'G'] },
    templateCode: string,
    templateName: string,
    requestedAt: koreanTime,
    comment: stringOrNull,
    attachments: arrayOf(exactly({ name: string, size: integer })),
  }),
  BrandApplication: described('A profile that waits for the approval of brand messages', {
    profile: string,
    senderKey: string,
    name: string,
    appliedAt: koreanTime,
    proof: { anyOf: [exactly({ name: string, size: integer, fileKey: string }), { type: 'null' }] },
  }),
  Token: described("A verification token that was sent to the phone of a channel's admin", {
    channel: string,
    phoneNumber: string,
    token: string,
    state: { enum: ['valid', 'used', 'expired'] },
    issuedAt: koreanTime,
    expiresAt: koreanTime,
  }),
  JournalEntry: described('A request of either API', {
    seq: { type: 'integer', description: 'Counts requests, from 1' },
    at: milliseconds,
    ms: { type: 'number', description: 'The duration in milliseconds of real time' },
    method: string,
    path: string,
    templateCode: {
      ...stringOrNull,
      description: 'The template that the request names, also if it was refused; null if there is none',
    },
    status: {
      type: ['integer', 'null'],
      description: 'The HTTP status that the client received; null if the connection was dropped',
    },
    code: {
      ...stringOrNull,
      description:
        'The code with which the request was executed, also if a fault hid it; null if it was not executed, or has none',
    },
    fault: { ...stringOrNull, description: 'The kind of the fault that was injected; null if there was none' },
  }),
  UnknownField: described("A member of requests that the service's documents do not have", {
    path: string,
    field: string,
    requests: integer,
  }),
  Time: described("The emulator's time", time),
  MovedTime: described("The emulator's time after a move of its clock", {
    ...time,
    expiredMessages: { type: 'integer', description: 'Messages that the move deleted: they are kept for 35 days' },
  }),
  Health: described('The process, and the number of entities', {
    ok: { const: true },
    name: { const: 'notiform-emulator' },
    pid: { type: 'integer', description: 'The id of its process' },
    url: string,
    inspect: { enum: ['auto', 'manual'] },
    now: milliseconds,
    profiles: arrayOf(exactly({ alias: string, type: { enum: ['S', 'G'] } })),
    templates: integer,
    requests: integer,
    messages: integer,
    dropped: { type: 'integer', description: 'Messages that `--keep` dropped' },
  }),
  Template: { ...object, description: "A template, as `template/detail` of the service's resource API answers" },
  Profile: { ...object, description: "A sender profile, as the service's resource API answers" },
  Video: { ...object, description: "A video, as `video/search` of the service's resource API answers" },
  ArmedFault: described('A rule, with the requests that it counted', {
    rule: object,
    seen: { type: 'integer', description: 'Requests that its path matched' },
    struck: { type: 'integer', description: 'Requests that it made fail' },
  }),
  Snapshot: { ...object, description: 'All entities by type; secrets are masked' },
  Planted: {
    type: 'object',
    properties: { ok: { const: true } },
    required: ['ok'],
    additionalProperties: integer,
    description: 'The number of entities of each type',
  },
} as const satisfies Record<string, JsonObject>;

export function schemaOf(shape: Shape): JsonObject {
  const required = Object.entries(shape).flatMap(([name, rule]) => (rule.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, schemaOfRule(rule)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

export function schemaOfRule(rule: Rule): JsonObject {
  const schema = withoutNull(rule);
  return rule.nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function withoutNull(rule: Rule): JsonObject {
  switch (rule.is) {
    case 'text':
      return {
        type: 'string',
        ...(rule.max === undefined ? {} : { maxLength: rule.max }),
        ...(rule.min === undefined ? {} : { minLength: rule.min }),
        ...(rule.of === undefined ? {} : { enum: [...rule.of] }),
      };
    case 'integer':
      return {
        type: 'integer',
        ...(rule.min === undefined ? {} : { minimum: rule.min }),
        ...(rule.max === undefined ? {} : { maximum: rule.max }),
      };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return arrayOf(schemaOfRule(rule.each));
    case 'object':
      return { ...schemaOf(rule.members), ...rule.also };
    case 'open':
      return { type: 'object' };
    case 'record':
      return { type: 'object', additionalProperties: schemaOfRule(rule.each) };
    case 'fitting':
      return 'enum' in rule.schema ? rule.schema : { ...rule.schema, description: `Must be ${rule.what}` };
  }
}

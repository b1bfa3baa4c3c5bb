import type { JsonObject } from '../../core/json.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Route } from '../route.ts';
import { arrayOf, exactly, ref, schemaOf, schemaOfRule, schemas } from '../schemas.ts';
import { settingsShape } from './settings-routes.ts';
import { seeders } from './store-routes.ts';

const PARAMETERS: Readonly<Record<string, string>> = {
  search: 'A part of a text, of a code or key, or of a phone number',
  to: 'The phone number of the receiver',
  type: 'The channel: at, ai, sms, …',
  templateCode: 'The code of the template',
  refkey: 'The refkey of the send',
  result: 'A result code, or `any` for every message with a result',
  limit: 'The most elements of the answer',
  after: 'The last element of the previous page: a messagekey, or the `seq` of the journal',
  timeoutMs: 'How long to wait, in milliseconds',
  path: 'A glob over the last parts of the path',
  status: 'The HTTP status that the client received',
  code: 'The code with which the request was executed, also if a fault hid it',
  nonce: 'A text that was never sent before',
};

/** Requests that answer with something other than JSON of the route table. */
const OTHERS: JsonObject = {
  '/events': {
    get: {
      operationId: 'getEvents',
      summary: 'Reports each change with the number of entities',
      ...answering({ type: 'string' }, 'text/event-stream'),
    },
  },
  '/hold': {
    get: {
      operationId: 'getHold',
      summary: 'Stays open: an emulator that should stop waits until the request is closed',
      ...answering({ type: 'string' }, 'text/plain'),
    },
  },
  '/openapi.json': {
    get: { operationId: 'getOpenApi', summary: 'Shows this document', ...answering({ type: 'object' }) },
  },
};

/** The OpenAPI 3.1 document of the control API, from its route table. `url` is the address of the emulator. */
export function openApiOf(routes: readonly Route[], url: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.path.replace(':name', '{messagekey}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'notiform emulator: control API',
      version: '1.0.0',
      description: 'Seeds, verdicts, inbox, faults and clock of the emulator. Successful answers have `ok: true`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: url + CONTROL_PATH }],
    security: [],
    paths: { ...paths, ...OTHERS },
    components: {
      schemas: { ...schemas, Settings: settingsSchema(), Seed: seedSchema() },
    },
  };
}

function operationOf({ method, path, does, query = {}, body, answers = {}, needsBody = false }: Route): JsonObject {
  const isNamed = path.includes(':name');
  const parameters = [
    ...(isNamed ? [{ name: 'messagekey', in: 'path', required: true, schema: { type: 'string' } }] : []),
    ...Object.entries(query).map(([name, rule]) => ({
      name,
      in: 'query',
      ...(rule.required ? { required: true } : {}),
      description: PARAMETERS[name] ?? '',
      schema: schemaOfRule(rule),
    })),
  ];
  const words = path.replace('/:name', '-one').split(/\W/);
  const schema = body?.();
  return {
    operationId: method.toLowerCase() + words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join(''),
    summary: does,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(schema && { requestBody: { required: needsBody || 'required' in schema, content: contentOf(schema) } }),
    ...answering('$ref' in answers ? answers : exactly({ ok: { const: true }, ...answers })),
  };
}

function answering(schema: JsonObject, type?: string): JsonObject {
  return {
    responses: {
      200: { description: 'The answer', content: contentOf(schema, type) },
      '4XX': { description: 'A refusal: 400, 404, 405, 408, 409 or 413', content: contentOf(ref('Refusal')) },
      default: { description: 'A failure: 500', content: contentOf(ref('Refusal')) },
    },
  };
}

function contentOf(schema: JsonObject, type = 'application/json'): JsonObject {
  return { [type]: { schema } };
}

function seedSchema(): JsonObject {
  const lists = Object.entries(seeders).map(([name, { shape }]) => [name, arrayOf(schemaOf(shape))]);
  return {
    type: 'object',
    properties: Object.fromEntries(lists),
    additionalProperties: false,
    description: 'Entities that are stored as they are. An element replaces the entity with the same key',
  };
}

function settingsSchema(): JsonObject {
  return { ...schemaOf(settingsShape), required: Object.keys(settingsShape), description: 'The settings' };
}

import type { Json, JsonObject } from '../../core/json.ts';
import { CONTROL_PATH } from '../defaults.ts';
import type { Route } from '../route.ts';
import type { Rule, Shape } from '../shape.ts';
import { seeders } from './store-routes.ts';

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
    paths,
  };
}

function operationOf({ method, path, does, query, body }: Route): JsonObject {
  const parameters = [
    ...(path.includes(':name') ? [{ name: 'messagekey', in: 'path', required: true, schema: { type: 'string' } }] : []),
    ...Object.entries(query).map(([name, rule]) => ({
      name,
      in: 'query',
      required: rule.required === true,
      schema: schemaOfRule(rule),
    })),
  ];
  const words = path.replace('/:name', '-one').split(/\W/);
  const schema = body && schemaOf(body === 'seeds' ? seedShape() : body);
  return {
    operationId: method.toLowerCase() + words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join(''),
    summary: does,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(schema && { requestBody: { required: 'required' in schema, content: contentOf(schema) } }),
    responses: {
      200: { description: 'The answer', content: contentOf(answerOf(true)) },
      '4XX': { description: 'A refusal', content: contentOf(answerOf(false)) },
      default: { description: 'A failure', content: contentOf(answerOf(false)) },
    },
  };
}

/** The members of an answer are in docs/emulator.md and in the types of `notiform/emulator`. */
function answerOf(ok: boolean): JsonObject {
  const properties = { ok: { const: ok }, ...(ok ? {} : { message: { type: 'string' } }) };
  return { type: 'object', properties, required: Object.keys(properties) };
}

function contentOf(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

function seedShape(): Shape {
  const lists = Object.entries(seeders).map(([name, { shape }]): [string, Rule] => [
    name,
    { is: 'list', each: { is: 'object', members: shape } },
  ]);
  return { snapshot: { is: 'open' }, ...Object.fromEntries(lists) };
}

function schemaOf(shape: Shape): JsonObject {
  const required = Object.entries(shape).flatMap(([name, rule]) => (rule.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, schemaOfRule(rule)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

function schemaOfRule(rule: Rule): JsonObject {
  const schema = withoutNull(rule);
  return rule.nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function withoutNull(rule: Rule): JsonObject {
  switch (rule.is) {
    case 'text':
      return {
        type: 'string',
        ...given('maxLength', rule.max),
        ...given('minLength', rule.min),
        ...given('enum', rule.of && [...rule.of]),
        ...given('pattern', rule.pattern?.source),
      };
    case 'integer':
      return { type: 'integer', ...given('minimum', rule.min), ...given('maximum', rule.max) };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: schemaOfRule(rule.each) };
    case 'object':
      return schemaOf(rule.members);
    case 'open':
      return { type: 'object' };
    case 'record':
      return { type: 'object', additionalProperties: schemaOfRule(rule.each) };
    case 'fitting':
      return rule.schema;
  }
}

function given(name: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

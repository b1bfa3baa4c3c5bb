import { isObject, type JsonObject } from '../../core/json.ts';
import { CONTROL_PATH } from '../defaults.ts';
import { array, object } from '../members.ts';
import { plain, type Route } from '../route.ts';
import type { Rule, Shape } from '../shape.ts';
import { seeders } from './store-routes.ts';

/** The OpenAPI 3.1 document of the control API, from its route table. `url` is the address of the emulator. */
export function openApiOf(routes: readonly Route[], url: string): JsonObject {
  const paths: Record<string, object> = {};
  for (const route of routes) {
    const path = route.path.replace(':name', '{messagekey}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  // Members that are undefined are left out of the text.
  const document = plain({
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
  });
  return isObject(document) ? document : {};
}

function operationOf({ method, path, does, query, body }: Route): object {
  const ofPath = { name: 'messagekey', in: 'path', required: true, schema: { type: 'string' } };
  const ofQuery = Object.entries(query).map(([name, rule]) => ({
    ...{ name, in: 'query', required: rule.required === true },
    schema: schemaOfRule(rule),
  }));
  const parameters = [...(path.includes(':name') ? [ofPath] : []), ...ofQuery];
  const words = path.replace('/:name', '-one').split(/\W/);
  const schema = body && schemaOf(body === 'seeds' ? seedShape() : body);
  return {
    operationId: method.toLowerCase() + words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join(''),
    summary: does,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: schema && { required: schema.required !== undefined, content: { 'application/json': { schema } } },
    responses: {
      200: { description: 'The answer', content: answerOf(true) },
      '4XX': { description: 'A refusal', content: answerOf(false) },
      default: { description: 'A failure', content: answerOf(false) },
    },
  };
}

/** The members of an answer are in docs/emulator.md and in the types of `notiform/emulator`. */
function answerOf(ok: boolean): object {
  const properties = { ok: { const: ok }, ...(ok ? {} : { message: { type: 'string' } }) };
  return { 'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } } };
}

function seedShape(): Shape {
  const lists = Object.entries(seeders).map(([name, { shape }]) => [name, array(object(shape))]);
  return { snapshot: { is: 'open' }, ...Object.fromEntries(lists) };
}

function schemaOf(shape: Shape) {
  const required = Object.entries(shape).flatMap(([name, rule]) => (rule.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, schemaOfRule(rule)])),
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  };
}

function schemaOfRule(rule: Rule): object {
  const schema = withoutNull(rule);
  return rule.nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function withoutNull(rule: Rule): object {
  switch (rule.is) {
    case 'text': {
      const { max: maxLength, min: minLength, of, pattern } = rule;
      return { type: 'string', maxLength, minLength, enum: of, pattern: pattern?.source };
    }
    case 'integer':
      return { type: 'integer', minimum: rule.min, maximum: rule.max };
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

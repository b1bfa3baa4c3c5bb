import { readFile, writeFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../src/core/json.ts';
import { controlRoutes } from '../../src/emulator/control/control.ts';
import { openApiOf } from '../../src/emulator/control/openapi.ts';
import { objectOf } from './support.ts';

/** The OpenAPI document of the control API, which is made of the route table. */

const document = openApiOf(controlRoutes, 'http://127.0.0.1:4010');
const SHIPPED = new URL('../../schemas/emulator.openapi.json', import.meta.url);

const operations = Object.entries(objectOf(document['paths'])).flatMap(([path, methods]) =>
  Object.entries(objectOf(methods)).map(([method, about]) => ({ path, method, about: objectOf(about) })),
);

/** Follows names into an object: `at(about, 'responses', '200')`. */
function at(value: unknown, ...names: string[]): unknown {
  return names.reduce((part: unknown, name) => (isObject(part) ? part[name] : undefined), value);
}

describe('the OpenAPI document of the control API', () => {
  it('is in schemas/, as the package ships it', async () => {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env['UPDATE_DOCS'] === '1') await writeFile(SHIPPED, text);
    expect(await readFile(SHIPPED, 'utf8')).toBe(text);
  });

  it('has every route, unique names and schemas that compile', () => {
    const routes = controlRoutes.map(({ method, path }) => `${method} ${path.replace(':name', '{messagekey}')}`);
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(routes.sort());
    const ids = operations.map(({ about }) => about['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^(?:get|post|delete)[A-Za-z]+$/);
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    for (const { about } of operations) {
      const body = at(about, 'requestBody', 'content', 'application/json', 'schema');
      const answer = at(about, 'responses', '200', 'content', 'application/json', 'schema');
      for (const schema of [answer, body]) if (isObject(schema)) expect(() => ajv.compile(schema)).not.toThrow();
    }
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { controlRoutes } from '../../src/emulator/control/control.ts';
import { openApiOf } from '../../src/emulator/control/openapi.ts';
import type { EmulatorServer } from '../../src/emulator/emulator.ts';
import { png } from '../images.ts';
import { newer, ok } from './profile-support.ts';
import {
  account,
  NOON,
  objectOf,
  openBench,
  openBenchWithSleep,
  PHONE,
  plainMessage,
  plainTemplate,
  postJson,
  SHOP,
} from './support.ts';

/** The OpenAPI document of the control API says what the emulator does. */

const document = openApiOf(controlRoutes, 'http://127.0.0.1:4010');
const SHIPPED = new URL('../../schemas/emulator.openapi.json', import.meta.url);

interface Operation {
  path: string;
  method: string;
  about: JsonObject;
}

const operations: Operation[] = Object.entries(objectOf(document['paths'])).flatMap(([path, methods]) =>
  Object.entries(objectOf(methods)).map(([method, about]) => ({ path, method, about: objectOf(about) })),
);

/** Follows names into an object: `at(about, 'responses', '200')`. */
function at(value: unknown, ...names: string[]): unknown {
  return names.reduce((part: unknown, name) => (isObject(part) ? part[name] : undefined), value);
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, keywords: ['components'] });
ajv.addSchema({ $id: 'document', components: document['components'] });

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value by a schema of the document; undefined if nothing is. */
function flawIn(schema: unknown, value: unknown): string | undefined {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as JsonObject);
  compiled.set(text, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** A body that the emulator accepted. */
interface Body {
  path: string;
  about: unknown;
  body: JsonObject;
}

function schemaAt(schema: unknown): JsonObject {
  const { $ref: name, ...own } = isObject(schema) ? schema : {};
  return typeof name === 'string' ? objectOf(at(document, ...name.slice(2).split('/'))) : own;
}

/** Every object of a body whose schema is closed: its place, and its schema. */
function objectsIn(value: unknown, schema: unknown, place: readonly string[] = []): [string[], JsonObject][] {
  const about = schemaAt(schema);
  if (Array.isArray(value))
    return value.flatMap((one, index) => objectsIn(one, about['items'], [...place, `${index}`]));
  const closed = [about, ...[about['anyOf'] ?? []].flat().map(schemaAt)].find((one) => isObject(one['properties']));
  if (!isObject(value) || closed === undefined) return [];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    objectsIn(one, at(closed, 'properties', name), [...place, name]),
  );
  return [[[...place], closed], ...inner];
}

/** A copy of a body in which one of its objects has changed. */
function changedAt(body: JsonObject, place: readonly string[], change: (object: JsonObject) => void): JsonObject {
  const copy = structuredClone(body);
  change(objectOf(place.reduce((part: unknown, name) => (part as JsonObject)[name], copy)));
  return copy;
}

/** A value of a schema. */
function sampleOf(schema: unknown): Json {
  const about = schemaAt(schema);
  const [first] = [about['anyOf'] ?? about['enum'] ?? []].flat();
  if (about['anyOf'] !== undefined) return sampleOf(first);
  if (first !== undefined) return first;
  const type = String([about['type'] ?? ''].flat()[0]);
  const minimum = about['minimum'] ?? 0;
  return { string: '1234', number: minimum, integer: minimum, boolean: true, array: [], object: {} }[type] ?? true;
}

/**
 * Compares the schemas of bodies with the emulator: each documented member is known, each required member is required, and no
 * other member is accepted.
 */
async function compareBodies({ control }: EmulatorServer, bodies: readonly Body[]): Promise<void> {
  const known = new Set<string>();
  const refusal = async (path: string, body: JsonObject): Promise<string> => {
    const [route = '', query] = path.split('?');
    const answer = await control('POST', route, { query: Object.fromEntries(new URLSearchParams(query)), body });
    return String(objectOf(answer)['message'] ?? '');
  };
  for (const { path, about, body: whole } of bodies) {
    const schema = at(about, 'requestBody', 'content', 'application/json', 'schema');
    for (const [place, closed] of objectsIn(whole, schema)) {
      const [list = ''] = place;
      // Only this list of a seed.
      const body = path === '/seed' && list !== '' ? { [list]: whole[list] ?? null } : whole;
      const unnamed = [path.split('?')[0], ...place].join('/').replace(/\/\d+/g, '[]');
      const refuses = async (change: (object: JsonObject) => void): Promise<void> => {
        const wrong = changedAt(body, place, change);
        expect([unnamed, wrong, await refusal(path, wrong)]).toEqual([unnamed, wrong, expect.stringMatching(/./)]);
        expect([unnamed, wrong, flawIn(schema, wrong)]).toEqual([unnamed, wrong, expect.any(String)]);
      };
      await refuses((object) => Object.assign(object, { odd: 1 }));
      for (const member of [closed['required'] ?? []].flat())
        await refuses((object) => Reflect.deleteProperty(object, String(member)));
      for (const [member, rule] of Object.entries(objectOf(closed['properties']))) {
        const name = `${unnamed}.${member}`;
        if (known.has(name)) continue;
        known.add(name);
        const more = changedAt(body, place, (object) => Object.assign(object, { [member]: sampleOf(rule) }));
        expect([name, await refusal(path, more)]).toEqual([name, expect.not.stringContaining('does not know')]);
      }
    }
  }
  expect(known.size).toBeGreaterThan(200);
}

describe('the OpenAPI document of the control API', () => {
  it('is in schemas/, as the package ships it', async () => {
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env['UPDATE_DOCS'] === '1') await writeFile(SHIPPED, text);
    expect(await readFile(SHIPPED, 'utf8')).toBe(text);
  });

  it('has every route, and nothing else', () => {
    const routes = controlRoutes.map(({ method, path }) => `${method} ${path.replace(':name', '{messagekey}')}`);
    const streams = ['GET /events', 'GET /hold', 'GET /openapi.json'];
    const shown = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(shown.sort()).toEqual([...routes, ...streams].sort());
    for (const { method, path, query = {} } of controlRoutes) {
      const about = at(document, 'paths', path.replace(':name', '{messagekey}'), method.toLowerCase(), 'parameters');
      const parameters = (Array.isArray(about) ? about : []).map(objectOf);
      expect(parameters.filter((one) => one['in'] === 'query').map(({ name }) => name)).toEqual(Object.keys(query));
      for (const parameter of parameters)
        expect([parameter['name'], parameter['schema']]).toEqual([parameter['name'], expect.any(Object)]);
    }
  });

  it.each(['/events', '/hold', '/openapi.json'])('names the type of what %s answers', async (path) => {
    const { url } = await openBench();
    const { headers, body } = await fetch(`${url}/_emulator${path}`);
    await body?.cancel();
    const [type = ''] = Object.keys(objectOf(at(document, 'paths', path, 'get', 'responses', '200', 'content')));
    expect(headers.get('content-type')?.split(';')[0]).toBe(type);
  });

  it('is OpenAPI 3.1: names are unique, references resolve, schemas compile, each path parameter is declared', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: expect.any(String), version: '1.0.0' } });
    // As `redocly lint` requires with its recommended rules: no operation needs credentials, and each names its refusals.
    expect(document['security']).toEqual([]);
    for (const { path, about } of operations)
      for (const status of ['4XX', 'default'])
        expect([path, at(about, 'responses', status, 'content', 'application/json', 'schema', '$ref')]).toEqual([
          path,
          '#/components/schemas/Refusal',
        ]);
    const ids = operations.map(({ about }) => about['operationId']);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^(?:get|post|delete)[A-Za-z]+$/);
    for (const [, name = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect([name, at(document, 'components', 'schemas', name)]).toEqual([name, expect.any(Object)]);
    for (const { about, path } of operations) {
      expect([path, about['summary']]).toEqual([path, expect.stringMatching(/^[A-Z].*[^.]$/)]);
      const answer = Object.values(objectOf(at(about, 'responses', '200', 'content')))[0];
      const body = at(about, 'requestBody', 'content', 'application/json', 'schema');
      for (const schema of [at(answer, 'schema'), ...(body === undefined ? [] : [body])])
        expect(() => flawIn(schema, {})).not.toThrow();
      const inPath = (Array.isArray(about['parameters']) ? about['parameters'] : []).filter(
        (one) => at(one, 'in') === 'path',
      );
      expect(inPath.map((one) => `{${String(at(one, 'name'))}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it.each<[path: string, body: JsonObject]>([
    ['/verdict', { templateCode: 'order_paid', verdict: 'approve' }],
    ['/verdicts', { verdicts: [{ templateCode: 'order_paid', verdict: 'approve' }] }],
    ['/comment', { templateCode: 'order_paid', status: 'INQ', content: '어디에 쓰나요?' }],
    ['/template', { templateCode: 'order_paid', block: true }],
    ['/faults', { rules: [{ kind: 'status', status: 204 }] }],
    ['/faults', { rules: [{ kind: 'html', status: 304 }] }],
    ['/faults', { rules: [{ kind: 'status', delayMs: 100 }] }],
    ['/faults', { rules: [{ kind: 'delay', acts: true }] }],
    ['/seed', { templates: [{ profile: 'shop', templateCode: 'a', createdAt: 1_790_000_000 }] }],
    ['/clock', {}],
    ['/clock', { advance: 1, real: true }],
    ['/clock', { real: false }],
    ['/clock', { set: 1_900_000_000 }],
    ['/clock', { set: 1e15 }],
    ['/clock', { set: true }],
    ['/inbox/click', { part: 'button' }],
    ['/inbox/click', { part: 'list', order: 6 }],
    ['/inbox/click', { part: 'etc', order: 1 }],
  ])('refuses what %s refuses: %j', async (path, body) => {
    const { url } = await openBench();
    const schema = at(document, 'paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema');
    expect([(await postJson(`${url}/_emulator${path}`, body)).status, flawIn(schema, body)]).toEqual([
      400,
      expect.any(String),
    ]);
  });

  it('describes the requests and the answers of a running emulator', async () => {
    const bench = await openBenchWithSleep((ms) => ms === 0, { secret: 'ab'.repeat(32) });
    const called = new Set<string>();
    const bodies: Body[] = [];
    const call = async (method: string, path: string, body?: JsonObject): Promise<JsonObject> => {
      const [name = ''] = path.split('?');
      const known = at(document, 'paths', name) === undefined ? name.replace(/[^/]+$/, '{messagekey}') : name;
      const about = at(document, 'paths', known, method.toLowerCase());
      if (body)
        expect([path, flawIn(at(about, 'requestBody', 'content', 'application/json', 'schema'), body)]).toEqual([
          path,
          undefined,
        ]);
      const sent = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {};
      const response = await fetch(`${bench.url}/_emulator${path}`, { method, ...sent });
      const answer = objectOf(await response.json());
      const schema = at(about, 'responses', response.ok ? '200' : '4XX', 'content', 'application/json', 'schema');
      expect([path, response.status, flawIn(schema, answer)]).toEqual([path, response.status, undefined]);
      if (response.ok) called.add(`${method} ${known}`);
      if (response.ok && body) bodies.push({ path, about, body });
      return answer;
    };
    await call('POST', '/clock', { set: '2030-01-15 21:00:00' });
    const named = { profile: 'shop', templateCode: 'order_paid' };
    await bench.add();
    await bench.call('/template/request', { templateCode: 'order_paid' });
    await call('GET', '/health');
    await call('GET', '/requests');
    await call('POST', '/comment', { ...named, status: 'INQ', content: '어디에 쓰나요?' });
    await call('POST', '/verdict', { ...named, verdict: 'approve' });
    await call('POST', '/verdict', { ...named, verdict: 'approve' });
    await call('POST', '/template', { ...named, block: false, inspectionStatus: 'REQ' });
    await call('POST', '/verdicts', { verdicts: [{ ...named, verdict: 'approve', comment: null }] });
    await call('POST', '/settings', {
      webhook: null,
      deliveryMs: 0,
      rateLimit: { limit: 1000, windowMs: 1000 },
      results: [{ to: PHONE, refkey: 'late', result: '7305' }],
    });
    await call('GET', '/settings');
    const { messagekey } = (await bench.message({ ...plainMessage, odd: 1 })).body;
    await call('POST', '/clock', { advance: 1000 });
    await call('GET', '/clock');
    await call('GET', '/inbox?limit=1&search=%EA%B2%B0%EC%A0%9C');
    await call('GET', '/inbox/wait?timeoutMs=0&result=any');
    await call('GET', '/inbox/wait?timeoutMs=0&refkey=none');
    await call('GET', `/inbox/${String(messagekey)}`);
    await call('POST', '/inbox/read?refkey=ref-1');
    await call('POST', '/inbox/click', { part: 'button', order: 1 });
    await call('DELETE', `/inbox/${String(messagekey)}`);
    await call('DELETE', '/inbox?to=01000000000');
    await call('POST', '/faults', {
      rules: [
        { kind: 'status', status: 503, code: '1', path: '/v3/**' },
        { kind: 'html', status: 502, acts: true },
        { kind: 'delay', delayMs: 1 },
      ],
    });
    await call('GET', '/faults');
    await call('DELETE', '/faults');
    await call('GET', '/journal?limit=5&path=/v3/**');
    await call('GET', '/journal/wait?timeoutMs=0');
    await call('POST', '/journal/clear');
    await call('DELETE', '/journal');
    await call('GET', '/unknown-fields');
    await call('DELETE', '/unknown-fields');
    await call('GET', `/proof?nonce=${'ab'.repeat(16)}`);
    await call('POST', '/manifests', {
      profiles: [SHOP],
      manifests: [
        { product: 'notification', profile: SHOP, name: 'order_paid', address: 'NotificationTemplate/shop/order-paid' },
      ],
    });
    await call('POST', '/register', {
      channels: [{ id: '@mall', phone: PHONE }],
      senders: ['1588-0000'],
      recipients: [PHONE],
      profiles: [{ alias: 'new', key: 'k', type: 'S', groups: [] }],
    });
    await call('POST', '/checkpoint', { name: 'a' });
    await call('POST', '/seed', {
      profiles: [{ alias: 'other', key: 'o', type: 'S' }],
      channels: [{ id: '@other', phone: PHONE }],
      groupTags: [{ profile: 'shop', groupTagName: 'tag', groupTagKey: 'T1' }],
      pluginCallbacks: [
        { profile: 'shop', pluginId: 'p1', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://shop.example.com/p' },
      ],
      images: [{ id: 'a.png', use: 'notification/template', width: 800, height: 400 }],
      videos: [{ profile: 'shop', vid: 'v1', title: '안내', status: 'PUBLIC' }],
      templates: [
        {
          ...plainTemplate,
          ...named,
          templateCode: 'b',
          securityFlag: null,
          buttons: [{ name: '보기', linkType: 'WL', linkMo: 'https://shop.example.com' }],
        },
      ],
      publicTemplates: [
        {
          templateCode: 'p',
          templateName: 'p',
          status: 'A',
          categoryCode: '001001',
          releasedAt: NOON,
          previewImageUrl: null,
        },
      ],
      statistics: [
        { profile: 'shop', product: 'notification', date: '20300101', reads: [1, 0, 0], chargedSuccessCount: 1 },
      ],
      brandTemplates: [{ profile: 'shop', templateCode: 'br1', status: 'A', chatBubbleType: 'TEXT', content: '안내' }],
      messages: [{ type: 'at', to: PHONE, content: { message: '안녕' }, result: '7000', acceptedAt: NOON }],
    });
    await call('POST', '/brand-template', { profile: 'shop', templateCode: 'br1', status: 'S' });
    await call('POST', '/video', { vid: 'v1', status: 'PRIVATE' });
    await call('POST', '/profile', { profile: 'shop', block: false, committalCompanyName: null });
    const form = account({ senderKey: SHOP });
    form.set('file', new Blob([png(40, 30)]), '동의.png');
    await fetch(`${bench.url}/v4/msgr/profile/marketingAgree/upload`, { method: 'POST', body: form });
    expect(await newer(bench.url, '/profile/brandMessage/apply')).toEqual(ok);
    await bench.call('/profile/token', { channelId: '@other', phoneNumber: PHONE });
    await call('GET', '/tokens');
    await call('GET', '/brand-applications');
    await call('POST', '/brand-verdict', { profile: 'shop', verdict: 'approve' });
    await call('GET', '/snapshot');
    await call('POST', '/restore', { name: 'a' });
    await call('POST', '/reset');
    expect([...called].sort()).toEqual(
      operations
        .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
        .filter((name) => !/\/(?:events|hold|openapi)/.test(name))
        .sort(),
    );
    const served = await fetch(`${bench.url}/_emulator/openapi.json`);
    expect(await served.json()).toEqual({ ...document, servers: [{ url: `${bench.url}/_emulator` }] });
    await compareBodies(bench.emulator, bodies);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { textOf } from '../../src/core/sentence.ts';
import { fieldsCalled, manifestName } from '../../src/kinds/words.ts';
import { knownKinds } from '../../src/manifest/schema/schema.ts';
import type { SchemaError } from '../../src/manifest/schema/schema-error.ts';
import { wrongType } from '../../src/manifest/schema/wrong-type.ts';
import { parseLocated } from '../../src/yaml/located.ts';

const root = join(import.meta.dirname, '../..');
const files = readdirSync(join(root, 'schemas'))
  .filter((name) => name.endsWith('.schema.json'))
  .sort();
const schemas = files.map((file) => JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')) as JsonObject);

/** Every field of a schema with its path; rules that only narrow what was described elsewhere are left out. */
function fields(schema: Json, path = ''): [string, JsonObject][] {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => fields(item, `${path}[${index}]`));
  if (!isObject(schema)) return [];
  const own = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  return [
    ...own.flatMap(([name, field]): [string, JsonObject][] => (isObject(field) ? [[`${path}.${name}`, field]] : [])),
    ...Object.entries(schema)
      .filter(([key]) => !['if', 'then', 'else', 'allOf', 'enum', 'const', 'required'].includes(key))
      .flatMap(([key, member]) => fields(member, `${path}.${key}`)),
  ];
}

describe('the schemas', () => {
  it('describe every field', () => {
    const bare = schemas.flatMap((schema) =>
      fields(schema, String(schema['$id']))
        .filter(([, field]) => typeof field['description'] !== 'string' && field['$ref'] === undefined)
        .map(([path]) => path),
    );
    expect(bare).toEqual([]);
  });

  it('describe every value of an enumeration', () => {
    const untold = schemas.flatMap((schema) =>
      fields(schema, String(schema['$id'])).flatMap(([path, field]) => {
        const values = Array.isArray(field['enum']) ? field['enum'] : [];
        return values
          .filter((value) => !String(field['description']).includes(`\`${value}\``))
          .map((value) => `${path} ${value}`);
      }),
    );
    expect(untold).toEqual([]);
  });

  it('are one for each kind, one that they share, one that takes any of them, and one of notiform.yaml', () => {
    expect(files).toEqual([
      'brand-template.schema.json',
      'common.schema.json',
      'config.schema.json',
      'group-tag.schema.json',
      'image.schema.json',
      'notification-template.schema.json',
      'notiform.schema.json',
      'plugin-callback.schema.json',
      'sender-profile.schema.json',
      'test-send.schema.json',
      'video.schema.json',
    ]);
    expect(knownKinds).toEqual([
      'BrandTemplate',
      'GroupTag',
      'Image',
      'NotificationTemplate',
      'PluginCallback',
      'SenderProfile',
      'TestSend',
      'Video',
    ]);
  });

  it('take every example by its kind, and refuse what is none', () => {
    const ajv = new Ajv2020({ strict: false, schemas });
    const any = ajv.getSchema('notiform.schema.json');
    const folder = join(root, 'examples/manifests');
    const manifests = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
    const documents = manifests.flatMap(
      (name) => parseLocated(name, readFileSync(join(folder, name), 'utf8')).documents,
    );
    expect(documents.length).toBeGreaterThan(3);
    expect(documents.map(({ value }) => any?.(value))).toEqual(documents.map(() => true));
    expect([{}, { kind: 'Other' }, { kind: 'Image' }].map((value) => any?.(value))).toEqual([false, false, false]);
  });

  it('accept each of their examples, which the hint about a wrong type writes as YAML', () => {
    const ajv = new Ajv2020({ strict: false, schemas });
    const wrong: unknown[] = [];
    let hints = 0;
    const look = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { examples, type } = value as { examples?: unknown; type?: unknown };
      const accepts = Array.isArray(examples) ? ajv.compile({ $ref: at }) : undefined;
      for (const example of Array.isArray(examples) ? examples : []) {
        if (!accepts?.(example)) wrong.push([at, example]);
        if (typeof example !== 'object' || typeof type !== 'string') continue;
        const error = { data: true, params: { type }, parentSchema: { examples: [example] } } as unknown as ErrorObject;
        const fault = {
          error,
          path: ['field'],
          label: '',
          checked: { located: { raw: () => undefined } },
        } as unknown as SchemaError;
        const hint = textOf(wrongType(fault).hint ?? '');
        const written = /`(?:field: |- )(.*)`$/s.exec(hint)?.[1] ?? '';
        const read = parseLocated('hint.yaml', `field: ${written}\n`).documents[0]?.value;
        expect(read).toEqual({ field: Array.isArray(example) ? example[0] : example });
        hints += 1;
      }
      for (const [key, member] of Object.entries(value))
        if (key !== 'examples')
          look(member, `${at}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    };
    for (const schema of schemas) look(schema, `${schema['$id']}#`);
    expect(wrong).toEqual([]);
    expect(hints).toBeGreaterThan(10);
  });

  it('say of every pattern what it takes: an editor would show the pattern', () => {
    const silent: string[] = [];
    const look = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('pattern' in value && typeof value.pattern === 'string' && !('patternErrorMessage' in value)) silent.push(at);
      for (const [key, member] of Object.entries(value)) look(member, `${at}/${key}`);
    };
    for (const [index, schema] of schemas.entries()) look(schema, String(index));
    expect(silent).toEqual([]);
  });

  it('have none of the service’s names that a manifest calls otherwise', () => {
    const known = new Set(schemas.flatMap((schema) => fields(schema).map(([path]) => path.split('.').at(-1) ?? '')));
    const top = ['templateCode', 'categoryCode', 'securityFlag', 'templateTitle'].map((name) => [[], name] as const);
    const inside = ['linkMo', 'linkType', 'telNumber'].map((name) => [['buttons', 0], name] as const);
    for (const [at, name] of [...top, ...inside]) {
      expect(known).not.toContain(name);
      expect(known).toContain(manifestName('NotificationTemplate', at, name)?.split('.').at(-1));
    }
    expect(manifestName('NotificationTemplate', [], 'toString')).toBeUndefined();
  });
});

it('a name of the service leads to its fields, at every depth and of every kind', () => {
  expect(fieldsCalled('templatecontent')).toEqual(['NotificationTemplate.content']);
  expect(fieldsCalled('telNumber')).toContain('NotificationTemplate.buttons.tel');
  expect(fieldsCalled('nothing')).toEqual([]);
});

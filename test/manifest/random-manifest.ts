import * as fc from 'fast-check';
import { schemas } from '../../generated/validators.js';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';

/** The kinds that there is a schema for. */
export const kinds: readonly string[] = Object.values(schemas)
  .filter(({ properties }) => isObject(properties) && isObject(properties['kind']) && 'const' in properties['kind'])
  .map(({ title }) => String(title));

/** Pieces that YAML reads as something else than text when they stand alone, begin a value or end a line. */
const pieces = fc.oneof(
  fc.constantFrom(
    '\n',
    '\n\n',
    ' ',
    '  ',
    '\t',
    '#{이름}',
    '${var:host}',
    ': ',
    ' #',
    ',',
    '- ',
    '"',
    "'",
    '\\',
    '{ ',
    ']',
  ),
  fc.constantFrom(
    '001001',
    'yes',
    'null',
    '2026-12-01',
    '12:30',
    '0x1F',
    '.inf',
    '---',
    '...',
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '%',
  ),
  fc.constantFrom(
    '안녕하세요',
    '고객님',
    '▶',
    '👨‍👩‍👧',
    'https://shop.example.com/o',
    './a.png',
    'word',
    '\u0000',
    '\r',
    '\u0085',
    '\u2028',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('가나다라 마바사 '.repeat(16), '\ud83d', '\ufeff', '\u00a0', '\u3000', '\u007f'),
);

/** Texts that are hard to write as YAML. */
export const nastyText: fc.Arbitrary<string> = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));

/** Keys as users have them in maps of their own: names of variables, of buttons, of rules. */
const key = fc.oneof(nastyText, fc.constantFrom('이름', '금액', 'AT19')).filter((name) => name !== '__proto__');

const leaf: fc.Arbitrary<Json> = fc.oneof(
  { arbitrary: nastyText, weight: 6 },
  { arbitrary: fc.integer(), weight: 1 },
  { arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0), weight: 1 },
  { arbitrary: fc.boolean(), weight: 1 },
  { arbitrary: fc.constant<Json>(null), weight: 1 },
);

/** Anything that JSON can say, with texts that are hard to write. */
const anything: fc.Arbitrary<Json> = fc.letrec<{ json: Json; map: JsonObject }>((tie) => ({
  json: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, fc.array(tie('json'), { maxLength: 3 }), tie('map')),
  map: fc.dictionary(key, tie('json'), { maxKeys: 3, noNullPrototype: true }),
})).json;

/** Manifests of a kind: fields that its schema has, in any order, with values of any form. */
export function randomManifest(kind: string): fc.Arbitrary<JsonObject> {
  const [file = '', schema = {}] = Object.entries(schemas).find(([, { title }]) => title === kind) ?? [];
  return objectOf(schema, file, 0).map((manifest) => ({ ...manifest, kind }));
}

function valueFor(schema: JsonObject, file: string, depth: number): fc.Arbitrary<Json> {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const [name = '', pointer = ''] = reference.split('#');
    const home = name === '' ? file : name;
    const target = pointer
      .split('/')
      .slice(1)
      .reduce<Json | undefined>((at, step) => (isObject(at) ? at[step] : undefined), schemas[home]);
    return isObject(target) ? valueFor(target, home, depth) : anything;
  }
  const branches = Array.isArray(schema['oneOf']) ? schema['oneOf'].filter(isObject) : [];
  if (branches.length > 0) return fc.oneof(...branches.map((branch) => valueFor(branch, file, depth)));
  if ('const' in schema) return fc.constant(schema['const'] ?? null);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  if (isObject(schema['items'])) return fc.array(valueFor(schema['items'], file, depth + 1), { maxLength: 3 });
  if (isObject(schema['properties'])) return objectOf(schema, file, depth);
  if (schema['type'] === 'string') return nastyText;
  return anything;
}

function objectOf(schema: JsonObject, file: string, depth: number): fc.Arbitrary<JsonObject> {
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  if (depth > 5) return fc.constant({});
  return fc
    .shuffledSubarray(properties, { maxLength: Math.min(8, properties.length) })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(([name, member]) =>
          fc
            .oneof(
              { arbitrary: isObject(member) ? valueFor(member, file, depth + 1) : anything, weight: 8 },
              { arbitrary: anything, weight: 1 },
            )
            .map((value): [string, Json] => [name, value]),
        ),
      ),
    )
    .map((members) => Object.fromEntries(members));
}

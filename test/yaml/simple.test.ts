import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '../../src/core/json.ts';
import type { Path } from '../../src/core/path.ts';
import { normaliseSource } from '../../src/text/source-text.ts';
import { parseLocated } from '../../src/yaml/located.ts';
import type { LocatedDocument } from '../../src/yaml/places.ts';
import { readSimple } from '../../src/yaml/simple.ts';

/** The simple reader reads no text with a tab, so this line makes the library read the rest. */
const BY_THE_LIBRARY = '#\t\n';

function pathsIn(value: Json, path: Path = []): Path[] {
  const entries = Array.isArray(value) ? value.entries() : Object.entries(isObject(value) ? value : {});
  return [
    path,
    [...path, 'absent'],
    [...path, 99],
    ...[...entries].flatMap(([part, one]) => pathsIn(one, [...path, part])),
  ];
}

/** Everything that a document answers, with the lines counted from `first`. */
function answers(document: LocatedDocument, first: number): string {
  const all = pathsIn(document.value).map((path) => ({
    path,
    raw: document.raw(path),
    key: document.place(path, 'key'),
    value: document.place(path, 'value'),
    piece: document.placeOf(path, 'a'),
  }));
  return JSON.stringify({ value: document.value, all }, (key, one) =>
    key === 'line' || key === 'endLine' ? one - first : one,
  );
}

/** Reads a text both ways and compares. Returns false if the simple reader leaves the text to the library. */
function isReadTheSame(text: string): boolean {
  const source = normaliseSource(text);
  if (!readSimple(source)) return false;
  const simple = parseLocated('a.yaml', source);
  const library = parseLocated('a.yaml', `${BY_THE_LIBRARY}${source}`);
  expect(simple.problems.map(({ code }) => code)).toEqual(library.problems.map(({ code }) => code));
  const expected = library.documents.map((document) => answers(document, 1));
  expect(simple.documents.map((document) => answers(document, 0))).toEqual(expected);
  return true;
}

function textsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

const examples = textsOf('examples');
const broken = textsOf('test/fixtures/broken');

it('reads every example, and the library reads the same', () => {
  expect(examples.map(isReadTheSame)).toEqual(examples.map(() => true));
});

it('a document finds the same places after it forgot them, whoever read it', () => {
  const some = broken.filter((_, index) => index % 4 === 0);
  for (const text of [...examples, ...some].flatMap((one) => [one, `${BY_THE_LIBRARY}${one}`])) {
    const { documents } = parseLocated('a.yaml', text);
    const before = documents.map((document) => answers(document, 0));
    for (const document of documents) document.forgetPlaces();
    expect(documents.map((document) => answers(document, 0))).toEqual(before);
  }
});

it('leaves mistakes to the library', () => {
  for (const text of broken) isReadTheSame(text);
});

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        'a',
        '감귤 상점',
        'b c',
        '"q"',
        '"#{a}: b"',
        "'s'",
        '1',
        '0',
        '007',
        'true',
        'http://x/y',
        '12:30',
        'a:b',
        'a - b',
      ],
      ...[
        "a'b",
        'a"b',
        'a#b',
        'a, b',
        'x # c',
        '"x" # c',
        'a  ',
        '{}',
        '[]',
        '{ a: b }',
        '{ a: [1, { b: "c" }], d: e f }',
        '[a, "b"]',
      ],
    ),
  },
  fc.constantFrom(
    ...["'it''s'", '"\\n"', '+1', '-1', '1.5', '0x1F', 'False', '~', 'null', '.inf', 'a: b', 'a:', 'x #{a}', '"x"# c'],
    ...[
      '{a: b}',
      '[a,b]',
      '[a, ]',
      '{ a: 1, a: 2 }',
      '{ a }',
      '{ a: }',
      '[a: b]',
      '[a b #c]',
      '{ a: "b"',
      '[[[a]]]',
      '&a x',
    ],
    ...['*a', '!t x', '@a', '|', '>'],
  ),
);
const key = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('a', 'b', 'c', '이름', 'd e', 'k1', 'f', 'g') },
  fc.constantFrom('a.b', '1', '"q"', '?', '__proto__', '- a'),
);
const odd = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '\n',
  '# c\n',
  '  # c\n',
  '#{x}\n',
  '   \n',
  '---\n',
  '...\n',
);
const line = fc.constantFrom('text', 'a: b', '- x', '# c', '#{a}', '', ' ', '   ', '  deep', 'end  ');

/** Lines of a mapping at a column. Some are indented wrongly, so that they are no mapping. */
function mapping(column: number, depth: number): fc.Arbitrary<string> {
  const pad = ' '.repeat(column);
  const member = fc.tuple(
    key,
    fc.oneof({ weight: 6, arbitrary: word.map((text) => ` ${text}\n`) }, ...inner(column, depth)),
    odd,
  );
  return fc
    .array(member, { minLength: 1, maxLength: 3 })
    .map((members) => members.map(([name, value, after]) => `${pad}${name}:${value}${after}`).join(''));
}

function inner(column: number, depth: number): fc.Arbitrary<string>[] {
  const empty = fc.constant('\n');
  const literal = fc
    .tuple(
      fc.constantFrom(' |', ' |', ' |', ' |-', ' |+', ' >', '  |'),
      fc.constantFrom(0, 1, 2, 2, 2, 2, 2, 2),
      fc.array(line, { maxLength: 4 }),
    )
    .map(
      ([sign, more, lines]) =>
        `${sign}\n${lines.map((text) => `${' '.repeat(text === '' ? 0 : column + more)}${text}\n`).join('')}`,
    );
  if (depth === 0) return [empty, literal];
  const below = fc.constantFrom(0, 1, 2, 2, 2, 2, 2, 2).chain((more) => mapping(column + more, depth - 1));
  const list = fc
    .tuple(fc.constantFrom(0, 2, 2, 2, 1), fc.constantFrom(' ', ' ', ' ', '   ', ''))
    .chain(([more, gap]) =>
      fc
        .array(
          fc.oneof(
            word.map((text) => `${text}\n`),
            mapping(column + more + 1 + gap.length, depth - 1),
          ),
          { minLength: 1, maxLength: 3 },
        )
        .map((items) => `\n${items.map((item) => `${' '.repeat(column + more)}-${gap}${item.trimStart()}`).join('')}`),
    );
  return [empty, literal, below.map((lines) => `\n${lines}`), below.map((lines) => ` # c\n${lines}`), list];
}

const documents = fc.array(mapping(0, 2), { minLength: 1, maxLength: 2 }).map((all) => all.join('---\n'));

it('reads whatever it reads as the library does', () => {
  let read = 0;
  fc.assert(
    fc.property(
      fc.tuple(odd, documents).map((parts) => parts.join('')),
      (text) => {
        read += isReadTheSame(text) ? 1 : 0;
      },
    ),
    { numRuns: 60, seed: 20261122 },
  );
  expect(read).toBeGreaterThan(6);
});

const sign = fc.constantFrom(
  ...[
    '\n',
    ' ',
    '  ',
    ':',
    ': ',
    '- ',
    '-',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ', ',
    '#',
    ' #',
    '#{이름}',
    '|',
    '>',
    '---\n',
    '\\',
  ],
  ...[
    'a',
    '가',
    'a: b\n',
    '? ',
    '&a ',
    '*a',
    '!t ',
    '%',
    '<<',
    '1',
    '.',
    'e1',
    '\u00a0',
    '\u3000',
    '😀',
    '\u0085',
    ' \n',
    '\n\n',
  ],
);

it('reads every example with a sign more or less as the library does', () => {
  const documents = examples.flatMap((text) => text.split(/^---\n/m));
  const edited = fc.record({ text: fc.constantFrom(...documents), at: fc.nat(), less: fc.nat(2), sign });
  fc.assert(
    fc.property(edited, ({ text, at, less, sign }) => {
      const from = at % text.length;
      isReadTheSame(`${text.slice(0, from)}${sign}${text.slice(from + less)}`);
    }),
    { numRuns: 60, seed: 20261122 },
  );
});

describe('leaves to the library', () => {
  it.each([
    ['a long text', `a: b\n#${'x'.repeat(100_000)}\n`],
    ['a long document', `a: ${'x'.repeat(10_001)}\n`],
    ['a long key', `${'k'.repeat(201)}: 1\n`],
    ['deep mappings', Array.from({ length: 19 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
    ['deep brackets', `a: ${'['.repeat(18)}${']'.repeat(18)}\n`],
    ['a text without a final line break', 'a: b'],
    ['an indented document', '  a: b\n'],
    ['a text whose end is indented less than its begin', 'a: |\n    b\n  c\n'],
    ['a document that is no mapping', 'a\n'],
  ])('%s', (_what, text) => {
    expect(readSimple(text)).toBeUndefined();
  });
});

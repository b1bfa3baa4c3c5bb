import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Path } from '../../src/core/path.ts';
import type { Place } from '../../src/core/problem.ts';
import { MAX_SOURCE_BYTES } from '../../src/text/source-text.ts';
import { nodesIn, parseLocated, parseLocatedBytes } from '../../src/yaml/located.ts';
import type { LocatedDocument } from '../../src/yaml/places.ts';

function only(text: string): LocatedDocument {
  const { documents, problems } = parseLocated('a.yaml', text);
  expect(problems).toEqual([]);
  expect(documents).toHaveLength(1);
  return documents[0] as LocatedDocument;
}

function values(text: string): unknown[] {
  return parseLocated('a.yaml', text).documents.map(({ value }) => value);
}

/** `line:column-endLine:endColumn code message` of every problem. */
function said(text: string): string[] {
  return parseLocated('a.yaml', text).problems.map(({ code, message, place }) => `${range(place)} ${code}: ${message}`);
}

function range(place: Place | undefined): string {
  return place ? `${place.line}:${place.column}-${place.endLine}:${place.endColumn}` : '';
}

describe('values', () => {
  it('are those of the core schema of YAML 1.2', () => {
    expect(values('a: yes\nb: true\nc: 12\nd: 0.5\ne: null\nf:\ng: 2026-12-01\nh: .inf\n')).toEqual([
      { a: 'yes', b: true, c: 12, d: 0.5, e: null, f: null, g: '2026-12-01', h: '.inf' },
    ]);
  });

  it('lose one final line break of a block, and nothing of a quoted text', () => {
    expect(
      values('literal: |\n  가\n  나\nkeep: |+\n  가\n\n\nstrip: |-\n  가\nfolded: >\n  가\n  나\nquoted: "가\\n"\n'),
    ).toEqual([{ literal: '가\n나', keep: '가\n\n', strip: '가', folded: '가 나', quoted: '가\n' }]);
  });

  it('keep keys as texts, whatever they look like', () => {
    expect(values('1: a\ntrue: b\n: c\n__proto__: d\n')).toEqual([
      Object.fromEntries([
        ['1', 'a'],
        ['true', 'b'],
        ['', 'c'],
        ['__proto__', 'd'],
      ]),
    ]);
  });

  it('are null where a field has none', () => {
    expect(values('{a, b: }')).toEqual([{ a: null, b: null }]);
  });

  it('of several documents come in order, empty ones left out', () => {
    expect(values('a: 1\n---\n# nothing\n---\nb: 2\n...\n---\n- 3\n')).toEqual([{ a: 1 }, { b: 2 }, [3]]);
    expect(values('')).toEqual([]);
    expect(values('# only a comment\n')).toEqual([]);
  });

  it('take known tags', () => {
    expect(values('a: !!str 001\nb: !!int 7\n')).toEqual([{ a: '001', b: 7 }]);
  });

  it('that were written by a library are read back as they were', () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((s) => !/[\p{Cc}\p{Cs}\ufeff\u2028\u2029]/u.test(s));
    const json = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(text, tie('node'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.dictionary(text, json, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), (value) => {
        const { documents, problems } = parseLocated('a.yaml', stringify(value, { aliasDuplicateObjects: false }));
        expect(problems).toEqual([]);
        expect(documents[0]?.value).toEqual(value);
      }),
      { numRuns: 75, seed: 7 },
    );
  });
});

describe('places', () => {
  const text =
    '# 주석\nkind: 템플릿\nlink:\nbuttons:\n  - { name: "👋 인사", type: WL }\n  - 둘\nbody: |\n  첫 줄\n  둘째 줄\n';
  const cases: [Path, 'key' | 'value', string][] = [
    [['kind'], 'key', '2:1-2:5'],
    [['kind'], 'value', '2:7-2:10'],
    [['buttons', 0, 'type'], 'key', '5:21-5:25'],
    [['buttons', 0, 'type'], 'value', '5:27-5:29'],
    [['buttons', 0], 'key', '5:7-5:11'],
    [['buttons', 0], 'value', '5:5-5:31'],
    [['buttons', 1], 'key', '6:5-6:6'],
    [['body'], 'value', '7:7-10:1'],
    [[], 'key', '2:1-2:5'],
  ];
  it.each(cases)('of %j (%s) are an editor’s: %s', (path, on, expected) => {
    expect(range(only(text).place(path, on))).toBe(expected);
  });

  it('of a value that is not written is its key', () => {
    expect(range(only(text).place(['link'], 'value'))).toBe('3:1-3:5');
  });

  it('of what is not there is the key of the nearest that is', () => {
    const document = only(text);
    expect(range(document.place(['link', 'mobile'], 'value'))).toBe('3:1-3:5');
    expect(range(document.place(['buttons', 0, 'link', 'mobile'], 'value'))).toBe('5:7-5:11');
    expect(range(document.place(['buttons', 7], 'value'))).toBe('4:1-4:8');
    expect(range(document.place(['buttons', 'name'], 'value'))).toBe('4:1-4:8');
    expect(range(document.place(['kind', 0], 'key'))).toBe('2:1-2:5');
    expect(range(document.place(['nothing'], 'value'))).toBe('2:1-2:5');
  });

  it('of a document that is no mapping is its value', () => {
    expect(range(only('- a\n').place([], 'key'))).toBe('1:1-1:4');
    expect(range(only('{}\n').place(['kind'], 'key'))).toBe('1:1-1:3');
  });

  it('of a piece of a text is where it stands, the nth if it is asked for', () => {
    const document = only('a: "${x} 그리고 ${x}"\nb: |\n  가\n  ${x}\n');
    expect(range(document.placeOf(['a'], '${x}'))).toBe('1:5-1:9');
    expect(range(document.placeOf(['a'], '${x}', 1))).toBe('1:14-1:18');
    expect(range(document.placeOf(['a'], '${x}', 2))).toBe('1:4-1:19');
    expect(range(document.placeOf(['b'], '${x}'))).toBe('4:3-4:7');
    expect(range(document.placeOf(['b'], '${y}'))).toBe('2:4-5:1');
    expect(range(document.placeOf(['c'], 'a'))).toBe('1:1-1:2');
  });

  it('give a scalar as it is written', () => {
    const document = only('code: 001001\nquoted: "a"\nlist: [1]\n');
    expect(document.raw(['code'])).toBe('001001');
    expect(document.raw(['quoted'])).toBe('"a"');
    expect(document.raw(['list'])).toBeUndefined();
    expect(document.raw(['nothing'])).toBeUndefined();
  });

  it('do not count a byte-order mark, nor the carriage return of a line break', () => {
    const { documents, problems } = parseLocated('a.yaml', '\ufeffa: 가\r\nb: 나\r\n');
    expect(documents.map(({ value }) => value)).toEqual([{ a: '가', b: '나' }]);
    expect(range(documents[0]?.place(['b'], 'value'))).toBe('2:4-2:5');
    expect(problems).toEqual([]);
  });

  it('take a lone carriage return for a line break too', () => {
    expect(values('a: |\r  가\r  나\rb: 1\r')).toEqual([{ a: '가\n나', b: 1 }]);
  });
});

describe('what cannot be read', () => {
  it.each([
    ['a tab', 'a:\n\tb: 1\n', '2:1-2:2 yaml-syntax: A tab cannot indent a line'],
    ['an open quote', 'a: 1\nb: "가\n', '2:4-2:5 yaml-syntax: The quote " that opens here is not closed on its line'],
    ['an open single quote', "a: '가\n", "1:4-1:5 yaml-syntax: The quote ' that opens here is not closed on its line"],
    [
      'a colon in a value',
      'a: b: c\n',
      '1:4-1:5 yaml-syntax: This is not YAML: nested mappings are not allowed in compact mappings',
    ],
    [
      'a full-width colon',
      'a: 1\nkey：b\nc: 1\n',
      '2:4-2:5 yaml-syntax: The character `：` (U+FF1A) looks like a sign of YAML, and is none',
    ],
    [
      'a curly quote',
      'a: { b: “c: d” }\n  e: 1\n',
      '1:9-1:10 yaml-syntax: The character `“` (U+201C) looks like a sign of YAML, and is none',
    ],
    [
      'a wide space after a colon',
      'id:\u00a0a\nname: b\n',
      '1:4-1:5 yaml-syntax: The character U+00A0 after the colon looks like a space, and is none',
    ],
    [
      'a wide space before a block text',
      'a: |\n\u00a0\u00a0안녕\n',
      '2:1-2:2 yaml-syntax: The character U+00A0 looks like a space, but cannot indent a line',
    ],
    [
      'a quote that the next quote closes',
      'a: "b\nc: "d"\n',
      '1:4-1:5 yaml-syntax: The quote " that opens here is not closed on its line',
    ],
    [
      'a quote within curly quotes at a comma',
      'a: { 금액: “29,800” }\n',
      '1:10-1:18 wrong-type: `금액` ends at its comma: between `{ }` YAML reads `800”` as another field',
    ],
    ['another version', '%YAML 1.1\n---\na: 1\n', '1:1-1:10 yaml-syntax: Manifests are YAML 1.2 without directives'],
    ['an unknown escape', 'a: "\\q"\n', '1:5-1:6 yaml-syntax: This is not YAML: invalid escape sequence \\q'],
    ['an anchor', 'a: &x 1\nb: *x\n', '1:4-1:6 yaml-anchor: Anchors, aliases and merge keys are not supported: `&x`'],
    [
      'a merge key',
      'e:\n  <<: { type: TEXT }\n  a: 1\n',
      '2:3-2:5 yaml-anchor: Anchors, aliases and merge keys are not supported: `<<`',
    ],
    ['merge keys', '<<: [{ a: 1 }]\n', '1:1-1:3 yaml-anchor: Anchors, aliases and merge keys are not supported: `<<`'],
    [
      'the byte order mark of a second file',
      'a: 1\n---\n\ufeffb: 2\n',
      '3:1-3:2 control-character: A byte order mark (U+FEFF) is allowed only at the beginning of a file',
    ],
    [
      'a byte order mark after a colon',
      'a: 1\nb:\ufeff 2\n',
      '2:3-2:4 yaml-syntax: A byte order mark (U+FEFF) is allowed only at the beginning of a file',
    ],
    [
      'a byte order mark after an indentation',
      'a: 1\n  \ufeffb: 2\n',
      '2:3-2:4 yaml-syntax: A byte order mark (U+FEFF) is allowed only at the beginning of a file',
    ],
    ['an alias', 'b: *x\n', '1:4-1:6 yaml-anchor: Anchors, aliases and merge keys are not supported: `*x`'],
    ['a tag', 'a: !x 1\n', '1:4-1:6 yaml-tag: The tag `!x` is unknown'],
    ['a tag of YAML 1.1', 'a: !!binary aGk=\n', '1:4-1:12 yaml-tag: The tag `!!binary` is unknown'],
    [
      'a control character',
      'a: b\u0007\n',
      '1:5-1:6 control-character: The control character U+0007 is not allowed in YAML',
    ],
    ...[
      ['a: ["x", "\\uDE00\\uD83D"]\n', '1:10-1:24'],
      ['"a\\U0000d800": 1\n', '1:1-1:14'],
    ].map(([text = '', at]): [string, string, string] => [
      'half of a character',
      text,
      `${at} control-character: The text has half of a character, which UTF-8 cannot encode`,
    ]),
    [
      'a variable after a space',
      'a: 안녕 #{이름}님\n',
      '1:7-1:13 variable-in-comment: YAML reads `#{이름}님` as a comment, because `#` follows a space',
    ],
  ])('%s', (_, text, expected) => {
    expect(said(text)).toEqual([expected]);
  });

  it.each([
    ['3,000원 할인 쿠폰', 'Quote the whole value: `"3,000원 할인 쿠폰"`, or remove the commas'],
    ['1,000,000원', 'Quote the whole value: `"1,000,000원"`, or remove the commas'],
    ['총 3,000원', 'Quote the whole value: `"총 3,000원"`'],
  ])('reads %s, which YAML ends at its comma, as a whole', (text, hint) => {
    const { documents, problems } = parseLocated('a.yaml', `{ title: ${text}, b: 1 }\n`);
    expect(documents.map((one) => one.value)).toEqual([{ title: text, b: 1 }]);
    expect(problems).toMatchObject([{ code: 'wrong-type', hint }]);
  });

  it('leaves a name `<<` that merges nothing', () => {
    expect(values('"<<": { a: 1 }\n')).toEqual([{ '<<': { a: 1 } }]);
    expect(values('<<: 1\n')).toEqual([{ '<<': 1 }]);
  });

  it.each(['{"a": "#{이름}"}\n{"a": "#{이름}"}\n', '{ a: 1 }\n\n{ b: 2 }\n'])('asks for a mark between %j', (text) => {
    expect(parseLocated('a.yaml', text).problems.map(({ hint }) => hint)).toEqual([
      'Write `---` on a line of its own between two documents',
    ]);
  });

  it('is said once for a document, and the other documents are read', () => {
    const { documents, problems } = parseLocated('a.yaml', 'a: [\n---\nb: 1\n---\nc: "\n');
    expect(documents.map(({ value }) => value)).toEqual([{ b: 1 }]);
    expect(problems.map(({ code, place }) => `${place?.line} ${code}`)).toEqual(['2 yaml-syntax', '5 yaml-syntax']);
  });

  it.each(['buttons:\n  #{ name: a, type: WL }\n  - type: WL\n', 'link:\n  #{pc: https://x}\n  mobile: https://x\n'])(
    'leaves the field that is commented out in %j',
    (text) => {
      expect(parseLocated('a.yaml', text).problems).toEqual([]);
    },
  );

  it.each([
    'content:\n  감사합니다.\n  #{이름}님의 주문입니다.\n',
    'content: 감사합니다.\n  또 오세요.\n  #{이름}님\nid: a\n',
    'content: "출발했습니다."\n  #{이름}님, 안녕하세요.\n',
    'content: 출발했습니다.\n#{이름}님, 안녕하세요.\nid: a\n',
    'title: 안녕 C#\n  #{이름}님\n  또\nb: 1\n',
    'buttons:\n  #{링크} 는 변수\n  - type: WL\n',
  ])('loses no line of a text that begins with a variable: %j', (text) => {
    const { problems } = parseLocated('a.yaml', text);
    expect(problems).toMatchObject([{ code: 'variable-in-comment', severity: 'error' }]);
    expect(problems[0]?.hint).toContain('Write `# ` for a comment');
  });

  it.each([
    ['content: 주문이\n  ▶ 주문번호 17\n', 'content: |'],
    ['content:\n  주문이\n  접수\n', 'content: |'],
    ['- "주문이\n\n  접수\n  되었"\n', '- |'],
    ["name: '주문이\n  접수'\n", 'name: |'],
    ['a: >\n  주문이\n  접수\n', 'a: |'],
    ['to:\n  – qa\n  – manager\n', 'to: |'],
  ])('warns of the lines that YAML joins in %j', (text, written) => {
    const { documents, problems } = parseLocated('a.yaml', text);
    expect(documents).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'folded-text', severity: 'warning' }]);
    expect(problems[0]?.hint).toContain(`Write \`${written}\``);
  });

  it('finds the line that is not indented like the block text above it', () => {
    for (const lines of ['주문번호: 1\n감사합니다', '주문번호: #{번호}', '#{이름}님', '안녕 #{이름}님\n또'])
      expect(parseLocated('a.yaml', `kind: A\ncontent: |\n    안녕\n${lines}\nid: a\n`).problems).toMatchObject([
        { code: 'yaml-syntax', hint: 'Indent every line of the text by 4 spaces', place: { line: 4 } },
      ]);
    expect(said('content: >\n감사합니다\nid: a\n')).toEqual([
      '2:1-2:6 yaml-syntax: This line is not indented like the text under `content: >`, so it does not belong to it',
    ]);
  });

  it('finds the last line of a merge conflict alone', () => {
    expect(said('a: [x,\n>>>>>>> 1f2e (fix: a text)  \n]\n').at(-1)).toBe(
      '2:1-2:27 merge-conflict: The file has an unresolved merge conflict',
    );
  });

  it('says where a key is written twice, and keeps the first', () => {
    const { documents, problems } = parseLocated('a.yaml', 'a: 1\nb: { c: 1, c: 2 }\na: 3\n');
    expect(documents[0]?.value).toEqual({ a: 1, b: { c: 1 } });
    expect(problems.map(({ message, place, related }) => [message, range(place), range(related?.[0]?.place)])).toEqual([
      ['`c` is written twice', '2:12-2:13', '2:6-2:7'],
      ['`a` is written twice', '3:1-3:2', '1:1-1:2'],
    ]);
  });

  it('finds a manifest that no line divides from the one above', () => {
    const { documents, problems } = parseLocated('a.yaml', 'kind: A\nid: a\nname: x\nkind: B\nid: b\nname: y\n');
    expect(documents.map(({ value }) => value)).toEqual([{ kind: 'A', id: 'a', name: 'x' }]);
    expect(problems.map(({ code, hint, place }) => [code, hint, range(place)])).toEqual([
      ['yaml-duplicate-key', 'Write `---` on a line of its own between two manifests', '4:1-4:5'],
    ]);
  });

  it('takes 64 levels and no more', () => {
    expect(values(`${'['.repeat(64)}${']'.repeat(64)}`)).toHaveLength(1);
    expect(said(`${'['.repeat(65)}${']'.repeat(65)}`)).toEqual([
      '1:65-1:66 yaml-depth: The file is nested deeper than 64 levels',
    ]);
    expect(said(`${'{? '.repeat(66)}`)[0]).toContain('yaml-depth');
  });

  it('tells what is nested a thousand times deeper as fast', () => {
    for (const deep of ['[', '{a: ', '- ', '? ', ': ']) {
      expect(said(deep.repeat(50_000))).toEqual([
        expect.stringContaining('yaml-depth: The file is nested deeper than 64 levels'),
      ]);
    }
  });

  it('takes 10,000 documents and no more', () => {
    expect(values('--- 1\n'.repeat(10_000))).toHaveLength(10_000);
    expect(said('--- 1\n'.repeat(10_001))).toEqual([
      '1:1-undefined:undefined source-too-large: The file has more than 10,000 documents, so it is not read',
    ]);
  });

  it('takes 250,000 pieces and no more', () => {
    // The lexer marks the beginning and the end of a document too.
    const text = (lines: number): string => '#\n'.repeat(lines);
    expect(said(text(120_000))).toEqual([]);
    expect(said(text(130_000))).toEqual([
      '1:1-undefined:undefined source-too-large: The file has more than 250,000 words and signs, so it is not read',
    ]);
  });

  it('takes texts of 10,000 characters and no more, as values and as keys', () => {
    const problem = 'too-long: A text has 10,001 characters; no field takes more than 10,000';
    expect(values(`a: ${'x'.repeat(10_000)}`)).toHaveLength(1);
    expect(said(`a: ${'x'.repeat(10_001)}`)).toEqual([`1:4-1:5 ${problem}`]);
    expect(said(`? ${'x'.repeat(10_001)}\n: 1`)).toEqual([`1:3-1:4 ${problem}`]);
  });

  it('takes collections of 10,000 entries and no more', () => {
    const problem = 'too-many: A list or mapping has 10,001 entries; no field takes more than 10,000';
    expect(values(`[${'1,'.repeat(10_000)}]`)).toHaveLength(1);
    expect(said(`[${'1,'.repeat(10_001)}]`)).toEqual([`1:1-1:2 ${problem}`]);
    const members = (count: number): string => Array.from({ length: count }, (_, i) => `k${i}: 1\n`).join('');
    expect(values(members(10_000))).toHaveLength(1);
    expect(said(members(10_001))).toEqual([`1:1-1:2 ${problem}`]);
  });

  it('shows of a comment that should be a text no more than its beginning', () => {
    expect(said(`a: b #{${'x'.repeat(100)}}`)).toEqual([expect.stringMatching(/YAML reads `#\{x{77}…` as a comment/)]);
  });

  it('takes a file of 1 MiB and no more', () => {
    const text = `a: 1\n#${'x'.repeat(MAX_SOURCE_BYTES - 6)}`;
    expect(values(text)).toEqual([{ a: 1 }]);
    const { documents, problems } = parseLocated('a.yaml', `${text}x`);
    expect(documents).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([
      'The file has 1,048,577 bytes; at most 1,048,576 are read',
    ]);
    expect(parseLocatedBytes('a.yaml', Buffer.from(`${text}x`)).problems).toEqual(problems);
  });
});

describe('bytes', () => {
  const read = (bytes: number[] | Uint8Array) => parseLocatedBytes('a.yaml', Uint8Array.from(bytes));

  it('of UTF-8 are read, with the text for a code frame', () => {
    const { documents, text } = read(Buffer.from('a: 가\n'));
    expect(documents[0]?.value).toEqual({ a: '가' });
    expect(text).toBe('a: 가\n');
  });

  it.each([
    ['a stray byte', [...Buffer.from('a: 가\nb: '), 0xff], '2:4'],
    ['a character that is cut off', [...Buffer.from('a: '), 0xea, 0xb0], '1:4'],
    ['a character that goes on wrongly', [...Buffer.from('a: '), 0xea, 0xb0, 0x20], '1:4'],
    ['four bytes that go on wrongly', [0xf0, 0x9f, 0x8d, 0x20], '1:1'],
    ['nothing but wrong bytes', [0x80, 0x80], '1:1'],
  ])('with %s are told by the first that is wrong', (_, bytes, expected) => {
    const { documents, problems } = read(bytes);
    expect(documents).toEqual([]);
    const [problem] = problems;
    expect(`${problem?.place?.line}:${problem?.place?.column}`).toBe(expected);
    expect(problem?.hint).toContain('CP949');
  });

  it.each([
    ['with a mark, little', [0xff, 0xfe, 0x61, 0x00]],
    ['with a mark, big', [0xfe, 0xff, 0x00, 0x61]],
    ['without a mark, little', [0x61, 0x00, 0x62, 0x00]],
    ['without a mark, big', [0x00, 0x61, 0x00, 0x62]],
  ])('of UTF-16 (%s endian) are recognised, and show nothing', (_, bytes) => {
    const { problems, text } = read(bytes);
    expect([problems[0]?.hint, text]).toEqual(['The file looks like UTF-16. Save it as UTF-8', '']);
  });
});

it('the nodes of a text with mistakes are composed, but not those of one that is too deep', () => {
  expect(nodesIn('a: *b\n---\n[').map(({ errors }) => errors.length > 0)).toEqual([false, true]);
  expect(nodesIn('['.repeat(100_000))).toEqual([]);
});

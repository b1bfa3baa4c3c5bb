import { expect, test } from 'vitest';
import { drawProblems } from '../../src/report/problems.ts';
import { explainLine } from '../../src/yaml/lines.ts';
import { parseLocated } from '../../src/yaml/located.ts';

const sound = `kind: NotificationTemplate
id: order-paid
name: 주문 결제 안내
category: "001001"
messageType: BA
emphasis: { type: TEXT, title: "#{금액}원", subtitle: 결제 완료 }
content: |
  #{이름}님, 결제가 완료되었습니다.
  감사합니다.
buttons:
  - type: WL
    name: 주문 보기
    link: { mobile: "https://shop.example.com" }
  - { type: BK, name: 문의 }
samples:
  - name: 기본
    values: { 이름: 홍길동, 금액: "29,800" }
`;

/** A mistake: what it is, what the sound manifest says, and what is written in its place. */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  ['one space too many top', 'name: 주문', ' name: 주문'],
  ['one space too many member', '    name: 주문 보기', '     name: 주문 보기'],
  ['one space too few member', '    name: 주문 보기', '   name: 주문 보기'],
  ['member at list column', '    name: 주문 보기', '  name: 주문 보기'],
  ['last member at list column', '    link: { mobile', '  link: { mobile'],
  ['member at column zero', '    name: 주문 보기', 'name: 주문 보기'],
  ['tab indent', '    name: 주문 보기', '\tname: 주문 보기'],
  ['tab in block', '  감사합니다.', '\t감사합니다.'],
  ['tab after spaces in block first', '  #{이름}님', '\t#{이름}님'],
  ['tab before dash', '  - type: WL', '\t- type: WL'],
  [
    'unindented block',
    '  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    '#{이름}님, 결제가 완료되었습니다.\n감사합니다.',
  ],
  ['unindented block second line', '  감사합니다.', '감사합니다.'],
  ['block second line less', '  감사합니다.', ' 감사합니다.'],
  ['block first line deeper', '  #{이름}님', '    #{이름}님'],
  ['unclosed double quote', '"001001"', '"001001'],
  ['unclosed single quote', 'name: 주문 결제 안내', "name: '주문 결제 안내"],
  ['unclosed quote in flow', '"#{금액}원"', '"#{금액}원'],
  ['unclosed quote last', '"29,800"', '"29,800'],
  ['text after quote', '"001001"', '"001001" 결제'],
  ['quote inside quote', '"#{금액}원"', '"그 "#{금액}" 원"'],
  ['missing space after colon', 'name: 주문 결제', 'name:주문 결제'],
  ['missing colon', 'name: 주문 결제 안내', 'name 주문 결제 안내'],
  ['full width colon', 'name: 주문', 'name：주문'],
  ['colon in value', 'name: 주문 결제 안내', 'name: 주문: 결제 안내'],
  ['colon in flow value', 'name: 문의 }', 'name: 문의: 전화 }'],
  ['unclosed brace', 'subtitle: 결제 완료 }', 'subtitle: 결제 완료'],
  ['unclosed bracket', '  - { type: BK, name: 문의 }', '  - { type: BK, name: 문의'],
  ['extra brace', 'name: 문의 }', 'name: 문의 }}'],
  ['missing comma', 'type: BK, name', 'type: BK name'],
  ['missing comma quoted', '이름: 홍길동, 금액: "29,800"', '이름: "홍길동" 금액: "29,800"'],
  ['unquoted variable value', 'name: 주문 결제 안내', 'name: #{이름}님 안내'],
  ['unquoted variable flow', '"#{금액}원"', '#{금액}원'],
  ['at sign', 'name: 주문 결제 안내', 'name: @주문'],
  ['percent', 'name: 주문 결제 안내', 'name: %주문'],
  ['backtick', 'name: 주문 결제 안내', 'name: `주문`'],
  ['star', 'name: 주문 결제 안내', 'name: *주문'],
  ['ampersand', 'name: 주문 결제 안내', 'name: &주문 안내'],
  ['exclamation', 'name: 주문 결제 안내', 'name: !주문 안내'],
  ['missing dash space', '  - type: WL', '  -type: WL'],
  ['dash too deep', '  - { type: BK', '    - { type: BK'],
  ['dash less', '  - { type: BK', ' - { type: BK'],
  ['pipe with text', 'content: |', 'content: | 안녕하세요'],
  ['bad escape', '"#{금액}원"', '"#{금액}\\원"'],
  ['windows path escape', 'name: 주문 결제 안내', 'name: "C:\\주문"'],
  ['duplicate key', 'messageType: BA', 'messageType: BA\nmessageType: EX'],
  ['list item without dash', '  - { type: BK, name: 문의 }', '  { type: BK, name: 문의 }'],
  ['key with list same line', 'buttons:\n  - type: WL', 'buttons: - type: WL'],
  ['nbsp indent', '    name: 주문 보기', '    name: 주문 보기'],
  ['ideographic space', '    name: 주문 보기', '　　name: 주문 보기'],
  [
    'unindented block that begins like a field',
    '  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    '주문번호: #{이름}\n감사합니다.',
  ],
  [
    'unindented block of lines like fields',
    '  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    '주문번호: 1\n금액: 2',
  ],
  [
    'unindented folded block like a field',
    'content: |\n  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    'content: >-\n주문번호: 1\n감사합니다.',
  ],
  [
    'unindented folded block',
    'content: |\n  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    'content: >-\n안내드립니다.\n주문: 1',
  ],
  ['unindented block that begins with a variable', '  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.', '#{이름}님'],
  ['unindented block second line like a field', '  감사합니다.', '주문번호: 1\n감사합니다.'],
  ['unindented block of lines with dashes', '  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.', '- 주문번호\n- 금액'],
  ['apostrophe in single quotes', 'name: 주문 결제 안내', "name: '고객's 주문'"],
  ['apostrophe in single quotes in flow', '"#{금액}원"', "'고객's 금액'"],
  ['text after single quotes', 'name: 주문 결제 안내', "name: '고객' 주문"],
  ['quotes in double quotes', 'name: 주문 결제 안내', 'name: "오늘의 "특가" 안내"'],
  ['curly quotes in flow', '"#{금액}원"', '“#{금액}원”'],
  ['curly quotes with a colon', 'name: 주문 결제 안내', 'name: ‘주문’ 결제: 안내'],
  ['text that begins with a bracket', 'name: 주문 결제 안내', 'name: [쇼핑몰] 결제 안내'],
  ['text that begins with a bracket in flow', 'name: 문의 }', 'name: [문의] 하기 }'],
  ['text that begins with a dash', 'name: 주문 결제 안내', 'name: - 주문'],
  ['full width comma', 'type: BK, name', 'type: BK，name'],
  [
    'full width pipe',
    'content: |\n  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    'content: ｜\n  결제가 완료되었습니다.\n  금액: 1',
  ],
  ['full width brace', '  - { type: BK, name: 문의 }', '  - ｛ type: BK, name: 문의 ｝'],
  ['bullet for a dash', '  - type: WL', '  • type: WL'],
  ['comma after quotes', 'name: 주문 결제 안내', 'name: "주문 결제 안내",'],
  ['slashes for a comment', 'name: 주문 결제 안내', '// 이름\nname: 주문 결제 안내'],
  [
    'text without a pipe',
    'content: |\n  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    'content:\n  안녕하세요\n  주문번호: 1\n  감사합니다.',
  ],
  [
    'text that begins beside its field',
    'content: |\n  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    'content: 안녕하세요\n  주문번호: 1\n  감사합니다.',
  ],
  ['text without a pipe that begins with a variable', 'content: |\n', 'content:\n'],
  ['en dash for a dash', '  - type: WL', '  – type: WL'],
  ['em dash for a dash without a space', '  - type: WL', '  —type: WL'],
  ['en dash before a brace', '  - { type: BK', '  – { type: BK'],
  ['em dash before a brace without a space', '  - { type: BK', '  —{ type: BK'],
  [
    'en dashes before braces',
    '  - type: WL\n    name: 주문 보기\n    link: { mobile: "https://shop.example.com" }\n  - {',
    '  – { type: WL, name: 주문 }\n  – {',
  ],
  ['minus sign before a text', '  - { type: BK, name: 문의 }', '  − "문의: 전화"'],
  ['curly quotes around a number', '"29,800"', '“29,800”'],
  ['field in place of an item', '  - { type: BK, name: 문의 }', '  name: 문의'],
  [
    'field after items in braces',
    '  - type: WL\n    name: 주문 보기\n    link: { mobile: "https://shop.example.com" }\n  - { type: BK, name: 문의 }',
    '  - { type: BK, name: 문의 }\n  name: 문의',
  ],
  ['curly quotes around a long number', '"29,800"', '“1,029,800”'],
  ['curly quotes that close what they do not open', '"29,800"', '”29,800“'],
  ['single curly quotes around a number', '"29,800"', '‘29,800’'],
  ['curly quotes around a text with a comma', '"#{금액}원"', '“결제, 완료”'],
  ['curly quotes in a list', '{ 이름: 홍길동, 금액: "29,800" }', '[“홍길동, 님”, a]'],
  ['a lost line with a variable', '  감사합니다.', '▶ 주문번호: #{이름}\n  금액: #{금액}원\n  감사합니다.'],
  ['a lost line with a variable and no colon', '  감사합니다.', '주문 #{이름}'],
  ['a lost line that begins with a variable', '  감사합니다.', '#{이름}님'],
  ['a lost line without a variable above one with a variable', '  감사합니다.', '▶ 주문번호: 1\n  금액: #{금액}원'],
  ['a lost line with a Latin label', '  감사합니다.', 'Order: #{이름}'],
  ['a lost line with a dash', '  감사합니다.', '- 주문번호: #{이름}'],
  ['a line with a variable that is indented too little', '  감사합니다.', ' 주문번호: #{이름}'],
  ['a lost line with a variable after a tab', '  감사합니다.', '\t▶ 주문번호: #{이름}'],
  ['a lost line with a variable after no-break spaces', '  감사합니다.', '\u00a0\u00a0▶ 주문번호: #{이름}'],
  ['a lost line with a variable after a wide space', '  감사합니다.', '\u3000▶ 주문번호: #{이름}'],
  [
    'unindented block with variables after labels',
    '  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    '안녕하세요.\n▶ 주문번호: #{이름}\n▶ 금액: #{금액}원',
  ],
  [
    'block with variables after wide spaces',
    '  #{이름}님, 결제가 완료되었습니다.\n  감사합니다.',
    '\u3000안녕하세요.\n\u3000주문번호: #{이름}',
  ],
];

test('the manifest without a mistake has no problem', () => {
  expect(parseLocated('order.yaml', sound).problems).toEqual([]);
});

test.each([
  ['whole values', 'a: { b: “c”, d: “e” }'],
  ['an opening quote only', 'a: { b: “c, d: e }'],
  ['a quote before a list', 'a: [“c, [d”]]'],
  ['a block', 'a: “c, d”'],
])('curly quotes around %s split no value', (_name, text) => {
  expect(parseLocated('a.yaml', `${text} # "\\"\n`).problems).toEqual([]);
});

const ITEM = 'Write `- ` before each item of a list. If this line is a part of a text, write the text as a block (`|`)';

test.each([
  ['all items', 'to:\n  – qa\n  – manager\nname: x\n', '2:3 –', 'U+2013'],
  ['the second item', 'to:\n  - qa\n   — manager\n', '3:4 —', 'U+2014'],
  ['one item, indented by a tab after it', 'to:\n  •\tqa\n', '2:3 •', 'U+2022'],
  ['a line that continues a text', 'content: 안내\n  · 하나\n  · 둘\n', '2:3 ·', 'U+00B7'],
  ['a Korean middle dot', 'to:\n  ㆍ 하나\n', '2:3 ㆍ', 'U+318D'],
  ['two lines of a text', 'content:\n  · 하나\n  · 둘\n', '2:3 ·', 'U+00B7'],
  ['an item of a list', 'content:\n  - · 하나\n    · 둘\n', '3:5 ·', 'U+00B7'],
  ['a line deep in a list', 'a:\n  - b: c\n      ▪ d\n', '3:7 ▪', 'U+25AA'],
  ['a list below a comment', '# – 목록\nto:\n  – qa\n', '3:3 –', 'U+2013'],
  ['fields', 'buttons:\n  – type: WL\n', '2:3 –', 'U+2013'],
  ['the second of two documents', 'a: b\n---\nto:\n  ㅡ qa\n', '4:3 ㅡ', 'U+3161'],
])('a wrong dash is no text: %s', (_name, text, where, code) => {
  const { problems } = parseLocated('a.yaml', text);
  const [sign] = where.split(' ').slice(1);
  expect(problems.map(({ place, hint }) => [`${place?.line}:${place?.column} ${sign}`, hint])).toEqual([[where, ITEM]]);
  expect(problems[0]?.message).toBe(`The character \`${sign}\` (${code}) is not the \`-\` of YAML`);
});

test.each([
  ['a block text', 'content: |\n  – 하나\n  • 둘\n'],
  ['a folded block text', 'content: >-\n  – 하나\n'],
  ['quotes', 'content: "하나\n  – 둘"\n'],
  ['the line of its field', 'name: – 안내\ncontent: >-\n  – 하나\n'],
  ['the middle of a line', 'name: 주문 – 배송\n  안내\nother: |\n  – 하나\n'],
  ['brackets', 'to: [ a,\n  – b ]\n'],
  ['a comment', 'name: 주문\n# – 하나\nother: >-\n  – 하나\n'],
  ['the one line of a text', 'content:\n  · 하나\nname:\n  – 안내\n'],
  ['the one line of a variable', 'sample:\n  배송 안내:\n    – 하나\n  "교환":\n    – 둘\n'],
  ['a word', 'name: 주문\n  –안내\nother: >-\n  – 하나\n'],
])('a dash in %s is a text', (_name, text) => {
  expect(parseLocated('a.yaml', text).problems).toEqual([]);
});

test.each([
  ['a field', 'content: |\n  본문\ntitle: #{이름}님\n', 'variable-in-comment'],
  ['an item of a list', '- content: |\n    본문\n- 안녕 #{이름}님\n', 'variable-in-comment'],
  ['a value of a sample', 'values:\n  본문: |\n    본문\n  주문번호: #{이름}님\n', 'variable-in-comment'],
  ['a comment', 'content: |\n  본문\n# #{이름}\ntitle: 제목 # 끝\n', undefined],
  ['nothing', 'content: |\n  #{이름}님', undefined],
  ['nothing, not even a text', 'content: |', undefined],
  ['a line of blanks', 'content: |\n  본문\n\u3000\n', 'yaml-syntax'],
])('a block text that %s follows has lost no line', (_name, text, code) => {
  expect(parseLocated('a.yaml', text).problems[0]?.code).toBe(code);
});

test('each of more than sixty mistakes is explained by its cause', async () => {
  const pages = MISTAKES.map(([name, before, after]) => {
    expect(sound).toContain(before);
    const text = sound.replace(before, () => after);
    const { problems } = parseLocated('order.yaml', text);
    expect(problems, name).toHaveLength(1);
    return `## ${name}\n\n${drawProblems(problems, new Map([['order.yaml', text]]), { color: false, width: 100 })}`;
  });
  expect(pages.length).toBeGreaterThan(60);
  await expect(pages.join('\n')).toMatchFileSnapshot('../fixtures/yaml-mistakes.txt');
});

test.each([
  ['a quote that several lines of text follow', 'a: "b\nc\nd\n', '1:4 The quote " that opens here is never closed'],
  ['a quote in a block text', 'a: |\n  "b\nc: [1\n', '3:4 The bracket `[` that opens here is never closed'],
  [
    'a missing comma at the end of a line',
    'a: ["b"\n  "c"]\n',
    '2:3 This is not YAML: missing , or : between flow sequence items',
  ],
  [
    'a key that is far too long',
    `${'a'.repeat(1100)}: 1\n`,
    /^1:1 This is not YAML: the : indicator must be at most 1024 chars/,
  ],
  ['a text out of line', 'a:\n  b: 1\n c\n', '3:1 This is not YAML: all mapping items must start at the same column'],
  [
    'brackets over lines that are not indented',
    'a: {\nb: 1\n}\n',
    '1:4 The lines between `{` and `}` are not indented',
  ],
  ['an open list', 'a: [b\n', '1:4 The bracket `[` that opens here is never closed'],
  ['a mapping in a list of texts', '- a\n b: 1\n', '1:3 This line is not a field with a value'],
  [
    'a list of lists',
    'a:\n  - b:\n    - c\n   - d\n',
    '4:4 This dash is indented by 3 spaces, and the dashes above it by 4',
  ],
  ['a mistake in the first field of a mapping', 'a:\n  b: @x\n', '2:6 A value without quotes cannot begin with `@`'],
  [
    'a mistake in the first item of a nested list',
    'a:\n  - b:\n      - @x\n',
    '3:9 A value without quotes cannot begin with `@`',
  ],
  ['a comment below a block text', 'a: |\n  b\n# c\nd: @x\n', '4:4 A value without quotes cannot begin with `@`'],
  ['a single quote', "a: 'b\nc: 1\n", "1:4 The quote ' that opens here is never closed"],
  ['a second document', 'a: 1\n---\nb: 1\n  c: 2\n', '4:3 `c` is indented by 2 spaces, and `b` on line 3 by 0'],
])('%s', (_name, text, expected) => {
  const [problem] = parseLocated('a.yaml', text).problems;
  const shown = `${problem?.place?.line}:${problem?.place?.column} ${problem?.message}`;
  if (typeof expected === 'string') expect(shown).toBe(expected);
  else expect(shown).toMatch(expected);
});

test('a file of 20,000 unclosed quotes is explained in linear time', () => {
  const text = `content: |\n${'  "a\n'.repeat(20_000)}b: [1\n`;
  const before = process.cpuUsage();
  expect(explainLine(text, text.length - 4)).toBeUndefined();
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});

test.each([
  ['id:\u00a0a\nname: b\n', 1, 4],
  ['name: b\nid:\u3000a\n', 2, 4],
  ['name: b\nemphasis:\u00a0\n  type: NONE\n', 2, 10],
])('a blank after a colon that is no space is named: %j', (text, line, column) => {
  expect(parseLocated('a.yaml', text).problems[0]).toMatchObject({
    message: expect.stringMatching(/^The character U\+(?:00A0|3000) after the colon looks like a space, and is none$/),
    hint: 'Delete it, and press the space bar',
    place: { line, column },
  });
});

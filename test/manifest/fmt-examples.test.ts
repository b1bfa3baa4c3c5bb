import { describe, expect, it } from 'vitest';
import { formatText } from '../../src/manifest/format/format.ts';

/** Texts as they stand, without the indentation of this file. */
function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}

function expectFormatted(before: string, after: string): void {
  expect(formatText(before)).toBe(after);
  expect(formatText(after)).toBe(after);
}

describe('fmt', () => {
  it('brings the members into the order of the schema, at every depth, unknown ones last', () => {
    expectFormatted(
      lines(
        'content: 안녕하세요.',
        'whatever: 1',
        'buttons:',
        '- {link: {pc: https://b, mobile: https://a}, name: 보기, type: WL}',
        '- name: 조회',
        '  type: DS',
        'id: hello',
        'kind: NotificationTemplate',
      ),
      lines(
        'kind: NotificationTemplate',
        'id: hello',
        'content: 안녕하세요.',
        'buttons:',
        '  - { type: WL, name: 보기, link: { mobile: https://a, pc: https://b } }',
        '  - type: DS',
        '    name: 조회',
        'whatever: 1',
      ),
    );
  });

  it('leaves the order of what users name themselves', () => {
    const text = lines('kind: TestSend', 'id: a', 'variables: { 이름: 홍길동, 금액: "1", 가: 나 }');
    expectFormatted(text, text);
  });

  it('keeps comments with what they are about', () => {
    expectFormatted(
      lines(
        '# 파일에 대하여',
        '',
        '# 이름에 대하여',
        'name: 주문   # 곁에',
        '# 종류에 대하여',
        'kind: NotificationTemplate',
        'inspection:   # 검수',
        '      # 말',
        '      comment: 부탁드립니다',
        '      # 끝에',
        'id: a',
        '# 맨 끝',
      ),
      lines(
        '# 파일에 대하여',
        '',
        '# 종류에 대하여',
        'kind: NotificationTemplate',
        'id: a',
        '# 이름에 대하여',
        'name: 주문 # 곁에',
        'inspection: # 검수',
        '  # 말',
        '  comment: 부탁드립니다',
        '  # 끝에',
        '# 맨 끝',
      ),
    );
  });

  it.each([
    ['beside the last member and below it', '{\n  kind: A, # 1\n  # 2\n}\n', '{\n  kind: A # 1\n  # 2\n}\n'],
    ['of two lines beside the last member', '{\n  kind: A # 1\n     # 2\n}\n', '{\n  # 1\n  # 2\n  kind: A\n}\n'],
    ['of three lines beside the braces', '{ kind: A } # 0\n # 1\n # 2\n', '# 0\n# 1\n# 2\n{ kind: A }\n'],
    [
      'below a comment of several lines',
      'x: {\n  kind: A, # 1\n    # 2\n  # 3\n}\n',
      'x:\n  {\n    # 1\n    # 2\n    kind: A\n    # 3\n  }\n',
    ],
    ['in empty brackets', 'x: [\n  # 0\n  ]\n', 'x:\n  [\n    # 0\n  ]\n'],
    ['in brackets in brackets', 'x: { k: [\n  # 0\n  ] }\n', 'x:\n  {\n    k:\n      [\n        # 0\n      ]\n  }\n'],
  ])('keeps a comment %s', (_place, before, after) => {
    expectFormatted(before, after);
  });

  it('keeps the lines of a comment in their order', () => {
    expect(
      formatText(`kind: GroupTag
name: # 첫째
  # 둘째
  여름
id: summer # 하나
           # 둘
           # 셋
options: # 가
         # 나
  - { a: # 다
         # 라
      1 }
  - b: 2 # 마
         # 바
  - {
      c: 3, # 사
            # 아
      d: 4
    }
`),
    ).toBe(`kind: GroupTag
# 하나
# 둘
# 셋
id: summer
# 첫째
# 둘째
name: 여름
# 가
# 나
options:
  - {
      # 다
      # 라
      a: 1
    }
  # 마
  # 바
  - b: 2
  - {
      # 사
      # 아
      c: 3,
      d: 4
    }
`);
    const json = '# 위\n{ "kind": "GroupTag" } # 하나\n                       # 둘\n';
    expect(formatText(json)).toBe('# 위\n# 하나\n# 둘\n{ "kind": "GroupTag" }\n');
  });

  it('keeps a comment that is above everything above everything', () => {
    expectFormatted(
      lines('# yaml-language-server: $schema=./x.json', 'id: a', 'kind: GroupTag'),
      lines('# yaml-language-server: $schema=./x.json', 'kind: GroupTag', 'id: a'),
    );
  });

  it('raises a comment above a hyphen where what it is about comes to stand beside it', () => {
    expectFormatted(
      lines(
        'kind: NotificationTemplate',
        'buttons:',
        '  - name: 보기',
        '    # 링크',
        '    type: WL',
        '  -',
        '    # 둘째',
        '    type: DS',
      ),
      lines(
        'kind: NotificationTemplate',
        'buttons:',
        '  # 링크',
        '  - type: WL',
        '    name: 보기',
        '  # 둘째',
        '  - type: DS',
      ),
    );
  });

  it('keeps comments inside brackets, a line for each member', () => {
    expectFormatted(
      lines('kind: TestSend', 'to: [qa, # 품질', '  # 개발', '  dev', '  # 끝', ']', 'variables: {', '  b: 1 }'),
      lines(
        'kind: TestSend',
        'to:',
        '  [',
        '    qa, # 품질',
        '    # 개발',
        '    dev',
        '    # 끝',
        '  ]',
        'variables: { b: 1 }',
      ),
    );
  });

  it('breaks no line that was one, and joins none that would be too long', () => {
    const long = '가'.repeat(30);
    const one = lines('kind: TestSend', `variables: { a: ${long}, b: ${long} }`);
    expectFormatted(one, one);
    expectFormatted(
      lines('kind: TestSend', `variables: { a: ${long},`, `    b: ${long} }`),
      lines('kind: TestSend', 'variables:', '  {', `    a: ${long},`, `    b: ${long}`, '  }'),
    );
  });

  it('changes no style of a text, and nothing that it says', () => {
    const written = lines(
      'kind: NotificationTemplate',
      "name: '한 겹'",
      'header: "두 겹"',
      'content: |-',
      '        첫 줄',
      '          들여쓴 줄',
      '',
      '        끝',
      'extra: >',
      '    접힌',
      '    글',
      'preview: 여러 줄에',
      '        걸친 글',
      'inspection:',
      '    comment: |1',
      '       빈칸으로 시작',
    );
    const formatted = lines(
      'kind: NotificationTemplate',
      "name: '한 겹'",
      'content: |-',
      '  첫 줄',
      '    들여쓴 줄',
      '',
      '  끝',
      'extra: >',
      '  접힌',
      '  글',
      'preview: 여러 줄에',
      '  걸친 글',
      'header: "두 겹"',
      'inspection:',
      '  comment: |2',
      '      빈칸으로 시작',
    );
    expectFormatted(written, formatted);
  });

  it('keeps a last line of blanks that is a part of its text', () => {
    expectFormatted(
      lines('kind: NotificationTemplate', 'content: |', '    글', '      ', '', 'extra: 끝'),
      lines('kind: NotificationTemplate', 'content: |', '  글', '    ', '', 'extra: 끝'),
    );
  });

  it('gives a text that keeps its end no blank line more or less', () => {
    expectFormatted(
      lines('kind: NotificationTemplate', 'content: |+', '    글', '', '', 'name: 이름', '', 'id: a'),
      lines('kind: NotificationTemplate', '', 'id: a', 'name: 이름', 'content: |+', '  글', '', ''),
    );
    expectFormatted(
      lines('kind: NotificationTemplate', 'content: |+', '    글', '', '', 'extra: 끝'),
      lines('kind: NotificationTemplate', 'content: |+', '  글', '', '', 'extra: 끝'),
    );
  });

  it('keeps one blank line of several, and none at a beginning or an end', () => {
    expectFormatted(
      ['', '', 'kind: GroupTag', '', '', '', 'id: a', 'name: b', '', '', '---', '', 'kind: GroupTag', '', ''].join(
        '\n',
      ),
      lines('kind: GroupTag', '', 'id: a', 'name: b', '---', 'kind: GroupTag'),
    );
  });

  it('keeps markers of documents, what stands beside them, and comments between documents', () => {
    expectFormatted(
      lines('# 위', '---   # 첫째', 'kind: GroupTag', '# 사이', '', '---', '# 둘째', '', 'id: b', '...  # 끝', '# 뒤'),
      lines('# 위', '--- # 첫째', 'kind: GroupTag', '# 사이', '---', '# 둘째', '', 'id: b', '... # 끝', '# 뒤'),
    );
  });

  it('keeps a manifest that is written as JSON', () => {
    expectFormatted(
      lines('{', ' "id": "a", "kind": "GroupTag",', '   "name": "b" }'),
      lines('{', '  "kind": "GroupTag",', '  "id": "a",', '  "name": "b"', '}'),
    );
    expectFormatted(lines('{"id": "a", "kind": "GroupTag"}'), lines('{ "kind": "GroupTag", "id": "a" }'));
  });

  it('keeps values that are not there, tags, and lists in lists', () => {
    expectFormatted(
      lines(
        'kind: TestSend',
        'at:   # 없음',
        'country: !!str 82',
        'variables: {a: , b}',
        'x:',
        '-  - 1',
        '   - 2',
        '-',
      ),
      lines(
        'kind: TestSend',
        'variables: { a:, b }',
        'at: # 없음',
        'country: !!str 82',
        'x:',
        '  - - 1',
        '    - 2',
        '  -',
      ),
    );
  });

  it.each([
    ['a key behind a question mark', '? id\n: a\nkind:   GroupTag\n'],
    ['a key of several lines', 'kind:   GroupTag\nvariables: { "a\n  b": c }\n'],
    ['an entry without a key', 'kind:   GroupTag\nvariables: { : c }\n'],
    ['a key with a tag', 'kind:   GroupTag\n!!str id: a\n'],
  ])('leaves a file with %s to whoever wrote it', (_what, text) => {
    expect(formatText(text)).toBe(text);
  });

  it('lays braces out in linear time, and breaks only those that do not fit', () => {
    const inner = `{ a: ${'{ a: '.repeat(50)}1${' }'.repeat(50)} }`;
    const text = lines('kind: TestSend', 'variables:', '  {', '    # 왜', '    b: { c: 1, d: { e: 2 } }', '  }');
    expectFormatted(text, text);
    expectFormatted(lines('kind: TestSend', `x: ${inner}`), lines('kind: TestSend', `x: ${inner}`));
    const broken = lines('kind: TestSend', `x: ${inner.replaceAll('{ a', '{ # 왜\n a')}`);
    const formatted = formatText(broken);
    expect(formatText(formatted)).toBe(formatted);
    expect(formatted.match(/# 왜/g)).toHaveLength(51);
  });

  it('keeps elements that are not written, and a comment with line separators of Unicode', () => {
    const text = lines('# a', '-', '# b', '# c', '-', '# d');
    expectFormatted(lines('# a', '-', '# b', '- # c', '# d'), text);
    const odd = lines('kind: GroupTag', 'x:', '  # 가\u2028나\u2029다', '  y: 1 # 라\u2028마');
    expectFormatted(odd, odd);
  });

  it('keeps one blank line below a text of none', () => {
    expectFormatted(lines('kind: A', 'x: |', '', '', 'y: 1'), lines('kind: A', 'x: |', '', 'y: 1'));
  });

  it('gives a comment below a key without a value to the next key', () => {
    expectFormatted(lines('kind: A', 'x:', '# 왜', 'y: 1'), lines('kind: A', 'x:', '# 왜', 'y: 1'));
  });

  it('leaves a file without a manifest its comments', () => {
    expectFormatted('\n\n# 아직 없음\n\n\n', '# 아직 없음\n');
    expectFormatted('', '');
  });
});

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
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeManifest } from '../../src/manifest/writer/writer.ts';
import { nastyText } from './random-manifest.ts';

function lines(...all: string[]): string {
  return `${all.join('\n')}\n`;
}

/** The lines of one field of a manifest. */
function field(value: string): string {
  return writeManifest('NotificationTemplate', { content: value }).replace('kind: NotificationTemplate\n', '');
}

describe('a written manifest', () => {
  it('has its members in the order of the schema, what is small on one line, and the rest on lines of its own', () => {
    const manifest = {
      content: '#{이름}님, 안녕하세요.\n\n  들여쓴 줄\n끝',
      samples: [{ values: { 이름: '홍길동' }, name: '기본' }],
      buttons: [{ link: { mobile: 'https://shop.example.com/o/#{번호}' }, name: '보기', type: 'WL' }],
      emphasis: { title: '#{금액}원', subtitle: '결제 완료', type: 'TEXT' },
      profiles: ['shop', 'mall'],
      category: '001001',
      security: true,
      id: 'order-paid',
      inspection: { attachments: ['./a.pdf'], comment: '가'.repeat(60) },
    };
    const header = { comment: '가져온 것\n\n두 줄' };
    expect(writeManifest('NotificationTemplate', manifest, header)).toBe(
      lines(
        '# 가져온 것',
        '#',
        '# 두 줄',
        'kind: NotificationTemplate',
        'id: order-paid',
        'profiles: [shop, mall]',
        'category: "001001"',
        'emphasis: { type: TEXT, title: "#{금액}원", subtitle: 결제 완료 }',
        'content: |',
        '  #{이름}님, 안녕하세요.',
        '',
        '    들여쓴 줄',
        '  끝',
        'security: true',
        'buttons:',
        '  - { type: WL, name: 보기, link: { mobile: "https://shop.example.com/o/#{번호}" } }',
        'inspection:',
        '  comment: |',
        `    ${'가'.repeat(60)}`,
        '  attachments: [./a.pdf]',
        'samples:',
        '  - { name: 기본, values: { 이름: 홍길동 } }',
      ),
    );
  });

  it.each([
    ['a text that begins with blanks', '  빈칸\n둘째', 'content: |2\n    빈칸\n  둘째\n'],
    ['a text that begins with an empty line', '\n둘째', 'content: |\n\n  둘째\n'],
    ['a text that ends in a line break', '첫째\n둘째\n', 'content: "첫째\\n\\\n  둘째\\n"\n'],
    ['blanks at the end of a line, that nobody would see', '첫째 \n 둘째', 'content: "첫째 \\n\\\n  \\ 둘째"\n'],
    ['a control character', '첫째\u0007\n둘째\r', 'content: "첫째\\u0007\\n\\\n  둘째\\r"\n'],
    ['a text of line breaks alone', '\n\n', 'content: "\\n\\\n  \\n"\n'],
    ['a tab inside a line', '가\t나\n다', 'content: |\n  가\t나\n  다\n'],
    ['half of a pair', '\ud83d', 'content: "\\ud83d"\n'],
    ['nothing', '', 'content: ""\n'],
  ])('keeps %s', (_what, value, written) => {
    expect(field(value)).toBe(written);
  });

  it.each([
    '001001',
    '12',
    '1.5',
    '1,000',
    '1e3',
    '0x1F',
    '.5',
    '.inf',
    '-',
    '- a',
    '+82',
    '2026-12-01',
    '12:30',
    'yes',
    'No',
    'on',
    'null',
    '~',
    'true',
    '#{이름}',
    '안녕 #{이름}님',
    '안녕#{이름}',
    'a: b',
    'a:',
    'a #b',
    '&a',
    '*a',
    '!a',
    '@a',
    '`a',
    '%a',
    '[a',
    '{a',
    '? a',
    ' a',
    'a ',
    "'a",
    '|',
    '>',
    '---x',
    '...',
    '<<',
    '=',
  ])('puts %j into quotes', (value) => {
    expect(field(value)).toBe(`content: ${JSON.stringify(value)}\n`);
  });

  it.each([
    '안녕하세요',
    'https://a.b/c?d=e',
    './a.png',
    '가, 나',
    'a:b',
    'a#b',
    '100원',
    'NotificationTemplate/shop/a',
    '${var:host}',
  ])('writes %j plainly', (value) => {
    expect(field(value)).toBe(`content: ${value}\n`);
  });

  it('is the same text for readers of YAML 1.1', () => {
    const texts = nastyText.map((text) => text.replaceAll('\n', ' '));
    const same = fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (to) => {
      const { to: read } = parse(writeManifest('TestSend', { to }), { version: '1.1' }) as { to: unknown[] };
      expect(read.map((text) => String(text).trimEnd())).toEqual(to.map((text) => text.trimEnd()));
      expect(read.every((text) => typeof text === 'string')).toBe(true);
    });
    return fc.assert(same);
  });
});

import { describe, expect, test } from 'vitest';
import { type Finding, formatPath } from '../../../src/core/declaration.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { checkTemplate } from '../../../src/kinds/notification-template/check.ts';
import { malformedVariables } from '../../../src/kinds/notification-template/variable-syntax.ts';

const NOTICE = '채널 추가하고 이 채널의 광고와 마케팅 메시지를 메신저로 다 받기';

const least: JsonObject = {
  kind: 'NotificationTemplate',
  id: 'order-paid',
  name: '주문 결제 안내',
  category: '001001',
  messageType: 'BA',
  content: '#{이름}님, 결제가 완료되었습니다.',
};

/** A finding in one line: severity, code and rule, place, message. */
function line({ severity, code, rule, at, on, message }: Finding): string {
  return `${severity} ${code}${rule ? ` ${rule}` : ''} at ${on} ${formatPath(at)}: ${message}`;
}

function check(members: JsonObject): string[] {
  return checkTemplate({ ...least, ...members }).map(line);
}

test('a good template has no findings', () => {
  expect(check({})).toEqual([]);
  expect(
    check({
      messageType: 'MI',
      extra: '문의',
      emphasis: { type: 'ITEM_LIST' },
      items: [
        { title: '주문', description: '#{주문}' },
        { title: '상품', description: '#{상품}' },
      ],
      itemSummary: { title: '합계', description: '#{금액}원' },
      buttons: [{ type: 'AC' }, { type: 'P1', name: '보안', plugin: { ref: 'secure-image' } }],
    }),
  ).toEqual([]);
});

describe('a message variable', () => {
  test.each([
    ['#{이름}님 #{주문 번호}', [['#{주문 번호}', 'has a space in its name']]],
    ['#{ 이름}', [['#{ 이름}', 'has a space in its name']]],
    ['#{}', [['#{}', 'has no name']]],
    ['#{이름님\n안녕', [['#{이름님', 'is never closed']]],
    ['#{이름#{금액}}', [['#{이름#{', 'has another brace inside']]],
    [
      '#{{이름}}',
      [
        ['#{{', 'has another brace inside'],
        ['{{이름}}', 'is the form of another template language'],
      ],
    ],
    ['#{이#름}', [['#{이#름}', 'has a # in its name']]],
    ['#{이\n름}', [['#{이', 'has a space in its name']]],
    ['#{\n#{가}', [['#{', 'has another brace inside']]],
    [
      '{{이름}} ${이름}',
      [
        ['{{이름}}', 'is the form of another template language'],
        ['${이름}', 'is the form of another template language'],
      ],
    ],
    ['#{이름} {이름} # {이름} 100%', []],
  ])('%j', (text, expected) => {
    expect(malformedVariables(text).map((found) => [found.text, found.why])).toEqual(expected);
  });

  test('is looked for in every text that reaches a phone, and nowhere else', () => {
    const bad = '#{}';
    const manifest = {
      ...least,
      name: bad,
      content: bad,
      extra: bad,
      preview: bad,
      header: bad,
      emphasis: { type: 'TEXT', title: bad, subtitle: bad, image: bad },
      highlight: { title: bad, description: bad },
      items: [{ title: bad, description: bad }],
      itemSummary: { title: bad, description: bad },
      link: { mobile: bad, pc: bad },
      buttons: [{ type: 'WL', name: bad, link: { mobile: bad }, tel: bad, plugin: bad, order: 1 }],
      quickReplies: [{ type: 'WL', name: bad }],
      inspection: { comment: bad },
      messageType: 'EX',
    };
    const found = checkTemplate(manifest).filter((finding) => finding.rule === 'AT01');
    expect(found.map((finding) => formatPath(finding.at))).toEqual([
      'content',
      'extra',
      'preview',
      'header',
      'emphasis.title',
      'emphasis.subtitle',
      'highlight.title',
      'highlight.description',
      'items[0].title',
      'items[0].description',
      'itemSummary.title',
      'itemSummary.description',
      'link.mobile',
      'link.pc',
      'buttons[0].name',
      'buttons[0].link.mobile',
      'buttons[0].tel',
      'quickReplies[0].name',
    ]);
    expect(found[0]).toEqual({
      code: 'variable-syntax',
      severity: 'warning',
      at: ['content'],
      on: 'value',
      message: '`#{}` has no name',
      hint: 'A message variable is written `#{name}`, with no spaces',
      rule: 'AT01',
    });
  });
});

test('the channel-add notice is never written into a manifest', () => {
  expect(check({ messageType: 'AD', content: `안녕하세요\n${NOTICE}`, buttons: [{ type: 'AC' }] })).toEqual([
    'error channel-notice at value content: The body ends in the channel-add notice, which the service itself adds',
  ]);
});

describe('the channel-add button', () => {
  const bot = { type: 'BK', name: '문의' };
  const channel = { type: 'AC' };

  test.each(['AD', 'MI'])('belongs to a template of type %s', (messageType) => {
    const message = `A template of type ${messageType} carries a channel-add button, and this one has none`;
    const expected = [`warning channel-button AT10 at value messageType: ${message}`];
    expect(check({ messageType })).toEqual(expected);
    expect(check({ messageType, buttons: [bot] })).toEqual(expected);
  });

  test('stands first', () => {
    expect(check({ messageType: 'AD', buttons: [channel, bot] })).toEqual([]);
    expect(check({ messageType: 'AD', buttons: [bot, channel] })).toEqual([
      'warning channel-button AT10 at value buttons[1]: The channel-add button stands first',
    ]);
  });

  test('stands once', () => {
    expect(check({ messageType: 'AD', buttons: [bot, channel, channel] })).toEqual([
      'warning channel-button AT10 at value buttons[1]: The channel-add button stands first',
      'warning channel-button AT10 at value buttons[2]: A second channel-add button',
    ]);
    expect(check({ messageType: 'EX', buttons: [channel, channel] })).toEqual([
      'warning channel-button AT10 at value buttons[1]: A second channel-add button',
    ]);
  });
});

describe('a member without effect', () => {
  test('a title with emphasis NONE', () => {
    expect(check({ emphasis: { type: 'NONE', title: '제목' } })).toEqual([
      'warning unused-member AT08 at key emphasis: a title and a subtitle have no effect with emphasis NONE',
    ]);
    expect(check({ emphasis: { type: 'NONE', subtitle: '부제' } })).toHaveLength(1);
  });

  test.each(['BA', 'AD'])('extra with messageType %s', (messageType) => {
    expect(check({ messageType, extra: '문의', buttons: [{ type: 'AC' }] })).toEqual([
      `warning unused-member AT09 at key extra: \`extra\` has no effect with messageType ${messageType}`,
    ]);
  });

  test('items and their summary without ITEM_LIST', () => {
    const items = [{ title: '주문', description: '번호' }];
    expect(check({ items, itemSummary: { title: '합계', description: '1원' } })).toEqual([
      'warning unused-member AT14 at key items: `items` has no effect without emphasis ITEM_LIST',
      'warning unused-member AT14 at key itemSummary: `itemSummary` has no effect without emphasis ITEM_LIST',
    ]);
  });
});

describe('the body as it is sent', () => {
  const samples = (...values: string[]) => values.map((이름, index) => ({ name: `표본 ${index}`, values: { 이름 } }));

  test('has 1000 characters at most, better, and 1300 at most', () => {
    expect(check({ content: '😀'.repeat(1000) })).toEqual([]);
    expect(check({ content: '😀'.repeat(1001) })).toEqual([
      'warning not-sendable AT15 at value content: The body has 1001 characters, and no more than 1000 are recommended',
    ]);
    expect(check({ content: '가'.repeat(1300) })).toEqual([
      'warning not-sendable AT15 at value content: The body has 1300 characters, and no more than 1000 are recommended',
    ]);
    expect(check({ content: '가'.repeat(1301) })).toEqual([
      'error too-long at value content: The body has 1301 characters, and may have 1300 at most',
    ]);
  });

  test('is too long where a sample makes it so', () => {
    expect(check({ content: '#{이름}', samples: samples('가'.repeat(1301)) })).toEqual([
      expect.stringContaining(
        'The body with the values of sample 표본 0 has 1301 characters, and the message API takes 1300',
      ),
    ]);
  });

  test('is measured without its variables where there is no sample', () => {
    expect(check({ content: `${'가'.repeat(1000)}#{이름}` })).toEqual([]);
    expect(check({ content: `${'가'.repeat(1000)}#{이름}`, samples: [] })).toEqual([]);
  });

  test('is measured with the sample that makes it longest', () => {
    const content = `${'가'.repeat(998)}#{이름}`;
    expect(check({ content, samples: samples('홍길', '홍') })).toEqual([]);
    expect(check({ content, samples: samples('홍', '홍길동') })).toEqual([
      'warning not-sendable AT15 at value content: The body with the values of sample 표본 1 has 1001 characters, and no more than 1000 are recommended',
    ]);
    expect(check({ content, samples: [{ name: '빈' }] })).toEqual([
      'warning not-sendable AT15 at value content: The body with the values of sample 빈 has 1003 characters, and no more than 1000 are recommended',
    ]);
  });
});

describe('what could be approved and never sent', () => {
  const button = (members: JsonObject) => ({ buttons: [{ type: 'BK', name: '문의', ...members }] });
  const title = (length: number) => ({ emphasis: { type: 'TEXT', title: '가'.repeat(length), subtitle: '부제' } });

  test.each<[string, (length: number) => JsonObject, number, string]>([
    ['emphasis.title', title, 50, 'The title'],
    ['buttons[0].name', (length) => button({ name: '가'.repeat(length) }), 28, 'The name of a button'],
    ['buttons[0].tel', (length) => button({ type: 'TN', tel: '1'.repeat(length) }), 14, 'The number of a button'],
    ['buttons[0].plugin', (length) => button({ type: 'P1', plugin: 'p'.repeat(length) }), 24, 'The plugin of a button'],
    [
      'quickReplies[0].name',
      (length) => ({ quickReplies: [{ type: 'BK', name: '가'.repeat(length) }] }),
      14,
      'The name of a quick reply',
    ],
  ])('%s', (place, manifest, limit, what) => {
    expect(check(manifest(limit))).toEqual([]);
    expect(check(manifest(limit + 1))).toEqual([
      `warning not-sendable at value ${place}: ${what} has ${limit + 1} characters, and the message API takes ${limit}`,
    ]);
  });

  test('a quick reply of type MD', () => {
    expect(check({ quickReplies: [{ type: 'MD', name: '상담' }] })).toEqual([
      'warning not-sendable at value quickReplies[0].type: A quick reply of type MD can be registered, and no message could carry it',
    ]);
  });
});

describe('an attachment', () => {
  const attached = (...attachments: JsonObject['attachments'][]) =>
    check({ inspection: { comment: '확인', attachments: attachments.map((file = null) => file) } });

  test.each(['png', 'jpg', 'jpeg', 'gif', 'pdf', 'hwp', 'doc', 'docx', 'PDF'])('may be a .%s', (type) => {
    expect(attached(`./evidence.${type}`, { path: `evidence.${type}`, sha256: 'e' })).toEqual([]);
  });

  test.each(['./evidence.zip', './evidence', './pdf', './a.pdf/b', './evidence.pdf.exe'])('may not be %s', (path) => {
    expect(attached('./a.pdf', path)).toEqual([
      `error attachment at value inspection.attachments[1]: ${path} is not of a type that an inspection takes`,
    ]);
  });

  test('is none of this room’s business where it is no path', () => {
    expect(attached(1)).toEqual([]);
    expect(check({ inspection: { comment: '확인' } })).toEqual([]);
  });
});

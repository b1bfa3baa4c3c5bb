import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { check, findings, lint } from './checking.ts';

test('AT08: a title with emphasis NONE', () => {
  expect(check({ emphasis: { type: 'NONE', title: '제목' } })).toEqual([
    'warning unused-member AT08 at key emphasis: A title and a subtitle have no effect with emphasis NONE',
  ]);
  expect(check({ emphasis: { type: 'NONE', subtitle: '부제' } })).toHaveLength(1);
  expect(check({ emphasis: { type: 'NONE' } })).toEqual([]);
  expect(check({ emphasis: { type: 'TEXT', title: '제목', subtitle: '부제' } })).toEqual([]);
});

test('AT09: extra information that the message type does not show', () => {
  for (const messageType of ['BA', 'AD']) {
    expect(check({ messageType, extra: '문의', buttons: [{ type: 'AC' }] })).toEqual([
      `warning unused-member AT09 at key extra: \`extra\` has no effect with messageType ${messageType}`,
    ]);
  }
  for (const messageType of ['EX', 'MI']) {
    expect(check({ messageType, extra: '문의', buttons: [{ type: 'AC' }] })).toEqual([]);
  }
});

describe('AT10: the channel-add button', () => {
  const bot = { type: 'BK', name: '문의' };
  const channel = { type: 'AC' };

  test.each(['AD', 'MI'])('belongs to a template of type %s', (messageType) => {
    const message = `A template of type ${messageType} requires a channel-add button`;
    const expected = [`warning channel-button AT10 at value messageType: ${message}`];
    expect(check({ messageType })).toEqual(expected);
    expect(check({ messageType, buttons: [bot] })).toEqual(expected);
    expect(findings('AT10', { messageType }).map(({ hint }) => hint)).toEqual([
      'Begin `buttons` with `{type: AC}`, once',
    ]);
  });

  test('stands first', () => {
    expect(check({ messageType: 'AD', buttons: [channel, bot] })).toEqual([]);
    expect(check({ messageType: 'AD', buttons: [bot, channel] })).toEqual([
      'warning channel-button AT10 at value buttons[1]: The channel-add button has to be the first button',
    ]);
  });

  test('stands once', () => {
    expect(check({ messageType: 'AD', buttons: [bot, channel, channel] })).toEqual([
      'warning channel-button AT10 at value buttons[1]: The channel-add button has to be the first button',
      'warning channel-button AT10 at value buttons[2]: A second channel-add button',
    ]);
    expect(check({ messageType: 'EX', buttons: [channel, channel] })).toEqual([
      'warning channel-button AT10 at value buttons[1]: A second channel-add button',
    ]);
  });
});

describe('AT12: a link', () => {
  const web = (mobile: string): JsonObject => ({ buttons: [{ type: 'WL', name: '보기', link: { mobile } }] });
  const app = (android: string): JsonObject => ({
    quickReplies: [{ type: 'AL', name: '열기', link: { android, ios: 'shop://orders' } }],
  });

  test.each([
    'https://shop.example.com',
    'HTTP://shop.example.com/#{주문번호}',
    '#{링크}',
    'http://#{host}/a',
    'https://10.0.0.1:8080',
    'https://[2001:db8::1]/',
    'https://127.0.0.1.example.com',
    'https://localhost.example.com',
    'https://#{지점}.example.com',
  ])('of the web may be %s', (address) => {
    expect(lint('AT12', web(address))).toEqual([]);
  });

  test.each([
    'shop.example.com',
    'https:/shop',
    'https://',
    ' https://a.b',
    'shop.example.com:8080/a',
    'localhost:3000',
    'https://a@shop.example.com',
    'https://.com',
  ])('of the web may not be %j', (address) => {
    expect(lint('AT12', web(address))).toEqual([
      'warning link-form AT12 at value buttons[0].link.mobile: A web link begins with http:// or https:// and a host',
    ]);
  });

  test.each([
    ['http://localhost:3000/x', 'localhost'],
    ['https://intranet/x', 'intranet'],
    ['https://127.0.0.1:8080/x', '127.0.0.1'],
    ['https://shop.localhost', 'shop.localhost'],
    ['https://[::1]:8080/', '[::1]'],
  ])('of the web has a host that every phone reaches: %s', (address, host) => {
    expect(lint('AT12', web(address))).toEqual([
      `warning link-form AT12 at value buttons[0].link.mobile: \`${host}\` is not a public host`,
    ]);
  });

  test.each([
    ['javascript:alert(1)', 'javascript:'],
    ['tell://15880000', 'tell:'],
    ['ftp://shop.example.com', 'ftp:'],
  ])('of the web has no other scheme: %s', (address, scheme) => {
    expect(lint('AT12', web(address))).toEqual([
      `warning link-form AT12 at value buttons[0].link.mobile: \`${scheme}\` opens no web page: a web link begins with http:// or https://`,
    ]);
  });

  test.each(['1588–0000', '１588-0000', '02ㅡ123'])('that calls has digits and hyphens: %s', (tel) => {
    expect(lint('AT12', { buttons: [{ type: 'TN', name: '전화 연결', tel }] })).toEqual([
      expect.stringMatching(
        /^warning link-form AT12 at value buttons\[0\]\.tel «.».*which is neither a digit nor a hyphen$/,
      ),
    ]);
    expect(lint('AT12', { buttons: [{ type: 'TN', name: '전화 연결', tel: '1588-0000' }] })).toEqual([]);
  });

  test('to an app has a scheme', () => {
    for (const address of ['shop://orders', 'intent://orders#Intent;end', 'kr.co.shop+x:open', '#{링크}']) {
      expect(lint('AT12', app(address))).toEqual([]);
    }
    expect(lint('AT12', app('shop/orders'))).toEqual([
      'warning link-form AT12 at value quickReplies[0].link.android: An app link begins with a scheme, for example `shop://`',
    ]);
  });

  test('of the whole message is looked at too', () => {
    const link = { mobile: 'ftp://a.b', pc: 'shop.example.com', android: 'a', ios: '1://' };
    expect(lint('AT12', { link })).toEqual([
      'warning link-form AT12 at value link.mobile: `ftp:` opens no web page: a web link begins with http:// or https://',
      'warning link-form AT12 at value link.pc: A web link begins with http:// or https:// and a host',
      'warning link-form AT12 at value link.android: An app link begins with a scheme, for example `shop://`',
      'warning link-form AT12 at value link.ios: An app link begins with a scheme, for example `shop://`',
    ]);
  });
});

test('AT14: items and their summary without ITEM_LIST', () => {
  const items = [{ title: '주문', description: '번호' }];
  const itemSummary = { title: '합계', description: '1원' };
  expect(check({ items, itemSummary })).toEqual([
    'warning unused-member AT14 at key items: `items` has no effect without emphasis ITEM_LIST',
    'warning unused-member AT14 at key itemSummary: `itemSummary` has no effect without emphasis ITEM_LIST',
  ]);
  expect(check({ emphasis: { type: 'ITEM_LIST' }, items, itemSummary })).toEqual([]);
});

describe('AT15: the body as it is sent', () => {
  const samples = (...values: string[]): JsonObject[] =>
    values.map((이름, index) => ({ name: `표본 ${index}`, values: { 이름 } }));
  const body = (members: JsonObject): string[] => lint('AT15', members);

  test('has 1000 characters at most, better, and 1300 at most', () => {
    expect(body({ content: '😀'.repeat(1000) })).toEqual([]);
    expect(body({ content: '😀'.repeat(1001) })).toEqual([
      'warning not-sendable AT15 at value content: The body has 1001 characters; at most 1000 are recommended',
    ]);
    expect(body({ content: '가'.repeat(1300) })).toEqual([
      'warning not-sendable AT15 at value content: The body has 1300 characters; at most 1000 are recommended',
    ]);
    expect(body({ content: '가'.repeat(1301) })).toEqual([
      'warning not-sendable AT15 at value content: The body has 1301 characters; the message API takes at most 1300',
    ]);
  });

  test('may not be too long where a sample makes it so', () => {
    expect(body({ content: '#{이름}', samples: samples('가'.repeat(1300)) })).toEqual([
      'warning not-sendable AT15 at value content: The body with the values of sample 표본 0 has 1300 characters; at most 1000 are recommended',
    ]);
    expect(body({ content: '#{이름}', samples: samples('가'.repeat(1301)) })).toEqual([
      'warning not-sendable AT15 at value content: The body with the values of sample 표본 0 has 1301 characters; the message API takes at most 1300',
    ]);
  });

  test('is too long without any sample, so no sample is named', () => {
    expect(body({ content: `${'가'.repeat(1301)}#{이름}`, samples: samples('홍길동') })).toEqual([
      'warning not-sendable AT15 at value content: The body has 1304 characters; the message API takes at most 1300',
    ]);
  });

  test('is measured without its variables where there is no sample', () => {
    expect(body({ content: `${'가'.repeat(1000)}#{이름}` })).toEqual([]);
    expect(body({ content: `${'가'.repeat(1000)}#{이름}`, samples: [] })).toEqual([]);
  });

  test('is measured with the sample that makes it longest', () => {
    const content = `${'가'.repeat(998)}#{이름}`;
    expect(body({ content, samples: samples('홍길', '홍') })).toEqual([]);
    expect(body({ content, samples: samples('홍', '홍길동') })).toEqual([
      'warning not-sendable AT15 at value content: The body with the values of sample 표본 1 has 1001 characters; at most 1000 are recommended',
    ]);
    expect(body({ content, samples: [{ name: '빈' }] })).toEqual([
      'warning not-sendable AT15 at value content: The body with the values of sample 빈 has 1003 characters; at most 1000 are recommended',
    ]);
  });
});

describe('AT16: an emphasis on a phone', () => {
  const emphasis = (title: string, subtitle: string): JsonObject => ({ emphasis: { type: 'TEXT', title, subtitle } });

  test('shows 23 characters of a title and 18 of a subtitle', () => {
    expect(lint('AT16', emphasis('가'.repeat(23), '나'.repeat(18)))).toEqual([]);
    expect(lint('AT16', emphasis('가'.repeat(24), '나'.repeat(19)))).toEqual([
      'warning cut-on-phone AT16 at value emphasis.title: The title has 24 characters; a phone shows 23',
      'warning cut-on-phone AT16 at value emphasis.subtitle: The subtitle has 19 characters; a phone shows 18',
    ]);
  });

  test('is measured with the sample that makes it longest; without one, variables are nothing', () => {
    const title = `#{상품}${'가'.repeat(21)}`;
    const samples = (...values: string[]) => values.map((상품) => ({ name: 상품, values: { 상품 } }));
    expect(lint('AT16', emphasis(title, '부제'))).toEqual([]);
    expect(lint('AT16', { ...emphasis(title, '부제'), samples: samples('감귤') })).toEqual([]);
    expect(lint('AT16', { ...emphasis(title, '부제'), samples: samples('귤', '한라봉') })).toEqual([
      'warning cut-on-phone AT16 at value emphasis.title: The title with the values of sample 한라봉 has 24 characters; a phone shows 23',
    ]);
    expect(lint('AT16', { ...emphasis('가'.repeat(24), '부제'), samples: samples('귤') })).toEqual([
      'warning cut-on-phone AT16 at value emphasis.title: The title has 24 characters; a phone shows 23',
    ]);
  });

  test('is none where the emphasis shows no text', () => {
    expect(lint('AT16', { emphasis: { type: 'NONE', title: '가'.repeat(24) } })).toEqual([]);
    expect(lint('AT16', { emphasis: { type: 'TEXT' } })).toEqual([]);
  });
});

describe('AT28: the flag of a struck title', () => {
  test('is text in a registered title', () => {
    expect(lint('AT28', { highlight: { title: '감귤\\s', description: '한 상자' } })).toEqual([
      'warning likely-rejected AT28 at value highlight.title «\\s»: `\\s` in a registered title is shown as plain text',
    ]);
    expect(lint('AT28', { emphasis: { type: 'TEXT', title: '\\s\\s', subtitle: '부제' } })).toHaveLength(1);
  });

  test('is told in titles alone', () => {
    expect(
      lint('AT28', { content: '주문 \\s', highlight: { title: '감귤 s', description: '한 상자\\s' }, header: '\\s' }),
    ).toEqual([]);
  });
});

describe('AT29: a delivery tracking button', () => {
  const buttons = [{ type: 'DS', name: '배송 조회' }];
  const missing = (content: string): string[] => findings('AT29', { content, buttons }).map(({ message }) => message);

  test.each([
    '택배사 #{택배사}, 송장번호 #{송장번호}',
    '대한통운 운송장 #{번호}',
    '우체국 등기번호: #{번호}',
    '배송업체 #{업체} 배송번호 #{번호}',
    'courier #{a} tracking no. #{b}',
  ])('finds all it needs in %j', (content) => {
    expect(missing(content)).toEqual([]);
  });

  test.each([
    ['주문하신 상품이 출발했습니다.', 'The body names no courier and no tracking number'],
    ['송장번호 #{번호}', 'The body names no courier'],
    ['택배사 #{택배사}', 'The body names no tracking number'],
    ['택배가 출발했습니다. 운송장 #{번호}', 'The body names no courier'],
  ])('misses something in %j', (content, message) => {
    expect(missing(content)).toEqual([message]);
  });

  test('is what asks for them', () => {
    expect(lint('AT29', { content: '주문하신 상품', buttons: [{ type: 'BK', name: '배송 조회' }] })).toEqual([]);
    expect(lint('AT29', { content: '주문하신 상품' })).toEqual([]);
    expect(lint('AT29', { content: '주문', buttons: [{ type: 'BK', name: '문의' }, ...buttons] })).toEqual([
      'warning likely-rejected AT29 at value buttons[1]: The body names no courier and no tracking number',
    ]);
  });
});

test('AT12: a tell:// link of an app button is reported, and no other link', () => {
  const link = { android: 'shop://a', ios: 'tell://15880000' };
  expect(lint('AT12', { buttons: [{ type: 'AL', name: '전화', link }] })).toEqual([
    'warning tell-link AT12 at value buttons[0].link.ios: The service no longer registers new `tell://` links; a live one can stay',
  ]);
  expect(lint('AT12', { buttons: [{ type: 'BK', name: '전화', link }] })).toEqual([]);
});

describe('AT12: a space inside a link', () => {
  const link = (mobile: string): string[] =>
    lint('AT12', { buttons: [{ type: 'WL', name: '보기', link: { mobile } }] });

  test('is reported, once', () => {
    expect(link('https://shop.example.com/my orders')).toEqual([
      'warning link-form AT12 at value buttons[0].link.mobile: The link contains a space',
    ]);
    expect(link('shop example')).toHaveLength(1);
  });

  test('is allowed inside the name of a variable', () => {
    expect(link('https://shop.example.com/#{주문 번호}')).toEqual([]);
  });
});

describe('AT31: two buttons with the same name', () => {
  const buttons = [
    { type: 'BK', name: '보기' },
    { type: 'BK', name: '보기' },
    { type: 'BK', name: '보기' },
  ];

  test('is reported at each further one, for buttons and for quick replies', () => {
    expect(lint('AT31', { buttons })).toEqual([
      'warning likely-rejected AT31 at value buttons[1].name: Another button has the name `보기`',
      'warning likely-rejected AT31 at value buttons[2].name: Another button has the name `보기`',
    ]);
    expect(lint('AT31', { quickReplies: buttons.slice(1) })).toEqual([
      'warning likely-rejected AT31 at value quickReplies[1].name: Another quick reply has the name `보기`',
    ]);
  });

  test('is no matter of buttons without a name, or of a button and a quick reply', () => {
    expect(lint('AT31', { buttons: [{ type: 'AC' }, { type: 'AC' }] })).toEqual([]);
    expect(lint('AT31', { buttons: buttons.slice(2), quickReplies: buttons.slice(2) })).toEqual([]);
  });
});

test('AT32: a line break that was written as two characters', () => {
  expect(lint('AT32', { content: '주문이 완료되었습니다.\\n감사합니다.\n끝\\n' })).toEqual([
    'warning likely-rejected AT32 at value content «\\n»: `\\n` is two characters here, not a line break',
    'warning likely-rejected AT32 at value content «\\n» 1: `\\n` is two characters here, not a line break',
  ]);
  expect(lint('AT32', { buttons: [{ type: 'WL', name: '보기', link: { mobile: 'https://a.b/\\n' } }] })).toEqual([]);
});

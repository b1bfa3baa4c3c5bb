import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { lint } from './checking.ts';

describe('AT12: a link', () => {
  const web = (mobile: string): JsonObject => ({ buttons: [{ type: 'WL', name: '보기', link: { mobile } }] });

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
    'http://localhost:3000/x',
    'https://intranet/x',
    'https://127.0.0.1:8080/x',
    'https://shop.localhost',
    'https://[::1]:8080/',
    'javascript:alert(1)',
    'tell://15880000',
    'ftp://shop.example.com',
  ])('of the web may not be %j', (address) => {
    expect(lint('AT12', web(address))).toEqual([
      'warning link-form AT12 at value buttons[0].link.mobile: A web link begins with http:// or https:// and a public host',
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
});

describe('AT15: the body as it is sent', () => {
  const samples = (...values: string[]): JsonObject[] =>
    values.map((이름, index) => ({ name: `표본 ${index}`, values: { 이름 } }));
  const body = (members: JsonObject): string[] => lint('AT15', members);

  test('has 1000 characters at most, better, and 1300 at most', () => {
    expect(body({ content: '😀'.repeat(1000) })).toEqual([]);
    expect(body({ content: '😀'.repeat(1001) })).toEqual([
      'warning not-sendable AT15 at value content: `content` has 1001 characters; at most 1000 are recommended',
    ]);
    expect(body({ content: '가'.repeat(1300) })).toEqual([
      'warning not-sendable AT15 at value content: `content` has 1300 characters; at most 1000 are recommended',
    ]);
    expect(body({ content: '가'.repeat(1301) })).toEqual([
      'warning not-sendable AT15 at value content: `content` has 1301 characters; a message takes at most 1300',
    ]);
  });

  test('may not be too long where a sample makes it so', () => {
    expect(body({ content: '#{이름}', samples: samples('가'.repeat(1300)) })).toEqual([
      'warning not-sendable AT15 at value content: `content` with the values of sample 표본 0 has 1300 characters; at most 1000 are recommended',
    ]);
    expect(body({ content: '#{이름}', samples: samples('가'.repeat(1301)) })).toEqual([
      'warning not-sendable AT15 at value content: `content` with the values of sample 표본 0 has 1301 characters; a message takes at most 1300',
    ]);
  });

  test('is measured without its variables where there is no sample', () => {
    expect(body({ content: `${'가'.repeat(1000)}#{이름}` })).toEqual([]);
    expect(body({ content: `${'가'.repeat(1000)}#{이름}`, samples: [] })).toEqual([]);
  });
});

describe('AT16: an emphasis on a phone', () => {
  const emphasis = (title: string, subtitle: string): JsonObject => ({ emphasis: { type: 'TEXT', title, subtitle } });

  test('shows 23 characters of a title and 18 of a subtitle', () => {
    expect(lint('AT16', emphasis('가'.repeat(23), '나'.repeat(18)))).toEqual([]);
    expect(lint('AT16', emphasis('가'.repeat(24), '나'.repeat(19)))).toEqual([
      'warning cut-on-phone AT16 at value emphasis.title: `emphasis.title` has 24 characters; a phone shows 23',
      'warning cut-on-phone AT16 at value emphasis.subtitle: `emphasis.subtitle` has 19 characters; a phone shows 18',
    ]);
  });
});

describe('AT28: the flag of a struck title', () => {
  test('is text in a registered title', () => {
    expect(lint('AT28', { highlight: { title: '감귤\\s', description: '한 상자' } })).toEqual([
      'warning likely-rejected AT28 at value highlight.title «\\s»: The flag `\\s` in the title of a template: in a send it strikes the title through, in a template it is plain text',
    ]);
    expect(lint('AT28', { emphasis: { type: 'TEXT', title: '\\s\\s', subtitle: '부제' } })).toHaveLength(1);
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

test('AT31: two quick replies with the same name', () => {
  const reply = { type: 'BK', name: '보기' };
  expect(lint('AT31', { quickReplies: [reply, reply] })).toEqual([
    'warning likely-rejected AT31 at value quickReplies[1].name: Two buttons, or two quick replies, with the same name',
  ]);
});

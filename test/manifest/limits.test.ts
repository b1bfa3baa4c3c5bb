import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { formatPath, type Path } from '../../src/core/path.ts';
import { replacedAt } from '../../src/manifest/load/references.ts';
import { schemaMistakes } from '../../src/manifest/schema/mistakes.ts';
import { parseLocated } from '../../src/yaml/located.ts';

const BASE: JsonObject = {
  kind: 'NotificationTemplate',
  id: 'order-paid',
  name: '주문 결제 안내',
  category: '001001',
  messageType: 'BA',
  content: '결제가 완료되었습니다.',
};

const ITEMS: Json = [
  { title: '상품', description: '감귤' },
  { title: '수량', description: '두 상자' },
];

/** `field code` of every mistake of a document. */
function mistakes(value: JsonObject): string[] {
  const located = parseLocated('a.yaml', JSON.stringify(value)).documents[0];
  if (!located) throw new Error('not YAML');
  const kind = String(value['kind']);
  return schemaMistakes({ kind, value, located }).map(({ path, code }) => `${path} ${code}`);
}

function template(more: JsonObject, at?: Path, value?: Json): JsonObject {
  const whole = { ...BASE, ...more };
  if (!at || value === undefined) return whole;
  const placed = replacedAt(whole, at, value);
  return isObject(placed) ? placed : whole;
}

/** Two code units each: what counts is code points. */
const text = (length: number): string => '🍊'.repeat(length);
const ascii = (length: number): string => 'a'.repeat(length);
const buttons = (count: number): Json => Array.from({ length: count }, (_, i) => ({ type: 'BK', name: `단추 ${i}` }));
const items = (count: number): Json =>
  Array.from({ length: count }, (_, i) => ({ title: `항목 ${i}`, description: '값' }));

const HIGHLIGHT = { title: '감귤', description: '한 상자' };
const SHOWN = { ...HIGHLIGHT, image: { url: 'https://img.example.com/1.png' } };
const LINK = { mobile: 'https://shop.example.com' };

describe('the longest that is taken, and one more', () => {
  const lengths: [string, JsonObject, Path, number, (length: number) => string][] = [
    ['name', {}, ['name'], 200, text],
    ['preview', {}, ['preview'], 40, text],
    ['header', {}, ['header'], 16, text],
    ['code', {}, ['code'], 30, ascii],
    ['code with versions', { versions: true }, ['code'], 26, ascii],
    ['code with versions spelt out', { versions: { keep: 1 } }, ['code'], 26, ascii],
    ['code with versions: false', { versions: false }, ['code'], 30, ascii],
    ['id that is the code', {}, ['id'], 30, ascii],
    ['id that is the code, with versions', { versions: true }, ['id'], 26, ascii],
    ['id beside a code', { code: 'a' }, ['id'], 100, ascii],
    ['renamedFrom', {}, ['renamedFrom'], 100, ascii],
    ['highlight.title', { highlight: HIGHLIGHT }, ['highlight', 'title'], 30, text],
    ['highlight.description', { highlight: HIGHLIGHT }, ['highlight', 'description'], 19, text],
    ['highlight.title beside an image', { highlight: SHOWN }, ['highlight', 'title'], 21, text],
    ['highlight.description beside an image', { highlight: SHOWN }, ['highlight', 'description'], 13, text],
    ['items[1].title', { items: ITEMS }, ['items', 1, 'title'], 6, text],
    ['items[1].description', { items: ITEMS }, ['items', 1, 'description'], 23, text],
    [
      'itemSummary.title',
      { items: ITEMS, itemSummary: { title: '합', description: '1원' } },
      ['itemSummary', 'title'],
      6,
      text,
    ],
    [
      'itemSummary.description',
      { items: ITEMS, itemSummary: { title: '합', description: '1원' } },
      ['itemSummary', 'description'],
      14,
      (n) => '1'.repeat(n),
    ],
    ['link.pc', { link: LINK }, ['link', 'pc'], 500, text],
    ['link.android', { link: LINK }, ['link', 'android'], 500, text],
    ['comment', { inspection: { comment: 'a' } }, ['inspection', 'comment'], 500, text],
  ];
  it.each(lengths)('%s', (_, more, at, limit, fill) => {
    expect(mistakes(template(more, at, fill(limit)))).toEqual([]);
    expect(mistakes(template(more, at, fill(limit + 1)))).toEqual([`${formatPath(at)} too-long`]);
  });

  it('a highlight of 31 beside an image is one mistake', () => {
    expect(mistakes(template({ highlight: { ...SHOWN, title: text(31) } }))).toEqual(['highlight.title too-long']);
  });
});

describe('as many as are taken, and one more', () => {
  const replies = (count: number): Json => buttons(count);
  const counts: [string, (count: number) => JsonObject, number, string][] = [
    ['buttons', (n) => ({ buttons: buttons(n) }), 5, 'buttons too-many'],
    ['buttons beside quick replies', (n) => ({ buttons: buttons(n), quickReplies: replies(1) }), 2, 'buttons too-many'],
    ['buttons beside no quick reply', (n) => ({ buttons: buttons(n), quickReplies: [] }), 5, 'buttons too-many'],
    ['quick replies', (n) => ({ quickReplies: replies(n) }), 10, 'quickReplies too-many'],
    ['items', (n) => ({ items: items(n) }), 10, 'items too-many'],
  ];
  it.each(counts)('%s', (_, make, limit, mistake) => {
    expect(mistakes(template(make(limit)))).toEqual([]);
    expect(mistakes(template(make(limit + 1)))).toEqual([mistake]);
  });

  it('two items are enough, one is not', () => {
    expect(mistakes(template({ items: items(2) }))).toEqual([]);
    expect(mistakes(template({ items: items(1) }))).toEqual(['items too-few']);
  });

  it('six buttons beside quick replies are one mistake', () => {
    expect(mistakes(template({ buttons: buttons(6), quickReplies: replies(1) }))).toEqual(['buttons too-many']);
  });
});

describe('what a button wants', () => {
  const full: Record<string, JsonObject> = {
    WL: { name: '가', link: LINK },
    AL: { name: '가', link: { android: 'a://b', ios: 'a://b' } },
    DS: { name: '가' },
    BK: { name: '가' },
    MD: { name: '가' },
    BC: { name: '가' },
    BT: { name: '가' },
    AC: {},
    P1: { name: '가', plugin: 'secure' },
    P2: { name: '가', plugin: { ref: 'secure' } },
    P3: { name: '가', plugin: 'secure' },
    TN: { name: '전화 연결', tel: '1588-0000' },
    MP: { name: '가' },
  };

  it.each(Object.entries(full))('a %s button is taken with what it wants, and misses each of it', (type, members) => {
    expect(mistakes(template({ buttons: [{ type, ...members }] }))).toEqual([]);
    for (const left of Object.keys(members)) {
      const { [left]: _, ...rest } = members;
      expect(mistakes(template({ buttons: [{ type, ...rest }] }))).toEqual([`buttons[0].${left} missing-field`]);
    }
  });
});

describe('the path of a mistake', () => {
  it('keeps a member that is named by digits or holds a slash a name', () => {
    const values = { '7': 1, 'a/b~c': 2 };
    expect(mistakes(template({ samples: [{ name: '기본', values }] }))).toEqual([
      'samples[0].values.7 wrong-type',
      'samples[0].values.a/b~c wrong-type',
    ]);
  });
});

describe('what a test send takes', () => {
  const send = (more: JsonObject): string[] =>
    mistakes({ kind: 'TestSend', id: 'smoke', template: 'NotificationTemplate/shop/order-paid', to: ['qa'], ...more });

  it.each<[JsonObject, JsonObject, string]>([
    [{ userinfo: text(50) }, { userinfo: text(51) }, 'userinfo too-long'],
    [{ country: '82123' }, { country: '821234' }, 'country too-long'],
    [{ resellercode: '123456789' }, { resellercode: '12345678' }, 'resellercode wrong-form'],
    [{ at: '2026-12-01T09:00+09:00' }, { at: '2026-12-01T09:00' }, 'at wrong-form'],
    [{ at: '2026-12-01T09:00:30Z' }, { at: '내일' }, 'at wrong-form'],
    [{ expect: 'delivered' }, { expect: 'failed' }, 'expect wrong-form'],
    [{ expect: 'failed:7322' }, { expect: 'failed:73222' }, 'expect wrong-form'],
    [{ allow: ['locks-text'] }, { allow: ['destroys'] }, 'allow[0] unknown-value'],
    [
      { buttons: { 상담: { chatExtra: text(50) } } },
      { buttons: { 상담: { chatExtra: text(51) } } },
      'buttons.상담.chatExtra too-long',
    ],
    [
      { buttons: { 상담: { bizFormId: 7 } } },
      { buttons: { 상담: { bizFormId: 1.5 } } },
      'buttons.상담.bizFormId wrong-type',
    ],
    [
      { buttons: { 지도: { map: { address: '서울' } } } },
      { buttons: { 지도: { map: {} } } },
      'buttons.지도.map empty-field',
    ],
    [{ profile: 'shop' }, { profiles: ['shop'] }, 'profiles unknown-field'],
    [{ variables: { 금액: '1' } }, { variables: { 금액: 1 } }, 'variables.금액 wrong-type'],
  ])('%j and not %j', (good, bad, mistake) => {
    expect(send(good)).toEqual([]);
    expect(send(bad)).toEqual([mistake]);
  });

  it('a template or a message, and one of the two', () => {
    const bare: JsonObject = { kind: 'TestSend', id: 'smoke' };
    expect(mistakes({ ...bare, message: { type: 'sms', text: '안녕' } })).toEqual([]);
    expect(mistakes(bare)).toEqual(['template missing-field']);
    expect(send({ message: { type: 'sms', text: '안녕' } })).toEqual(['template not-together']);
  });
});

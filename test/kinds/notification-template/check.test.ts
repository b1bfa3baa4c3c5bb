import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { attachmentRules } from '../../../src/kinds/notification-template/kind.ts';
import { SENT_LENGTHS } from '../../../src/kinds/notification-template/message.ts';
import { check } from './checking.ts';

const NOTICE = '채널 추가하고 이 채널의 광고와 마케팅 메시지를 메신저로 다 받기';

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
      samples: [{ name: '기본', values: { 주문: '17', 상품: '감귤', 금액: '12,000' } }],
    }),
  ).toEqual([]);
});

test('the channel-add notice is never written into a manifest', () => {
  expect(check({ messageType: 'AD', content: `주문하신 상품입니다.\n${NOTICE}`, buttons: [{ type: 'AC' }] })).toEqual([
    'error channel-notice at value content: The body ends with the channel-add notice, which the service adds',
  ]);
});

test('a summary with one text can be registered, and could not be sent', () => {
  const list = {
    emphasis: { type: 'ITEM_LIST' },
    items: [1, 2].map((number) => ({ title: '상품', description: `${number}개` })),
  };
  expect(check({ ...list, itemSummary: { title: '합계' } })).toEqual([
    'warning not-sendable at value itemSummary: `itemSummary` has no `description`, and a message requires one',
  ]);
  expect(check({ ...list, itemSummary: { description: '1,000원' } })).toEqual([
    'warning not-sendable at value itemSummary: `itemSummary` has no `title`, and a message requires one',
  ]);
});

test('a plugin or number on a button whose type does not use it', () => {
  const buttons = [
    { type: 'BK', name: '상담', plugin: 'secure-image' },
    { type: 'P3', name: '결제하기', plugin: 'one-click', tel: '1588-0000' },
  ];
  expect(check({ buttons })).toEqual([
    'warning unused-member at key buttons[0].plugin: `plugin` has no effect on a BK button',
    'warning unused-member at key buttons[1].tel: `tel` has no effect on a P3 button',
  ]);
});

describe('a character that nobody sees', () => {
  test.each([
    ['\u0007', '0007'],
    ['\u0000', '0000'],
    ['\u001b', '001B'],
    ['\u007f', '007F'],
  ])('%j is refused in a message, and registered', (character, hex) => {
    expect(check({ content: `😀 주문하신${character} 상품${character}\u200b` })).toEqual([
      `warning unseen-character at value content «${character}»: The text contains U+${hex}, which no message may contain, at character 7`,
    ]);
  });

  test.each([
    ['\u00a0', '00A0'],
    ['\u2007', '2007'],
    ['\u202f', '202F'],
  ])('%j looks like a space', (character, hex) => {
    expect(check({ content: `주문하신${character}상품` })).toEqual([
      `warning unseen-character at value content «${character}»: The text contains U+${hex}, which looks like a space, at character 5`,
    ]);
  });

  test('is looked for in every text', () => {
    expect(
      check({ name: '주문\u200b 안내', preview: '주문\u200b', buttons: [{ type: 'BK', name: '문의\u0007' }] }),
    ).toEqual([
      expect.stringContaining('at value name'),
      expect.stringContaining('at value preview'),
      expect.stringContaining('at value buttons[0].name'),
    ]);
  });
});

describe('what could be approved and never sent', () => {
  it('is in docs/manifests.md and in the schema, with the limits of messages', () => {
    const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
    const [, page = ''] = /^## NotificationTemplate\n([\s\S]*?)^## /m.exec(read('docs/manifests.md')) ?? [];
    const [body, title, button, tel, plugin, quickReply] = Object.values(SENT_LENGTHS).map((one) =>
      one.toLocaleString('en'),
    );
    const limits = (row: string) =>
      (page.match(new RegExp(`^\\| \`${row}.*`, 'm'))?.[0] ?? '').match(/[\d,]+(?=\\\*)/g);
    expect(['content', 'emphasis.title', 'buttons', 'quickReplies'].map(limits)).toEqual([
      [body],
      [title],
      [button, tel, plugin],
      [quickReply],
    ]);
    const schema = read('schemas/notification-template.schema.json');
    for (const limit of [body, title, button, quickReply])
      expect(schema).toContain(`A message takes at most ${limit} characters`);
  });

  const button = (members: JsonObject) => ({ buttons: [{ type: 'BK', name: '문의', ...members }] });
  // A title of that length is cut on a phone too (AT16).
  const told = (members: JsonObject) => check(members).filter((line) => !line.includes('AT16'));
  const title = (length: number) => ({ emphasis: { type: 'TEXT', title: '가'.repeat(length), subtitle: '부제' } });

  test.each<[string, (length: number) => JsonObject, number]>([
    ['emphasis.title', title, 50],
    ['buttons[0].name', (length) => button({ name: '가'.repeat(length) }), 28],
    ['buttons[0].tel', (length) => button({ type: 'TN', tel: '1'.repeat(length) }), 14],
    ['buttons[0].plugin', (length) => button({ type: 'P1', plugin: 'p'.repeat(length) }), 24],
    ['quickReplies[0].name', (length) => ({ quickReplies: [{ type: 'BK', name: '가'.repeat(length) }] }), 14],
  ])('%s', (place, manifest, limit) => {
    expect(told(manifest(limit))).toEqual([]);
    expect(told(manifest(limit + 1))).toEqual([
      `warning not-sendable AT15 at value ${place}: \`${place}\` has ${limit + 1} characters; a message takes at most ${limit}`,
    ]);
  });

  test('a quick reply of type MD', () => {
    expect(check({ quickReplies: [{ type: 'MD', name: '상담' }] })).toEqual([
      'warning not-sendable at value quickReplies[0].type: A quick reply of type MD can be registered but not sent',
    ]);
  });
});

test('an attachment has the ending of a type that an inspection takes', () => {
  expect(attachmentRules.endings).toEqual(['png', 'jpg', 'jpeg', 'gif', 'pdf', 'hwp', 'doc', 'docx']);
});

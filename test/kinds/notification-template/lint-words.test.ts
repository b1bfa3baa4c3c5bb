import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../src/core/json.ts';
import { searched } from '../../../src/kinds/lint/search.ts';
import { finder } from '../../../src/kinds/lint/words.ts';
import { checkTemplate } from '../../../src/kinds/notification-template/rules/check.ts';
import { WORDS } from '../../../src/kinds/notification-template/rules/words.ts';
import { findings, least, lint, pointed } from './checking.ts';

/** By rule: what it points at in a body, and bodies in which it finds nothing. */
const words: Record<string, { found: Record<string, string>; none: string[] }> = parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/lint/words.yaml'), 'utf8'),
);

/** The texts in which a table looks, if not the body. */
const PLACES: Record<string, (text: string) => JsonObject> = {
  AT22: (text) => ({ buttons: [{ type: 'BK', name: text }] }),
  AT28: (text) => ({ highlight: { title: text, description: '' } }),
};

test.each(WORDS)('$name: finds $yes, and not $no', ({ name, yes, no }) => {
  const find = finder(WORDS, name);
  const count = (text: string): number => find([searched(['content'], text)]).length;
  expect([count(yes), count(no)]).toEqual([1, 0]);
  const rule = name.slice(0, 4);
  if (/^AT(?:26|24 reason)/.test(name)) return;
  const members = PLACES[rule] ?? ((content) => ({ content }));
  expect(findings(rule, members(yes))).toHaveLength(1);
  expect(findings(rule, members(no))).toEqual([]);
});

describe.each(Object.entries(words))('%s', (rule, { found, none }) => {
  test.each(Object.entries(found))('finds something in %j', (content, piece) => {
    expect(pointed(rule, content)).toEqual([piece]);
  });

  test.each(none)('finds nothing in %j', (content) => {
    expect(pointed(rule, content)).toEqual([]);
  });
});

test('a text that is far too long is looked at in bounded time, and measured whole', () => {
  for (const nasty of ['#{', '#{링크}', '할인', 'a', '쿠폰 ', '포인트 적립', '010-0000-000', '.a']) {
    const found = checkTemplate({ ...least, content: nasty.repeat(1_000_000 / nasty.length) });
    expect(found.length).toBeLessThan(12_000);
    // Variables alone are as long as their values.
    expect(found.some(({ rule }) => rule === 'AT15')).toBe(nasty !== '#{링크}');
  }
});

test('AT18 is silent with `security`, and looks in every text', () => {
  expect(pointed('AT18', '인증번호는 #{번호}입니다', { security: true })).toEqual([]);
  const emphasis = { type: 'TEXT', title: '#{인증번호}', subtitle: '인증' };
  expect(findings('AT18', { emphasis }).map(({ path }) => path)).toEqual(['emphasis.title']);
});

describe('AT19', () => {
  test('points at the sentence, and shows the signs in it', () => {
    expect(lint('AT19', { content: '예약이 확정되었습니다. 재방문하시면 #{율}% 할인해 드려요! 감사합니다.' })).toEqual([
      'warning likely-rejected AT19 at value content «재방문하시면 #{율}% 할인해 드려요!»: This reads as advertising: `재방문하시면`, `#{율}%`, `할인해`, `드려요`',
    ]);
  });

  test('on a button is a matter of AT26 where there is extra information', () => {
    const buttons = [{ type: 'BK', name: '이벤트 보기' }];
    expect(lint('AT19', { buttons })).toEqual([
      'warning likely-rejected AT19 at value buttons[0].name «이벤트 보기»: This reads as advertising: `이벤트`, `보기`',
    ]);
    expect(lint('AT19', { buttons, messageType: 'EX', extra: '문의' })).toEqual([]);
    expect(lint('AT19', { quickReplies: buttons, messageType: 'EX', extra: '문의' })).toHaveLength(1);
  });
});

describe('AT22: a word of payment on a button', () => {
  const button = (name: string, type = 'BK'): string[] =>
    findings('AT22', { buttons: [{ type, name }] }).map(({ text = '' }) => text);

  test.each([
    ['요금 납부', ['납부']],
    ['청구서 납부', ['납부']],
    ['납부 확인서', []],
    ['보험금 청구하기', []],
    ['정기결제 해지', []],
  ])('%s', (name, found) => {
    expect(button(name)).toEqual(found);
  });
});

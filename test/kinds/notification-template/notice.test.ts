import { expect, test } from 'vitest';
import { length } from '../../../src/core/variables.ts';
import { NOTICE_LENGTH, withoutNotice } from '../../../src/kinds/notification-template/notice.ts';

const NOTICE = '채널 추가하고 이 채널의 광고와 마케팅 메시지를 메신저로 다 받기';

test('the notice of these tests has the documented length', () => {
  expect(length(NOTICE)).toBe(NOTICE_LENGTH);
});

test.each(['AD', 'MI'])('a body of type %s is told without its notice', (type) => {
  expect(withoutNotice(type, `안녕하세요${NOTICE}`)).toBe('안녕하세요');
  expect(withoutNotice(type, `안녕하세요\n${NOTICE}`)).toBe('안녕하세요');
  expect(withoutNotice(type, `안녕\n하세요\n\n${NOTICE}`)).toBe('안녕\n하세요');
  expect(withoutNotice(type, NOTICE)).toBe('');
});

test.each(['BA', 'EX', 'ZZ'])('a body of type %s carries none', (type) => {
  expect(withoutNotice(type, `안녕하세요\n${NOTICE}`)).toBe(`안녕하세요\n${NOTICE}`);
});

test.each([
  ['one character more', `안녕하세요\n${NOTICE}.`],
  ['one character less', `안녕하세요\n${NOTICE.slice(0, -1)}`],
  ['no more than its first words', '채널 추가하고 이 채널의 소식'],
  ['other first words', `안녕하세요\n${'가'.repeat(NOTICE_LENGTH)}`],
  ['the notice in the middle', `${NOTICE}\n안녕하세요`],
  ['line breaks at its end', '안녕하세요\n\n'],
])('a body with %s stays whole', (_, body) => {
  expect(withoutNotice('AD', body)).toBe(body);
});

test('an emoji before it counts as one character', () => {
  expect(withoutNotice('AD', `😀\n${NOTICE.replace('메신저로', '😀신저로')}`)).toBe('😀');
});

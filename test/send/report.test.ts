import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { readReport } from '../../src/send/report.ts';

/** The result in an answer that has the members of a webhook (message API 6). */
function resultIn(answer: JsonObject): unknown {
  const read = readReport(answer, 'key');
  return 'result' in read ? read.result : undefined;
}

test('the members of a webhook are read', () => {
  const pushed = {
    DEVICE: 'AT',
    CMSGID: 'key',
    MSGID: 'id',
    PHONE: '01000000000',
    MEDIA: 'KKO',
    UNIXTIME: '1795132800',
    RESULT: '7305',
    REFKEY: 'ref',
    FUTURE: { any: 1 },
  };
  expect(resultIn(pushed)).toEqual({
    device: 'AT',
    messagekey: 'key',
    media: 'KKO',
    unixtime: '1795132800',
    result: '7305',
    refkey: 'ref',
  });
});

test.each([
  [{}],
  [{ RESULT: '' }],
  [{ RESULT: true }],
  [{ RESULT: '01000000000' }],
  [{ RESULT: '7000', CMSGID: ['key'] }],
  [{ RESULT: '7000', REFKEY: {} }],
])('%j is no result', (pushed) => {
  expect(resultIn(pushed)).toBeUndefined();
});

test('a channel or medium that may be the number of a phone is left out', () => {
  const pushed = { RESULT: '7000', DEVICE: '01000000000', MEDIA: 'to 010-0000-0000' };
  expect(resultIn(pushed)).toEqual({ result: '7000' });
});

test('members that nothing decides by may be anything', () => {
  const odd = { DEVICE: null, MSGID: [], PHONE: ['01000000000'], MEDIA: null, UNIXTIME: {} };
  expect(resultIn({ ...odd, RESULT: '7000', REFKEY: 'ref' })).toEqual({ result: '7000', refkey: 'ref' });
});

const none = {};
const mine = { result: { result: '7000' } };

test.each([
  [
    'the answer names another message',
    { messagekey: 'b', result: { RESULT: '7000' } },
    { misfit: 'messagekey: it is the key of another message' },
  ],
  ['the result names another message', { messagekey: 'a', result: { CMSGID: 'b', RESULT: '7000' } }, none],
  ['the result has the key of another acceptance', { data: { messagekey: 'b', RESULT: '7000' } }, none],
  [
    'the first result of a list is another’s',
    { data: [{ MessageKey: 'b', RESULT: '7204' }, { RESULT: '7000' }] },
    mine,
  ],
  ['the answer names this message', { messagekey: 'a', result: { RESULT: '7000' } }, mine],
  ['the answer names none', { messagekey: '', RESULT: '7000' }, mine],
])('a report for the message a: %s', (_, answer, expected) => {
  expect(readReport(answer, 'a')).toEqual(expected);
});

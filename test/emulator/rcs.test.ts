import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { arrived, refusedSend, report, sendOf } from './message-support.ts';
import { NOON, openBench } from './support.ts';

const plain: JsonObject = { messagebaseid: 'SS000000', chatbotid: '15880000', header: '0' };
const rcs = (changes: JsonObject): JsonObject => sendOf('rcs', { ...plain, ...changes });
const suggestion: JsonObject = {
  action: { urlAction: { openUrl: { url: 'https://example.com' } } },
  displayText: '보기',
};
const button = (...suggestions: JsonObject[]): JsonObject => ({ button: [{ suggestions }] });

const invalid = (detail: string): unknown => [400, 2000, `invalid message: content.rcs.${detail}`];

describe('an RCS message', () => {
  it('arrives', async () => {
    const bench = await openBench();
    const content = { ...plain, message: { title: '안내', description: '도착했습니다' }, ...button(suggestion) };
    const message = await arrived(bench, sendOf('rcs', content));
    expect(message).toMatchObject({ type: 'rcs', device: 'rcs', content, result: '8000', reason: null });
    const [, answer] = await report(bench, { account: 'emulator', messagekey: message.messagekey });
    expect(answer['result']).toMatchObject({ DEVICE: 'RCS', MEDIA: 'RCS', RESULT: '8000' });
  });

  it.each<[what: string, changes: JsonObject]>([
    ['ids of 40', { messagebaseid: 'a'.repeat(40), chatbotid: 'b'.repeat(40) }],
    ['keys of 64', { brandkey: 'a'.repeat(64), agencykey: 'b'.repeat(64) }],
    ['an advertisement with its footer', { header: '1', footer: '가'.repeat(64), copyallowed: 'Y' }],
    ['no copies', { copyallowed: 'N' }],
    ['an agency and a group of 20', { agencyid: 'a'.repeat(20), groupid: 'b'.repeat(20) }],
    ['an empty card between others', { button: [{ suggestions: [suggestion] }, {}, { suggestions: [] }] }],
    ['a postback', button({ ...suggestion, postback: { data: 'order-1' } })],
    ['a kind of action that nobody knows', button({ action: { whatever: {} }, displayText: 'a' })],
  ])('may have %s', async (_what, changes) => {
    expect((await (await openBench()).message(rcs(changes))).body).toMatchObject({ code: 1000 });
  });

  it.each<[what: string, changes: JsonObject, refused: unknown]>([
    ['no message base', { messagebaseid: null }, invalid('messagebaseid is required')],
    ['a message base of 41', { messagebaseid: 'a'.repeat(41) }, invalid('messagebaseid may have 40 characters')],
    ['no chatbot', { chatbotid: '' }, invalid('chatbotid is required')],
    ['a chatbot of 41', { chatbotid: 'a'.repeat(41) }, invalid('chatbotid may have 40 characters')],
    ['a brand key of 65', { brandkey: 'a'.repeat(65) }, invalid('brandkey may have 64 characters')],
    ['no header', { header: null }, invalid('header is required')],
    ['another header', { header: '2' }, invalid('header must be one of 0, 1')],
    ['a footer of 65', { footer: 'a'.repeat(65) }, invalid('footer may have 64 characters')],
    ['another word for copies', { copyallowed: 'y' }, invalid('copyallowed must be one of Y, N')],
    ['an agency of 21', { agencyid: 'a'.repeat(21) }, invalid('agencyid may have 20 characters')],
    ['an agency key of 65', { agencykey: 'a'.repeat(65) }, invalid('agencykey may have 64 characters')],
    ['a group of 21', { groupid: 'a'.repeat(21) }, invalid('groupid may have 20 characters')],
    [
      'a suggestion without action',
      button({ displayText: 'a' }),
      invalid('button[0].suggestions[0].action is required'),
    ],
    [
      'an action of no kind',
      button({ ...suggestion, action: {} }),
      invalid('button[0].suggestions[0].action must hold one kind of action'),
    ],
    [
      'an action of two kinds',
      button(suggestion, { ...suggestion, action: { urlAction: {}, dialerAction: {} } }),
      invalid('button[0].suggestions[1].action must hold one kind of action'),
    ],
    [
      'a button without text',
      button({ ...suggestion, displayText: '' }),
      invalid('button[0].suggestions[0].displayText is required'),
    ],
  ])('is refused with %s', async (_what, changes, refused) => {
    expect(await refusedSend(await openBench(), rcs(changes))).toEqual(refused);
  });
});

describe('an ntalk message', () => {
  it('is whatever object it is, and arrives', async () => {
    const bench = await openBench();
    const message = await arrived(bench, sendOf('ntalk', { whatever: [1] }, { from: '15889999' }));
    expect(message).toMatchObject({ device: 'ntalk', content: { whatever: [1] }, result: '5000' });
    const [, answer] = await report(bench, { account: 'emulator', messagekey: message.messagekey });
    expect(answer['result']).toMatchObject({ DEVICE: 'NTALK', MEDIA: 'NTALK', RESULT: '5000' });
  });

  it.each([String(NOON / 1000 + 60), String(NOON / 1000 + 31 * 86_400), '1'])(
    'goes out at once, whatever sendtime says: %s',
    async (sendtime) => {
      const message = await arrived(await openBench(), sendOf('ntalk', {}, { sendtime }));
      expect(message).toMatchObject({ sendAt: '2026-11-20 12:00:00', result: '5000' });
    },
  );
});

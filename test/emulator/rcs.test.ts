import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { arrived, report, sendOf } from './message-support.ts';
import { openBench } from './support.ts';

const plain: JsonObject = { messagebaseid: 'SS000000', chatbotid: '15880000', header: '0' };
const suggestion: JsonObject = {
  action: { urlAction: { openUrl: { url: 'https://example.com' } } },
  displayText: '보기',
};
const button = (...suggestions: JsonObject[]): JsonObject => ({ button: [{ suggestions }] });

describe('an RCS message', () => {
  it('arrives', async () => {
    const bench = await openBench();
    const content = { ...plain, message: { title: '안내', description: '도착했습니다' }, ...button(suggestion) };
    const message = await arrived(bench, sendOf('rcs', content));
    expect(message).toMatchObject({ type: 'rcs', device: 'rcs', content, result: '8000', reason: null });
    const [, answer] = await report(bench, { account: 'emulator', messagekey: message.messagekey });
    expect(answer['result']).toMatchObject({ DEVICE: 'RCS', MEDIA: 'RCS', RESULT: '8000' });
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
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { jpeg } from '../images.ts';
import { uploadFile } from './file-support.ts';
import { arrived, refusedSend, report, sendOf } from './message-support.ts';
import { type Bench, NOON, openBench, PHONE, SENDER } from './support.ts';

const invalid = (detail: string): unknown => [400, 2000, `invalid message: ${detail}`];

async function accepts(type: string, content: JsonObject): Promise<void> {
  const { status, body } = await (await openBench()).message(sendOf(type, content));
  expect([status, body['code']]).toEqual([200, 1000]);
}

describe('a text message', () => {
  it.each([
    ['sms', { message: '인증번호는 1234입니다.' }, '4100', 'SMS'],
    ['lms', { subject: '안내', message: '길게 알려 드립니다.' }, '4100', 'LMS'],
  ])('%s arrives, and its result says by which channel', async (type, content, RESULT, channel) => {
    const bench = await openBench();
    const message = await arrived(bench, sendOf(type, content));
    expect(message).toMatchObject({ type, device: type, text: content.message, result: RESULT, reason: null });
    const [status, answer] = await report(bench, { account: 'emulator', messagekey: message.messagekey });
    expect([status, answer['result']]).toEqual([
      200,
      {
        DEVICE: channel,
        CMSGID: message.messagekey,
        MSGID: expect.stringMatching(/^[0-9a-f]{16}$/),
        PHONE,
        MEDIA: channel,
        UNIXTIME: String(Math.floor(NOON / 1000)),
        RESULT,
        REFKEY: 'ref-1',
      },
    ]);
  });

  it.each<[type: string, what: string, content: JsonObject]>([
    ['sms', '90 bytes of Hangul', { message: '가'.repeat(45) }],
    ['sms', '90 bytes of ASCII', { message: 'a'.repeat(90) }],
    ['sms', '90 bytes of both', { message: `${'가'.repeat(44)}ab` }],
    ['sms', 'what cp949 alone has', { message: '똠방각하' }],
    ['sms', 'question marks and line breaks', { message: '정말요??\r\n네\n' }],
    ['lms', '2000 bytes of Hangul', { message: '가'.repeat(1000) }],
    ['lms', '2000 bytes of ASCII', { message: 'a'.repeat(2000) }],
    ['lms', 'a subject of 64 bytes', { subject: '가'.repeat(32), message: 'a' }],
  ])('%s holds %s', async (type, _what, content) => {
    await accepts(type, content);
  });

  it('waits until the time that it was reserved for', async () => {
    const bench = await openBench();
    await bench.message(sendOf('sms', { message: 'a' }, { sendtime: String(NOON / 1000 + 60) }));
    await bench.control.clock({ advance: 60_299 });
    expect(await bench.control.inbox()).toMatchObject({ messages: [{ sendAt: '2026-11-20 12:01:00', result: null }] });
    await bench.control.clock({ advance: 1 });
    expect(await bench.control.inbox()).toMatchObject({ messages: [{ result: '4100' }] });
  });
});

describe('an mms', () => {
  async function open(): Promise<{ bench: Bench; key: string }> {
    const bench = await openBench();
    const { body } = await uploadFile(bench, { bytes: jpeg(640, 480) });
    return { bench, key: String(body['filekey']) };
  }
  const images = (...keys: string[]): JsonObject => ({ file: keys.map((key) => ({ type: 'IMG', key })) });

  it('carries up to three images, with a text and without', async () => {
    const { bench, key } = await open();
    expect(await arrived(bench, sendOf('mms', images(key)))).toMatchObject({ device: 'mms', result: '6600' });
    const whole = { subject: '가'.repeat(32), message: '가'.repeat(1000), ...images(key, key, key) };
    expect(await arrived(bench, sendOf('mms', whole))).toMatchObject({ result: '6600' });
  });

  it('can use an image for 35 days', async () => {
    const { bench, key } = await open();
    await bench.control.clock({ advance: 35 * 86_400_000 });
    expect((await bench.message(sendOf('mms', images(key)))).body).toMatchObject({ code: 1000 });
    await bench.control.clock({ advance: 1 });
    expect(await refusedSend(bench, sendOf('mms', images(key), { from: SENDER }))).toEqual(
      invalid('content.mms.file[0].key is not the filekey of an uploaded image'),
    );
  });
});

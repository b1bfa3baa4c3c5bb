import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { brandTypes } from '../../src/emulator/message/message.ts';
import { jpeg } from '../images.ts';
import { fullBodies } from './brand-message-bodies.ts';
import { uploadFile } from './file-support.ts';
import { arrived, instead, openReady, report, sendOf } from './message-support.ts';
import { type Bench, SHOP } from './support.ts';

const TEXTS = ['sms', 'lms', 'mms'];
const NOTIFICATIONS = ['at', 'ai'];
const MESSENGER: string[] = [...NOTIFICATIONS, ...brandTypes];
const TYPES = [...TEXTS, 'rcs', ...MESSENGER, 'ntalk'];

/** The table of message API 2.11. */
function firsts(main: string): string[] {
  if (MESSENGER.includes(main)) return [...TEXTS, 'rcs'];
  return main === 'rcs' ? [...TEXTS, ...MESSENGER] : [];
}

const at = { senderkey: SHOP, templatecode: 'order_paid', message: '홍길동님, 결제가 완료되었습니다.' };
const rcs = { messagebaseid: 'SS000000', chatbotid: '15880000', header: '0' };

/** A content of each type that is accepted. */
async function contents(bench: Bench): Promise<Record<string, JsonObject>> {
  const { filekey } = (await uploadFile(bench, { bytes: jpeg(640, 480) })).body;
  const free = { senderkey: SHOP, brandmessagetype: 'FREE', sendtarget: 'friend' };
  const brand = Object.entries(fullBodies(() => 'https://example.com/a.png'));
  return {
    sms: { message: '짧은 글' },
    lms: { subject: '안내', message: '긴 글' },
    mms: { file: [{ type: 'IMG', key: String(filekey) }] },
    rcs,
    at,
    ai: at,
    ...Object.fromEntries(brand.map(([type, body]) => [type, { ...free, ...body }])),
    ntalk: {},
  };
}

/** An emulator that takes any number of requests. */
async function open(): Promise<Bench> {
  const bench = await openReady();
  await bench.control.settings({ rateLimit: { limit: 100_000, windowMs: 1000 } });
  return bench;
}

describe('which type falls back to which', () => {
  it.each(TYPES)('%s: as the table says, first and second', async (main) => {
    const bench = await open();
    const all = await contents(bench);
    const isTaken = async (...channels: string[]): Promise<boolean> => {
      const bubbles = channels.map((type): [string, JsonObject] => [type, all[type] ?? {}]);
      const { body } = await bench.message(sendOf(main, all[main] ?? {}, instead(...bubbles)));
      return body['code'] === 1000;
    };
    const first: string[] = [];
    const second: string[] = [];
    for (const one of TYPES) {
      if (await isTaken(one)) first.push(one);
      const rich = main === 'rcs' ? 'at' : 'rcs';
      if (await isTaken(rich, one)) second.push(one);
      if (await isTaken('lms', one)) second.push(`${one} after a text`);
    }
    expect([first, second]).toEqual([firsts(main), firsts(main).length > 0 ? TEXTS : []]);
  });
});

describe('a fallback', () => {
  const differing = { ...at, message: '다른 글' };
  const DIFFERS = 'message differs from the template at line 1, column 5';

  it('is not used where the main message arrives', async () => {
    const message = await arrived(await open(), sendOf('at', at, instead(['sms', { message: '짧은 글' }])));
    expect(message).toMatchObject({ device: 'at', text: at.message, result: '7000', reason: null });
  });

  it('goes out where it fails, and looks like a success', async () => {
    const bench = await open();
    const message = await arrived(bench, sendOf('at', differing, instead(['lms', { message: '긴 글' }])));
    expect(message).toMatchObject({
      type: 'at',
      device: 'lms',
      text: '긴 글',
      result: '4100',
      reason: `at: ${DIFFERS}`,
    });
    const [, answer] = await report(bench, { account: 'emulator', messagekey: message.messagekey });
    expect(answer['result']).toMatchObject({ DEVICE: 'LMS', MEDIA: 'LMS', RESULT: '4100', REFKEY: 'ref-1' });
  });

  it('may be a message of the messenger, held against its template', async () => {
    const bench = await open();
    await bench.control.settings({ results: [{ type: 'rcs', result: '8970' }] });
    expect(await arrived(bench, sendOf('rcs', rcs, instead(['at', at])))).toMatchObject({
      type: 'rcs',
      device: 'at',
      text: at.message,
      result: '7000',
      reason: 'rcs: chosen by a setting',
    });
    expect(await arrived(bench, sendOf('rcs', rcs, instead(['at', differing])))).toMatchObject({
      device: 'at',
      result: '7204',
      reason: `rcs: chosen by a setting; at: ${DIFFERS}`,
    });
  });

  it('that fails in turn goes on to the second', async () => {
    const bench = await open();
    await bench.control.settings({ results: [{ type: 'rcs', result: '4430' }] });
    expect(
      await arrived(bench, sendOf('at', differing, instead(['rcs', rcs], ['sms', { message: '짧은 글' }]))),
    ).toMatchObject({
      device: 'sms',
      text: '짧은 글',
      result: '4100',
      reason: `at: ${DIFFERS}; rcs: chosen by a setting`,
    });
  });

  it('does not follow where it is uncertain whether the main message arrived', async () => {
    const bench = await open();
    await bench.control.settings({ results: [{ type: 'at', result: '7305' }] });
    expect(await arrived(bench, sendOf('at', at, instead(['sms', { message: 'a' }])))).toMatchObject({
      device: 'at',
      result: '7305',
    });
  });
});

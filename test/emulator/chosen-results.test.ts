import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { arrived, openReady, sendOf } from './message-support.ts';
import { type Bench, messageOf, PHONE, plainMessage } from './support.ts';

async function resultOf(bench: Bench, body: JsonObject): Promise<unknown> {
  const { result, reason } = await arrived(bench, body);
  return [result, reason];
}

describe('results that a setting chooses', () => {
  it.each<[what: string, chosen: object, fits: JsonObject, other: JsonObject]>([
    ['a number, however it is written', { to: '010-0000-0000' }, plainMessage, { ...plainMessage, to: '01000000001' }],
    ['a refkey', { refkey: 'ref-1' }, plainMessage, { ...plainMessage, refkey: 'ref-2' }],
    ['a template', { templateCode: 'order_paid' }, plainMessage, sendOf('sms', { message: 'a' })],
    ['a channel', { type: 'at' }, plainMessage, sendOf('sms', { message: 'a' })],
    ['all of these', { to: PHONE, refkey: 'ref-1', type: 'at' }, plainMessage, { ...plainMessage, refkey: 'ref-2' }],
  ])('are those of %s', async (_what, chosen, fits, other) => {
    const bench = await openReady();
    await bench.control.register({ recipients: ['01000000001'] });
    await bench.control.settings({ results: [{ ...chosen, result: '4430' }] });
    expect(await resultOf(bench, fits)).toEqual(['4430', 'chosen by a setting']);
    expect(await resultOf(bench, other)).toEqual([other['type'] === 'sms' ? '4100' : '7000', null]);
  });

  it('are those of every message where nothing else is said; the first that fits counts', async () => {
    const bench = await openReady();
    await bench.control.settings({
      results: [{ refkey: 'ref-2', result: '7305' }, { result: '4400' }, { result: '4430' }],
    });
    expect(await resultOf(bench, plainMessage)).toEqual(['4400', 'chosen by a setting']);
    expect(await resultOf(bench, { ...plainMessage, refkey: 'ref-2' })).toEqual(['7305', 'chosen by a setting']);
  });

  it('decide the own channel of a message, unless they name the type of its fallback', async () => {
    const bench = await openReady();
    const fallback = { resend: { first: 'sms' }, recontent: { sms: { message: '결제 완료' } } };
    const send = { ...plainMessage, ...fallback };
    await bench.control.settings({ results: [{ refkey: 'ref-1', result: '7308' }] });
    expect(await resultOf(bench, send)).toEqual(['4100', 'at: chosen by a setting']);
    await bench.control.settings({ results: [{ result: '7308' }, { type: 'sms', result: '4430' }] });
    expect(await resultOf(bench, send)).toEqual(['4430', 'at: chosen by a setting; sms: chosen by a setting']);
    await bench.control.settings({ results: [{ result: '7305' }] });
    expect(await resultOf(bench, send)).toEqual(['7305', 'chosen by a setting']);
  });

  it('make a phone of a number, and no success of what would fail', async () => {
    const bench = await openReady();
    await bench.control.settings({ results: [{ result: '7000' }] });
    expect(await resultOf(bench, { ...plainMessage, to: '01000000009' })).toEqual(['7000', null]);
    expect(await resultOf(bench, messageOf({ message: '다른 글' }))).toEqual([
      '7204',
      'message differs from the template at line 1, column 5',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { judged } from '../../src/send/delivered.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import { first, prepared, prepareText } from './support.ts';

const sent = first(prepared());
const written = first(prepareText({ type: 'lms', text: '안녕' }).sends);

/** A send with fallbacks of these types; their bodies are of no account for its verdict. */
function withFallbacks(send: PreparedSend, type: string, ...types: string[]): PreparedSend {
  const fallbacks = types.map((fallback) => ({ ...written, type: fallback }));
  return { ...send, type, fallbacks };
}

describe('the channel of a result', () => {
  it('is that of the message if it has no fallback, whatever the result names', () => {
    expect(judged(sent, { result: '4100', device: 'XYZ' })).toMatchObject({
      outcome: 'delivered',
      asExpected: true,
      delivery: { channel: 'at', fallback: null },
    });
  });

  it.each([
    ['the device', { result: '4100', device: 'LMS' }, { type: 'lms', fallback: 'second' }],
    ['the device, of a failure', { result: '4400', device: 'RCS' }, { type: 'rcs', fallback: 'first' }],
    [
      'the device, for a delivery with a code of no type',
      { result: '6600', device: 'LMS' },
      { type: 'lms', fallback: 'second' },
    ],
    ['neither, if the code is that of another type', { result: '4100', device: 'AT' }, null],
    ['neither, if the code is that of the message', { result: '7000', device: 'RCS' }, null],
    ['neither, if the code is not that of the message', { result: '6600', device: 'AT' }, null],
    ['the code, if one of the types delivers with it', { result: '8000' }, { type: 'rcs', fallback: 'first' }],
    ['the code, of the message too', { result: '7000', device: 'MSGR' }, { type: 'at', fallback: null }],
    ['neither', { result: '6600', device: 'MMS' }, null],
    ['neither, for a code of no type', { result: '4400' }, null],
  ])('is named by %s', (_, result, channel) => {
    const { delivery } = judged(withFallbacks(sent, 'at', 'rcs', 'lms'), result);
    expect(delivery).toMatchObject({ channel: channel?.type ?? null, fallback: channel?.fallback ?? null });
  });

  it('is not guessed if several types deliver with the code', () => {
    expect(judged(withFallbacks(written, 'sms', 'lms'), { result: '4100' }).delivery.channel).toBeNull();
  });
});

describe('the verdict on a delivery', () => {
  const template = withFallbacks(sent, 'at', 'lms');
  const failing: PreparedSend = { ...template, test: { ...template.test, expect: 'failed:4400' } };
  const rcs = withFallbacks(written, 'rcs', 'lms');

  it.each([
    ['a template, by itself', template, '7000', 'AT', 'delivered', true],
    ['a template, by a fallback', template, '4100', 'LMS', 'failed', false],
    ['a template, by an unknown channel', template, '6600', undefined, 'unknown', null],
    ['a template, by a channel with the code of another', template, '4100', 'AT', 'unknown', null],
    ['a template, which nothing delivered', template, '4400', 'LMS', 'failed', false],
    ['a template, by an unknown channel that failed', template, '4400', undefined, 'failed', false],
    ['a template, by an unknown channel that failed as expected', failing, '4400', undefined, 'failed', null],
    ['a template, uncertain', template, '7305', 'AT', 'unknown', null],
    ['a message without a template, by a fallback', rcs, '4100', 'LMS', 'delivered', true],
    ['a message without a template, by an unknown channel', rcs, '6600', undefined, 'delivered', true],
  ] as const)('of %s', (_, send, result, device, outcome, asExpected) => {
    const found = judged(send, { result, ...(device === undefined ? {} : { device }) });
    expect([found.outcome, found.asExpected]).toEqual([outcome, asExpected]);
  });
});

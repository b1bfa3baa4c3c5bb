import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { png } from '../images.ts';
import { openReady, ready, resultOf } from './message-support.ts';
import { type Bench, imageForm, MALL, messageOf, openBench, plainMessage } from './support.ts';

describe('what fails in the result', () => {
  it.each<[what: string, seed: object, body: JsonObject, result: string, reason: string]>([
    ['a rejected template', { inspectionStatus: 'REJ' }, plainMessage, '7318', 'the template is REJ'],
    ['a requested template', { inspectionStatus: 'REQ' }, plainMessage, '7318', 'the template is REQ'],
    ['a stopped template', { status: 'S' }, plainMessage, '7318', 'the template is STP'],
    ['a dormant template', { status: 'A', dormant: true }, plainMessage, '7318', 'the template is DMT'],
    ['a blocked template', { status: 'A', block: true }, plainMessage, '7318', 'the template is BLK'],
    ['no such template', {}, messageOf({ templatecode: 'other' }), '7315', 'there is no such template'],
    [
      'no such profile',
      {},
      messageOf({ senderkey: 'other' }),
      '7103',
      'the sender profile is unknown, blocked or dormant',
    ],
    [
      'no such phone',
      {},
      { ...plainMessage, to: '01000000001' },
      '7308',
      'there is no such phone: it is not one of the `recipients` (notiform.yaml, `--recipient`)',
    ],
    ['a body of 1301', {}, messageOf({ message: '😀'.repeat(1301) }), '7314', 'the body has more than 1300 characters'],
    [
      'a body of 1300',
      {},
      messageOf({ message: '😀'.repeat(1300) }),
      '7204',
      'message differs from the template at line 1, column 1301',
    ],
    [
      'another text',
      {},
      messageOf({ message: '홍길동님, 결제가 완료되었습니다' }),
      '7204',
      'message differs from the template at line 1, column 18',
    ],
  ])('%s', async (_what, seed, body, result, reason) => {
    expect(await resultOf(await openReady(seed), body)).toEqual([result, reason]);
  });

  it('knows only the phones that were registered, if there are any', async () => {
    const bench = await openBench();
    await bench.control.seed({ templates: [ready] });
    expect(await resultOf(bench, { ...plainMessage, to: '01033334444' })).toEqual([
      '7308',
      'there is no such phone: it is not one of the `recipients` (notiform.yaml, `--recipient`)',
    ]);
    await bench.control.register({ recipients: ['010-3333-4444'] });
    expect(await resultOf(bench, { ...plainMessage, to: '01033334444' })).toEqual(['7000', null]);
  });
});

describe('a group’s template', () => {
  const open = async (): Promise<Bench> => {
    const bench = await openBench();
    await bench.control.seed({ templates: [{ ...ready, profile: 'mall' }] });
    return bench;
  };

  it('goes through a member, and not through the group itself', async () => {
    const bench = await open();
    expect(await resultOf(bench, plainMessage)).toEqual(['7000', null]);
    expect(await resultOf(bench, messageOf({ senderkey: MALL }))).toEqual([
      '7103',
      'the sender profile is unknown, blocked or dormant',
    ]);
  });
});

describe('an image template', () => {
  it('is sent as ai, and no other is', async () => {
    const bench = await openReady();
    const { image } = await bench.upload('/image/noticetalk/template', imageForm(png(800, 400)));
    await bench.control.seed({
      templates: [
        {
          ...ready,
          templateCode: 'pic',
          templateEmphasizeType: 'IMAGE',
          templateImageName: 'a',
          templateImageUrl: String(image),
        },
      ],
    });
    expect(await resultOf(bench, messageOf({ templatecode: 'pic' }, { type: 'ai' }))).toEqual(['7000', null]);
    expect(await resultOf(bench, messageOf({ templatecode: 'pic' }))).toEqual([
      '7204',
      'an image template is sent as ai',
    ]);
    expect(await resultOf(bench, messageOf({}, { type: 'ai' }))).toEqual(['7204', 'this template is sent as at']);
  });
});

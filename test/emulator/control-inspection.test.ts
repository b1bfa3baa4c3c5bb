import { describe, expect, it } from 'vitest';
import { openBench, postJson, SHOP } from './support.ts';

const of = { profile: 'shop', templateCode: 'order_paid' };

describe('the inspector’s desk', () => {
  it('lists what awaits a verdict, the oldest first', async () => {
    const { control, add, call } = await openBench();
    for (const code of ['b', 'a']) {
      await add({ templateCode: code, templateName: code });
      await call('/template/request', { templateCode: code, ...(code === 'a' ? { comment: '급합니다' } : {}) });
      await control.clock({ advance: 1000 });
    }
    const common = { profile: 'shop', senderKey: SHOP, senderKeyType: 'S', attachments: [] };
    expect(await control.requests()).toEqual({
      ok: true,
      requests: [
        { ...common, templateCode: 'b', templateName: 'b', requestedAt: '2026-11-20 12:00:00', comment: null },
        { ...common, templateCode: 'a', templateName: 'a', requestedAt: '2026-11-20 12:00:01', comment: '급합니다' },
      ],
    });
  });

  it.each([
    [{ ...of, verdict: 'maybe' }, 400, 'verdict must be one of approve, reject'],
    [{ ...of, verdict: 'reject' }, 400, 'comment is required: a rejection says why'],
    [{ ...of, verdict: 'reject', comment: ' ' }, 400, 'comment is required: a rejection says why'],
    [{ ...of, verdict: 'reject', comment: 7 }, 400, 'comment must be a string'],
    [{ templateCode: 'order_paid', verdict: 'approve' }, 400, 'profile or senderKey is required'],
    [{ profile: 'shop', verdict: 'approve' }, 400, 'templateCode is required'],
    [
      { ...of, verdict: 'approve', why: 'x' },
      400,
      'the request does not know the member `why`. Allowed: profile, senderKey, templateCode, verdict, comment',
    ],
    [{ ...of, profile: 'other', verdict: 'approve' }, 404, 'no such profile: other'],
    [{ ...of, templateCode: 'other', verdict: 'approve' }, 404, 'no such template: other'],
    [{ ...of, verdict: 'approve' }, 409, 'order_paid is not waiting for a verdict: it is REG'],
  ])('refuses %j', async (body, status, message) => {
    const { add, url } = await openBench();
    await add();
    const answer = await postJson(`${url}/_emulator/verdict`, body);
    expect([answer.status, answer.body]).toEqual([status, { ok: false, message }]);
  });
});

describe('inspect, switched while it runs', () => {
  it('to auto gives the verdicts that are awaited, to manual gives none any more', async () => {
    const { control, add, call, detail } = await openBench();
    for (const code of ['a', 'b']) await add({ templateCode: code, templateName: code });
    await call('/template/request', { templateCode: 'a' });
    await control.settings({ inspect: 'auto' });
    await control.clock({ advance: 1000 });
    expect(await detail('a')).toMatchObject({ inspectionStatus: 'APR' });
    await call('/template/request', { templateCode: 'b' });
    await control.settings({ inspect: 'manual' });
    await control.clock({ advance: 1000 });
    expect(await detail('b')).toMatchObject({ inspectionStatus: 'REQ' });
  });
});

describe('verdicts, many at once', () => {
  async function requested(count: number): Promise<Awaited<ReturnType<typeof openBench>>> {
    const bench = await openBench();
    const templates = Array.from({ length: count }, (_, index) => ({
      profile: 'shop',
      templateCode: `t${index}`,
      inspectionStatus: 'REQ' as const,
    }));
    await bench.control.seed({ templates });
    return bench;
  }

  it('are given in one call', async () => {
    const { control, detail } = await requested(1000);
    const verdicts = Array.from({ length: 1000 }, (_, index) => ({
      profile: 'shop',
      templateCode: `t${index}`,
      verdict: index === 7 ? ('reject' as const) : ('approve' as const),
      ...(index === 7 && { comment: '사유' }),
    }));
    expect(await control.verdicts(verdicts)).toEqual({ ok: true, verdicts: 1000 });
    expect(await control.requests()).toEqual({ ok: true, requests: [] });
    expect(await detail('t7')).toMatchObject({ inspectionStatus: 'REJ', comments: [{ content: '사유' }] });
    expect(await detail('t8')).toMatchObject({ inspectionStatus: 'APR', comments: [] });
  });

  it.each([
    [{ templateCode: 't9', verdict: 'approve' }, 404, 'verdicts[1]: no such template: t9'],
    [{ templateCode: 't0', verdict: 'approve' }, 400, 'verdicts[1]: t0 has a verdict in this request already'],
    [{ templateCode: 't1', verdict: 'reject' }, 400, 'verdicts[1]: comment is required: a rejection says why'],
    [{ templateCode: 't1' }, 400, 'verdicts[1].verdict is required'],
  ])('are all refused with %j', async (second, status, message) => {
    const { control, url } = await requested(2);
    const verdicts = [
      { profile: 'shop', templateCode: 't0', verdict: 'approve' },
      { profile: 'shop', ...second },
    ];
    const answer = await postJson(`${url}/_emulator/verdicts`, { verdicts });
    expect([answer.status, answer.body]).toEqual([status, { ok: false, message }]);
    expect(await control.requests()).toMatchObject({ requests: { length: 2 } });
  });
});

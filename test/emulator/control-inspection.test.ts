import { describe, expect, it } from 'vitest';
import { openBench, SHOP } from './support.ts';

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

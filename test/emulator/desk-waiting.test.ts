import { describe, expect, it } from 'vitest';
import { png } from '../images.ts';
import { newer, ok, steer } from './profile-support.ts';
import { account, type Bench, objectOf, openBench, SHOP } from './support.ts';

/** Uploads a proof of consent and applies for brand messages as the shop. */
async function applyForBrand({ url }: Bench): Promise<void> {
  const form = account({ senderKey: SHOP });
  form.set('file', new Blob([png(40, 30)]), '동의.png');
  await fetch(`${url}/v4/msgr/profile/marketingAgree/upload`, { method: 'POST', body: form });
  expect(await newer(url, '/profile/brandMessage/apply')).toEqual(ok);
}

const desk = async ({ url }: Bench, path: string): Promise<unknown> =>
  (await fetch(`${url}/_emulator/desk${path}`)).json();

describe('an application for brand messages', () => {
  it('waits on the desk among the requests, the oldest first, is counted and found', async () => {
    const bench = await openBench();
    await applyForBrand(bench);
    await bench.control.clock({ advance: 60_000 });
    await bench.add();
    await bench.call('/template/request', { templateCode: 'order_paid' });
    const row = {
      product: 'profile',
      profile: 'shop',
      senderKey: SHOP,
      name: 'shop',
      address: null,
      channel: '@shop',
      requestedAt: '2026-11-20 12:00:00',
      attachments: 1,
    };
    expect(await desk(bench, '/waiting')).toEqual({
      total: 2,
      rows: [row, expect.objectContaining({ code: 'order_paid' })],
    });
    expect(await desk(bench, '/waiting?search=@SHOP')).toEqual({ total: 1, rows: [row] });
    expect(await desk(bench, '/waiting?search=paid')).toMatchObject({ total: 1, rows: [{ code: 'order_paid' }] });
    expect(await desk(bench, '/status')).toMatchObject({ waiting: 2 });
    expect(await desk(bench, `/application?senderKey=${SHOP}`)).toEqual({
      ...row,
      files: [
        {
          name: '동의.png',
          size: expect.any(String),
          address: '/_emulator/desk/proof?senderKey=shop-key',
          isShown: true,
        },
      ],
      facts: [
        { name: 'Channel', value: '@shop' },
        { name: 'Profile', value: 'shop' },
        { name: 'Proof uploaded', value: '2026-11-20 12:00:00 KST' },
        { name: 'Registered on', value: '2026-11-20 12:00:00 KST' },
      ],
    });
  });

  it.each([
    ['approve', true],
    ['reject', false],
  ] as const)('is decided once: %s', async (verdict, brandMessage) => {
    const bench = await openBench();
    const none = {
      ok: false,
      message: 'shop has no pending application for brand messages',
    };
    expect(await steer(bench.url, '/brand-verdict', { profile: 'shop', verdict })).toEqual(none);
    await applyForBrand(bench);
    expect(await bench.control.brandVerdict({ profile: SHOP, verdict })).toMatchObject({
      ok: true,
      profile: { brandMessage },
    });
    expect(objectOf((await bench.call('/profile'))['data'])['brandMessage']).toBe(brandMessage);
    expect(await steer(bench.url, '/brand-verdict', { profile: 'shop', verdict: 'reject' })).toEqual(none);
    expect(objectOf((await bench.call('/profile'))['data'])['brandMessage']).toBe(brandMessage);
    expect(await desk(bench, '/waiting')).toEqual({ total: 0, rows: [] });
    expect(await desk(bench, `/application?senderKey=${SHOP}`)).toEqual({ ok: false, message: 'not found' });
  });

  it('needs a profile and a verdict', async () => {
    const { url } = await openBench();
    for (const [body, message] of [
      [{ profile: 'shop' }, 'verdict is required'],
      [{ profile: 'nobody', verdict: 'approve' }, 'no such profile: nobody'],
      [{ profile: 'shop', verdict: 'maybe' }, 'verdict must be one of approve, reject'],
    ] as const)
      expect(await steer(url, '/brand-verdict', body)).toEqual({ ok: false, message });
  });
});

import { describe, expect, it } from 'vitest';
import { digestOfManifests } from '../../src/emulator/control/manifests.ts';
import { shownOn, templateAt } from './desk-support.ts';
import { type Bench, messageOf, openBench, plainTemplate, SHOP } from './support.ts';

async function rows(bench: Bench, query = ''): Promise<[code: unknown, address: unknown][]> {
  const shown = await shownOn(bench, `state=&${query}`);
  return shown.rows.map(({ key, text }) => [key.split('/')[2], / · ([^· ]+\/[^· ]+)$/.exec(text)?.[1] ?? null]);
}

describe('the address of a manifest', () => {
  it('stands beside each template that a command of the project knows, and is searched', async () => {
    const bench = await openBench();
    await bench.add();
    await bench.add({ templateCode: 'order_paid_v2', templateName: '둘' });
    await bench.add({ templateCode: 'other', templateName: '셋' });
    const summer = { profile: SHOP, templateCode: 'b1', templateName: '여름', chatBubbleType: 'TEXT', content: '할인' };
    expect(await bench.control.seed({ brandTemplates: [summer] })).toMatchObject({ ok: true });
    expect((await rows(bench)).map(([, address]) => address)).toEqual([null, null, null, null]);
    const manifests = [
      {
        product: 'notification' as const,
        profile: SHOP,
        name: 'order_paid',
        address: 'NotificationTemplate/shop/payment',
      },
      {
        product: 'brand' as const,
        profile: SHOP,
        name: '여름',
        address: 'BrandTemplate/summer',
      },
    ];
    expect(await bench.control.manifests({ profiles: [SHOP], manifests })).toEqual({ ok: true, manifests: 2 });
    expect(await rows(bench)).toEqual([
      ['b1', 'BrandTemplate/summer'],
      ['other', null],
      ['order_paid_v2', 'NotificationTemplate/shop/payment@v2'],
      ['order_paid', 'NotificationTemplate/shop/payment'],
    ]);
    expect((await rows(bench, 'search=PAYMENT@v2')).map(([code]) => code)).toEqual(['order_paid_v2']);
    expect(await rows(bench, 'search=/summer')).toHaveLength(1);
    await bench.message(messageOf({}));
    expect((await shownOn(bench, 'area=inbox')).facts['Manifest']).toBe('NotificationTemplate/shop/payment');
  });

  it('is forgotten when the manifests of its profile no longer declare it', async () => {
    const bench = await openBench();
    await bench.add();
    const manifest = { product: 'notification' as const, profile: SHOP, name: 'order_paid', address: 'A/b' };
    const joined = { profiles: [], senders: [], recipients: [], channels: [] };
    expect(await bench.control.register(joined)).toMatchObject({ manifests: '' });
    await bench.control.manifests({ profiles: [SHOP], manifests: [manifest] });
    expect(await bench.control.register(joined)).toMatchObject({ manifests: digestOfManifests([SHOP], [manifest]) });
    await bench.control.manifests({ profiles: ['mall-key'], manifests: [] });
    expect(await rows(bench)).toEqual([['order_paid', 'A/b']]);
    await bench.control.manifests({ profiles: [SHOP], manifests: [] });
    expect(await rows(bench)).toEqual([['order_paid', null]]);
  });
});

describe('the time zone of the desk', () => {
  it.each([
    ['UTC', '2026-11-20 03:00:00 UTC'],
    ['America/New_York', '2026-11-19 22:00:00 UTC-5'],
    ['Asia/Seoul', '2026-11-20 12:00:00 KST'],
  ])('is that of the project: %s', async (timezone, shown) => {
    const bench = await openBench({ timezone });
    await bench.add(plainTemplate);
    expect((await shownOn(bench, templateAt('order_paid'))).facts['Registered on']).toBe(shown);
  });
});

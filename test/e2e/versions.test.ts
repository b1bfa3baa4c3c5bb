import { expect, it } from 'vitest';
import { documentOf, smallShop } from './here.ts';

const ONE = '결제가 완료되었습니다';
const TWO = '결제가 잘 끝났습니다';
const THREE = '결제를 확인했습니다';

it('a text that is in use is followed by a version, and comes back without an inspection', {
  timeout: 120_000,
}, async () => {
  const shop = await smallShop();
  const order = 'manifests/order.yaml';
  const done = async (...words: string[]): Promise<string> => {
    const ran = await shop.run(...words);
    expect(ran.exit, `${words.join(' ')}\n${ran.stdout}${ran.stderr}`).toBe(0);
    return ran.stdout;
  };
  const send = () => done('send', 'order-paid-smoke', '--allow', 'locks-text', '--yes');
  const changes = async (): Promise<string[]> => {
    const { plan } = documentOf(await shop.run('plan', '--json')) as {
      plan: { changes: { address: string; action: string }[]; blocked: { address: string }[] };
    };
    expect(plan.blocked).toEqual([]);
    return plan.changes.map(({ address, action }) => `${action} ${address}`);
  };
  await shop.edit(order, 'id: order-paid\n', 'id: order-paid\nversions: true\n');
  await done('apply', '--yes');
  await done('emulator', 'approve', 'order-paid');
  expect(await send()).toContain('code order_paid');

  await shop.edit(order, ONE, TWO);
  expect(await changes()).toEqual(['version NotificationTemplate/shop/order-paid@v2']);
  await done('apply', '--yes');
  const warned = await shop.run('send', 'order-paid-smoke', '--dry-run');
  expect(`${warned.stdout}${warned.stderr}`).toContain('send-version');
  expect(await done('emulator', 'requests')).toContain('order-paid@v2');
  await done('emulator', 'approve', 'order-paid');
  expect(await changes()).toEqual([]);
  expect(await send()).toContain('code order_paid_v2');

  await shop.edit(order, TWO, ONE);
  expect(await changes()).toEqual([]);
  expect(await send()).toMatch(/code order_paid\b(?!_)/);
  const back = await done('status', 'order-paid');
  expect(back).toMatch(/order-paid .*the declared version/);
  expect(back).toMatch(/order-paid@v2 .*kept beside the declared version/);

  await shop.edit(order, ONE, THREE);
  expect(await changes()).toEqual(['version NotificationTemplate/shop/order-paid@v3']);
  expect(await done('status', 'order-paid')).toMatch(/order-paid@v2.*kept/);

  // What is in use goes back into the manifest, and no version gets a manifest of its own.
  const { import: imported } = documentOf(await shop.run('import', '--json')) as { import: { written: unknown[] } };
  expect(imported.written).toEqual([]);
  await done('import', 'order-paid', '--update');
  const text = await shop.read(order);
  expect(text).toContain(TWO);
  expect(text).not.toContain('(v2)');
  expect(await changes()).toEqual([]);
});

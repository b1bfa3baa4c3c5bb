import { describe, expect, it } from 'vitest';
import { documentOf, smallShop } from './here.ts';

describe('an image of ours that is written by the URL the service gave for it', () => {
  it('is no difference, and breaks nothing', { timeout: 60_000 }, async () => {
    const shop = await smallShop();
    await shop.run('apply', '--yes');
    await shop.run('emulator', 'approve', 'welcome');
    const state = JSON.parse(await shop.read('.notiform/state/local/shop.json')) as {
      uploads: Record<string, { use: string }>;
    };
    const [url = ''] = Object.entries(state.uploads).find(([, { use }]) => use === 'notification/template') ?? [];
    await shop.edit('manifests/account.yaml', 'image: ./images/welcome.png', `image: { url: "${url}" }`);
    const planned = await shop.run('plan', '--json');
    const { plan } = documentOf(planned) as { plan: { changes: { action: string }[]; blocked: unknown[] } };
    expect(plan.blocked).toEqual([]);
    expect(plan.changes).toEqual([]);
    expect(await shop.run('apply', '--yes')).toMatchObject({ exit: 0 });
    expect(await shop.run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  });
});

describe('a template with another id', () => {
  it('keeps its code, its approval and its messages, and nothing is deleted', { timeout: 60_000 }, async () => {
    const shop = await smallShop();
    await shop.run('apply', '--yes');
    await shop.run('emulator', 'approve', 'order-paid');
    await shop.edit('manifests/order.yaml', 'id: order-paid', 'id: payment-done\nrenamedFrom: order-paid');
    await shop.edit('manifests/sends.yaml', 'shop/order-paid', 'shop/payment-done');
    const { plan } = documentOf(await shop.run('plan', '--json')) as { plan: { changes: unknown[] } };
    expect(plan.changes).toMatchObject([
      { address: 'NotificationTemplate/shop/payment-done', action: 'move', steps: [] },
    ]);
    expect(await shop.run('apply', '--yes')).toMatchObject({ exit: 0 });
    await shop.edit('manifests/order.yaml', 'renamedFrom: order-paid\n', '');
    const again = await shop.run('plan', '--detailed-exitcode');
    expect(again.exit, again.stdout).toBe(0);
    const sent = await shop.run('send', 'order-paid-smoke', '--allow', 'locks-text', '--yes');
    expect(sent.exit, `${sent.stdout}${sent.stderr}`).toBe(0);
    expect(sent.stdout).toContain('code order_paid');
  });
});

import { describe, expect, it } from 'vitest';
import { documentOf, exampleProject } from './project.ts';

describe('a template with another id', () => {
  it('keeps its code, its approval and its messages, and nothing is deleted', { timeout: 60_000 }, async () => {
    const shop = await exampleProject();
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

import { describe, expect, it } from 'vitest';
import { exampleProject, type Ran } from './project.ts';

function exits(ran: Ran): string {
  return `${ran.exit} ${ran.stdout}${ran.stderr}`;
}

describe('the main job, with the built command line and the examples', () => {
  it('goes from manifests to a delivered message', { timeout: 120_000 }, async () => {
    const shop = await exampleProject();

    expect(await shop.run('validate')).toMatchObject({
      exit: 0,
      stdout: 'Valid: 6 resources and 1 test send (local, production).\n',
      stderr: '',
    });

    const first = await shop.run('plan', '--detailed-exitcode');
    expect(first.exit).toBe(2);
    expect(first.stdout).toContain('Plan: 6 to create.');

    const applied = await shop.run('apply', '--yes');
    expect(applied.exit, exits(applied)).toBe(0);

    const second = await shop.run('plan', '--detailed-exitcode');
    expect(second.exit, exits(second)).toBe(0);
    expect(second.stdout).toContain('No changes');

    const requests = await shop.run('emulator', 'requests');
    for (const id of ['login-code', 'order-paid', 'parcel-sent', 'welcome']) {
      expect(requests.stdout).toContain(`NotificationTemplate/shop/${id}`);
    }
    expect(await shop.run('emulator', 'approve', 'welcome', 'login-code', 'parcel-sent')).toMatchObject({
      exit: 0,
      stdout:
        'Approved NotificationTemplate/shop/welcome\nApproved NotificationTemplate/shop/login-code\nApproved NotificationTemplate/shop/parcel-sent\n',
    });
    expect(await shop.run('emulator', 'reject', 'order-paid', '--comment', '수신 사유를 적어 주세요.')).toMatchObject({
      exit: 0,
    });

    const status = await shop.run('status');
    expect(status.exit).toBe(0);
    expect(status.stdout).toContain('수신 사유를 적어 주세요.');

    const blocked = await shop.run('plan', '--detailed-exitcode');
    expect(blocked.exit).toBe(2);
    expect(blocked.stdout).toContain('수신 사유를 적어 주세요.');
    expect(blocked.stdout).toContain('--resubmit');

    await shop.edit('manifests/order.yaml', '주문하신 고객님께', '결제를 완료하신 고객님께');
    const fix = await shop.run('plan');
    expect(fix.stdout).toContain('{+결제를 완료하신 +}고객님께');
    const again = await shop.run('apply', '--yes');
    expect(again.exit, exits(again)).toBe(0);
    expect(await shop.run('emulator', 'approve', 'order-paid')).toMatchObject({ exit: 0 });

    const empty = await shop.run('plan', '--detailed-exitcode');
    expect(empty.exit, exits(empty)).toBe(0);

    const sent = await shop.run('send', 'TestSend/order-paid-smoke', '--yes', '--allow', 'locks-text');
    expect(sent.exit, exits(sent)).toBe(0);
    expect(sent.stdout).toContain('010****0000');
    expect(sent.stdout).not.toContain('01000000000');

    const letters = await shop.run('emulator', 'inbox', '--json');
    expect(letters.stdout).toContain('order_paid');
    expect(letters.stdout).not.toMatch(/01000000000|aaaaaaaaaaaaaaaaaaaa/);
    const inbox = await shop.run('emulator', 'inbox');
    expect(inbox.stdout).toContain('홍길동님, 주문하신 상품의 결제가 완료되었습니다.');
    const last = await shop.run('plan', '--detailed-exitcode');
    expect(last.exit, exits(last)).toBe(0);
  });
});

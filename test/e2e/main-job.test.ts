import { describe, expect, it } from 'vitest';
import { exampleProject, type Ran } from './here.ts';

function exits(ran: Ran): string {
  return `${ran.exit} ${ran.stdout}${ran.stderr}`;
}

describe('the main job, with the built command line and the examples', () => {
  it('goes from manifests to a delivered message', async () => {
    const shop = await exampleProject();

    expect(await shop.run('validate')).toMatchObject({
      exit: 0,
      stdout: 'Valid: 47 resources and 13 test sends (local, production).\n',
      stderr: '',
    });

    const first = await shop.run('plan', '--detailed-exitcode');
    expect(first.exit).toBe(2);
    expect(first.stdout).toContain('Plan: 44 to create, 2 to adopt.');
    expect(first.stdout).toContain('after Video/shop/harvest, which waits for the end of the encoding');

    const applied = await shop.run('apply', '--yes');
    expect(applied.exit, exits(applied)).toBe(0);
    expect(applied.stdout).toContain('Done: 44 created, 2 adopted.');

    const encoded = await shop.run('wait', 'Video/shop/harvest');
    expect(encoded.exit, exits(encoded)).toBe(0);
    const film = await shop.run('apply', '--yes');
    expect(film.exit, exits(film)).toBe(0);
    expect(film.stdout).toContain('BrandTemplate/shop/harvest-film  created');

    const second = await shop.run('plan', '--detailed-exitcode');
    expect(second.exit, exits(second)).toBe(0);
    expect(second.stdout).toContain('No changes');

    const requests = await shop.run('emulator', 'requests');
    for (const address of [
      'NotificationTemplate/shop/order-paid',
      'NotificationTemplate/jeju/login-code',
      'SenderProfile/shop',
    ]) {
      expect(requests.stdout).toContain(address);
    }
    expect(await shop.run('emulator', 'approve', 'welcome', 'jeju/*', 'SenderProfile/shop')).toMatchObject({
      exit: 0,
      stdout:
        'Approved NotificationTemplate/shop/welcome\nApproved NotificationTemplate/jeju/consent-changed\nApproved NotificationTemplate/jeju/login-code\nApproved brand messages of SenderProfile/shop\n',
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

    await shop.edit('manifests/orders.yaml', '주문하신 고객님께', '결제를 완료하신 고객님께');
    const fix = await shop.run('plan');
    expect(fix.stdout).toContain('«결제를 완료하신» 고객님께');
    expect(fix.stdout).toContain('  Rejected because:\n');
    const again = await shop.run('apply', '--yes');
    expect(again.exit, exits(again)).toBe(0);
    expect(await shop.run('emulator', 'approve', '*')).toMatchObject({ exit: 0 });

    const empty = await shop.run('plan', '--detailed-exitcode');
    expect(empty.exit, exits(empty)).toBe(0);
    expect(empty.stdout).toContain('No changes. Everything declared for local is as the manifests say.\n');

    for (const id of ['order-paid-smoke', 'login-code-market']) {
      const sent = await shop.run('send', id, '--yes', '--allow', 'locks-text');
      expect(sent.exit, exits(sent)).toBe(0);
      expect(sent.stdout).toContain('010****0000');
      expect(sent.stdout).not.toMatch(/0100000000[01]/);
    }

    const letters = await shop.run('emulator', 'inbox', '--json');
    expect(letters.stdout).toContain('order_paid');
    expect(letters.stdout).not.toMatch(/0100000000[01]|(?:a{20}|b{20}|c{20})/);
    const inbox = await shop.run('emulator', 'inbox');
    expect(inbox.stdout).toContain('홍길동님, 주문하신 상품의 결제가 완료되었습니다.');
    expect(inbox.stdout).toContain('[감귤농장] 인증번호는 105526입니다.');
    const last = await shop.run('plan', '--detailed-exitcode');
    expect(last.exit, exits(last)).toBe(0);
  });
});

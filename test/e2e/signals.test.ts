import { describe, expect, it } from 'vitest';
import { FOREVER, shopWithEmulator, struckOrEnded, WRITES, writesOf } from './controlled.ts';
import { documentOf } from './project.ts';

describe('a run that is told to stop', () => {
  it('settles what is in flight at the first signal, starts nothing new, and exits 130', {
    timeout: 60_000,
  }, async () => {
    const { shop, control } = await shopWithEmulator();
    await control.post('faults', { rules: [{ path: 'template/add', kind: 'delay', delayMs: 400, times: 0 }] });
    const { child, ended } = shop.start('--json', 'apply', '--yes');
    await struckOrEnded(control, ended);
    child.kill('SIGINT');
    const ran = await ended;
    expect(ran.exit).toBe(130);
    const { receipt } = documentOf(ran) as {
      receipt: {
        interrupted: boolean;
        changes: { address: string; steps: { operation: string; outcome: string }[] }[];
      };
    };
    expect(receipt.interrupted).toBe(true);
    const login = receipt.changes.find(({ address }) => address.endsWith('login-code'));
    expect(login?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'not-run']);
    await control.post('faults', { rules: [] });
    expect(await shop.run('apply', '--yes')).toMatchObject({ exit: 0 });
    expect(await writesOf(control)).toEqual(WRITES);
  });

  it('leaves a lock that names its holder, and one of a dead run is taken over', { timeout: 60_000 }, async () => {
    const { shop, control } = await shopWithEmulator();
    await control.post('faults', { rules: [{ path: 'template/add', kind: 'delay', delayMs: FOREVER, times: 0 }] });
    const { child, ended } = shop.start('apply', '--yes');
    await struckOrEnded(control, ended);
    const second = await shop.run('apply', '--yes');
    expect(second.exit).toBe(6);
    expect(second.stderr).toContain(`process ${child.pid}`);
    child.kill('SIGKILL');
    await ended;
    await control.post('faults', { rules: [] });
    const third = await shop.run('apply', '--yes');
    expect(third.exit, third.stderr).toBe(0);
  });
});

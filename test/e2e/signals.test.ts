import { describe, expect, it } from 'vitest';
import { serve } from '../state/postgres-wire.ts';
import { FOREVER, shopWithEmulator, struckOrEnded, WRITES, writesOf } from './controlled.ts';
import { documentOf, smallShop } from './project.ts';

describe('a run that is told to stop', () => {
  it('settles what is in flight at the first signal, starts nothing new, and exits 130', async () => {
    const { shop, control } = await shopWithEmulator();
    // Long enough for the signal to come first, on a slow machine too.
    await control.post('faults', { rules: [{ path: 'template/add', kind: 'delay', delayMs: 3000, times: 0 }] });
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

  it('leaves a lock that names its holder, and one of a dead run is taken over', async () => {
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

  it('does not wait for a database that accepts connections and never answers', async () => {
    const shop = await smallShop();
    const { port, sockets } = await serve(() => undefined);
    const state = `state: { store: postgres, url: "postgres://owner@127.0.0.1:${port}/x" }`;
    await shop.edit('notiform.yaml', '    emulator: true\n', `    emulator: true\n    ${state}\n`);
    const startedAt = performance.now();
    const { child, ended } = shop.start('apply', '--yes');
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    const stoppedAt = performance.now();
    child.kill('SIGINT');
    const { exit, stderr } = await ended;
    expect([exit, stderr]).toEqual([130, expect.stringContaining('Interrupted')]);
    // About as long as it took to start. The database itself is given ten seconds for each connection.
    expect(performance.now() - stoppedAt).toBeLessThan(8_000 + 3 * (stoppedAt - startedAt));
  });
});

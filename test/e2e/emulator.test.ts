import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf, type Project, smallShop } from './here.ts';

async function running(shop: Project): Promise<{ url: string; stop(): Promise<number | null> }> {
  const { child, ended } = shop.start('emulator', '--json');
  const [chunk] = await once(child.stdout ?? child, 'data');
  const { url } = JSON.parse(String(chunk)) as { url: string };
  return {
    url,
    stop: async () => {
      child.kill('SIGINT');
      return (await ended).exit;
    },
  };
}

const exists = (shop: Project, file: string): Promise<boolean> =>
  access(join(shop.path, file)).then(
    () => true,
    () => false,
  );

describe('the emulator of a project', () => {
  it('is joined by the other commands while it runs, and leaves no announcement behind', async () => {
    const shop = await smallShop();
    const emulator = await running(shop);
    expect(JSON.parse(await shop.read('.notiform/emulator.json'))).toMatchObject({ url: emulator.url });
    expect(await shop.run('apply', '--yes')).toMatchObject({ exit: 0 });
    const health = (await (await fetch(`${emulator.url}/_emulator/health`)).json()) as { requests: number };
    expect(health.requests).toBe(4);
    expect(await emulator.stop()).toBe(0);
    expect(await exists(shop, '.notiform/emulator.json')).toBe(false);
    const listed = await shop.run('emulator', 'requests', '--json');
    expect(listed.stdout).not.toContain('aaaaaaaaaaaaaaaaaaaa');
    const { requests } = documentOf(listed) as {
      requests: { templateCode: string }[];
    };
    expect(requests.map(({ templateCode }) => templateCode).sort()).toEqual([
      'login_code',
      'order_paid',
      'parcel_sent',
      'welcome',
    ]);
  });

  it('runs once', async () => {
    const shop = await smallShop();
    const { url } = await running(shop);
    const second = await shop.run('emulator');
    expect(second.exit).toBe(1);
    expect(second.stderr).toContain(`The emulator of this project already runs at ${url}`);
    expect(second.stderr).toMatch(/To stop it, end the process \d+: `kill \d+`/);
  });

  it('is started anew where the one that is announced is gone', async () => {
    const shop = await smallShop();
    const { child, ended } = shop.start('emulator', '--json');
    await once(child.stdout ?? child, 'data');
    child.kill('SIGKILL');
    await ended;
    expect(await exists(shop, '.notiform/emulator.json')).toBe(true);
    expect(await shop.run('plan')).toMatchObject({ exit: 0 });
  });

  it('stays, where it was started for one command, until the others that joined it have gone', async () => {
    const shop = await smallShop();
    await shop.run('apply', '--yes');
    const waiting = shop.start('wait', '--timeout', '2s');
    await once(waiting.child.stderr ?? waiting.child, 'data');
    const [plan, waited] = await Promise.all([shop.run('plan'), waiting.ended]);
    expect([plan.exit, waited.exit], `${plan.stderr}${waited.stderr}`).toEqual([0, 5]);
    const slow = shop.start('plan');
    const [other, first] = await Promise.all([shop.run('wait', '--timeout', '1s'), slow.ended]);
    expect([other.exit, first.exit], `${other.stderr}${first.stderr}`).toEqual([5, 0]);
    expect(await exists(shop, '.notiform/emulator.json')).toBe(false);
  });

  it('serves two commands at once', async () => {
    const shop = await smallShop();
    const [first, second] = await Promise.all([shop.run('plan'), shop.run('emulator', 'requests')]);
    expect([first.exit, second.exit], `${first.stderr}${second.stderr}`).toEqual([0, 0]);
  });
});

import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { documentOf, smallShop } from '../e2e/here.ts';
import { type Server, startServer } from './server.ts';

let server: Server;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.remove();
});

/** A proxy of the database. From the first statement with some words on, nothing passes it, and its connections stay open. */
async function freezing(url: string, words: string) {
  const { hostname, port } = new URL(url);
  let isFrozen = false;
  const proxy = createServer((client) => {
    const database = connect(Number(port), hostname);
    onTestFinished(() => {
      client.destroy();
      database.destroy();
    });
    database.on('data', (bytes) => isFrozen || client.write(bytes)).on('error', () => undefined);
    client.on('data', (bytes) => {
      isFrozen ||= bytes.includes(words);
      if (!isFrozen) database.write(bytes);
    });
    client.on('error', () => undefined).on('close', () => database.end());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  return {
    url: url.replace(port, String((proxy.address() as AddressInfo).port)),
    isFrozen: () => isFrozen,
  };
}

it.each([
  ['the lock', 'on conflict (environment, profile) do update set'],
  ['the state under the lock', 'order by length(profile), profile'],
  ['the first write', 'set serial ='],
])('a run that is interrupted while a database hangs at %s ends, and the next run goes on', async (what, words) => {
  const name = `shop_${what.replaceAll(' ', '_')}`;
  await server.ask(`create database ${name}`);
  // A template without an image: a run uploads images before it writes the state.
  const shop = await smallShop();
  await rm(join(shop.path, 'manifests/account.yaml'));
  await shop.write('manifests/order.yaml', (await shop.read('manifests/order.yaml')).split('---')[0] ?? '');
  const direct = server.url(name);
  const { url, isFrozen } = await freezing(direct, words);
  const config = await shop.read('notiform.yaml');
  const useDatabase = (address: string): Promise<void> => {
    const state = `state: { store: postgres, url: "${address}" }`;
    return shop.write('notiform.yaml', config.replace('    emulator: true\n', `    emulator: true\n    ${state}\n`));
  };
  await useDatabase(direct);
  const changes = async (): Promise<unknown[]> => {
    const { plan } = documentOf(await shop.run('plan', '--json')) as { plan: { changes: unknown[] } };
    return plan.changes;
  };
  const before = await changes();
  expect(before).toHaveLength(1);
  await useDatabase(url);
  const startedAt = performance.now();
  const { child, ended } = shop.start('apply', '--yes');
  await expect.poll(isFrozen, { timeout: 30_000 }).toBe(true);
  const stoppedAt = performance.now();
  child.kill('SIGINT');
  const { exit, stderr } = await ended;
  expect([exit, stderr]).toEqual([130, expect.stringContaining('Stopping')]);
  // About as long as it took to start. The database is given ten seconds for each connection, and thirty for each statement.
  expect(performance.now() - stoppedAt).toBeLessThan(8_000 + 3 * (stoppedAt - startedAt));
  await useDatabase(direct);
  expect(await changes()).toEqual(before);
  expect(await shop.run('apply', '--yes')).toMatchObject({ exit: 0 });
  expect(await changes()).toEqual([]);
});

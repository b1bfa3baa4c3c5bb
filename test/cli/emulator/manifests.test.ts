import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { tellManifests } from '../../../src/cli/emulator/manifests.ts';
import type { Environment } from '../../../src/config/environment.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { digestOfManifests } from '../../../src/emulator/control/manifests.ts';

const environment = {
  profiles: new Map([['shop', {}]]),
  profile: () => ({ key: 'shop-key' }),
} as unknown as Environment;

const resources = [
  { kind: 'SenderProfile', id: 'shop', address: 'SenderProfile/shop', content: {} },
  { kind: 'SenderProfile', id: 'unknown', address: 'SenderProfile/unknown', content: {} },
  {
    kind: 'NotificationTemplate',
    profile: 'shop',
    id: 'paid',
    name: 'order_paid',
    address: 'NotificationTemplate/shop/paid',
    content: {},
  },
  { kind: 'GroupTag', profile: 'shop', id: 'x', address: 'GroupTag/shop/x', content: { name: 'X' } },
] as unknown as Resource[];

/** What an emulator is sent. */
async function sent(environment: Environment, resources: readonly Resource[], known = ''): Promise<unknown[]> {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      bodies.push(JSON.parse(body));
      response.setHeader('content-type', 'application/json').end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await tellManifests(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, environment, resources, known);
  server.close();
  return bodies;
}

it('sends the address of each manifest that the desk shows; a sender profile is known by its alias', async () => {
  expect(await sent(environment, resources)).toEqual([
    {
      profiles: ['shop-key'],
      manifests: [
        { product: 'profile', profile: 'shop-key', name: '', address: 'SenderProfile/shop' },
        {
          product: 'notification',
          profile: 'shop-key',
          name: 'order_paid',
          address: 'NotificationTemplate/shop/paid',
        },
      ],
    },
  ]);
});

it('sends nothing that the emulator was sent last', async () => {
  const [first] = (await sent(environment, resources)) as [{ profiles: string[]; manifests: [] }];
  const known = digestOfManifests(first.profiles, first.manifests);
  expect(await sent(environment, resources, known)).toEqual([]);
  expect(await sent(environment, resources.slice(1), known)).toHaveLength(1);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { tellManifests } from '../../../src/cli/emulator/manifests.ts';
import type { Environment } from '../../../src/config/environment.ts';
import type { Resource } from '../../../src/core/resource.ts';

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

it('sends the address of each manifest that the desk shows; a sender profile is known by its alias', async () => {
  let body = '';
  const server = createServer((request, response) => {
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{"ok":true}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await tellManifests(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, environment, resources);
  server.close();
  expect(JSON.parse(body)).toEqual({
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
  });
});

import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { proxyTo } from '../wire/connect-proxy.ts';
import { listen } from '../wire/support.ts';
import { type Project, smallShop } from './project.ts';

const pem = (name: string): string => fileURLToPath(new URL(`../fixtures/tls/${name}.pem`, import.meta.url));

async function planning(shop: Project, url: string, env: Record<string, string>): Promise<string> {
  const { exit, stderr } = await shop.runWith(
    {
      NOTIFORM_RESOURCE_URL: url,
      NOTIFORM_MESSAGE_URL: url,
      NOTIFORM_BIZ_ID: 'shop',
      NOTIFORM_API_KEY: 'k',
      NOTIFORM_ACCOUNT: 'shop',
      NOTIFORM_PASSWORD: 'p',
      SHOP_KEY: 'a'.repeat(40),
      QA_PHONE: '01000000000',
      ...env,
    },
    ...['plan', '-e', 'production', '--refresh', 'full'],
  );
  expect(exit, stderr).toBe(1);
  return stderr.replaceAll(/127\.0\.0\.1:\d{4,5}/g, 'PROXY');
}

it('a proxy connects the built program, and a failure of the proxy has its own words', async () => {
  const shop = await smallShop();
  const server = createServer({ key: readFileSync(pem('key')), cert: readFileSync(pem('other-host')) }, (_, answer) =>
    answer.writeHead(418).end(),
  );
  const target = await listen(server, 'https');
  const through = async (answer?: string) => {
    const proxy = await proxyTo(target, answer);
    return planning(shop, 'https://other.example', { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: pem('other-host') });
  };
  const [connected, unknown] = await Promise.all([through(), through('407 Proxy Authentication Required')]);
  expect(connected).toContain('418');
  expect(unknown).toContain('The proxy PROXY requires a user and a password (407)');
  expect(unknown).toContain('help: Write `HTTPS_PROXY` as http://USER:PASSWORD@PROXY');
});

import { describe, expect, it } from 'vitest';
import { openProject } from './project.ts';

const CONFIG = `environments:
  production:
    resourceUrl: "\${env:RESOURCE_URL}"
    messageUrl: "\${env:MESSAGE_URL}"
    credentials: { bizId: "\${env:BIZ}", apiKey: "\${env:KEY}", account: "\${env:ACCOUNT}", password: "\${env:PASSWORD}" }
    profiles: { shop: { key: "\${env:SHOP_KEY}" }, mall: { key: "\${env:MALL_KEY}" } }
    senders: { main: "\${env:MAIN}", spare: "\${env:SPARE}" }
    recipients: { qa: "\${env:QA}", boss: "\${env:BOSS}" }
`;

const VARIABLES = '    variables: { host: "${env:HOST}", path: "${env:PATH_A}/${env:PATH_B}" }\n';

const SEND = `kind: NotificationTemplate
id: order
profile: shop
name: 주문
category: "001001"
messageType: BA
content: 주문이 접수되었습니다.
---
kind: TestSend
id: smoke
template: NotificationTemplate/shop/order
from: main
to: [qa]
`;

/** The variables that a command says are not set, and its exit. */
async function missing(config: string, words: string, env: Record<string, string> = {}): Promise<[number, string]> {
  const project = await openProject(config);
  await project.write('manifests/send.yaml', SEND);
  const { exit, out } = await project.run([...words.split(' '), '--json'], { env });
  const { problems } = JSON.parse(out) as { problems: { message: string }[] };
  const names = problems.map(({ message }) => /^The environment variable (\w+) is not set$/.exec(message)?.[1]);
  return [exit, names.join(' ')];
}

const SERVICE = 'SHOP_KEY MALL_KEY RESOURCE_URL BIZ KEY';

describe('the environment variables that are missing', () => {
  it.each([
    ['plan', SERVICE],
    ['apply --yes', SERVICE],
    ['status', SERVICE],
    ['wait', SERVICE],
    ['send', `${SERVICE} MESSAGE_URL ACCOUNT PASSWORD MAIN QA`],
    ['send --dry-run --to boss', `${SERVICE} MAIN BOSS`],
    ['profile recover shop', 'SHOP_KEY RESOURCE_URL BIZ KEY'],
  ])('are told at once, and no others: %s', async (words, names) => {
    expect(await missing(CONFIG, words)).toEqual([3, names]);
  });

  it('are none of those that are set', async () => {
    expect(await missing(CONFIG, 'plan', { SHOP_KEY: 'a', BIZ: 'b' })).toEqual([3, 'MALL_KEY RESOURCE_URL KEY']);
  });

  it('are told together with those of manifests', async () => {
    expect(await missing(`${CONFIG}${VARIABLES}`, 'plan')).toEqual([3, `HOST PATH_A PATH_B ${SERVICE}`]);
    expect(await missing(`${CONFIG}${VARIABLES}`, 'validate')).toEqual([3, 'HOST PATH_A PATH_B']);
  });

  it('are told together with that of the state', async () => {
    const state = '    state: { store: postgres, url: "${env:DATABASE}" }\n';
    expect(await missing(`${CONFIG}${state}`, 'plan')).toEqual([3, `${SERVICE} DATABASE`]);
    expect(await missing(`${CONFIG}${state}`, 'state show')).toEqual([3, 'DATABASE']);
  });

  it('are those of the numbers and keys where the environment is an emulator', async () => {
    const emulator = `environments:
  local:
    emulator: true
    profiles: { shop: { key: "\${env:SHOP_KEY}" } }
    senders: { main: "\${env:MAIN}" }
    recipients: { qa: "\${env:QA}" }
`;
    for (const words of ['plan', 'send', 'emulator'])
      expect(await missing(emulator, words)).toEqual([3, 'SHOP_KEY MAIN QA']);
  });
});

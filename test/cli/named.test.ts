import { expect, it } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject } from './project.ts';

/** How commands find a template that an argument names. */

const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];

function template(id: string, name: string): string {
  return `kind: NotificationTemplate
id: ${id}
profile: shop
name: ${name}
category: "002001"
messageType: BA
content: 결제가 완료되었습니다.
`;
}

async function openShop() {
  const emulator = await openEmulator(PROFILES, ['0212345678']);
  const more = `    messageUrl: ${emulator.url}
    senders: { desk: "0212345678" }
    recipients: { qa: "01000000001" }
`;
  const config = hereOf(emulator, PROFILES, more).replace(
    '}" }',
    '}", account: emulator, password: emulator-password }',
  );
  const project = await openProject(config, EMULATOR_KEY);
  await project.write('manifests/paid.yaml', template('order-paid', '주문 결제 안내'));
  await project.write('manifests/sent.yaml', template('order-sent', '주문 배송 안내'));
  return project;
}

it.each([
  [['preview', 'paid'], 64, 'Did you mean `order-paid`?'],
  [['status', 'paid'], 64, 'Did you mean `order-paid`?'],
  [['status', 'order'], 64, 'Name one of them: `order-paid`, `order-sent`'],
  [['plan', '--target', 'sent'], 64, 'Did you mean `order-sent`?'],
])('a part of an id finds the template: %j', async (words, code, text) => {
  const { run } = await openShop();
  const { exit, out, err } = await run(words);
  expect([exit, `${out}${err}`.replace(/\s+/g, ' ')]).toEqual([code, expect.stringContaining(text)]);
});

it('an id means all versions, and an id with the number of a version means that version', async () => {
  const project = await openProject(
    `environments: { local: { emulator: true, profiles: { shop: { key: ${'s'.repeat(40)} } } } }\n`,
  );
  const text = template('order-paid', '주문 결제 안내');
  await project.write('manifests/paid.yaml', text);
  const run = async (...words: string[]) => expect.soft(await project.run(words)).toMatchObject({ exit: 0 });
  await run('apply', '--yes');
  await run('emulator', 'approve', 'order-paid');
  await project.write('manifests/paid.yaml', `${text.replace('결제가', '주문 결제가')}versions: true\n`);
  await run('apply', '--yes');
  const codes = async (name: string): Promise<string[]> => {
    const { out } = await project.run(['get', 'templates', name, '--json']);
    return JSON.parse(out).rows.map((row: { templateCode: string }) => row.templateCode);
  };
  expect(await codes('order-paid')).toEqual(['order_paid', 'order_paid_v2']);
  expect(await codes('order_paid')).toEqual(['order_paid']);
  expect(await codes('order-paid@v2')).toEqual(['order_paid_v2']);
  const counted = async (name: string): Promise<string> =>
    (await project.run(['stats', 'template', '--product', 'notification', '--template', name])).out;
  expect((await counted('order-paid')).replace(/\s+/g, ' ')).toContain(
    'The numbers of all versions are added up: order_paid, order_paid_v2.',
  );
  for (const name of ['order-paid@v1', 'order-paid@v2', 'order_paid'])
    expect(await counted(name)).not.toContain('versions');
});

import { expect, it } from 'vitest';
import { openProject } from './project.ts';

/** How commands find a template that an argument names. */

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

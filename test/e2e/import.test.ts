import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { documentOf, emptyProject, type Project } from './here.ts';

const KEY = 'a'.repeat(40);

const CONFIG = `version: 1
manifests: manifests
defaults: { environment: local, profile: shop }
environments:
  local:
    emulator: true
    inspect: manual
    profiles: { shop: { key: ${KEY} } }
`;

/** A project without manifests whose emulator runs, with what somebody made in a console. */
async function account(): Promise<{ shop: Project; seed(body: object): Promise<void> }> {
  const shop = await emptyProject();
  await shop.write('notiform.yaml', CONFIG);
  const { child } = shop.start('emulator', '--json');
  const [chunk] = await once(child.stdout ?? child, 'data');
  const { url } = JSON.parse(String(chunk)) as { url: string };
  const seed = async (body: object): Promise<void> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    expect((await fetch(`${url}/_emulator/seed`, init)).status).toBe(200);
  };
  return { shop, seed };
}

const template = (code: string, more: object = {}) => ({
  profile: 'shop',
  templateCode: code,
  templateName: `안내 ${code}`,
  templateContent: '#{이름}님,\n안내 말씀 드립니다.',
  inspectionStatus: 'APR',
  ...more,
});

describe('import, as a user runs it', () => {
  it('takes an account over: the project validates, is formatted, and plans empty', async () => {
    const { shop, seed } = await account();
    await seed({
      templates: [
        template('order_paid'),
        template('welcome', { inspectionStatus: 'REQ' }),
        template('old', { status: 'S' }),
      ],
      groupTags: [{ profile: 'shop', groupTagName: '여름 세일', groupTagKey: 'GT01' }],
      brandTemplates: [{ profile: 'shop', templateCode: 'BR1', templateName: '여름' }],
    });
    const imported = await shop.run('import', '--json');
    expect(imported, imported.stdout).toMatchObject({ exit: 0 });
    expect(documentOf(imported)).toMatchObject({
      command: 'import',
      ok: true,
      import: { written: { length: 5 }, images: [], skipped: [], left: [{ address: 'SenderProfile/shop' }] },
    });
    expect(await shop.run('validate')).toMatchObject({ exit: 0 });
    expect(await shop.run('fmt', '--check')).toMatchObject({ exit: 0 });
    const planned = await shop.run('plan', '--detailed-exitcode');
    expect(planned.exit, planned.stdout).toBe(0);
    expect(planned.stdout).toContain('welcome');

    await seed({ templates: [template('order_paid', { templateContent: '#{이름}님,\n새 안내입니다.' })] });
    const drifted = await shop.run('plan', '--detailed-exitcode');
    expect(drifted.exit).toBe(2);
    expect(await shop.run('import', 'order-paid', '--update')).toMatchObject({ exit: 0 });
    expect(await shop.read('manifests/shop/notification-template/order-paid.yaml')).toContain('새 안내입니다.');
    expect((await shop.run('plan', '--detailed-exitcode')).exit).toBe(0);
  });
});

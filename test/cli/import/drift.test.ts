import { describe, expect, it } from 'vitest';
import { type ImportProject, openImportProject } from '../import-project.ts';

const manifest = (text: string, versions = true): string => `kind: NotificationTemplate
id: one
profile: shop
name: 하나
category: "002001"
messageType: BA
${versions ? 'versions: true\n' : ''}content: ${text}
`;

async function applied(shop: ImportProject, text: string, code: string): Promise<void> {
  await shop.write('manifests/one.yaml', manifest(text));
  expect((await shop.run('apply', '--yes')).exit).toBe(0);
  expect(await shop.control.verdict({ profile: 'shop', templateCode: code, verdict: 'approve' })).toMatchObject({
    ok: true,
  });
}

/** A template of which two versions are approved. */
async function opened(): Promise<ImportProject> {
  const shop = await openImportProject();
  await applied(shop, '주문이 접수되었습니다.', 'one');
  await applied(shop, '주문이 잘 접수되었습니다.', 'one_v2');
  expect((await shop.run('plan', '--detailed-exitcode')).exit).toBe(0);
  return shop;
}

describe('of several versions of a template', () => {
  it('the command that takes the text of the service over is named, and no version is then made', async () => {
    const shop = await opened();
    await shop.control.template({
      profile: 'shop',
      templateCode: 'one_v2',
      templateContent: '주문이 들어왔습니다.',
    });
    const { out } = await shop.runWith({ env: { KEY: 'emulator-key', COLUMNS: '200' } }, 'plan');
    expect(out).toContain('keep what is live: `notiform import NotificationTemplate/shop/one --update`');
    expect((await shop.run('import', 'NotificationTemplate/shop/one', '--update')).exit).toBe(0);
    expect(await shop.read('manifests/one.yaml')).toContain('주문이 들어왔습니다.');
    expect((await shop.run('plan', '--detailed-exitcode')).exit).toBe(0);
    await shop.control.template({
      profile: 'shop',
      templateCode: 'one_v2',
      templateContent: '주문이 또 들어왔습니다.',
    });
    expect((await shop.run('import', 'one', '--update')).out).toContain('1 rewritten');
    expect((await shop.run('plan', '--detailed-exitcode')).exit).toBe(0);
  });

  it('the current one is what --update compares a manifest with', async () => {
    const shop = await opened();
    expect((await shop.run('import', '--kind', 'NotificationTemplate')).out).toBe(
      'Import: 0 written and bound, 2 with a manifest already.\n`notiform status` compares what has a manifest with it.\n',
    );
    expect((await shop.run('import', 'one', '--update')).out).toContain('0 rewritten, 1 as they are');
  });

  it('a text of the manifest that is nowhere yet is a change of the manifest, and an update leaves it', async () => {
    const shop = await opened();
    const text = manifest('주문이 아주 잘 접수되었습니다.');
    await shop.write('manifests/one.yaml', text);
    const updated = await shop.run('import', 'one@v2', '--update');
    expect(updated).toMatchObject({ exit: 0 });
    expect(updated.out).toContain('NotificationTemplate/shop/one  changed in its manifest: plan and apply it');
    expect(await shop.read('manifests/one.yaml')).toBe(text);
  });
});

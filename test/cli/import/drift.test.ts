import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../../../src/core/import.ts';
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

async function skipped(shop: ImportProject, ...words: string[]): Promise<string[]> {
  const { import: report } = (await shop.json('import', ...words, '--kind', 'NotificationTemplate')) as unknown as {
    import: ImportReport;
  };
  return report.skipped.map(({ name, because, drifted }) => [name, because, ...drifted].join(' '));
}

describe('a text that looks as its manifest says', () => {
  it('is told with what differs', async () => {
    const shop = await openImportProject();
    await shop.write('manifests/one.yaml', manifest('주문 접수'.normalize('NFD'), false));
    expect((await shop.run('apply', '--yes')).exit).toBe(0);
    await shop.write('manifests/one.yaml', manifest('주문 접수', false));
    const ran = await shop.run('import', '--kind', 'NotificationTemplate');
    expect(ran.out.replace(/\s+/g, ' ')).toContain(
      'NotificationTemplate/shop/one content (looks the same, differs in: decomposed letters (NFD) 0 → 4)',
    );
    const { import: report } = await shop.json('import', '--kind', 'NotificationTemplate');
    expect(report).toMatchObject({ skipped: [{ alike: { content: 'decomposed letters (NFD) 0 → 4' } }] });
  });
});

describe('of several versions of a template', () => {
  it('the command that takes the text of the service over is named, and no version is then made', async () => {
    const shop = await opened();
    await shop.control.template({
      profile: 'shop',
      templateCode: 'one_v2',
      templateContent: '주문이 들어왔습니다.',
    });
    const { out } = await shop.runWith({ env: { KEY: 'emulator-key', COLUMNS: '200' } }, 'plan');
    expect(out).toContain('publish as a new version');
    expect(out).toContain('→ to take over the live content: `notiform import NotificationTemplate/shop/one --update`');
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

  it('the current one is what a manifest is held against, as --update does', async () => {
    const shop = await opened();
    expect(await skipped(shop)).toEqual(['one version', 'one_v2 managed']);
    expect((await shop.run('import', '--kind', 'NotificationTemplate')).out).toBe(`As their manifests say
  NotificationTemplate/shop/one@v2

Versions beside those that their manifests stand for
  NotificationTemplate/shop/one

Import: 0 written and bound, 2 with a manifest already.
`);
    expect((await shop.run('import', 'one', '--update')).out).toContain('0 rewritten, 1 as they are');
  });

  it('a text of the manifest that is nowhere yet is a change of the manifest, and an update leaves it', async () => {
    const shop = await opened();
    const text = manifest('주문이 아주 잘 접수되었습니다.');
    await shop.write('manifests/one.yaml', text);
    expect(await skipped(shop)).toEqual(['one version', 'one_v2 managed content']);
    expect((await shop.run('import', '--kind', 'NotificationTemplate')).out).toContain(
      'Changed in their manifests since the last apply or import: plan and apply them\n  NotificationTemplate/shop/one@v2  content\n',
    );
    const updated = await shop.run('import', 'one@v2', '--update');
    expect(updated).toMatchObject({ exit: 0 });
    expect(updated.out).toContain('NotificationTemplate/shop/one  changed in its manifest: plan and apply it');
    expect(await shop.read('manifests/one.yaml')).toBe(text);
  });
});

import { lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../../../src/core/import.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Plan } from '../../../src/core/plan.ts';
import type { Problem } from '../../../src/core/problem.ts';
import type { ProfileRef } from '../../../src/core/resource.ts';
import { systemFiles } from '../../../src/files/system.ts';
import { png } from '../../images.ts';
import { STATES } from '../import-account.ts';
import { filesWith, type ImportProject, MALL, OUTLET, openImportProject, SHOP } from '../import-project.ts';

const { signal } = new AbortController();

const ORDER = `# 주문 안내: 마케팅팀이 씁니다
kind: NotificationTemplate
id: order-paid
profile: shop
name: 주문 결제 안내 # 콘솔에 보이는 이름
category: "001001"
messageType: BA
# 본문
content: |
  #{이름}님, 결제가 완료되었습니다.

  감사합니다.

buttons:
  # 첫째 버튼
  - { type: WL, name: 주문 보기, link: { mobile: "https://m.example.com/o/#{주문번호}" } } # 모바일만
  - type: WL
    name: 고객센터 # 둘째
    link: { mobile: https://m.example.com/help }
lifecycle: draft
`;

async function opened(manifest: string, settings?: string): Promise<ImportProject> {
  const shop = await openImportProject(settings);
  await shop.write('manifests/order.yaml', manifest);
  expect((await shop.run('apply', '--yes')).exit).toBe(0);
  return shop;
}

/** What the console writes: the whole template anew. */
async function edit(shop: ImportProject, change: object, code = 'order_paid', at: ProfileRef = SHOP): Promise<void> {
  const detail: JsonObject = await shop.console.template.detail(at, code, signal);
  const kept = ['templateCode', 'templateName', 'templateMessageType', 'templateEmphasizeType', 'templateContent'];
  const request = {
    ...Object.fromEntries([...kept, 'categoryCode'].map((name) => [name, detail[name] ?? ''])),
    ...(detail['templateImageUrl'] && { templateImageName: 'a', templateImageUrl: detail['templateImageUrl'] }),
    securityFlag: false,
    buttons: detail['buttons'] ?? [],
    ...change,
  };
  await shop.console.template.update(at, request, signal);
}

/** Where a piece of text stands, from 1. */
function lineOf(text: string, piece: string): number {
  return text.split('\n').findIndex((line) => line.includes(piece)) + 1;
}

async function plansEmpty(shop: ImportProject): Promise<void> {
  const planned = await shop.run('plan', '--detailed-exitcode');
  expect(planned.exit, planned.out).toBe(0);
}

/** What stops an update: its one problem. Nothing was written. */
async function problemOf(shop: ImportProject, ...words: string[]): Promise<Problem | undefined> {
  const before = await textsOf(shop);
  const ran = await shop.run('import', ...words, '--update', '--json');
  expect(ran.exit).toBe(1);
  expect(await textsOf(shop)).toEqual(before);
  const { problems } = JSON.parse(ran.out) as { problems: Problem[] };
  expect(problems).toHaveLength(1);
  return problems[0];
}

async function textsOf(shop: ImportProject): Promise<string[]> {
  const files = await shop.files();
  return Promise.all(files.map(async (file) => `${file}\n${await shop.read(`manifests/${file}`)}`));
}

describe('import --update', () => {
  it('rewrites what drifted, keeps the rest as it is written, and the next plan is empty', async () => {
    const shop = await opened(ORDER);
    await edit(shop, {
      templateContent: '#{이름}님, 결제가 끝났습니다.\n\n- 감사합니다.',
      buttons: [
        { name: '주문 확인', linkType: 'WL', linkMo: 'https://m.example.com/o/#{주문번호}' },
        { name: '배송 조회', linkType: 'WL', linkMo: 'https://m.example.com/d', linkPc: 'https://example.com/d' },
        { name: '고객센터', linkType: 'WL', linkMo: 'https://m.example.com/help' },
      ],
    });
    const row = '~ NotificationTemplate/shop/order-paid  content, buttons[0].name, buttons[1]  manifests/order.yaml';
    const [texts, state] = [await textsOf(shop), await shop.json('state', 'show')];
    const listed = await shop.run('import', 'order-paid', '--update', '--dry-run');
    expect(listed).toMatchObject({ exit: 0, out: `${row}\n\nImport: 1 would be rewritten.\n` });
    expect([await textsOf(shop), await shop.json('state', 'show')]).toEqual([texts, state]);

    const updated = await shop.run('import', 'order-paid', '--update');
    expect(updated).toMatchObject({ exit: 0, out: `${row}\n\nImport: 1 rewritten.\n` });
    expect(await shop.read('manifests/order.yaml')).toBe(
      ORDER.replace('결제가 완료되었습니다.', '결제가 끝났습니다.')
        .replace('  감사합니다.', '  - 감사합니다.')
        .replace('name: 주문 보기', 'name: 주문 확인')
        .replace(
          '  - type: WL\n    name: 고객',
          '  - type: WL\n    name: 배송 조회\n    link: { mobile: https://m.example.com/d, pc: https://example.com/d }\n  - type: WL\n    name: 고객',
        ),
    );
    await plansEmpty(shop);
  });

  it('leaves a manifest that only its author changed, and rewrites the others', async () => {
    const shop = await opened(ORDER);
    await shop.write(
      'manifests/other.yaml',
      ORDER.replace('order-paid', 'other').replace('주문 결제 안내', '다른 안내'),
    );
    expect((await shop.run('apply', '--yes')).exit).toBe(0);
    const mine = ORDER.replace('감사합니다', '고맙습니다');
    await shop.write('manifests/order.yaml', mine);
    await edit(shop, { templateName: '새 안내' }, 'other');

    const ran = await shop.run('import', '**', '--update');
    expect(ran.exit, ran.err).toBe(0);
    expect(ran.out).toBe(`~ NotificationTemplate/shop/other  name
    manifests/other.yaml
  NotificationTemplate/shop/order-paid  changed in its manifest: plan and apply it
    manifests/order.yaml

Import: 1 rewritten, 1 changed in its manifest.
`);
    expect(await shop.read('manifests/order.yaml')).toBe(mine);
    expect(await shop.read('manifests/other.yaml')).toContain('새 안내');

    const { import: report } = await shop.json('import', 'order-paid', '--update');
    expect(report).toMatchObject({
      updated: [
        { address: 'NotificationTemplate/shop/order-paid', file: 'manifests/order.yaml', fields: [], edited: true },
      ],
    });
    expect(await shop.read('manifests/order.yaml')).toBe(mine);
    const { plan } = (await shop.json('plan')) as unknown as { plan: Plan };
    expect(plan.changes.map(({ address, reasons }) => [address, ...reasons])).toEqual([
      ['NotificationTemplate/shop/order-paid', 'content-differs', 'edited'],
    ]);
  });

  it('refuses a manifest that changed on both sides, and rewrites the others', async () => {
    const shop = await opened(ORDER);
    const others = ['a', 'b'].map((id) => ORDER.replace('order-paid', id).replace('주문 결제 안내', id));
    await shop.write('manifests/others.yaml', others.join('---\n'));
    expect((await shop.run('apply', '--yes')).exit).toBe(0);
    const mine = `# 위\n---\n${ORDER.replace('감사합니다', '고맙습니다')}`;
    await shop.write('manifests/order.yaml', mine);
    await edit(shop, { templateName: '결제 안내' });
    await edit(shop, { templateName: '새 안내' }, 'b');

    const ran = await shop.run('import', '**', '--update', '--json');
    expect(ran.exit).toBe(1);
    const { problems, import: report } = JSON.parse(ran.out) as { problems: Problem[]; import: ImportReport };
    expect(report.updated).toMatchObject([
      { address: 'NotificationTemplate/shop/a', fields: [] },
      { address: 'NotificationTemplate/shop/b', fields: ['name'] },
    ]);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([
      {
        code: 'update-edited',
        severity: 'error',
        message:
          'NotificationTemplate/shop/order-paid changed in its manifest and at the service since the last apply, so its manifest was not rewritten',
        hint: 'Undo the change of the manifest, or apply it. Then run `notiform import NotificationTemplate/shop/order-paid --update` again',
        place: { file: 'manifests/order.yaml', line: lineOf(mine, 'kind:'), column: 1 },
        address: 'NotificationTemplate/shop/order-paid',
      },
    ]);
    expect(await shop.read('manifests/order.yaml')).toBe(mine);
    expect(await shop.read('manifests/others.yaml')).toContain('새 안내');
    expect((await shop.run('import', 'order-paid', '--update')).out).toBe('');

    // As the help says.
    await shop.write('manifests/order.yaml', ORDER);
    expect((await shop.run('import', 'order-paid', '--update')).exit).toBe(0);
    expect(await shop.read('manifests/order.yaml')).toBe(ORDER.replace('주문 결제 안내', '결제 안내'));
    await plansEmpty(shop);
  });

  it('keeps a link, and puts the text where it leads', async () => {
    const shop = await openImportProject();
    await shop.write('shared/order.yaml', ORDER);
    await mkdir(join(shop.path, 'manifests'));
    await symlink('../shared/order.yaml', join(shop.path, 'manifests/order.yaml'));
    expect((await shop.run('apply', '--yes')).exit).toBe(0);
    await edit(shop, { templateName: '결제 안내' });
    expect((await shop.run('import', 'order-paid', '--update')).exit).toBe(0);
    expect((await lstat(join(shop.path, 'manifests/order.yaml'))).isSymbolicLink()).toBe(true);
    expect(await shop.read('shared/order.yaml')).toBe(ORDER.replace('주문 결제 안내', '결제 안내'));
  });

  it('fetches an image that the console put in, and leaves the one that another checkout may show', async () => {
    const shop = await openImportProject();
    await shop.write('manifests/images/old.png', png(800, 400));
    await shop.write(
      'manifests/order.yaml',
      `${ORDER.replace('# 본문', '# 그림\nemphasis: { type: IMAGE, image: ./images/old.png } # 옛 그림\n# 본문')}`,
    );
    expect((await shop.run('apply', '--yes')).exit).toBe(0);
    await shop.control.seed({ images: [{ id: 'new.png', use: 'notification/template', width: 1000, height: 500 }] });
    await edit(shop, { templateImageUrl: `${new URL(shop.resourceUrl).origin}/images/new.png` });
    const { import: report } = (await shop.json('import', 'order-paid', '--update')) as unknown as {
      import: ImportReport;
    };
    const [image = ''] = report.images;
    expect(image).toMatch(/^manifests\/images\/order-paid-\w{8}\.png$/);
    expect(report.updated).toMatchObject([{ fields: ['emphasis.image'] }]);
    expect(await shop.read('manifests/order.yaml')).toContain(
      `# 그림\nemphasis: { type: IMAGE, image: ${image.replace('manifests', '.')} } # 옛 그림\n`,
    );
    await shop.write(
      'manifests/order.yaml',
      (await shop.read('manifests/order.yaml')).replace('감사합니다', '고맙습니다'),
    );
    const { plan } = (await shop.json('plan')) as unknown as { plan: Plan };
    expect(plan.changes.map(({ action, reasons }) => [action, ...reasons])).toEqual([
      ['update', 'content-differs', 'drifted', 'edited'],
    ]);
  });

  it('leaves a field that is filled in from the environment to a person', async () => {
    const shop = await opened(
      ORDER.replaceAll('https://m.example.com/help', '"https://${var:host}/help"'),
      '    variables: { host: m.example.com }\n',
    );
    await edit(shop, { templateName: '결제 안내' });
    expect((await shop.run('import', 'order-paid', '--update')).exit).toBe(0);
    await edit(shop, {
      templateName: '다시',
      buttons: [
        { name: '주문 보기', linkType: 'WL', linkMo: 'https://m.example.com/o/#{주문번호}' },
        { name: '고객센터', linkType: 'WL', linkMo: 'https://new.example.com/help' },
      ],
    });
    expect(await problemOf(shop, 'order-paid')).toMatchObject({
      code: 'update-placeholder',
      hint: 'Change the value of the variable, or the text around it, then run `notiform import NotificationTemplate/shop/order-paid --update` again. Nothing was written',
      message:
        '`buttons[1].link.mobile` of NotificationTemplate/shop/order-paid differs from the live resource, but its manifest contains `${var:…}`',
      path: 'buttons[1].link.mobile',
      place: { file: 'manifests/order.yaml', line: lineOf(await shop.read('manifests/order.yaml'), '/help') },
    });
  });

  it('rewrites a manifest of several profiles where they are alike, and only there', async () => {
    const shop = await opened(ORDER.replace('profile: shop', 'profiles: [shop, outlet]'));
    await edit(shop, { templateName: '결제 안내' });
    expect(await problemOf(shop, 'shop/order-paid')).toMatchObject({
      code: 'update-profiles',
      message:
        'One manifest declares NotificationTemplate/outlet/order-paid and NotificationTemplate/shop/order-paid, but their live contents differ',
    });
    await edit(shop, { templateName: '결제 안내' }, 'order_paid', OUTLET);
    expect((await shop.run('import', 'shop/order-paid', '--update')).exit).toBe(0);
    await plansEmpty(shop);
  });

  it.each([
    ['while the service answers', (path: string) => path.includes('.notiform')],
    ['just before it is written', (path: string) => path.endsWith('/order.yaml')],
  ])('never overwrites a text that is saved %s', async (when, isNow) => {
    const shop = await opened(ORDER);
    await edit(shop, { templateName: '결제 안내' });
    const mine = ORDER.replace('감사합니다', '고맙습니다').replace('주문 결제 안내', '나의 안내');
    const save = async (path: string): Promise<void> => {
      if (isNow(path)) await writeFile(join(shop.path, 'manifests/order.yaml'), mine);
    };
    const hooked = when.startsWith('just') ? 'writePath' : 'read';
    const ports = filesWith({
      [hooked]: async (path: string, most?: number) => {
        await save(path);
        return systemFiles[hooked](path, most);
      },
    });
    const ran = await shop.runWith(
      { ports, env: { KEY: 'emulator-key' } },
      'import',
      'order-paid',
      '--update',
      '--json',
    );
    expect(ran.exit).toBe(1);
    expect(JSON.parse(ran.out).problems).toMatchObject([{ code: 'file-changed' }]);
    expect(await shop.read('manifests/order.yaml')).toBe(mine);
    await shop.write('manifests/order.yaml', ORDER);
    expect((await shop.run('import', 'order-paid', '--update')).exit).toBe(0);
    await plansEmpty(shop);
  });

  it('updates every kind', async () => {
    const shop = await openImportProject();
    await shop.write('manifests/images/ui.png', png(800, 400));
    await shop.write(
      'manifests/all.yaml',
      `kind: SenderProfile
id: shop
groups: [] # 아직
---
kind: PluginCallback
id: pay
type: ONE_TIME_PROFILE
url: https://p.example.com/1
---
kind: BrandTemplate
id: summer
name: 여름
bubble: IMAGE
content: 세일
image: { file: ./images/ui.png, link: https://example.com }
`,
    );
    expect((await shop.run('apply', '--yes', '--allow', 'takes-over=SenderProfile/shop')).exit).toBe(0);
    await shop.console.group.add(SHOP, MALL.key, signal);
    await shop.console.plugin.update(SHOP, 'pay', 'https://p.example.com/2', signal);
    const [row] = (await shop.console.brandTemplate.list(SHOP, signal)).rows;
    const detail = await shop.console.brandTemplate.detail(SHOP, row?.name ?? '', signal);
    const change = {
      templateCode: row?.name ?? '',
      templateName: '여름 세일',
      chatBubbleType: 'IMAGE',
      content: '마지막 날',
      imageUrl: detail['imageUrl'] ?? '',
      imageLink: 'https://example.com/last',
    } as const;
    await shop.console.brandTemplate.update(SHOP, change, signal);
    const { import: report } = (await shop.json('import', '**', '--update')) as unknown as { import: ImportReport };
    expect(Object.fromEntries(report.updated.map(({ address, fields }) => [address, fields]))).toEqual({
      'BrandTemplate/shop/summer': ['name', 'content', 'image.link'],
      'PluginCallback/shop/pay': ['url'],
      'SenderProfile/shop': ['groups'],
    });
    expect(await shop.read('manifests/all.yaml')).toBe(`kind: SenderProfile
id: shop
groups: [mall] # 아직
---
kind: PluginCallback
id: pay
type: ONE_TIME_PROFILE
url: https://p.example.com/2
---
kind: BrandTemplate
id: summer
name: 여름 세일
bubble: IMAGE
content: 마지막 날
image: { file: ./images/ui.png, link: https://example.com/last }
`);
    await plansEmpty(shop);
  });
});

describe('something live that no manifest can express', () => {
  const live = { profile: 'shop', templateName: '가', ...STATES['RDY'] };

  it('is named by its field, and the rest is imported and updated', async () => {
    const shop = await openImportProject();
    const templates = [
      { ...live, templateCode: 'a', templatePreviewMessage: '가'.repeat(41) },
      { ...live, templateCode: 'b', templateName: '나' },
      { ...live, templateCode: 'c', templateName: '다', templateContent: '다르게' },
    ];
    expect(await shop.control.seed({ templates })).toMatchObject({ ok: true });
    const [address, other] = ['NotificationTemplate/shop/a', 'NotificationTemplate/shop/b'];
    const made = await shop.run('import', address, other);
    expect([made.exit, made.out + made.err]).toEqual([1, expect.stringContaining('preview')]);
    expect(await shop.files()).toEqual(['shop/notification-template/b.yaml']);

    for (const code of ['a', 'c']) await shop.write(`manifests/${code}.yaml`, ORDER.replace('order-paid', code));
    const before = await shop.read('manifests/a.yaml');
    const ran = await shop.run('import', '**', '--update', '--json');
    expect(ran.exit).toBe(1);
    const { problems } = JSON.parse(ran.out) as { problems: Problem[] };
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'update-unusual', address, path: 'preview', place: { file: 'manifests/a.yaml' } },
    ]);
    expect(await shop.read('manifests/a.yaml')).toBe(before);
    expect(await shop.read('manifests/c.yaml')).toContain('다르게');
  });
});

describe('an update of two files whose second cannot be written', () => {
  async function drifted(): Promise<ImportProject> {
    const shop = await openImportProject();
    await shop.write('manifests/a.yaml', ORDER.replace('order-paid', 'a').replace('주문 결제 안내', '가'));
    await shop.write('manifests/b.yaml', ORDER.replace('order-paid', 'b').replace('주문 결제 안내', '나'));
    expect((await shop.run('apply', '--yes')).exit).toBe(0);
    for (const code of ['a', 'b']) await edit(shop, { templateContent: '다르게' }, code);
    return shop;
  }
  const refusing = (code: string, isRefused: (path: string) => boolean) =>
    filesWith({
      writeAtomic: (path, bytes, mode) =>
        isRefused(path)
          ? Promise.reject(Object.assign(new Error(code), { code, syscall: 'open' }))
          : systemFiles.writeAtomic(path, bytes, mode),
    });
  const env = { KEY: 'emulator-key', COLUMNS: '1000' };

  it('puts the first one back', async () => {
    const shop = await drifted();
    const before = await shop.read('manifests/a.yaml');
    const ports = refusing('EACCES', (path) => path.endsWith('/b.yaml'));
    const ran = await shop.runWith({ ports, env }, 'import', '**', '--update');
    expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining('error: `manifests/b.yaml` cannot be written: ')]);
    expect(await shop.read('manifests/a.yaml')).toBe(before);
  });

  it('names the first one where it cannot be put back', async () => {
    const shop = await drifted();
    let writes = 0;
    const ports = refusing('ENOSPC', (path) => {
      if (!/[ab]\.yaml$/.test(path)) return false;
      writes += 1;
      return writes > 1;
    });
    const ran = await shop.runWith({ ports, env }, 'import', '**', '--update');
    expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining('; `manifests/a.yaml` could not be restored')]);
    expect(await shop.read('manifests/a.yaml')).toContain('다르게');
  });

  it('puts nothing back that it did not write', async () => {
    const shop = await drifted();
    const theirs = ORDER.replace('order-paid', 'b').replace('주문 결제 안내', '그사이');
    const ports = filesWith({
      writeAtomic: async (path, bytes, mode) => {
        if (!path.endsWith('/b.yaml')) return systemFiles.writeAtomic(path, bytes, mode);
        await writeFile(path, theirs);
        throw Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' });
      },
    });
    expect((await shop.runWith({ ports, env }, 'import', '**', '--update')).exit).toBe(1);
    expect(await shop.read('manifests/b.yaml')).toBe(theirs);
  });
});

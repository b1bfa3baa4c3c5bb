import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ImportReport } from '../../src/core/import.ts';
import type { Plan } from '../../src/core/plan.ts';
import { isLint, type Problem } from '../../src/core/problem.ts';
import { systemFiles } from '../../src/files/system.ts';
import { temporaryPath } from '../../src/files/temporary-files.ts';
import { accountOf, STATES } from './import-account.ts';
import { filesWith, type ImportProject, openImportProject } from './import-project.ts';

interface Document {
  ok: boolean;
  import: ImportReport;
  plan: Plan;
  problems: Problem[];
}

async function jsonOf(shop: ImportProject, ...words: string[]): Promise<Document> {
  return (await shop.json(...words)) as unknown as Document;
}

function imagesOf(shop: ImportProject): string {
  return `${new URL(shop.resourceUrl).origin}/images`;
}

async function seeded(seeds: object, settings = ''): Promise<ImportProject> {
  const shop = await openImportProject(settings);
  expect(await shop.control.seed(seeds)).toMatchObject({ ok: true });
  return shop;
}

const TEMPLATE = { profile: 'shop', templateCode: 'order_paid', templateName: '주문 결제', ...STATES['RDY'] };

describe('import of a whole account', () => {
  it('makes manifests of resources of every kind and state that plan empty', async () => {
    const shop = await openImportProject();
    const account = accountOf({ images: imagesOf(shop), templates: 56, brandTemplates: 12, tags: 9, callbacks: 8 });
    expect(await shop.control.seed(account)).toMatchObject({ ok: true });
    const imported = await jsonOf(shop, 'import');
    expect(imported).toMatchObject({ ok: true });
    const { written, left, skipped, images } = imported.import;

    // What is left is what no manifest can want as it is.
    expect(written.length + left.length).toBe(87);
    expect(new Set(left.map(({ reason }) => reason.replace(/^BrandTemplate\S+|^GroupTag\S+/, '…')))).toEqual(
      new Set([
        'it is BLK, and a plan would change that; name it to import it anyway',
        'it is S, and a plan would change that; name it to import it anyway',
        '… has its name already',
        'a manifest could declare nothing of it',
      ]),
    );
    expect(new Set(written.map(({ kind, state }) => `${kind} ${state}`))).toEqual(
      new Set([
        'SenderProfile activated',
        'GroupTag present',
        'PluginCallback present',
        ...['REG', 'REQ', 'REJ', 'STP', 'DMT', 'RDY', 'ACT'].map((state) => `NotificationTemplate ${state}`),
        'BrandTemplate A',
      ]),
    );
    expect(images).toHaveLength(9);
    expect(skipped).toEqual([]);
    expect(await shop.files()).toEqual(
      [...written.map(({ file }) => file), ...images].map((file) => file.replace('manifests/', '')).sort(),
    );

    const validated = await jsonOf(shop, 'validate');
    const drafts = written.filter(({ state }) => ['REG', 'REJ'].includes(state)).map(({ address }) => address);
    const found = validated.problems.filter((one) => one.severity === 'error' || isLint(one));
    expect(drafts).toEqual(expect.arrayContaining(found.map(({ address }) => address)));
    expect((await shop.run('fmt', '--check')).exit).toBe(0);
    const planned = await shop.run('plan', '--detailed-exitcode', '--json');
    expect(planned.exit).toBe(0);
    const { plan } = JSON.parse(planned.out) as Document;
    expect(plan).toMatchObject({ changes: [], blocked: [], complete: true });
    expect(new Set(plan.waiting.map(({ state }) => state))).toEqual(new Set(['REQ']));

    const again = await jsonOf(shop, 'import');
    expect(again.import).toMatchObject({ written: [], images: [] });
    expect(again.import.skipped.map(({ address }) => address).sort()).toEqual(
      written.map(({ address }) => address).sort(),
    );
    expect(again.import.left).toEqual(left);
    const states = () =>
      Promise.all(
        ['shop', 'mall', 'outlet'].map(async (profile) =>
          JSON.parse(await shop.read(`.notiform/state/here/${profile}.json`)),
        ),
      );
    const stored = await states();
    expect(stored).toMatchObject([{ serial: 1 }, { serial: 1 }, { serial: 1 }]);

    // The digests of manifests that an import made are those of the same manifests when they are read.
    expect(await shop.run('import', '**', '--update')).toMatchObject({ exit: 0 });
    expect((await states()).map(({ entries }) => entries)).toEqual(stored.map(({ entries }) => entries));
  });

  it('writes what is live, exactly and as somebody would write it', async () => {
    const shop = await openImportProject('timezone: UTC');
    const images = imagesOf(shop);
    await shop.control.seed({
      images: [{ id: 'order.png', use: 'notification/template', width: 800, height: 400 }],
      pluginCallbacks: [
        {
          profile: 'shop',
          pluginId: 'secure-image',
          pluginType: 'SECURE_IMAGE',
          callbackUrl: 'https://p.example.com/1',
        },
      ],
      groupTags: [{ profile: 'shop', groupTagKey: 'GT01', groupTagName: '여름 세일' }],
      templates: [
        {
          ...TEMPLATE,
          ...STATES['REJ'],
          templateContent: '#{이름}님, ${값}은 그대로입니다.\n\n# 끝',
          templateEmphasizeType: 'IMAGE',
          templateImageName: 'a',
          templateImageUrl: `${images}/order.png`,
          buttons: [{ name: '사진 보기', linkType: 'P1', pluginId: 'secure-image' }],
        },
      ],
    });
    const ran = await shop.run('import');
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.out).toBe(`+ SenderProfile/shop  activated
    manifests/shop/sender-profile/shop.yaml
+ GroupTag/shop/yeoreum-seil  여름 세일  there
    manifests/shop/group-tag/yeoreum-seil.yaml
+ PluginCallback/shop/secure-image  there
    manifests/shop/plugin-callback/secure-image.yaml
+ NotificationTemplate/shop/order-paid  주문 결제  REJ rejected
    manifests/shop/notification-template/order-paid.yaml

Left as they are, without a manifest
  SenderProfile/outlet  outlet  a manifest could declare nothing of it

Import: 4 written and bound, 1 image, 1 left.
`);
    const template = await shop.read('manifests/shop/notification-template/order-paid.yaml');
    expect(template).toBe(`# Rejected: 광고성 문구가 있습니다.
# 수정 후 다시 요청해 주세요.
# To request a new inspection, correct the text and remove \`lifecycle: draft\`.
kind: NotificationTemplate
id: order-paid
profile: shop
name: 주문 결제
category: "001001"
messageType: BA
emphasis: { type: IMAGE, image: ../../images/order-paid-e81769c3.png }
content: |
  #{이름}님, $\${값}은 그대로입니다.

  # 끝
buttons:
  - { type: P1, name: 사진 보기, plugin: { ref: secure-image } }
lifecycle: draft
`);
    expect(await shop.read('manifests/shop/group-tag/yeoreum-seil.yaml')).toBe(
      'kind: GroupTag\nid: yeoreum-seil\nprofile: shop\nname: 여름 세일\n',
    );
    expect(await shop.read('manifests/shop/sender-profile/shop.yaml')).toBe(
      'kind: SenderProfile\nid: shop\ngroups: [mall]\n',
    );
    expect(await shop.read('manifests/shop/plugin-callback/secure-image.yaml')).toBe(`kind: PluginCallback
id: secure-image
profile: shop
type: SECURE_IMAGE
url: https://p.example.com/1
`);
  });
});

describe('what is imported', () => {
  const three = {
    templates: [
      TEMPLATE,
      { ...TEMPLATE, templateCode: 'login_code', templateName: '인증번호' },
      { ...TEMPLATE, templateCode: 'mall_news', profile: 'mall', templateName: '소식' },
    ],
    groupTags: [{ profile: 'shop', groupTagKey: 'GT01', groupTagName: '여름 세일' }],
  };
  const addresses = async (...words: string[]): Promise<string[]> => {
    const { import: report } = await jsonOf(await seeded(three), 'import', ...words);
    return report.written.map(({ address }) => address);
  };

  it.each([
    [['order-paid'], ['NotificationTemplate/shop/order-paid']],
    [['order_paid'], ['NotificationTemplate/shop/order-paid']],
    [['GT01'], ['GroupTag/shop/yeoreum-seil']],
    [
      ['NotificationTemplate/**'],
      [
        'NotificationTemplate/mall/mall-news',
        'NotificationTemplate/shop/login-code',
        'NotificationTemplate/shop/order-paid',
      ],
    ],
    [['인증*'], ['NotificationTemplate/shop/login-code']],
    [
      ['*_paid', 'GT*'],
      ['GroupTag/shop/yeoreum-seil', 'NotificationTemplate/shop/order-paid'],
    ],
    [['--kind', 'GroupTag'], ['GroupTag/shop/yeoreum-seil']],
    [['--profile', 'mall'], ['NotificationTemplate/mall/mall-news']],
  ])('is what %j means', async (words, expected) => {
    expect(await addresses(...words)).toEqual(expected);
  });

  it('is what was ours and lost its manifest, under its own id and as protected as it was', async () => {
    const shop = await seeded(three);
    await shop.write(
      'manifests/a/tag.yaml',
      'kind: GroupTag\nid: summer\nprofile: shop\nprotect: true\nname: 여름 세일\n',
    );
    await shop.run('apply', '--yes');
    await shop.remove('manifests/a');
    const unasked = await jsonOf(shop, 'import', '--kind', 'GroupTag');
    const reason = 'its manifest was removed; name it, or match it with a pattern, to import it again';
    expect(unasked.import).toMatchObject({ written: [], left: [{ address: 'GroupTag/shop/summer', reason }] });
    expect((await shop.run('import', 'sum*', '--dry-run')).out).toContain('여름 세일  its manifest was removed');
    expect((await jsonOf(shop, 'import', 'summer')).import.written).toMatchObject([
      { address: 'GroupTag/shop/summer', bound: true },
    ]);
    expect(await shop.read('manifests/shop/group-tag/summer.yaml')).toContain('protect: true\n');
    expect(await shop.run('plan', '--detailed-exitcode', '--target', 'GroupTag/**')).toMatchObject({ exit: 0 });
  });

  it('is nothing that no manifest can say', async () => {
    const shop = await seeded({
      templates: [{ ...TEMPLATE, templateContent: '가'.repeat(1301), buttons: [{ name: '새 것', linkType: 'WL' }] }],
    });
    const { ok, import: report } = await jsonOf(shop, 'import', 'order_paid');
    expect(report.left).toMatchObject([{ reason: expect.stringContaining('no manifest can express it: ') }]);
    expect(ok).toBe(false);
    expect(await shop.files()).toEqual([]);
    expect((await shop.run('import', 'NotificationTemplate/shop/order-paid')).exit).toBe(1);
    expect((await shop.run('import', 'order_*')).exit).toBe(0);
    expect((await shop.run('import', 'NotificationTemplate/**')).exit).toBe(0);
  });
});

describe('images', () => {
  const shown = (images: string, name: string, code = 'order_paid') => ({
    ...TEMPLATE,
    templateCode: code,
    templateEmphasizeType: 'IMAGE',
    templateImageName: 'a.png',
    templateImageUrl: `${images}/${name}`,
  });
  const read = (shop: ImportProject, id: string): Promise<string> =>
    shop.read(`manifests/shop/notification-template/${id}.yaml`);

  it('become files where their address answers with one that may be used so, and stay addresses elsewhere', async () => {
    const shop = await openImportProject();
    const images = imagesOf(shop);
    const image = { use: 'notification/template', width: 800, height: 400 };
    await shop.control.seed({
      images: [
        { ...image, id: 'good.png' },
        // The same bytes under another address.
        { ...image, id: 'twin.png' },
        { ...image, id: 'tall.png', height: 800 },
      ],
      templates: ['good', 'twin', 'tall', 'gone'].map((name) => shown(images, `${name}.png`, name)),
    });
    const { import: report, problems } = await jsonOf(shop, 'import', '--kind', 'NotificationTemplate');
    expect(report.images).toEqual(['manifests/images/good-e81769c3.png', 'manifests/images/twin-e81769c3.png']);
    const address = 'NotificationTemplate/shop/gone';
    expect(problems).toEqual([
      {
        code: 'image-unfetched',
        severity: 'warning',
        message: `The image at ${new URL(images).host} could not be fetched: HTTP 404. The manifest of ${address} has its address and no file`,
        hint: `Make the address reachable from here: \`notiform import ${address} --update\` writes the file then.`,
        address,
      },
    ]);
    for (const name of ['good', 'twin'])
      expect(await read(shop, name)).toContain(`emphasis: { type: IMAGE, image: ../../images/${name}-e81769c3.png }\n`);
    for (const name of ['tall', 'gone'])
      expect(await read(shop, name)).toContain(`image: { url: ${images}/${name}.png }`);
    expect((await shop.run('plan', '--detailed-exitcode')).exit).toBe(0);
  });

  it('are neither fetched nor written by --dry-run, which lists the manifests', async () => {
    const shop = await openImportProject();
    await shop.control.seed({
      images: [{ id: 'a.png', use: 'notification/template', width: 800, height: 400 }],
      templates: [shown(imagesOf(shop), 'a.png')],
    });
    const { import: listed } = await jsonOf(shop, 'import', '--kind', 'NotificationTemplate', '--dry-run');
    expect(listed).toMatchObject({
      dryRun: true,
      images: [],
      written: [{ file: expect.stringMatching(/order-paid/) }],
    });
    expect(await shop.files()).toEqual([]);
    const { import: report } = await jsonOf(shop, 'import', '--kind', 'NotificationTemplate');
    expect(report.written).toEqual(listed.written);
  });

  it('that are there already with other bytes are left alone, and nothing is written', async () => {
    const shop = await openImportProject();
    await shop.control.seed({
      images: [{ id: 'a.png', use: 'notification/template', width: 800, height: 400 }],
      templates: [shown(imagesOf(shop), 'a.png')],
    });
    await shop.write('manifests/images/order-paid-e81769c3.png', 'mine');
    const { problems } = await jsonOf(shop, 'import');
    expect(problems.map(({ message }) => message)).toEqual([
      'The file `manifests/images/order-paid-e81769c3.png` exists already',
    ]);
    expect(await shop.files()).toEqual(['images/order-paid-e81769c3.png']);
  });
});

describe('an import that cannot write all', () => {
  const two = {
    templates: [TEMPLATE, { ...TEMPLATE, templateCode: 'login_code' }],
  };

  it('lists every file in its way, and writes nothing', async () => {
    const shop = await seeded(two);
    await shop.write('manifests/shop/notification-template/order-paid.yaml', '# mine\n');
    await shop.write('manifests/shop/notification-template/login-code.yaml/deep.txt', 'mine');
    const ran = await shop.run('import', '--json');
    expect(ran.exit).toBe(1);
    expect((JSON.parse(ran.out) as Document).problems.map(({ message }) => message)).toEqual([
      'The file `manifests/shop/notification-template/login-code.yaml` exists already',
      'The file `manifests/shop/notification-template/order-paid.yaml` exists already',
    ]);
    expect(await shop.read('manifests/shop/notification-template/order-paid.yaml')).toBe('# mine\n');
    await expect(shop.read('.notiform/state/here/shop.json')).rejects.toThrow('ENOENT');
  });

  it('takes away what it wrote where the disk refuses one', async () => {
    const shop = await openImportProject();
    await shop.control.seed({
      images: [{ id: 'a.png', use: 'notification/template', width: 800, height: 400 }],
      templates: [
        ...two.templates,
        {
          ...TEMPLATE,
          templateCode: 'image',
          templateEmphasizeType: 'IMAGE',
          templateImageUrl: `${imagesOf(shop)}/a.png`,
        },
      ],
    });
    const ports = filesWith({
      writeAtomic: async (path, bytes, mode) => {
        if (path.endsWith('order-paid.yaml'))
          throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', syscall: 'write' });
        await systemFiles.writeAtomic(path, bytes, mode);
      },
    });
    const ran = await shop.runWith({ ports }, 'import');
    expect(ran.exit).toBe(1);
    expect(ran.err).toContain('order-paid.yaml` cannot be written');
    expect(await shop.files()).toEqual([]);
    await expect(shop.read('.notiform/state/here/shop.json')).rejects.toThrow('ENOENT');
    await expect(shop.read('.notiform/state/here/shop.json.lock')).rejects.toThrow('ENOENT');
  });

  it('keeps manifests and images where only the state could not be written: the next apply takes them over', async () => {
    const shop = await openImportProject();
    await shop.control.seed({
      images: [{ id: 'a.png', use: 'notification/template', width: 800, height: 400 }],
      templates: [{ ...TEMPLATE, templateEmphasizeType: 'IMAGE', templateImageUrl: `${imagesOf(shop)}/a.png` }],
    });
    const ports = filesWith({
      rename: async (from, to) => {
        if (to.endsWith('shop.json')) throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'rename' });
        return systemFiles.rename(from, to);
      },
    });
    expect(await shop.runWith({ ports }, 'import', '--kind', 'NotificationTemplate')).toMatchObject({ exit: 1 });
    expect(await shop.files()).toHaveLength(2);
    const { plan } = await jsonOf(shop, 'plan');
    expect(plan.changes.map(({ action }) => action)).toEqual(['adopt']);
  });

  it('does not begin while another run holds the lock', async () => {
    const shop = await seeded(two);
    const holder = { pid: process.pid, host: 'elsewhere', command: 'apply', startedAt: 'now', token: 'theirs' };
    await shop.write('.notiform/state/here/shop.json.lock', JSON.stringify(holder));
    const ran = await shop.run('import');
    expect(ran.exit).toBe(6);
    expect(ran.err).toContain('elsewhere');
    expect(await shop.files()).toEqual([]);
  });

  it('does not begin where the state was written since it was read, or belongs to another account', async () => {
    const shop = await seeded(two);
    const state = { formatVersion: 1, environment: 'here', profile: 'shop', account: 'theirs', serial: 3, entries: {} };
    const ports = filesWith({
      createExclusive: async (path, text) => {
        if (path.endsWith('.lock')) await shop.write('.notiform/state/here/shop.json', JSON.stringify(state));
        return systemFiles.createExclusive(path, text);
      },
    });
    const moved = await shop.runWith({ ports }, 'import', '--kind', 'NotificationTemplate');
    expect(moved).toMatchObject({ exit: 6 });
    expect(moved.err).toContain('was written since everything was read');
    const foreign = await shop.run('import', '--kind', 'NotificationTemplate', '--dry-run');
    expect(foreign).toMatchObject({ exit: 7 });
    expect(await shop.files()).toEqual([]);
    expect(await shop.run('import', '--kind', 'NotificationTemplate', '--accept-account')).toMatchObject({ exit: 0 });
  });

  it.each([
    ['--out', '../elsewhere'],
    ['--out', 'manifests/node_modules'],
    ['--out', 'manifests/.archive'],
  ])('writes nowhere that the project does not read: %s %s', async (...words) => {
    const shop = await seeded(two);
    const ran = await shop.run('import', ...words);
    expect(ran.exit).toBe(3);
    expect(ran.err).toContain(`The project reads no manifests from ${words[1]}`);
  });

  it.each([
    ['manifests/link', 'link'],
    ['manifests/link/deep', 'link'],
    ['manifests', 'shop'],
    ['manifests', 'images'],
  ])('writes nothing through a link that leads out of the project: --out %s, link %s', async (out, link) => {
    const shop = await seeded(two);
    const outside = await mkdtemp(join(tmpdir(), 'notiform-outside-'));
    onTestFinished(() => rm(outside, { recursive: true, force: true }));
    await mkdir(join(shop.path, 'manifests'));
    await symlink(outside, join(shop.path, 'manifests', link));
    const ran = await shop.run('import', '--out', out);
    expect(ran.exit).toBe(3);
    expect(ran.err).toContain('leads out of the project by a symbolic link');
    expect(await readdir(outside)).toEqual([]);
    await expect(shop.read('.notiform/state/here/shop.json')).rejects.toThrow('ENOENT');
  });

  it('takes its files away and binds nothing if the project does not read them', async () => {
    const shop = await seeded(two);
    const ports = filesWith({
      writeAtomic: async (path, bytes, mode) => {
        await systemFiles.writeAtomic(path, bytes, mode);
        if (path.endsWith('login-code.yaml')) await rm(path);
      },
    });
    const env = { KEY: 'emulator-key', COLUMNS: '1000' };
    const ran = await shop.runWith({ ports, env }, 'import', '--kind', 'NotificationTemplate');
    expect(ran.exit).toBe(3);
    expect(ran.err).toContain(
      'The project reads no manifest from `manifests/shop/notification-template/login-code.yaml`',
    );
    expect(await shop.files()).toEqual([]);
    await expect(shop.read('.notiform/state/here/shop.json')).rejects.toThrow('ENOENT');
  });
});

describe('an import that dies', () => {
  it('leaves temporary files, which the next one removes; it leaves those of a run under way', async () => {
    const shop = await seeded({ templates: [TEMPLATE] });
    const folder = 'shop/notification-template';
    const { pid: dead } = spawnSync(process.execPath, ['-e', '0']);
    const temporary = (pid: number, name = 'order-paid.yaml') =>
      temporaryPath(name, '0123abcd').replace(`.${process.pid}.`, `.${pid}.`);
    const alive = `${folder}/${temporary(process.ppid)}`;
    for (const path of [`${folder}/${temporary(dead)}`, `images/${temporary(dead, 'a.png')}`, alive])
      await shop.write(`manifests/${path}`, 'half of');
    expect((await shop.run('import', '--kind', 'NotificationTemplate')).exit).toBe(0);
    expect(await shop.files()).toEqual([`${folder}/order-paid.yaml`, alive]);
  });

  // Writes: two images, the lock, two manifests, the state in two; then the lock goes.
  it.each([0, 2, 5, 7])('at write %i loses nothing, and the same command goes on', async (last) => {
    const shop = await openImportProject();
    const images = imagesOf(shop);
    const image = (name: string) => ({
      templateEmphasizeType: 'IMAGE',
      templateImageName: 'a',
      templateImageUrl: `${images}/${name}`,
    });
    await shop.control.seed({
      images: ['a.png', 'b.png'].map((id, index) => ({
        id,
        use: 'notification/template',
        width: 800 + 2 * index,
        height: 400 + index,
      })),
      templates: [
        { ...TEMPLATE, ...image('a.png') },
        { ...TEMPLATE, templateCode: 'login_code', templateName: '인증', ...image('b.png') },
      ],
    });
    let writes = 0;
    const dying = async <T>(work: () => Promise<T>): Promise<T> => {
      if (writes >= last) throw Object.assign(new Error('killed'), { code: 'EIO', syscall: 'write' });
      writes += 1;
      return work();
    };
    const ports = filesWith({
      writeAtomic: (path, bytes, mode) => dying(() => systemFiles.writeAtomic(path, bytes, mode)),
      createExclusive: (path, text) => dying(() => systemFiles.createExclusive(path, text)),
      rename: (from, to) => dying(() => systemFiles.rename(from, to)),
      remove: (path) => dying(() => systemFiles.remove(path)),
    });
    await shop.runWith({ ports }, 'import', '--kind', 'NotificationTemplate');
    await systemFiles.remove(`${shop.path}/.notiform/state/here/shop.json.lock`);

    expect((await shop.run('import', '--kind', 'NotificationTemplate')).exit).toBe(0);
    expect((await shop.run('apply', '--yes')).exit).toBe(0);
    const { plan } = await jsonOf(shop, 'plan');
    expect(plan).toMatchObject({ changes: [], blocked: [], counts: { unmanaged: 0 } });
    expect(await shop.files()).toHaveLength(4);
  });
});

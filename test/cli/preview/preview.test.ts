import { chmod, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { drawPage, drawPictures, drawText } from '../../../src/cli/preview/drawing.ts';
import { plannedPreviews } from '../../../src/cli/preview/entries.ts';
import { readImages } from '../../../src/cli/preview/images.ts';
import { sha256 } from '../../../src/core/json.ts';
import { systemFiles } from '../../../src/files/system.ts';
import { gitIn } from '../../action/shop.ts';
import { png } from '../../images.ts';
import { parseXml } from '../../preview/xml-check.ts';
import { blockedOf, changeOf, planOf } from '../../report/plans.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, type Project } from '../project.ts';

/** Ends a run, as a kill does: nothing is done after it. */
const LOCAL =
  'environments: { local: { emulator: true, profiles: { shop: { key: aaaa } } } }\ndefaults: { profile: shop }\n';

const WELCOME = `kind: NotificationTemplate
id: welcome
name: 회원 가입 안내
category: "001001"
messageType: BA
emphasis: { type: IMAGE, image: ./welcome.png }
content: "#{이름}님, 환영합니다."
samples:
  - { name: 기본, values: { 이름: 홍길동 } }
  - { name: 긴 이름, values: { 이름: 남궁민수 } }
`;

const NEWS = `kind: BrandTemplate
id: news
name: 소식
bubble: TEXT
content: 새 소식입니다.
`;

async function shop(config = LOCAL, env?: Record<string, string>): Promise<Project> {
  const project = await openProject(config, env);
  await project.write('manifests/welcome.yaml', WELCOME);
  await project.write('manifests/news.yaml', NEWS);
  await project.write('manifests/welcome.png', png(800, 400));
  return project;
}

async function filesBelow({ path }: Project, folder: string): Promise<string[]> {
  const found = await readdir(join(path, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
}

const PICTURES = [
  'out/BrandTemplate/shop/news.svg',
  'out/NotificationTemplate/shop/welcome.gibon.svg',
  'out/NotificationTemplate/shop/welcome.gin-ireum.svg',
];

describe('preview', () => {
  it('draws every sample of a template as text, in the language that is asked for', async () => {
    const project = await shop();
    const { exit, out } = await project.run(['preview', 'welcome', '--language', 'ko']);
    expect([exit, out]).toEqual([
      0,
      expect.stringContaining('회원 가입 안내 · NotificationTemplate/shop/welcome · 예시 값: 기본'),
    ]);
    expect(out).toContain('│ [이미지 800×400 welcome.png]             │');
    expect(out).toContain('│ 홍길동님, 환영합니다.                    │');
    expect(out).toContain('│ 남궁민수님, 환영합니다.                  │');
    expect(out).not.toContain('새 소식입니다.');
  });

  it('needs neither credentials nor an environment, in CI either', async () => {
    const secret = '"${env:NOWHERE}"';
    const project = await shop(
      `environments: { production: { resourceUrl: ${secret}, messageUrl: ${secret}, credentials: { bizId: ${secret}, apiKey: ${secret}, account: ${secret}, password: ${secret} }, profiles: { shop: { key: ${secret} } } }, local: { emulator: true, profiles: { shop: { key: aaaa } } } }\ndefaults: { profile: shop }\n`,
    );
    const { exit, out } = await project.run(['preview'], { env: { CI: 'true' } });
    expect([exit, out]).toEqual([0, expect.stringContaining('새 소식입니다.')]);
  });

  it.each([['broken'], ['BrandTemplate/shop/broken'], ['manifests/broken.yaml'], ['news', 'broken']])(
    'shows only the errors of a manifest that an argument names, and draws nothing: %s %s',
    async (...names) => {
      const project = await shop();
      await project.write('manifests/broken.yaml', NEWS.replace('id: news', 'id: broken').replace('TEXT', 'NONE'));
      const { exit, out, err } = await project.run(['preview', ...names]);
      expect([exit, out]).toEqual([3, '']);
      expect(err).toContain('`bubble` cannot be `NONE`');
      expect(err).not.toContain('matches no address');
    },
  );

  it('has one document for programs', async () => {
    const project = await shop();
    const { out } = await project.run(['preview', 'welcome', '--sample', '기본', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      command: 'preview',
      ok: true,
      preview: {
        format: 'text',
        previews: [
          {
            address: 'NotificationTemplate/shop/welcome',
            title: '회원 가입 안내',
            views: [
              {
                sample: '기본',
                after: {
                  lengths: [{ path: 'content', length: 12, most: 1300 }],
                  text: expect.arrayContaining(['│ 홍길동님, 환영합니다.                    │']),
                },
              },
            ],
          },
        ],
      },
    });
  });
});

describe('--out with the name of one file', () => {
  it('never replaces a file that is no preview', async () => {
    const project = await shop();
    await project.write('index.html', '<p>ours</p>');
    const { exit, err } = await project.run(['preview', '--out', 'index.html']);
    expect([exit, err]).toEqual([1, expect.stringContaining('index.html is there already and is no preview')]);
    expect(await readFile(join(project.path, 'index.html'), 'utf8')).toBe('<p>ours</p>');
  });
});

describe('pictures', () => {
  const SVG = ['preview', '--format', 'svg', '--out', 'out'];

  it('are one file for each template and sample, with the image inside and no path of this machine', async () => {
    const project = await shop();
    expect(await project.run(SVG)).toMatchObject({ exit: 0, out: 'Wrote 3 files to out.\n' });
    expect(await filesBelow(project, 'out')).toEqual(PICTURES);
    const svg = await readFile(join(project.path, PICTURES[1] ?? ''), 'utf8');
    expect(parseXml(svg.trimEnd()).name).toBe('svg');
    expect(svg).toContain('data:image/png;base64,');
    expect(svg).toMatch(/>홍길동님, 환영합니다\.</);
    expect(svg).not.toContain(project.path);
    expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|href="(?!data:)/);
  });

  it('have the same bytes again, and are then left as they are', async () => {
    const project = await shop();
    await project.run(SVG);
    const read = () =>
      Promise.all(
        PICTURES.map(async (file) => {
          const path = join(project.path, file);
          return [await readFile(path, 'utf8'), (await stat(path)).mtimeMs];
        }),
      );
    const first = await read();
    expect((await project.run(SVG)).exit).toBe(0);
    expect(await read()).toEqual(first);
  });

  it.each([['another picture', 'out/BrandTemplate/shop/news.svg', '<svg/>']])(
    'are not written over %s',
    async (_, file, text) => {
      const project = await shop();
      await project.write(file, text);
      const { exit, err } = await project.run(SVG);
      expect([exit, err]).toEqual([1, expect.stringContaining('preview-place')]);
      expect(await filesBelow(project, 'out')).toEqual([file]);
      expect(await readFile(join(project.path, file), 'utf8')).toBe(text);
    },
  );

  it('do not follow a link out of the folder', async () => {
    const project = await shop();
    await mkdir(join(project.path, 'out'));
    await mkdir(join(project.path, 'elsewhere'));
    await symlink(join(project.path, 'elsewhere'), join(project.path, 'out/BrandTemplate'));
    const { exit, err } = await project.run(SVG);
    expect([exit, err]).toEqual([1, expect.stringContaining('symbolic link')]);
    expect(await filesBelow(project, 'elsewhere')).toEqual([]);
  });

  it('are restored if one of them cannot be written', async () => {
    const project = await shop();
    await project.run(SVG);
    const before = await readFile(join(project.path, PICTURES[1] ?? ''), 'utf8');
    await chmod(join(project.path, PICTURES[2] ?? ''), 0o444);
    await project.write('manifests/welcome.yaml', WELCOME.replace('환영합니다', '반갑습니다'));
    const { exit } = await project.run(SVG);
    expect(exit).toBe(1);
    expect(await readFile(join(project.path, PICTURES[1] ?? ''), 'utf8')).toBe(before);
  });

  it('have a name of their own, also if samples differ in signs only', async () => {
    const project = await shop();
    await project.write(
      'manifests/welcome.yaml',
      WELCOME.replace('긴 이름', '"기본!"').replace('name: 기본', 'name: "../기본"'),
    );
    await project.run([...SVG, 'welcome']);
    expect((await filesBelow(project, 'out')).slice(0, 2)).toEqual([
      'out/NotificationTemplate/shop/welcome.gibon.2.svg',
      'out/NotificationTemplate/shop/welcome.gibon.svg',
    ]);
  });
});

describe('previews of a plan', () => {
  it('stay in their folder, whatever the addresses of an edited plan are', () => {
    const previewed = ['../../x', '/etc/passwd', 'NotificationTemplate/a b/c\\\n'].map((address) => ({
      address,
      kind: 'NotificationTemplate',
      source: null,
      after: { content: '안내' },
      fields: [],
      samples: [{ name: '../..', values: {} }],
    }));
    const { files } = drawPictures({ previewed, images: new Map(), plan: { environment: 'here' } });
    expect(files.map(({ path }) => path)).toEqual([
      '--/--/x.sample.after.svg',
      '-/etc/passwd.sample.after.svg',
      'NotificationTemplate/a-b/c--.sample.after.svg',
    ]);
  });

  it('draw no file from outside of the project, and none that is no image', async () => {
    const project = await shop();
    const outside = png(10, 10);
    await project.write('../notiform-outside.png', outside);
    onTestFinished(() => rm(join(project.path, '../notiform-outside.png')));
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    await project.write('script.png', script);
    const contents = [
      { path: '../notiform-outside.png', sha256: sha256(outside) },
      { path: 'script.png', sha256: sha256(script) },
      { path: 'manifests', sha256: 'ab' },
      { path: 'nowhere.png', sha256: 'cd' },
      { path: 'manifests/welcome.png', sha256: sha256(png(800, 400)) },
    ];
    const images = await readImages(contents, project.path, systemFiles);
    expect([...images.keys()]).toEqual([sha256(png(800, 400))]);
  });

  it('show a change that waits, and say that a blocked one is a deletion', () => {
    const deleted = blockedOf({
      state: 'RDY',
      reason: 'it is used by a',
      deletes: true,
      before: { name: '배송 출발 안내', content: '출발했습니다.' },
    });
    const risky = blockedOf({ ...deleted, risk: 'loses-approval' });
    const change = changeOf({ after: { name: '결제 안내', content: '결제되었습니다.' } });
    const held = { by: 'Video/shop/clip', change };
    const waiting = [{ address: change.address, state: 'absent', waitsFor: 'encoding', since: null, held }];
    const previewed = plannedPreviews(planOf({ waiting, blocked: [risky, deleted] }));
    const drawing = { previewed, images: new Map(), plan: { environment: 'here' } };
    const text = drawText({ ...drawing, language: 'ko' }).text;
    expect(text).toContain('결제되었습니다.');
    expect(text).toContain('삭제 허용 필요\n삭제 허용 필요: 삭제하면 되돌릴 수 없음\n');
    expect(text).toContain('지금은 삭제 불가\n지금은 삭제할 수 없습니다.');
    const page = drawPage(drawing).files[0]?.text;
    expect(page).toContain('deletion not allowed');
    expect(page).toContain('삭제 허용 필요');
    expect(page).toContain('삭제하면 되돌릴 수 없음');
  });

  it('show every change before and after, with the images that the plan means', async () => {
    const profiles = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];
    const project = await shop(
      `${hereOf(await openEmulator(profiles), profiles)}\ndefaults: { profile: shop }\n`,
      EMULATOR_KEY,
    );
    await project.write('manifests/tag.yaml', 'kind: GroupTag\nid: spring\nname: 봄\n');
    expect((await project.run(['-e', 'here', 'apply', '--yes'])).exit).toBe(0);
    await project.write('manifests/news.yaml', NEWS.replace('새 소식', '반가운 소식'));
    await project.write('manifests/tag.yaml', 'kind: GroupTag\nid: spring\nname: 여름\n');
    await project.write(
      'manifests/hello.yaml',
      WELCOME.replace('id: welcome', 'id: hello').replace('회원 가입', '첫인사'),
    );
    expect((await project.run(['-e', 'here', 'plan', '--out', 'plan.json'])).exit).toBe(0);

    const text = await project.run(['preview', '--plan', 'plan.json', 'news']);
    expect([text.exit, text.out]).toEqual([
      0,
      expect.stringMatching(/Before:.*새 소식입니다.*After:.*반가운 소식입니다/su),
    ]);

    const svg = await project.run(['preview', '--plan', 'plan.json', '--format', 'svg', '--out', 'out', '--json']);
    expect(await filesBelow(project, 'out')).toEqual([
      'out/BrandTemplate/shop/news.after.svg',
      'out/BrandTemplate/shop/news.before.svg',
      'out/NotificationTemplate/shop/hello.gibon.after.svg',
      'out/NotificationTemplate/shop/hello.gin-ireum.after.svg',
    ]);
    expect(JSON.parse(svg.out)).toMatchObject({ environment: 'here', preview: { format: 'svg' } });

    await project.run(['preview', '--plan', 'plan.json', '--format', 'html', '--out', 'page', '--language', 'ko']);
    const page = await readFile(join(project.path, 'page/preview.html'), 'utf8');
    expect(page).toContain('<del>새</del> 소식입니다.');
    expect(page).toContain('<ins>반가운</ins> 소식입니다.');
    expect(page).toContain('<ins>여름</ins>');
    expect(page.match(/data:image\/png;base64/g)).toHaveLength(1);

    await project.write('manifests/welcome.png', png(800, 400, 'another'));
    await project.run(['preview', '--plan', 'plan.json', '--format', 'html', '--out', 'page']);
    expect(await readFile(join(project.path, 'page/preview.html'), 'utf8')).not.toContain('data:image/png');
    const git = gitIn(project.path);
    git('init', '-q');
    for (const image of [png(800, 400), png(800, 400, 'another')]) {
      await project.write('manifests/welcome.png', image);
      git('add', '.');
      git('commit', '-qm', 'image');
    }
    await project.run(['preview', '--plan', 'plan.json', '--format', 'html', '--out', 'page']);
    expect(await readFile(join(project.path, 'page/preview.html'), 'utf8')).toContain('data:image/png');
  });
});

import fs, { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256 } from '../../../src/core/json.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { systemFiles } from '../../../src/files/system.ts';
import type { LoadOptions } from '../../../src/manifest/options.ts';
import { png } from '../../images.ts';
import { folder } from '../folder.ts';
import { environment, load } from '../project.ts';

function template(id: string, more = ''): string {
  return `kind: NotificationTemplate\nid: ${id}\nname: 안내 ${id}\ncategory: "001001"\nmessageType: BA\ncontent: 주문 안내입니다.\n${more}`;
}

function short(problems: readonly Problem[]): string[] {
  return problems.map(({ code, message, place }) => `${place?.file ?? ''}:${place?.line ?? ''} ${code}: ${message}`);
}

/** The file system, and what was read of it. */
function watched() {
  const opened: string[] = [];
  const read = async (path: string, most?: number) => {
    // A file that is too large is refused before its bytes are read.
    const bytes = await systemFiles.read(path, most);
    opened.push(path);
    return bytes;
  };
  return { files: { ...systemFiles, read }, opened };
}

describe('a project', () => {
  it('becomes resources, in order of address', async () => {
    const root = folder({
      'manifests/b.yaml': template('zeta', 'protect: true\nrenamedFrom: eta\nlifecycle: draft\n'),
      'manifests/deep/a.yml': `# 위\n${template('alpha', 'code: first\nversions: true\nheader: "#{이름}님"\nsamples: [ { name: 기본, values: { 이름: 홍길동 } } ]\n')}`,
      'manifests/notes.txt': 'kind: [',
      'other/c.yaml': 'kind: [',
      'manifests/node_modules/x.yaml': 'kind: [',
      'manifests/.notiform/x.yaml': 'kind: [',
    });
    const { resources, sends, problems, sources } = await load(root, { manifests: 'manifests' });
    expect(problems).toEqual([]);
    expect(sends).toEqual([]);
    expect(Array.from(sources, ([file]) => file)).toEqual(['manifests/b.yaml', 'manifests/deep/a.yml']);
    expect(resources).toEqual([
      {
        address: 'NotificationTemplate/shop/alpha',
        kind: 'NotificationTemplate',
        profile: 'shop',
        id: 'alpha',
        source: { file: 'manifests/deep/a.yml', line: 2, column: 1 },
        goal: 'approved',
        name: 'first',
        content: {
          code: 'first',
          name: '안내 alpha',
          category: '001001',
          messageType: 'BA',
          content: '주문 안내입니다.',
          header: '#{이름}님',
        },
        inputs: {},
        options: { versions: { keep: 2, retire: 'keep' } },
        dependsOn: [],
        protect: false,
        samples: [{ name: '기본', values: { 이름: '홍길동' } }],
      },
      {
        address: 'NotificationTemplate/shop/zeta',
        kind: 'NotificationTemplate',
        profile: 'shop',
        id: 'zeta',
        source: { file: 'manifests/b.yaml', line: 1, column: 1 },
        goal: 'draft',
        name: 'zeta',
        content: {
          code: 'zeta',
          name: '안내 zeta',
          category: '001001',
          messageType: 'BA',
          content: '주문 안내입니다.',
        },
        inputs: {},
        options: { codeByDefault: true },
        dependsOn: [],
        protect: true,
        renamedFrom: 'NotificationTemplate/shop/eta',
        samples: [],
      },
    ]);
  });

  it('knows of a template of a group that it is one', async () => {
    const root = folder({ 'a.yaml': template('one', 'profiles: [shop, mall]\n') });
    const { resources } = await load(root);
    expect(resources.map(({ profile, options }) => [profile, options['ofGroup']])).toEqual([
      ['mall', true],
      ['shop', undefined],
    ]);
  });

  it('has a place for each field after its texts were dropped', async () => {
    const text = `kind: Nothing\n---\n${template('first')}---\n# 둘\n${template('second', 'buttons: [{ type: WL, name: 보기, link: { mobile: "https://a.example" } }]\n')}`;
    const root = folder({ 'm/two.yaml': text });
    const { resources, documents } = await load(root, { manifests: 'm' });
    const lines = resources.map(({ source }) =>
      [['id'], ['content'], ['buttons', 0, 'name'], ['buttons', 0, 'link', 'mobile']].map(
        (path) => documents.locate(source, path, 'value')?.line,
      ),
    );
    expect(lines).toEqual([
      [4, 8, undefined, undefined],
      [12, 16, 17, 17],
    ]);
  });

  it('is declared once for each of its profiles, and what is wrong is said once', async () => {
    const root = folder({
      'a.yaml': template('one', 'profiles: [shop, mall]\nemphasis: { type: IMAGE, image: a.png }\n'),
    });
    const broken = await load(root);
    expect(short(broken.problems)).toEqual(['a.yaml:8 file-missing: There is no file `a.png`']);
    expect(broken.resources).toEqual([]);

    const whole = folder({
      'a.yaml': template('one', 'profiles: [shop, mall]\nemphasis: { type: IMAGE, image: a.png }\n'),
      'a.png': png(1000, 500),
    });
    const { resources } = await load(whole);
    const id = `notification-template-${sha256(png(1000, 500)).slice(0, 12)}`;
    expect(resources.map(({ address, dependsOn }) => [address, ...dependsOn])).toEqual([
      [`Image/mall/${id}`],
      [`Image/shop/${id}`],
      ['NotificationTemplate/mall/one', `Image/mall/${id}`],
      ['NotificationTemplate/shop/one', `Image/shop/${id}`],
    ]);
  });

  it('wants a profile from somewhere', async () => {
    const root = folder({ 'a.yaml': template('one') });
    const { problems, resources } = await load(root, { defaults: {} });
    expect(short(problems)).toEqual([
      'a.yaml:1 missing-profile: The manifest names no profile, and there is no default',
    ]);
    expect(resources).toEqual([]);
  });

  it('may be a glob, and its configuration is no manifest', async () => {
    const root = folder({
      'notiform.yaml': 'version: 1\n',
      'shop/a.yaml': template('one'),
      'shop/b.yaml': template('two'),
      'mall/a.yaml': template('three'),
    });
    const ids = async (manifests: string) => (await load(root, { manifests })).resources.map(({ id }) => id);
    expect(await ids('*/a.yaml')).toEqual(['one', 'three']);
    expect(await ids('.')).toEqual(['one', 'three', 'two']);
    expect(await ids('shop/b.yaml')).toEqual(['two']);
  });
});

describe('paths that were asked for', () => {
  const files = {
    'manifests/a.yaml': template('one', 'headr: x\n'),
    'manifests/b.yaml': template('two', 'headr: x\n'),
    'sends/smoke.yaml': 'kind: TestSend\nid: smoke\ntemplate: NotificationTemplate/shop/three\nto: [qa]\n',
    'manifests/c.yaml': template('three'),
  };

  it('limit what is said, and what they refer to is known all the same', async () => {
    const root = folder(files);
    const { problems, sends, resources } = await load(root, { manifests: 'manifests', paths: [join(root, 'sends')] });
    expect(short(problems)).toEqual(['sends/smoke.yaml:1 no-manifests: `plan` and `apply` do not read this file']);
    expect(sends.map(({ id }) => id)).toEqual(['smoke']);
    expect(resources.map(({ id }) => id)).toEqual(['three']);
  });

  it.each(['manifests/one.json', 'manifests/.one.yaml', 'other/one.yaml'])(
    'name a file that the project does not read: %s',
    async (path) => {
      const root = folder({ ...files, [path]: template('unread') });
      const { problems } = await load(root, { manifests: 'manifests', paths: [join(root, path)] });
      expect(problems.map(({ code, severity, place }) => [code, severity, place?.file])).toEqual([
        ['no-manifests', 'warning', path],
      ]);
    },
  );

  it('may be one file', async () => {
    const root = folder(files);
    const { problems, sends } = await load(root, { manifests: 'manifests', paths: [join(root, 'manifests/b.yaml')] });
    expect(short(problems)).toEqual([
      'manifests/b.yaml:7 unknown-field: `headr` is not a field of NotificationTemplate',
    ]);
    expect(sends).toEqual([]);
  });

  it.each(['manifests/d.yaml', 'sends/smoke.yaml'])(
    'are not valid with a reference to nothing because another file cannot be read: %s',
    async (path) => {
      const broken = { ...files, 'manifests/c.yaml': 'kind: [\n' };
      const image = 'emphasis: { type: IMAGE, image: { ref: none } }\n';
      const root = folder({ ...broken, 'manifests/d.yaml': template('four', image) });
      const judge: LoadOptions['judge'] = ({ sends, documents }) =>
        sends.flatMap(({ source, template = '' }) =>
          documents.declares(template)
            ? []
            : [{ code: 'dangling-reference', severity: 'error', message: template, place: source }],
        );
      const asked = { manifests: 'manifests', paths: [join(root, path)], judge };
      expect((await load(root, asked)).problems.map(({ code }) => code)).toContain('dangling-reference');
      const all = await load(root, { judge, paths: [root] });
      expect(all.problems.map(({ code }) => code)).not.toContain('dangling-reference');
    },
  );

  // `plan` only warns about a test send, and would delete the resource.
  it.each(['', 'id: Bad_ID\n'])('have a reference to nothing beside a test send without an id: %j', async (id) => {
    const image = 'emphasis: { type: IMAGE, image: { ref: none } }\n';
    const send = `kind: TestSend\n${id}template: NotificationTemplate/shop/one\nto: [qa]\n`;
    const { problems } = await load(folder({ 'a.yaml': template('one', image), 'b.yaml': send }), {});
    expect(problems.map(({ code, place }) => [code, place?.file])).toEqual([
      ['dangling-reference', 'a.yaml'],
      [id === '' ? 'missing-field' : 'wrong-form', 'b.yaml'],
    ]);
  });

  // `apply` would delete the resource of the lines that a text takes in.
  it.each([
    [
      'a manifest',
      'content: |\n  글\n  ---\n  kind: GroupTag\n  id: tag\n  name: 태그\n',
      '9 `kind: GroupTag` is in the text of `content`',
    ],
    [
      'deeper',
      'content: |\n  글\n      ---\n      kind: GroupTag\n      id: tag\n',
      '9 `kind: GroupTag` is in the text of `content`',
    ],
    [
      'folded',
      'content: >\n  글\n  ---\n  kind: GroupTag\n  id: tag\n  name: 태그\n',
      '9 `kind: GroupTag` is in the text of `content`',
    ],
    ['a word', 'content: |\n  kind: gift\n  kind: GroupTag\n', '8 `kind: GroupTag` is in the text of `content`'],
    ['an escape', 'content: "글\\nkind: GroupTag"\n', '6 `kind: GroupTag` is in the text of `content`'],
    ['a profile', 'content: |\n  글\n  profile: mall\n', '8 `profile: mall` is in the text of `content`'],
    [
      'a profile of a variable',
      'content: |\n  ${var:host}\n  profiles: [mall]\n',
      '8 `profiles: [mall]` is in the text of `content`',
    ],
    ['protection', 'content: |\n  글\n  protect: true\n', '8 `protect: true` is in the text of `content`'],
    [
      'versions',
      'content: |\n  글\n  versions: { keep: 2 }\n',
      '8 `versions: { keep: 2 }` is in the text of `content`',
    ],
    ['a former id', 'content: |\n  글\n  renamedFrom: two\n', '8 `renamedFrom: two` is in the text of `content`'],
    ['a goal', 'content: |\n  글\n  lifecycle: stopped\n', '8 `lifecycle: stopped` is in the text of `content`'],
  ])('have no text that takes in the fields below it: %s', async (_what, content, expected) => {
    const { problems } = await load(folder({ 'a.yaml': template('one').replace(/content: .*\n/, content) }), {});
    const severity = expected.includes('kind') ? 'error' : 'warning';
    const found = problems.filter(({ code }) => code === 'yaml-syntax');
    expect(found.map((one) => one.severity)).toEqual([severity]);
    expect(`${found[0]?.place?.line} ${found[0]?.message}`).toBe(`${expected}, not a field`);
  });

  it.each([
    [
      'samples',
      template(
        'one',
        'header: "#{a}"\nsamples:\n  - name: x\n    values:\n      a: b\n      kind: GroupTag\n      id: tag\n',
      ),
    ],
    [
      'variables',
      `kind: TestSend\nid: s\nmessage: { type: sms, text: 글 }\nvariables:\n  a: b\n  kind: Image\n  id: tag\n`,
    ],
  ])('have no manifest in a mapping of another one: %s', async (_what, text) => {
    const { problems, documents } = await load(folder({ 'a.yaml': text }), {});
    const found = problems.filter(({ code }) => code === 'yaml-syntax');
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining('A manifest is in `')]);
    // `plan` has only warnings about a test send by itself.
    expect(found.map((one) => documents.sendOf(one))).toEqual([undefined]);
  });

  it('have no folder that cannot be read: apply would delete the resources of its manifests', async () => {
    const root = folder({ 'a.yaml': template('one'), 'sub/b.yaml': template('two') });
    const refused = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    const { readdir } = fs;
    const isRefused = (path: unknown): boolean => /sub[/]?$/.test(String(path));
    vi.spyOn(fs.promises, 'readdir').mockRejectedValue(refused);
    vi.spyOn(fs, 'readdir').mockImplementation(((path: string, options: never, done: (error: Error | null) => void) =>
      isRefused(path) ? done(refused) : readdir(path, options, done)) as never);
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    const { problems } = await load(root, {});
    expect(short(problems)).toEqual(['sub:1 file-unreadable: `sub` cannot be read (EACCES)']);
  });

  it('may have only comments, but an empty one is a warning', async () => {
    const root = folder({ 'a.yaml': '\uFEFF \n', 'b.yaml': '# later\n', 'd.yaml': '---\n', 'c.yaml': template('one') });
    const { problems, resources } = await load(root, {});
    expect(problems).toEqual(
      ['a.yaml', 'd.yaml'].map((file) => ({
        code: 'no-manifests',
        severity: 'warning',
        message: 'The file is empty',
        hint: 'Write a manifest into it, or delete it',
        place: { file, line: 1, column: 1 },
      })),
    );
    expect(resources.map(({ id }) => id)).toEqual(['one']);
  });

  it.each([
    ['nothing.yaml', 'There is no file or folder `nothing.yaml`'],
    ['manifets/**', 'No manifest matches `manifets/**`'],
    ['empty', 'There is no manifest in `empty`'],
  ])('have to be there: %s', async (path, message) => {
    const root = folder({ ...files, 'empty/README.md': '' });
    const paths = [join(root, 'manifests'), join(root, path)];
    const loading = load(root, { manifests: 'manifests', paths });
    await expect(loading).rejects.toMatchObject({ exit: 64, problems: [{ code: 'no-manifests', message }] });
  });
});

describe('placeholders', () => {
  const read = async (more: string, variables: [string, string][]) => {
    const root = folder({ 'a.yaml': template('one', more) });
    return load(root, { environment: { ...environment, variables: new Map(variables) } });
  };

  it('are filled in on values, whatever they hold, and never read as YAML', async () => {
    const nasty = '"}: #{이름}\n- & *x ${var:host} $${';
    const text = '가 ${var:nasty} $${var:nasty} $$${var:host}';
    const { resources, problems } = await read(
      `header: "#{값}"\nsamples: [ { name: 기본, values: { 값: "${text}" } } ]\n`,
      [
        ['nasty', nasty],
        ['host', 'h'],
      ],
    );
    // The value has a variable itself, which no message may.
    expect(problems.map(({ code }) => code)).toEqual(['sample-values']);
    expect(resources[0]?.samples[0]?.values).toEqual({ 값: `가 ${nasty} \${var:nasty} $\${var:host}` });
  });

  it('count with what is filled in', async () => {
    const { problems } = await read('preview: "${var:long}"\n', [['long', '가'.repeat(41)]]);
    expect(short(problems)).toEqual(['a.yaml:7 too-long: `preview` has 41 characters; at most 40 are allowed']);
  });

  it('are looked at in every value and left alone in keys', async () => {
    const { problems, resources } = await read(
      'samples: [ { name: 기본, values: { "${var:host}": "${var:host}" } } ]\nlint: { AT07: 열쇠를 본다 }\n',
      [['host', 'h']],
    );
    expect(problems).toEqual([]);
    expect(resources[0]?.samples).toEqual([{ name: '기본', values: { '${var:host}': 'h' } }]);
  });
});

describe('texts', () => {
  it('that a file is missing for are told at each place, in order', async () => {
    const root = folder({ 'b.yaml': template('b', 'headr: x\n'), 'a.yaml': template('a', 'headr: x\nfooter: y\n') });
    expect((await load(root)).problems.map(({ place, path }) => [place?.file, place?.line, path])).toEqual([
      ['a.yaml', 7, 'headr'],
      ['a.yaml', 8, 'footer'],
      ['b.yaml', 7, 'headr'],
    ]);
  });

  it.each(['"가\\r\\n나"', '"${var:two}"'])(
    'have LF alone, also where quotes or a variable say CR LF: %s',
    async (written) => {
      const { resources, problems } = await load(folder({ 'a.yaml': template('a', `preview: ${written}\n`) }), {
        environment: { ...environment, variables: new Map([['two', '가\r\n나']]) },
      });
      expect(resources[0]?.content).toMatchObject({ preview: '가\n나' });
      expect(short(problems)).toEqual(['a.yaml:7 line-breaks: The text has CR LF line breaks; it is sent with LF']);
    },
  );

  it('may be silenced by rule, with a reason', async () => {
    const at = (lint: string) => load(folder({ 'a.yaml': template('a', `extra: 안내\n${lint}`) }));
    expect((await at('')).problems.map(({ rule }) => rule)).toEqual(['AT09']);
    expect((await at('lint: { AT09: 기존 안내 }\n')).problems).toEqual([]);
    expect((await at('lint: { AT10: 기존 안내 }\n')).problems.map(({ rule }) => rule)).toEqual(['AT09']);
  });
});

describe('images', () => {
  const shown = (image: string, id = 'a') => template(id, `emphasis: { type: IMAGE, image: ${image} }\n`);
  const thumb = (image: string, id = 'b') =>
    template(id, `highlight: { title: 감귤, description: 한 상자, image: ${image} }\n`);

  it('stand in the content by their bytes, in whatever form they are written', async () => {
    const root = folder({
      'm/a.yaml': `${shown('./i/a.png')}---\n${shown('{ file: i/../i/a.png }', 'b')}---\n${shown('{ url: "https://img/1.png" }', 'c')}`,
      'm/i/a.png': png(1000, 500),
    });
    const { resources, problems } = await load(root, { manifests: 'm' });
    const hash = sha256(png(1000, 500));
    const node = { path: 'm/i/a.png', sha256: hash, width: 1000, height: 500 };
    const address = `Image/shop/notification-template-${hash.slice(0, 12)}`;
    expect(problems).toEqual([]);
    expect(resources.map(({ content, dependsOn }) => [content['emphasis'] ?? content, dependsOn])).toEqual([
      [{ use: 'notification/template', file: node }, []],
      [{ type: 'IMAGE', image: node }, [address]],
      [{ type: 'IMAGE', image: node }, [address]],
      [{ type: 'IMAGE', image: { url: 'https://img/1.png' } }, []],
    ]);
    expect(resources[0]).toMatchObject({ goal: 'present', source: { file: 'm/a.yaml', line: 7, column: 33 } });
  });

  it('may be declared and referred to, before or after, by path or by reference', async () => {
    const image = 'kind: Image\nid: banner\nfile: a.png\nuse: notification/template\n';
    const root = folder({
      'a.yaml': `${shown('{ ref: banner }')}---\n${image}---\n${shown('a.png', 'b')}`,
      'a.png': png(500, 250),
    });
    const { resources, problems } = await load(root);
    expect(problems).toEqual([]);
    expect(resources.map(({ address, dependsOn }) => [address, ...dependsOn])).toEqual([
      ['Image/shop/banner'],
      ['NotificationTemplate/shop/a', 'Image/shop/banner'],
      ['NotificationTemplate/shop/b', 'Image/shop/banner'],
    ]);
    expect(resources[1]?.content['emphasis']).toEqual(resources[2]?.content['emphasis']);
  });

  it('that are referred to and broken themselves are one mistake', async () => {
    const image = 'kind: Image\nid: banner\nfile: none.png\nuse: notification/template\n';
    const { problems } = await load(folder({ 'a.yaml': `${shown('{ ref: banner }')}---\n${image}` }));
    expect(short(problems)).toEqual(['a.yaml:11 file-missing: There is no file `none.png`']);
  });

  it.each([
    ['500 × 250', shown('a.png'), png(500, 250), undefined],
    ['499 × 250', shown('a.png'), png(499, 250), 'image-width'],
    ['500 × 251', shown('a.png'), png(500, 251), 'image-shape'],
    ['500 × 249', shown('a.png'), png(500, 249), 'image-shape'],
    ['512,000 bytes', shown('a.png'), png(1000, 500, 512_000), undefined],
    ['512,001 bytes', shown('a.png'), png(1000, 500, 512_001), 'file-too-large'],
    ['108 × 108 as a thumbnail', thumb('a.png'), png(108, 108), undefined],
    ['107 × 107 as a thumbnail', thumb('a.png'), png(107, 107), 'image-width'],
    ['109 × 108 as a thumbnail', thumb('a.png'), png(109, 108), 'image-shape'],
    ['no pixels', shown('a.png'), png(0, 0), 'image-damaged'],
    [
      '2,000,000,000 × 500 (a bomb is measured, not unpacked, and one side is enough)',
      shown('a.png'),
      png(2_000_000_000, 500),
      'image-pixels',
    ],
  ])('of %s', async (_, manifest, bytes, code) => {
    const { problems } = await load(folder({ 'a.yaml': manifest, 'a.png': bytes }));
    expect(problems.map((problem) => problem.code)).toEqual(code === undefined ? [] : [code]);
  });

  it('of 2:1 to 3:4 are for sends', async () => {
    const image = (name: string) => `kind: Image\nid: ${name}\nfile: ${name}.png\nuse: notification/send\n`;
    const root = folder({
      'a.yaml': ['wide', 'tall', 'wider', 'taller'].map(image).join('---\n'),
      'wide.png': png(1000, 500),
      'tall.png': png(600, 800),
      'wider.png': png(1000, 499),
      'taller.png': png(600, 801),
    });
    expect(short((await load(root)).problems)).toEqual([
      'a.yaml:13 image-shape: `wider.png` has 1000 × 499 px; the service requires a ratio of 2:1 to 3:4',
      'a.yaml:18 image-shape: `taller.png` has 600 × 801 px; the service requires a ratio of 2:1 to 3:4',
    ]);
  });
});

describe('files that cannot be read', () => {
  const failing = (path: string) => ({
    ...systemFiles,
    read: async (asked: string) => {
      if (asked.endsWith(path)) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
      return systemFiles.read(asked);
    },
  });

  it('are problems: an image', async () => {
    const root = folder({
      'a.yaml': template('a', 'emphasis: { type: IMAGE, image: a.png }\n'),
      'a.png': png(500, 250),
    });
    expect(short((await load(root, { files: failing('a.png') })).problems)).toEqual([
      'a.yaml:7 file-unreadable: `a.png` cannot be read (EACCES)',
    ]);
  });

  it('are problems: a manifest', async () => {
    const root = folder({ 'a.yaml': template('a'), 'b.yaml': template('b') });
    const { problems, resources } = await load(root, { files: failing('a.yaml') });
    expect(short(problems)).toEqual(['a.yaml:1 file-unreadable: `a.yaml` cannot be read (EACCES)']);
    expect(resources.map(({ id }) => id)).toEqual(['b']);
  });

  it('show only the text before a byte that is not UTF-8, although no number had to be masked in it', async () => {
    const root = folder({
      'm/a.yaml': Buffer.from([...Buffer.from('kind: TestSend\n'), 0xff, ...Buffer.from('01012345678')]),
    });
    const { sources } = await load(root, { manifests: 'm' });
    expect(Array.from(sources, ([, text]) => text)).toEqual(['kind: TestSend\n']);
  });

  it('are not read at all where they are too large', async () => {
    const root = folder({
      'a.yaml': template('a', 'emphasis: { type: IMAGE, image: a.png }\n'),
      'a.png': new Uint8Array(20 * 1024 * 1024),
      'huge.yaml': new Uint8Array(20 * 1024 * 1024).fill(35),
    });
    const { files, opened } = watched();
    const { problems } = await load(root, { files });
    expect(short(problems)).toEqual([
      'a.yaml:7 file-too-large: `a.png` has 20,971,520 bytes; the service accepts at most 512,000 (500 KB)',
      'huge.yaml:1 source-too-large: The file has 20,971,520 bytes; at most 1,048,576 are read',
    ]);
    expect(opened).toEqual([join(root, 'a.yaml')]);
  });
});

describe('attachments', () => {
  const attached = (file: string) => template('a', `inspection: { comment: 확인해 주세요., attachments: [${file}] }\n`);

  it('become inputs of the request', async () => {
    const pdf = Buffer.from('%PDF-1.4\n');
    const root = folder({ 'a.yaml': attached('./e/a.pdf'), 'e/a.pdf': pdf });
    const { resources, problems } = await load(root);
    expect(problems).toEqual([]);
    expect(resources).toHaveLength(1);
    expect(resources[0]?.inputs).toEqual({
      comment: '확인해 주세요.',
      attachments: [{ path: 'e/a.pdf', sha256: sha256(pdf) }],
    });
    expect(resources[0]?.content).not.toHaveProperty('inspection');
  });

  it.each([
    ['heic', 'a HEIC image'],
    ['heix', 'a HEIC image'],
    ['mif1', 'a HEIC image'],
    ['avif', 'an AVIF image'],
  ])('is an image in the container of a video, not a video: %s', async (brand, type) => {
    const bytes = Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0`, 'latin1');
    const { problems } = await load(folder({ 'a.yaml': attached('a.jpg'), 'a.jpg': bytes }));
    expect(problems.map(({ message }) => message)).toEqual([
      `\`a.jpg\` is ${type} by its content, but its name has another ending`,
    ]);
  });

  it.each([
    ['a.hwp', 'HWP Document File V3.00'],
    ['a.hwp', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
    ['a.doc', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
    ['a.docx', 'PK\u0003\u0004'],
  ])('may be %s of %j', async (name, bytes) => {
    const { problems } = await load(folder({ 'a.yaml': attached(name), [name]: Buffer.from(bytes, 'latin1') }));
    expect(problems).toEqual([]);
  });

  it('may have 50 MB, and one byte more is too much', async () => {
    const size = 50 * 1024 * 1024;
    const root = folder({ 'a.yaml': attached('a.pdf'), 'a.pdf': '%PDF-1.4\n' });
    const sized = (bytes: number) => ({
      ...systemFiles,
      size: async (path: string) => (path.endsWith('.pdf') ? bytes : systemFiles.size(path)),
    });
    expect((await load(root, { files: sized(size) })).problems).toEqual([]);
    expect(short((await load(root, { files: sized(size + 1) })).problems)).toEqual([
      'a.yaml:7 file-too-large: `a.pdf` has 52,428,801 bytes; the service accepts at most 52,428,800 (50 MB)',
    ]);
  });
});

describe('test sends', () => {
  const send = (more: string) => `kind: TestSend\nid: smoke\ntemplate: NotificationTemplate/shop/one\n${more}`;

  it('are plain data, with the default sender', async () => {
    const root = folder({
      'a.yaml': `${template('one', 'samples: [{ name: 기본, values: {} }]\n')}---\n${send('to: [qa]\nsample: 기본\nvariables: { 이름: 홍 }\nat: 2026-12-01T09:00+09:00\nexpect: failed:7322\nbuttons: { 지도: { map: { address: 서울 } } }\ncountry: "82"\nuserinfo: 개발\nresellercode: "123456789"\nallow: [locks-text]\nprofile: shop\nfallback: [ { type: lms, text: 안녕 } ]\nbrand: { mode: template }\n')}`,
    });
    const { sends, problems } = await load(root);
    expect(problems).toEqual([]);
    expect(sends).toEqual([
      {
        id: 'smoke',
        source: { file: 'a.yaml', line: 9, column: 1 },
        template: 'NotificationTemplate/shop/one',
        profile: 'shop',
        from: 'main',
        to: ['qa'],
        sample: '기본',
        variables: { 이름: '홍' },
        at: '2026-12-01T09:00+09:00',
        expect: 'failed:7322',
        buttons: { 지도: { map: { address: '서울' } } },
        country: '82',
        userinfo: '개발',
        resellercode: '123456789',
        allow: ['locks-text'],
        fallback: [{ type: 'lms', text: '안녕' }],
        brand: { mode: 'template' },
      },
    ]);
  });

  it('need no recipients: the command line may name them', async () => {
    const { sends, problems } = await load(folder({ 'a.yaml': `${template('one')}---\n${send('')}` }), {
      defaults: { profile: 'shop' },
    });
    expect(problems).toEqual([]);
    expect(sends[0]).toEqual({
      id: 'smoke',
      source: { file: 'a.yaml', line: 8, column: 1 },
      template: 'NotificationTemplate/shop/one',
      to: [],
      expect: 'delivered',
      buttons: {},
      allow: [],
    });
  });

  it('never repeat a number, in whatever form it is written', async () => {
    const numbers = ['01012345678', '"010-1234-5678"', '"+82 10 1234 5678"', '"(010) 1234.5678"', '1234'];
    const root = folder({
      'a.yaml': `${template('one')}---\n${send(`from: 15887777\nto:\n${numbers.map((number) => `  - ${number}\n`).join('')}`)}---\n${send('to: 01012345678\n').replace('smoke', 'two')}`,
    });
    const { problems, sources, sends } = await load(root);
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'send-number from',
      'send-number to[0]',
      'send-number to[1]',
      'send-number to[2]',
      'send-number to[3]',
      'send-number to[4]',
      'send-number to',
    ]);
    expect(sends).toEqual([]);
    const said = JSON.stringify(problems) + Array.from(sources, ([, text]) => text).join('');
    expect(said).not.toMatch(/1234|5678|7777/);
  });

  it.each([
    ['over several lines', 'to:\n  - qa\n  - "010-1234-\\\n    5678"\n'],
    ['in a block', 'to: |\n  01012345678\n'],
    ['as a mapping', 'to: { phone: 01012345678 }\n'],
    ['as a mapping in a list', 'to:\n  - phone: "010 1234 5678"\n'],
    ['under another name', 'phone: 010.1234.5678\nto: [qa]\n'],
    ['beside a syntax error', 'to: [01012345678\nfrom: 01012345678\n'],
    ['in a comment', 'to: [qa, 1] # 홍길동 +82 10-1234-5678\n'],
    ['as a landline', 'to: { phone: "02-123-5678" }\n'],
    ['with a wrong kind', 'to: ["01012345678"]\nkind: TestSned\n'],
    ['with the kind of something else', 'to: ["01012345678"]\nkind: GroupTag\n'],
  ])('show no number in a frame: %s', async (_name, lines) => {
    const { problems, sources } = await load(folder({ 'a.yaml': `${template('one')}---\n${send(lines)}` }));
    expect(problems).not.toEqual([]);
    expect(JSON.stringify(problems) + Array.from(sources, ([, text]) => text).join('')).not.toMatch(/1234|5678/);
    expect(sources.get('a.yaml')).toContain('***');
  });

  it('show what a valid manifest publishes, in a file with others that are not', async () => {
    const buttons = 'buttons: [{ type: TN, name: 고객센터 연결, tel: 02-123-4567 }]\n';
    const text = `${template('one', buttons)}---\n${send('to: { a: 02-123-4567 }\nat: 2026-11-20 21:00\n')}---\nno: [02-123-4567\n`;
    const { sources } = await load(folder({ 'a.yaml': text }));
    const starred = text.replaceAll('a: 02-123-4567', 'a: **-***-****').replace('no: [02-123-4567', 'no: [**-***-****');
    expect(sources.get('a.yaml')).toBe(starred);
  });
});

describe('large projects', () => {
  it('of a thousand templates are read in a moment', async () => {
    const documents = Array.from({ length: 1000 }, (_, i) =>
      template(`t-${i}`, 'emphasis: { type: IMAGE, image: a.png }\n'),
    );
    const root = folder({ 'a.yaml': documents.join('---\n'), 'a.png': png(500, 250) });
    const { files, opened } = watched();
    const { resources, problems } = await load(root, { files });
    expect(problems).toEqual([]);
    expect(resources).toHaveLength(1001);
    expect(opened).toHaveLength(2);
  });
});

describe('the fixtures', () => {
  it('hold a file that is too large by one byte', () => {
    const path = join(import.meta.dirname, '../../fixtures/broken/image-too-large/banner.png');
    expect(readFileSync(path)).toHaveLength(512_001);
  });
});

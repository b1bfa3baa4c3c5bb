import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDigest } from '../../../src/core/content.ts';
import { sha256 } from '../../../src/core/json.ts';
import { systemFiles, writeOwn } from '../../../src/core/ports.ts';
import type { Place } from '../../../src/core/problem.ts';
import { openCache } from '../../../src/manifest/load/cache.ts';
import type { NewManifest } from '../../../src/manifest/load/known.ts';
import { CheckMemory } from '../../../src/manifest/load/memory.ts';
import type { LoadOptions } from '../../../src/manifest/options.ts';
import { png } from '../../images.ts';
import { folder } from '../folder.ts';
import { environment, load } from '../project.ts';

/** A cache is used for a hundred files or more. */
const FILES = 100;

function template(id: string, content = '주문 안내입니다.'): string {
  return `kind: NotificationTemplate\nid: ${id}\nname: 안내 ${id}\ncategory: "001001"\nmessageType: BA\ncontent: |\n  ${content}\n`;
}

function fillers(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: FILES }, (_, index) => [`m/f${index}.yaml`, template(`f-${index}`)]));
}

function cacheIn(root: string, build = 'one'): NonNullable<LoadOptions['cache']> {
  return { path: join(root, '.notiform/cache/manifests'), build };
}

/** The cache of a command that takes files for unchanged by their stamps. It begins later, because files of now have none. */
function unreadIn(root: string): NonNullable<LoadOptions['cache']> {
  return { ...cacheIn(root), began: Date.now() + 60_000 };
}

/** Everything that a command can learn of a project, as text. */
async function read(root: string, more: Partial<LoadOptions> = {}): Promise<string> {
  const { resources, sends, problems, sources, documents } = await load(root, { manifests: 'm', ...more });
  const places = resources
    .filter(({ id }) => !/^f-.*[1-9]$/.test(id))
    .flatMap(({ source, content, address }) =>
      [...Object.keys(content), 'buttons', 'absent'].map((name) => [
        documents.declares(address),
        documents.locate(source, [name], 'key'),
        documents.locate(source, [name], 'value'),
        documents.locate(source, [name, 0, 'name'], 'value'),
      ]),
    );
  const digests = resources.map(({ content }) => contentDigest(content));
  return JSON.stringify({
    resources,
    digests,
    sends,
    problems,
    sources: [...sources],
    invalid: documents.invalidSends,
    places,
  });
}

/** Reads a project with its cache, and compares with a reading without. */
async function expectSame(root: string, more: Partial<LoadOptions> = {}): Promise<void> {
  // A selected path may be gone, which ends every command.
  const [plain, cached] = await Promise.allSettled([read(root, more), read(root, { ...more, cache: cacheIn(root) })]);
  expect(cached).toEqual(plain);
  const [unread] = await Promise.allSettled([read(root, { ...more, cache: unreadIn(root) })]);
  expect(unread).toEqual(plain);
}

function written(root: string): string {
  return readFileSync(cacheIn(root).path, 'utf8');
}

/** Documents with and without findings, mistakes, placeholders, files, references and numbers. */
const texts = [
  template('one', '#{이름}님, 주문 안내입니다.'),
  `${template('two')}---\n${template('three', '이벤트 쿠폰을 지금 받으세요! 최대 50% 할인!')}`,
  template('one', '다른 안내입니다.'),
  template('host', '${var:host}에서 보세요.'),
  template('escaped').replace('|\n  주문', '"\\x24{var:host} 주문').replace('니다.', '니다."'),
  template('wrong').replace('BA', 'ZZ'),
  template('number', '문의 010-1234-5678'),
  `${template('image')}emphasis: { type: IMAGE, image: ./a.png }\n`,
  `${template('both')}profiles: [shop, mall]\nsamples: [{ name: a, values: {} }]\n`,
  `${template('other')}profile: nowhere\n`,
  `${template('old')}renamedFrom: one\nlint: { AT07: fixed }\n`,
  'kind: TestSend\nid: smoke\ntemplate: NotificationTemplate/shop/one\nto: [qa]\n',
  'kind: GroupTag\nid: winter\nname: 겨울\n',
  'kind: Image\nid: banner\nfile: ./a.png\nuse: notification/template\n',
  `${template('ref')}emphasis: { type: IMAGE, image: { ref: banner } }\n`,
  `\ufeff${template('bom')}`,
  template('crlf').replaceAll('\n', '\r\n'),
  'a: [\n',
  '',
];

const environments: LoadOptions['environment'][] = [
  environment,
  { ...environment, name: 'second', profiles: new Map([['shop', { type: 'G' }]]) },
  { ...environment, variables: new Map([['host', 'm.example.com']]) },
  { ...environment, categories: { environment: 'local', names: new Map([['001002', '가입']]) } },
  { ...environment, categories: { environment: 'local', names: new Map([['001001', '가입']]) } },
];

const name = fc.constantFrom('m/a.yaml', 'm/b.yaml', 'm/f1.yaml', 'm/z/c.yaml');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write'), name, text: fc.constantFrom(...texts) }) },
  fc.record({ do: fc.constant('remove'), name }),
  fc.record({ do: fc.constant('move'), name, to: name }),
  fc.record({ do: fc.constant('image'), width: fc.constantFrom(400, 800, 1000) }),
  fc.record({ do: fc.constant('environment'), index: fc.nat(environments.length - 1) }),
  fc.record({ do: fc.constant('paths'), paths: fc.constantFrom(undefined, ['m/a.yaml'], ['m/f1.yaml', 'm/z']) }),
  fc.record({ do: fc.constant('damage'), at: fc.nat(), by: fc.constantFrom(0, 10, 34, 123) }),
  fc.record({ do: fc.constant('cut'), at: fc.nat() }),
);

type Step = { do: string; name?: string; to?: string; text?: string; width?: number; index?: number; at?: number } & {
  by?: number;
  paths?: string[] | undefined;
};

function change(root: string, { do: what, name = '', to = '', text = '', width = 800, at = 0, by = 0 }: Step): void {
  const path = join(root, name);
  const cache = cacheIn(root).path;
  if (what === 'write') writeFileSync(path, text);
  if (what === 'remove') rmSync(path, { force: true });
  if (what === 'move' && existsSync(path)) renameSync(path, join(root, to));
  if (what === 'image') writeFileSync(join(root, 'm/a.png'), png(width, width / 2));
  if (!existsSync(cache) || (what !== 'damage' && what !== 'cut')) return;
  const bytes = readFileSync(cache);
  const from = at % (bytes.length + 1);
  if (what === 'cut') writeFileSync(cache, bytes.subarray(0, from));
  if (what === 'damage') writeFileSync(cache, bytes.fill(by, from, from + 1));
}

it('takes the document of a file that was just written from its writer, and does not cache it without its warnings', async () => {
  const text = template('a', '이벤트 쿠폰을 지금 받으세요! 최대 50% 할인!');
  const root = folder({ ...fillers(), 'm/a.yaml': text });
  const value = { id: 'a', name: '안내', category: '001001', messageType: 'BA', content: '쓴 사람의 글' };
  const document = {
    kind: 'NotificationTemplate',
    members: value,
    isWhole: true,
    begin: { file: '', line: 1, column: 1 },
    findings: { S: [] },
    contents: {},
  };
  const reading = async (of: string | undefined): Promise<[unknown, boolean]> => {
    const file: NewManifest[] = of === undefined ? [] : [{ text: of, document }];
    const options = { manifests: 'm', cache: cacheIn(root) };
    const written = new Map(file.map((one) => ['m/a.yaml', one]));
    const { resources, problems } = await load(root, options, { written });
    const found = resources.find(({ id }) => id === 'a');
    return [found?.content['content'], problems.some(({ place }) => place?.file === 'm/a.yaml')];
  };
  expect(await reading(text)).toEqual(['쓴 사람의 글', false]);
  expect(await reading(undefined)).toEqual(['이벤트 쿠폰을 지금 받으세요! 최대 50% 할인!', true]);
  // Somebody changed the file after it was written.
  expect(await reading(`# \n${text}`)).toEqual(['이벤트 쿠폰을 지금 받으세요! 최대 50% 할인!', true]);
});

it('reads the same with its cache and without it, whatever changes between two runs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step as fc.Arbitrary<Step>, { minLength: 1, maxLength: 8 }), async (steps) => {
      const root = folder({ ...fillers(), 'm/z/d.yaml': template('d'), 'm/a.png': png(800, 400) });
      let more: Partial<LoadOptions> = {};
      await expectSame(root);
      for (const one of steps) {
        change(root, one);
        if (one.do === 'environment') more = { ...more, environment: environments[one.index ?? 0] ?? environment };
        if (one.do === 'paths') {
          const paths = one.paths?.map((path) => join(root, path)).filter(existsSync);
          more = { ...more, ...(paths && { paths }) };
        }
        await expectSame(root, more);
      }
      rmSync(root, { recursive: true });
    }),
    { numRuns: 6, seed: 20261122 },
  );
});

describe('the cache of manifests', () => {
  /** Replaces a word of the file, with the digests and the identity that the program would write. */
  async function forge(root: string, before: string, after: string): Promise<void> {
    const [header = ''] = written(root).split('\n');
    const { program, stamps, parts } = JSON.parse(header.slice(header.indexOf(' ') + 1));
    const rest = written(root).slice(header.length + 1 + stamps.bytes);
    const content = Buffer.from(rest.replaceAll(before, after));
    const part = { ...parts[0], bytes: content.length, sha256: sha256(content) };
    await writeOwn(cacheIn(root).path, (identity) => {
      const text = JSON.stringify({ program, identity, stamps: { bytes: 0, sha256: '' }, parts: [part] });
      return [Buffer.from(`${sha256(text)} ${text}\n`), content];
    });
  }

  it('is used for files that did not change', async () => {
    const root = folder(fillers());
    await expectSame(root);
    await forge(root, '안내 f-7"', '표시 f-7"');
    expect(await read(root, { cache: cacheIn(root) })).toContain('표시 f-7');
  });

  it.each([
    ['another build of the program', (root: string) => cacheIn(root, 'two')],
    [
      'a copy of the file, as a checkout makes one',
      (root: string) => {
        const { path } = cacheIn(root);
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
        return cacheIn(root);
      },
    ],
    [
      'a file that others may write',
      (root: string) => {
        chmodSync(cacheIn(root).path, 0o664);
        return cacheIn(root);
      },
    ],
  ])('is not used by or from %s', async (_what, change) => {
    const root = folder(fillers());
    await expectSame(root);
    await forge(root, '안내 f-7"', '표시 f-7"');
    const cache = change(root);
    expect(await read(root, { cache })).toBe(await read(root));
  });

  it('has no test send, no file with a placeholder, a problem or a phone number, and no file that is gone', async () => {
    const root = folder({
      ...fillers(),
      'm/a.yaml': template('keep-me'),
      'm/send.yaml': 'kind: TestSend\nid: secret-send\ntemplate: NotificationTemplate/shop/f-1\nto: [qa]\n',
      'm/number.yaml': template('secret-number', '문의 010-1234-5678'),
      'm/host.yaml': template('secret-host', '${var:host}'),
      'm/wrong.yaml': template('secret-wrong').replace('BA', 'ZZ'),
    });
    await expectSame(root);
    expect(written(root)).toContain('keep-me');
    expect(/secret|010-1234/.test(written(root))).toBe(false);
    rmSync(join(root, 'm/a.yaml'));
    await expectSame(root);
    expect(written(root)).not.toContain('keep-me');
  });

  it('has what a manifest declares, and all of a manifest that depends on others', async () => {
    const root = folder({
      ...fillers(),
      'm/a.png': png(800, 400),
      'm/image.yaml': 'kind: Image\nid: banner\nfile: ./a.png\nuse: notification/template\n',
      'm/alone.yaml': `${template('alone')}lint: { AT07: own words }\n`,
      'm/refers.yaml': `${template('refers')}lint: { AT07: other words }\nemphasis: { type: IMAGE, image: { ref: banner } }\n`,
    });
    await expectSame(root);
    expect(/own words/.test(written(root))).toBe(false);
    expect(written(root)).toContain('other words');
    await expectSame(root);
  });

  it.each([
    '"\\x24{var:host}"',
    '"\\u0024{var:host}"',
    '"\\U00000024\\x7bvar:host}"',
    '"$\\u007bvar:host}"',
    '"$\\\n  {var:host}"',
  ])('has no file with a placeholder in an escape: %s', async (content) => {
    const root = folder({
      ...fillers(),
      'm/host.yaml': `${template('escaped').split('content:')[0]}content: ${content}\n`,
    });
    const memory = new CheckMemory();
    for (const one of environments) {
      await expectSame(root, { environment: one });
      const kept = await load(root, { manifests: 'm', environment: one }, { memory });
      const host = kept.resources.find(({ id }) => id === 'escaped');
      expect(host?.content['content']).toBe(one.variables.get('host'));
    }
  });

  it('has no test send that is only for some environments', async () => {
    const root = folder({
      'm/send.yaml': 'kind: TestSend\nid: smoke\nenvironments: [one]\nto: [qa]\nmessage: { type: sms, text: 안내 }\n',
    });
    const memory = new CheckMemory();
    const names = ['one', 'two'];
    for (const name of [...names, ...names]) {
      const of = { ...environment, name, environments: names };
      const { sends, problems } = await load(root, { manifests: 'm', environment: of }, { memory });
      expect(problems).toEqual([]);
      expect(sends).toHaveLength(name === 'one' ? 1 : 0);
    }
  });

  it('is not written again while nothing changes, and not at all for a small project', async () => {
    const root = folder(fillers());
    await expectSame(root);
    const before = written(root);
    await expectSame(root);
    expect(written(root)).toBe(before);
    const small = folder({ 'm/a.yaml': template('a') });
    await expectSame(small);
    expect(existsSync(join(small, '.notiform'))).toBe(false);
  });

  it('spares the reading of files that have the stamp of an earlier run, and only of those', async () => {
    const root = folder({ ...fillers(), 'm/send.yaml': 'kind: TestSend\nid: smoke\nto: [qa]\n' });
    const readOnes = async (cache: LoadOptions['cache']): Promise<string[]> => {
      const ones: string[] = [];
      const read: typeof systemFiles.read = (path, most) => {
        ones.push(path.slice(root.length + 1));
        return systemFiles.read(path, most);
      };
      await load(root, { manifests: 'm', cache, files: { ...systemFiles, read } });
      return ones;
    };
    await expectSame(root);
    expect(await readOnes(unreadIn(root))).toEqual(['m/send.yaml']);
    expect(await readOnes(cacheIn(root))).toHaveLength(FILES + 1);
    expect(await readOnes({ ...cacheIn(root), began: Date.now() })).toHaveLength(FILES + 1);
    writeFileSync(join(root, 'm/f7.yaml'), template('f-7', '다른 안내입니다.'));
    await expectSame(root);
    rmSync(cacheIn(root).path);
    expect(await readOnes(unreadIn(root))).toHaveLength(FILES + 1);
  });

  it('says that a file changed when its places are asked for later, and shows no text of it', async () => {
    const root = folder(fillers());
    await expectSame(root);
    const { resources, documents, sources } = await load(root, { manifests: 'm', cache: unreadIn(root) });
    const source = resources.find(({ id }) => id === 'f-7')?.source as Place;
    const text = template('f-7').replace('주문', '다른');
    writeFileSync(join(root, 'm/f7.yaml'), text);
    expect(() => documents.locate(source, ['name'], 'value')).toThrow(
      '`m/f7.yaml` changed while notiform read the project',
    );
    expect(sources.get('m/f7.yaml')).toBe(undefined);
    expect([...sources]).toHaveLength(FILES - 1);
    rmSync(join(root, 'm/f7.yaml'));
    expect(sources.get('m/f7.yaml')).toBe(undefined);
    expect(sources.get('m/f8.yaml')).toBe(template('f-8'));
  });

  /** Files as a cache sees them: names in order, and a digest for each. */
  function named(count: number): [name: string, digest: string][] {
    return Array.from({ length: count }, (_, index) => [String(index).padStart(5, '0'), sha256(String(index))]);
  }

  /** Asks a cache for files, keeps those that it does not know, and returns the numbers of those that it knows. */
  async function readIn(root: string, files: readonly (readonly [string, string])[], most?: number): Promise<number[]> {
    const cache = await openCache(cacheIn(root), most);
    const known: number[] = [];
    for (const [name, digest] of files) {
      if (await cache.get(name, digest)) known.push(Number(name));
      else cache.keep(name, digest, []);
    }
    await cache.save();
    return known;
  }

  function numbers(from: number, to: number): number[] {
    return Array.from({ length: to - from }, (_, index) => from + index);
  }

  it('has the first documents of a project that is too large for it, and is not written again for the others', async () => {
    const root = folder({});
    const files = named(2000);
    const most = 100_000;
    expect(await readIn(root, files, most)).toEqual([]);
    const before = readFileSync(cacheIn(root).path);
    const { ino } = statSync(cacheIn(root).path);
    expect(await readIn(root, files, most)).toEqual(numbers(0, 1024));
    expect(statSync(cacheIn(root).path).ino).toBe(ino);
    expect(readFileSync(cacheIn(root).path)).toEqual(before);
  });

  it('knows the files of several parts, in whatever part they are new, changed or gone', async () => {
    const root = folder({});
    const files = named(2000);
    await readIn(root, files);
    expect(await readIn(root, files)).toEqual(numbers(0, 2000));
    const changed = files.map(([name, digest]) => [name, name === '00600' ? sha256('other') : digest] as const);
    expect(await readIn(root, changed)).toEqual(numbers(0, 2000).filter((number) => number !== 600));
    expect(await readIn(root, changed)).toEqual(numbers(0, 2000));
    const fewer = changed.slice(1030);
    expect(await readIn(root, fewer)).toEqual(numbers(1030, 2000));
    // The files that are gone are forgotten.
    expect(await readIn(root, changed)).toEqual(numbers(1030, 2000));
    // More files than a part may have come before the first one.
    const more = [
      ...Array.from({ length: 1100 }, (_, index) => [`-${index}`, sha256(`-${index}`)] as const),
      ...changed,
    ];
    await readIn(
      root,
      more.sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    expect((await readIn(root, more)).length).toBe(3100);
    expect((await readIn(root, changed)).length).toBe(2000);
  });

  it('does not know the files of a damaged part, and knows those of the others', async () => {
    const root = folder({});
    const files = named(2000);
    await readIn(root, files);
    const { path } = cacheIn(root);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(32, bytes.length - 10));
    expect(await readIn(root, files)).toEqual(numbers(0, 1024));
    expect(await readIn(root, files)).toEqual(numbers(0, 2000));
  });

  it('keeps nothing of a file that another run replaces while this run reads', async () => {
    const root = folder({});
    const files = named(2000);
    await readIn(root, files);
    const cache = await openCache(cacheIn(root));
    await readIn(root, named(1999));
    expect(await cache.get('00000', sha256('0'))).toBeUndefined();
    cache.keep('00000', sha256('0'), []);
    await cache.save();
    expect(await readIn(root, files)).toEqual([0]);
  });

  it('says before the files are read that it knows most of them', async () => {
    const root = folder(fillers());
    const events: string[] = [];
    const read: LoadOptions['files']['read'] = (path, most) => {
      if (path.endsWith('.yaml') && events.at(-1) !== 'read') events.push('read');
      return systemFiles.read(path, most);
    };
    const options = { manifests: 'm', cache: cacheIn(root), files: { ...systemFiles, read } };
    const run = () => load(root, options, { onKnown: () => events.push('known') });
    await run();
    expect(events).toEqual(['read']);
    await run();
    expect(events).toEqual(['read', 'known', 'read']);
  });

  it('has equal warnings once, and what a manifest declares once for all environments', async () => {
    const root = folder({
      ...fillers(),
      'm/a.yaml': template('one', '#{이름}님'),
      'm/b.yaml': template('two', '#{이름}님, '),
    });
    const before = new Set<string>();
    // A profile group changes what a template declares.
    for (const one of environments.filter(({ name }) => name !== 'second')) {
      await expectSame(root, { environment: one });
      before.add(written(root));
    }
    expect(before.size).toBeGreaterThan(1);
    expect(written(root).split('"no-samples"')).toHaveLength(2);
    expect(written(root).split('안내 two')).toHaveLength(2);
  });

  it('has the findings of several environments', async () => {
    const root = folder({ ...fillers(), 'm/a.yaml': template('one', '#{이름}님, 주문 안내입니다.') });
    for (const one of [...environments, ...environments]) await expectSame(root, { environment: one });
    const before = written(root);
    await expectSame(root, { environment: environments.at(-1) ?? environment });
    expect(written(root)).toBe(before);
  });

  it('changes nothing if it cannot be written, and may be written by several runs at once', async () => {
    const closed = folder({ ...fillers(), '.notiform/cache': 'no folder' });
    await expectSame(closed);
    const root = folder(fillers());
    await Promise.all([expectSame(root), expectSame(root), expectSame(root)]);
    await expectSame(root);
  });
});

it('checks an image in memory again if its folder became a link that leaves the project', async () => {
  const outside = folder({ 'a.png': png(800, 400) });
  const manifest = `${template('image')}emphasis: { type: IMAGE, image: ./images/a.png }\n`;
  const root = folder({ 'm/a.yaml': manifest, 'm/images/a.png': png(800, 400) });
  const memory = new CheckMemory();
  const check = async (): Promise<unknown[]> => {
    memory.begin(async () => 'the same facts');
    const { problems } = await load(root, { manifests: 'm' }, { memory });
    return problems.map(({ code, path }) => [code, path]);
  };
  expect(await check()).toEqual([]);
  rmSync(join(root, 'm/images'), { recursive: true });
  symlinkSync(outside, join(root, 'm/images'));
  expect(await check()).toContainEqual(['file-outside', 'emphasis.image']);
});

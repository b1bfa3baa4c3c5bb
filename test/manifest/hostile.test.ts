import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isProblem, type Problem } from '../../src/core/problem.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { systemFiles } from '../../src/files/system.ts';
import { fileNodeOf, nodeOfBytes } from '../../src/manifest/file/file-node.ts';
import type { LoadOptions } from '../../src/manifest/options.ts';
import { drawProblems } from '../../src/report/problems.ts';
import { jpeg, png } from '../images.ts';
import { mp4 } from '../videos.ts';
import { folder } from './folder.ts';
import { load } from './project.ts';

/** Input that somebody made to hang, fill or lead astray whoever reads it is a problem. What takes minutes fails by the time-out. */

const MIB = 1024 * 1024;

const template = (id: string, more = ''): string =>
  [
    'kind: NotificationTemplate',
    `id: ${id}`,
    `name: 안내 ${id}`,
    'category: "001001"',
    'messageType: BA',
    'content: 회원가입을 하신 고객님께 보내 드립니다.',
    more,
  ].join('\n');

const shows = (image: string): string => template('a', `emphasis: { type: IMAGE, image: ${image} }\n`);

/** Loads and draws what a project says, as `validate` does. */
async function told(root: string, more: Partial<LoadOptions> = {}): Promise<string[]> {
  const { problems, sources } = await load(root, more);
  const drawn = drawProblems(problems, sources, { color: false, width: 100 });
  expect(drawn.length).toBeLessThan(MIB);
  return problems.map(said);
}

function said({ code, message, place }: Problem): string {
  return `${place?.file}:${place?.line} ${code}: ${message}`;
}

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

const DEEP = 'a.yaml:1 yaml-depth: The file is nested deeper than 64 levels';
const PIECES = 'a.yaml:1 source-too-large: The file has more than 250,000 words and signs, so it is not read';
const DOCUMENTS = 'a.yaml:1 source-too-large: The file has more than 10,000 documents, so it is not read';

describe('a YAML bomb', () => {
  const laughs = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...[...'bcdefghij'].map((name, i) => `${name}: &${name} [${many(9, () => `*${'abcdefghij'[i]}, `)}]`),
  ].join('\n');

  test.each([
    ['of aliases', laughs, 'a.yaml:1 yaml-anchor: Anchors, aliases and merge keys are not supported: `&a`'],
    ['of brackets', '['.repeat(MIB), DEEP],
    ['of mappings', '{a: '.repeat(MIB / 4), DEEP],
    ['of documents', '--- a\n'.repeat(40_000), DOCUMENTS],
    ['of members', 'a:\n'.repeat(300_000), PIECES],
    ['of tags', `[${'!x y, '.repeat(150_000)}]`, PIECES],
  ])('%s is told at once', async (_, text, problem) => {
    expect(await told(folder({ 'a.yaml': text }))).toEqual([problem]);
  });

  test.each([
    ['a huge text', '나'.repeat(340_000), 'too-long: A text has 340,000 characters; no field takes more than 10,000'],
    [
      'a key',
      `{ ${'k'.repeat(900_000)}: 1 }`,
      'too-long: A text has 900,000 characters; no field takes more than 10,000',
    ],
    [
      'a list',
      `[${'x,'.repeat(10_001)}]`,
      'too-many: A list or mapping has 10,001 entries; no field takes more than 10,000',
    ],
    [
      'a mapping',
      `{${many(10_001, (i) => `k${i}: 1,`)}}`,
      'too-many: A list or mapping has 10,001 entries; no field takes more than 10,000',
    ],
  ])('that is %s is told in the place where it begins', async (_, value, problem) => {
    expect(await told(folder({ 'a.yaml': `kind: Image\nid: ${value}\n` }))).toEqual([`a.yaml:2 ${problem}`]);
  });

  it('is none where a text has 10,000 characters, or a list as many entries: its field says what it takes', async () => {
    const text = template('a', `extra: ${'a'.repeat(10_000)}`);
    expect(await told(folder({ 'a.yaml': text }))).toEqual([expect.stringMatching(/^a\.yaml:7 unused-member: /)]);
    const list = template('a', `buttons: [${'{type: BC, name: a}, '.repeat(10_000)}]`);
    expect((await told(folder({ 'a.yaml': list })))[0]).toBe(
      'a.yaml:7 too-many: `buttons` has 10,000 entries; at most 5 are allowed',
    );
  });

  const flood = [
    ['on lines of their own', many(2400, (i) => `k${i}: 1\n`)],
    ['that are written twice', `link: {${'a: 1, '.repeat(2400)}}`],
    ['that have unknown tags', `link: {${many(2400, (i) => `k${i}: !x 1, `)}}`],
    ['that name no variable', `buttons: [${`{type: BC, name: "${'${var:nope}'.repeat(300)}"}, `.repeat(40)}]`],
    ['that YAML takes for comments', `buttons:\n${'- {type: BC, name: a #{b}\n'.repeat(2400)}`],
  ] as const;
  test.each(flood)('of mistakes %s is told as far as anybody reads', async (_, more) => {
    const problems = await told(folder({ 'a.yaml': template('a', more) }));
    expect(problems).toHaveLength(201);
    expect(problems[200]).toMatch(
      /^a\.yaml:\d+ more-problems: (One|[\d,]+) more problems? of this file (is|are) not shown$/,
    );
  });

  it.each(['＃{', '할인'])('of texts full of %s is told as well', async (piece) => {
    const text = piece.repeat(2400 / piece.length);
    const documents = Array.from({ length: 35 }, (_, i) => template(`a${i}`, `extra: "${text}"`));
    expect((await told(folder({ 'a.yaml': documents.join('\n---\n') }))).length).toBeGreaterThan(30);
  });

  it('of one mistake too many says so, and others are told in full', async () => {
    const wrong = (count: number): string => many(count, (i) => `---\n${i}\n`);
    const problems = await told(folder({ 'a.yaml': wrong(200), 'b.yaml': wrong(201), 'c.yaml': wrong(203) }));
    expect(problems.filter((problem) => problem.startsWith('a.yaml'))).toHaveLength(200);
    expect(problems.filter((problem) => problem.includes('more-problems'))).toEqual([
      'b.yaml:402 more-problems: One more problem of this file is not shown',
      'c.yaml:402 more-problems: 3 more problems of this file are not shown',
    ]);
  });

  it('of warnings is a warning', async () => {
    const { problems } = await load(
      folder({ 'a.yaml': many(300, (i) => `---\n${template(`a${i}`, 'extra: 안내\n')}`) }),
    );
    expect(problems.at(-1)).toMatchObject({ code: 'more-problems', severity: 'warning' });
  });
});

describe('bytes that are no text', () => {
  test.each([
    ['UTF-16, little end first', Buffer.from(`\ufeff${template('a')}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${template('a')}`, 'utf16le').swap16()],
    ['a megabyte of 0xff', Buffer.alloc(MIB, 0xff)],
  ])('%s', async (_, bytes) => {
    expect(await told(folder({ 'a.yaml': bytes }))).toEqual(['a.yaml:1 not-utf8: The file is not UTF-8']);
  });

  it('but a byte-order mark is none of them', async () => {
    expect(await told(folder({ 'a.yaml': `\ufeff${template('a')}` }))).toEqual([]);
  });

  it('control characters', async () => {
    expect(await told(folder({ 'a.yaml': '\u0001'.repeat(MIB) }))).toEqual([
      'a.yaml:1 control-character: The control character U+0001 is not allowed in YAML',
    ]);
  });
});

describe('a folder of manifests', () => {
  it('may have more files than a process may open: some are read at once', async () => {
    const all = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`d${i % 10}/t${i}.yaml`, template(`t${i}`)]));
    let [open, most] = [0, 0];
    const read: LoadOptions['files']['read'] = async (...args) => {
      open += 1;
      most = Math.max(most, open);
      return systemFiles.read(...args).finally(() => (open -= 1));
    };
    const { resources, problems } = await load(folder(all), { files: { ...systemFiles, read } });
    expect([problems, resources.length]).toEqual([[], 150]);
    expect(most).toBeLessThan(100);
  });

  it('may have a folder and a pipe that are named like manifests', async () => {
    const root = folder({ 'a.yaml': template('a') });
    mkdirSync(join(root, 'folder.yaml'));
    execFileSync('mkfifo', [join(root, 'pipe.yaml')]);
    expect(await told(root)).toEqual([]);
  });

  it('has no links that leave the project, to files or to folders, nor to nothing', async () => {
    const outside = folder({ 'secret.yaml': 'password: 1234', 'deep/b.yaml': template('b') });
    const root = folder({ 'a.yaml': template('a'), 'picture.png': png(500, 250) });
    symlinkSync(join(outside, 'secret.yaml'), join(root, 'file.yaml'));
    symlinkSync(outside, join(root, 'elsewhere'));
    symlinkSync('/', join(root, 'everything'));
    symlinkSync('/dev/zero', join(root, 'zero.yaml'));
    symlinkSync('nowhere.yaml', join(root, 'dangling.yaml'));
    symlinkSync('self.yaml', join(root, 'self.yaml'));
    // What would be no manifest is nobody's business here.
    symlinkSync(join(outside, 'secret.yaml'), join(root, 'notes.txt'));
    symlinkSync('nowhere', join(root, 'nowhere.txt'));
    symlinkSync('maker@host.4711', join(root, '.#a.yaml'));
    // It may have been a folder of manifests: without them, `apply` would delete their resources.
    symlinkSync('nowhere', join(root, 'nowhere-either'));
    expect(await told(root)).toEqual([
      'dangling.yaml:1 file-missing: `dangling.yaml` is a broken symbolic link',
      'elsewhere:1 file-outside: `elsewhere` leads out of the project by a symbolic link',
      'everything:1 file-outside: `everything` leads out of the project by a symbolic link',
      'file.yaml:1 file-outside: `file.yaml` leads out of the project by a symbolic link',
      'nowhere-either:1 file-missing: `nowhere-either` is a broken symbolic link',
      'self.yaml:1 file-missing: `self.yaml` is a broken symbolic link',
      'zero.yaml:1 file-outside: `zero.yaml` leads out of the project by a symbolic link',
    ]);
  });

  it('may have links inside the project', async () => {
    const root = folder({
      'manifests/a.yaml': template('a'),
      'shared/b.yaml': template('b'),
      'one/c.yaml': template('c'),
    });
    symlinkSync('../shared', join(root, 'manifests/shared'));
    symlinkSync('../one/c.yaml', join(root, 'manifests/c.yaml'));
    const { resources, problems } = await load(root, { manifests: 'manifests' });
    expect(problems).toEqual([]);
    expect(resources.map(({ id, source }) => [id, source.file])).toEqual([
      ['a', 'manifests/a.yaml'],
      ['b', 'manifests/shared/b.yaml'],
      ['c', 'manifests/c.yaml'],
    ]);
  });

  it('are inside the project, wherever `manifests` leads', async () => {
    const root = folder({ 'shared/b.yaml': template('b'), 'shop/own/a.yaml': template('a') });
    symlinkSync('../shared', join(root, 'shop/link'));
    symlinkSync('../shared/b.yaml', join(root, 'shop/b.yaml'));
    for (const manifests of ['../shared', '../*/*.yaml', join(root, 'shared'), 'link', 'link/*.yaml', 'b.yaml'])
      expect(await told(join(root, 'shop'), { manifests })).toEqual([
        `undefined:undefined file-outside: \`manifests\` in notiform.yaml leads out of the project: ${manifests}`,
      ]);
    expect(await told(join(root, 'shop'), { manifests: join(root, 'shop/own') })).toEqual([]);
  });

  it('may have links in a circle, which end: what is read twice is declared twice', async () => {
    const root = folder({ 'a.yaml': template('a') });
    for (const link of ['one', 'two', 'three']) symlinkSync('.', join(root, link));
    const problems = await told(root);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter((problem) => !problem.includes('is declared twice'))).toEqual([]);
  });

  it('may change while it is read: what is gone, what is no file any more, what grew', async () => {
    const root = folder({ 'gone.yaml': template('a'), 'pipe.yaml': template('b'), 'grown.yaml': template('c') });
    const files: LoadOptions['files'] = {
      ...systemFiles,
      size: async (path) => {
        if (path.endsWith('gone.yaml')) return undefined;
        return path.endsWith('pipe.yaml') ? undefined : systemFiles.size(path);
      },
      realPath: async (path) => (path.endsWith('gone.yaml') ? undefined : systemFiles.realPath(path)),
      read: async (path, most) => {
        expect(most).toBe(MIB);
        if (path.endsWith('gone.yaml')) return undefined;
        if (path.endsWith('pipe.yaml')) throw new FileFailure('read', path, 'ENOTREG');
        return path.endsWith('grown.yaml') ? new Uint8Array(MIB + 1) : systemFiles.read(path, most);
      },
    };
    expect(await told(root, { files })).toEqual([
      'gone.yaml:1 file-missing: There is no file `gone.yaml` any more',
      'grown.yaml:1 source-too-large: The file has 1,048,577 bytes; at most 1,048,576 are read',
      'pipe.yaml:1 file-unreadable: `pipe.yaml` is a folder, or not a regular file',
    ]);
    const late = { ...files, size: systemFiles.size, read: async () => undefined };
    expect(await told(folder({ 'a.yaml': template('a') }), { files: late })).toEqual([
      'a.yaml:1 file-missing: There is no file `a.yaml` any more',
    ]);
  });
});

describe('a file that a manifest names', () => {
  test.each([
    ['../secret.png', '`../secret.png` leads out of the project'],
    ['./a/../../secret.png', '`./a/../../secret.png` leads out of the project'],
    ['<outside>/secret.png', expect.stringContaining('is an absolute path')],
    ['C:/secret.png', '`C:/secret.png` is an absolute path'],
    ['"\\\\\\\\host\\\\secret.png"', '`\\\\host\\secret.png` is an absolute path'],
    ['~/secret.png', '`~/secret.png` is an absolute path'],
    ['link.png', '`link.png` leads out of the project by a symbolic link'],
    ['folder/secret.png', '`folder/secret.png` leads out of the project by a symbolic link'],
    ['dangling.png', 'There is no file `dangling.png`'],
    ['self.png', '`self.png` cannot be read (ELOOP)'],
    ['pipe.png', '`pipe.png` is a folder, or not a regular file'],
    ['.', '`.` is a folder, or not a regular file'],
    ['"a\\0.png"', expect.stringContaining('cannot be read')],
  ])('at %s is a problem', async (path, message) => {
    const outside = folder({ 'secret.png': png(500, 250) });
    const root = folder({ 'a.yaml': shows(path.replace('<outside>', outside)), 'inside.png': png(500, 250) });
    symlinkSync(join(outside, 'secret.png'), join(root, 'link.png'));
    symlinkSync(outside, join(root, 'folder'));
    symlinkSync('nowhere', join(root, 'dangling.png'));
    symlinkSync('self.png', join(root, 'self.png'));
    execFileSync('mkfifo', [join(root, 'pipe.png')]);
    const { problems } = await load(root, { manifests: 'a.yaml' });
    expect(problems.map((problem) => problem.message)).toEqual([message]);
  });

  it.each([
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ])('whose name is written in %s is told from one in %s', async (here, there) => {
    const name = (form: string): string => '사진/배너.png'.normalize(form);
    const root = folder({ 'a.yaml': shows(name(here)), [name(there)]: png(500, 250) });
    const { problems } = await load(root);
    const words: Record<string, string> = { NFC: 'composed (NFC)', NFD: 'decomposed (NFD)' };
    expect(problems.filter(({ code }) => code === 'file-missing')).toMatchObject([
      {
        message: `There is no file \`${name(here)}\`, but one whose name looks the same`,
        hint: `Its characters are ${words[here]} here and ${words[there]} in the file’s name: rename the file, or copy its name into the manifest`,
      },
    ]);
  });

  it.each(['link.png', '~link.png'])('may be a link inside the project: %s', async (name) => {
    const root = folder({ 'a.yaml': shows(name), 'images/a.png': png(500, 250) });
    symlinkSync('images/a.png', join(root, name));
    expect(await told(root)).toEqual([]);
  });

  it('is read where it was found, though a link on the way was turned meanwhile', async () => {
    const root = folder({ 'a.yaml': shows('link.png'), 'images/a.png': png(500, 250) });
    symlinkSync('images/a.png', join(root, 'link.png'));
    const read: string[] = [];
    const files: LoadOptions['files'] = {
      ...systemFiles,
      read: async (path, most) => {
        if (path.endsWith('.png')) read.push(path);
        return systemFiles.read(path, most);
      },
    };
    await load(root, { files });
    expect(read).toEqual([await systemFiles.realPath(join(root, 'images/a.png'))]);
  });

  it('is held against its limit again when it was read: it may have grown', async () => {
    const root = folder({
      'a.yaml': shows('a.png'),
      'b.yaml': 'kind: Video\nid: b\nfile: b.mp4\n',
      'a.png': png(500, 250),
      'b.mp4': mp4(1),
    });
    let pieces = 0;
    const piece = Buffer.alloc(1025 * MIB);
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        pieces += 1;
        yield piece;
      }
    }
    const files: LoadOptions['files'] = {
      ...systemFiles,
      read: async (path, most) => (path.endsWith('.png') ? png(500, 250, 512_001) : systemFiles.read(path, most)),
      stream: endless,
    };
    expect((await load(root, { files })).problems.map(said)).toEqual([
      'a.yaml:7 file-too-large: `a.png` has 512,001 bytes; the service accepts at most 512,000 (500 KB)',
      'b.yaml:3 file-too-large: `b.mp4` has 1,074,790,400 bytes; the service accepts at most 1,073,741,824 (1024 MB)',
    ]);
    expect(pieces).toBe(1);
  });

  it('may fail while it is read piece by piece', async () => {
    const root = folder({ 'a.yaml': 'kind: Video\nid: a\nfile: a.mp4\n', 'a.mp4': mp4(1) });
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1);
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    }
    expect((await load(root, { files: { ...systemFiles, stream: failing } })).problems.map(said)).toEqual([
      'a.yaml:3 file-unreadable: `a.mp4` cannot be read (EIO)',
    ]);
  });

  it('is not read at all where it is far too large', async () => {
    const root = folder({ 'a.yaml': shows('a.png'), 'a.png': new Uint8Array(20 * MIB) });
    expect(await told(root)).toEqual([
      'a.yaml:7 file-too-large: `a.png` has 20,971,520 bytes; the service accepts at most 512,000 (500 KB)',
    ]);
  });
});

/** The mark of the scan is spoiled: the size stands before it. */
function noMark(whole: Uint8Array): Uint8Array {
  const spoiled = Uint8Array.from(whole);
  spoiled[spoiled.length - 16] = 0;
  return spoiled;
}

/** One more byte before the mark of the scan, as is allowed before every mark. */
function filledUp(whole: Uint8Array): Uint8Array {
  return Buffer.concat([whole.subarray(0, -16), Buffer.from([0xff]), whole.subarray(-16)]);
}

describe('an image', () => {
  test.each([
    ['is whole', jpeg(800, 400, 4000), []],
    ['has bytes behind its end', Buffer.concat([jpeg(800, 400, 4000), Buffer.alloc(9)]), []],
    ['has a mark that is filled up', filledUp(jpeg(800, 400)), []],
    [
      'has no end',
      jpeg(800, 400, 4000).subarray(0, -2),
      ['`a.jpg` ends before its picture is complete: the file is damaged'],
    ],
    [
      'has no scan',
      jpeg(800, 400).subarray(0, -16),
      ['`a.jpg` ends before its picture is complete: the file is damaged'],
    ],
    [
      'has no mark where one has to be',
      noMark(jpeg(800, 400)),
      ['`a.jpg` ends before its picture is complete: the file is damaged'],
    ],
  ])('that is a JPEG and %s', async (_, bytes, messages) => {
    const { problems } = await load(folder({ 'a.yaml': shows('a.jpg'), 'a.jpg': bytes }));
    expect(problems.map(({ message }) => message)).toEqual(messages);
  });

  it('that is a PNG without a picture is damaged', async () => {
    const whole = png(800, 400);
    const bytes = Buffer.concat([whole.subarray(0, 33), whole.subarray(-12)]);
    const { problems } = await load(folder({ 'a.yaml': shows('a.png'), 'a.png': bytes }));
    expect(problems.map(({ message }) => message)).toEqual([
      '`a.png` ends before its picture is complete: the file is damaged',
    ]);
  });

  test.each([
    ['a.bmp', '`a.bmp` does not end in `.png`, `.jpg` or `.jpeg`'],
    ['a', '`a` does not end in `.png`, `.jpg` or `.jpeg`'],
  ])('whose name is %s is refused by its name', async (name, message) => {
    const { problems } = await load(folder({ 'a.yaml': shows(name), [name]: png(800, 400) }));
    expect(problems).toMatchObject([{ code: 'file-type', message }]);
  });

  /** Chunks and segments that say too much of themselves, or nothing. */
  const segment = (mark: number, size: number, fill = 0): number[] => [
    0xff,
    mark,
    size >> 8,
    size & 255,
    ...Array<number>(Math.max(0, Math.min(size - 2, 8))).fill(fill),
  ];
  const jpegs = [
    ['segments without a length', Array.from({ length: 250_000 }, () => segment(0xe0, 0)).flat()],
    ['segments that are longer than it', segment(0xe1, 0xffff)],
    ['very many segments', Array.from({ length: 120_000 }, () => segment(0xe0, 2)).flat()],
    [
      'an Exif block in a circle',
      [...segment(0xe1, 40), ...Buffer.from('Exif\0\0II*\0\b\0\0\0'), ...Array<number>(64).fill(0xff)],
    ],
    ['marks alone', Array<number>(500_000).fill(0xff)],
  ] as const;
  test.each(jpegs)('that is a JPEG of %s hangs nobody', (_, tail) => {
    const found = nodeOfBytes(
      'a.jpg',
      Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, ...tail]),
      'notification/template',
    );
    expect(isProblem(found)).toBe(true);
  });

  it('of any bytes is a problem or a file, and never a hang or a crash', () => {
    const head = fc.constantFrom(
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0xff, 0xd8, 0xff, 0xe0],
      [0xff, 0xd8, 0xff, 0xe1, 0, 60, ...Buffer.from('Exif\0\0')],
      [...png(800, 400)],
      [...jpeg(800, 400)],
      [],
    );
    const cut = fc.nat({ max: 80 });
    fc.assert(
      fc.property(head, cut, fc.uint8Array({ maxLength: 300 }), (bytes, length, tail) => {
        const found = nodeOfBytes(
          'a.png',
          Uint8Array.from([...bytes.slice(0, length), ...tail]),
          'notification/template',
        );
        expect(isProblem(found) || found.sha256.length === 64).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a file that the service may refuse', () => {
  async function warned(bytes: Uint8Array, use: string) {
    const warnings: string[] = [];
    const root = folder({ 'a.png': bytes });
    const found = await fileNodeOf({ root, files: systemFiles }, 'a.yaml', 'a.png', use, ({ severity, message }) => {
      warnings.push(`${severity}: ${message}`);
    });
    return isProblem(found) ? found.message : warnings;
  }

  it('has up to 500 KB, and up to 5 MB with a warning', async () => {
    expect(await warned(png(800, 400, 512_000), 'brand/default')).toEqual([]);
    expect(await warned(png(800, 400, 512_001), 'brand/default')).toEqual([
      'warning: `a.png` has 512,001 bytes; the documents also name a lower limit of 500 KB',
    ]);
    expect(await warned(png(800, 400, 5 * MIB), 'brand/default')).toHaveLength(1);
    expect(await warned(png(800, 400, 5 * MIB + 1), 'brand/default')).toBe(
      '`a.png` has 5,242,881 bytes; the service accepts at most 5,242,880 (5 MB)',
    );
  });
});

describe('a video', () => {
  const video = (file: string): string => `kind: Video\nid: a\nfile: ${file}\n`;

  it('may have a name of 250 characters, and one more is too much', async () => {
    const named = async (length: number): Promise<string[]> => {
      const name = `${'a'.repeat(length - 4)}.mp4`;
      const root = folder({ 'a.yaml': video(name), [name]: mp4(1) });
      return (await load(root)).problems.map(({ message }) => message);
    };
    expect(await named(250)).toEqual([]);
    expect(await named(251)).toEqual(['The name of the file has 251 characters; at most 250 are allowed']);
  });

  it('may have 1 GB, and one byte more is too much', async () => {
    const sized = (bytes: number): LoadOptions['files'] => ({
      ...systemFiles,
      size: async (path) => (path.endsWith('.mp4') ? bytes : systemFiles.size(path)),
    });
    const root = folder({ 'a.yaml': video('a.mp4'), 'a.mp4': mp4(1) });
    expect((await load(root, { files: sized(1024 ** 3) })).problems).toEqual([]);
    expect((await load(root, { files: sized(1024 ** 3 + 1) })).problems.map(({ code }) => code)).toEqual([
      'file-too-large',
    ]);
  });
});

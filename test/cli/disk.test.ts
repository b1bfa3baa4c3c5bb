import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files, Ports } from '../../src/core/ports.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { systemFiles, systemPorts } from '../../src/files/system.ts';
import { openProject, type Project } from './project.ts';

/** An environment that is never called: what is wrong with a file shows before. */
const CONFIG = `environments:
  here:
    resourceUrl: http://127.0.0.1:9
    credentials: { bizId: x, apiKey: "\${env:KEY}" }
    profiles: { shop: { key: ${'s'.repeat(40)} } }
    recipients: { qa: "01000000000" }
`;

const UNTIDY = 'id: x\nkind: GroupTag\nname: X\n';

/** Lines as long as they are. */
const env = { COLUMNS: '1000', KEY: 'secret-key' };

/** Ports that refuse to write some files. */
function refusing(code: string, isRefused: (path: string) => boolean): Ports {
  const writeAtomic: Files['writeAtomic'] = (path, bytes, mode) =>
    isRefused(path)
      ? Promise.reject(new FileFailure('written', path, code))
      : systemFiles.writeAtomic(path, bytes, mode);
  return { ...systemPorts, files: { ...systemFiles, writeAtomic } };
}

const REFUSALS = ['EACCES', 'EROFS', 'ENOSPC', 'EISDIR'] as const;

describe.each(REFUSALS)('where the disk says %s', (code) => {
  it('fmt reports the file, and formats the others', async () => {
    const project = await openProject(CONFIG, env);
    for (const name of ['a', 'b', 'c']) await project.write(`manifests/${name}.yaml`, UNTIDY);
    const ports = refusing(code, (path) => path.endsWith('b.yaml'));
    const ran = await project.run(['fmt'], { ports });
    expect([ran.exit, ran.out]).toEqual([
      1,
      'Formatted: manifests/a.yaml\nFormatted: manifests/c.yaml\n2 of 3 files changed.\n',
    ]);
    expect(ran.err).toContain('`manifests/b.yaml` cannot be written: ');
    expect(ran.err).toContain(`(${code})`);
  });
});

it('init reports the file, and takes away what it wrote before', async () => {
  const project = await openProject(CONFIG, env);
  const cwd = join(project.path, 'new');
  await mkdir(join(cwd, '.github'), { recursive: true });
  const ports = refusing('ENOSPC', (path) => path.endsWith('welcome.yaml'));
  const ran = await project.run(['init'], { ports, cwd });
  expect([ran.exit, ran.out]).toEqual([1, '']);
  expect(ran.err).toMatch(/`manifests\/welcome\.yaml` cannot be written: .*\(ENOSPC\)/);
  expect(await readdir(cwd, { recursive: true })).toEqual(['.github']);
  expect((await project.run(['init'], { cwd })).exit).toBe(0);
});

it('init in a folder that cannot be written creates nothing and says where', async () => {
  const project = await openProject(CONFIG, env);
  const cwd = join(project.path, 'new');
  await mkdir(cwd);
  const ran = await project.run(['init'], { ports: refusing('EROFS', () => true), cwd });
  expect([ran.exit, ran.err]).toEqual([1, expect.stringContaining('error: `notiform.yaml` cannot be written')]);
  expect(ran.err).not.toContain('could not be restored');
});

it('an emulator that cannot take its lock did not start, and the message is not about the state', async () => {
  const project = await openProject(
    `environments: { here: { emulator: true, profiles: { shop: { key: ${'s'.repeat(40)} } } } }\n`,
  );
  const createExclusive: Files['createExclusive'] = (path) => Promise.reject(new FileFailure('written', path, 'EROFS'));
  const ports = { ...systemPorts, files: { ...systemFiles, createExclusive } };
  const ran = await project.run(['plan'], { ports, env: { COLUMNS: '1000' } });
  expect([ran.exit, ran.out]).toEqual([1, '']);
  expect(ran.err).toContain(
    'error: The emulator did not start. Nothing was done: `.notiform/emulator.lock` cannot be written: the file system is read-only (EROFS)',
  );
  expect(ran.err).not.toContain('state');
});

/** Paths that are no ordinary file, made in a project. */
async function withOddities(): Promise<Project> {
  const project = await openProject(CONFIG, env);
  const { path, write } = project;
  await write('manifests/tags.yaml', 'kind: GroupTag\nid: x\nname: X\n');
  await write('file', 'x');
  await mkdir(join(path, 'folder.yaml'));
  await symlink('loop.json', join(path, 'loop.json'));
  await symlink('nowhere', join(path, 'broken.json'));
  execFileSync('mkfifo', [join(path, 'pipe.json')]);
  await write('large.json', '');
  await truncate(join(path, 'large.json'), 5 * 2 ** 30);
  return project;
}

const LONG = `${'long'.repeat(80)}.json`;
const ODD = ['folder.yaml', 'loop.json', 'broken.json', 'pipe.json', 'large.json', '/dev/zero', LONG];

it.each([
  ['-c FILE validate', ['validate', '-c']],
  ['apply FILE', ['apply', '--yes']],
  ['send --check FILE', ['send', '--check']],
  ['plan --out FILE', ['plan', '--out']],
  ['apply --receipt FILE', ['apply', '--yes', '--receipt']],
  ['validate FILE', ['validate']],
  ['fmt FILE', ['fmt']],
  ['import --out FILE', ['import', '--out']],
])('%s is never a bug, whatever stands there', async (_title, words) => {
  const project = await withOddities();
  for (const file of ODD) {
    const ran = await project.run([...words, file]);
    expect([file, ran.exit, ran.err]).toEqual([file, expect.any(Number), expect.not.stringContaining('bug')]);
    expect([0, 1, 3, 6, 7, 64]).toContain(ran.exit);
  }
});

it('a file that is too large is named, with what it is', async () => {
  const project = await withOddities();
  const ran = await project.run(['validate', '-c', 'large.json']);
  expect([ran.exit, ran.err]).toEqual([
    3,
    expect.stringContaining('`large.json` cannot be read: the file is too large'),
  ]);
});

it('a state path that is a file, and one below a file, are problems with the path', async () => {
  const project = await openProject(`${CONFIG}    state: { path: file }\n`, env);
  await project.write('file', 'x');
  await project.write('manifests/tags.yaml', 'kind: GroupTag\nid: x\nname: X\n');
  const ran = await project.run(['state', 'list']);
  expect(ran.exit).not.toBe(70);
  expect(await readFile(join(project.path, 'file'), 'utf8')).toBe('x');
});

it('stdin is read no further than a manifest may be long', async () => {
  const project = await openProject(CONFIG, env);
  const endless = (async function* () {
    for (let at = 0; at < 1000; at += 1) yield Buffer.alloc(100_000, '#');
    throw new Error('read to its end');
  })();
  const { Readable } = await import('node:stream');
  const ran = await project.run(['fmt', '-'], { stdin: Readable.from(endless) });
  expect([ran.exit, ran.err]).toEqual([3, expect.stringContaining('source-too-large')]);
});

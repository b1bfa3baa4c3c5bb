import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { viewOf } from './streams.ts';

const CONFIG = `version: 1
environments:
  local: { emulator: true, profiles: { shop: { key: ssssssssssssssssssssssssssssssssssssssss } } }
`;

const UNTIDY = `id:   welcome   # 회원
kind: GroupTag
name: '봄 행사'
`;

const TIDY = `kind: GroupTag
id: welcome # 회원
name: '봄 행사'
`;

const BROKEN = 'kind: GroupTag\nid: &a x\n';

interface Ran {
  exit: number;
  out: string;
  err: string;
}

interface Folder {
  path: string;
  write(file: string, text: string): Promise<void>;
  read(file: string): Promise<string>;
  run(words: string[], input?: string): Promise<Ran>;
}

async function projectWith(files: Record<string, string>): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-fmt-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await mkdir(join(path, 'manifests'));
  const write = (file: string, text: string): Promise<void> => writeFile(join(path, file), text);
  for (const [file, text] of Object.entries({ 'notiform.yaml': CONFIG, ...files })) await write(file, text);
  return {
    path,
    write,
    read: (file) => readFile(join(path, file), 'utf8'),
    run: async (words, input) => {
      const view = viewOf({ cwd: path, ...(input === undefined ? {} : { input }) });
      const exit = await runProgram(['fmt', ...words], view);
      return { exit, out: view.out(), err: view.err() };
    },
  };
}

describe('fmt', () => {
  it('writes the project’s manifests in canonical layout and says which', async () => {
    const project = await projectWith({ 'manifests/a.yaml': UNTIDY, 'manifests/b.yml': TIDY });
    expect(await project.run([])).toEqual({
      exit: 0,
      out: 'Formatted: manifests/a.yaml\n1 of 2 files changed.\n',
      err: '',
    });
    expect(await project.read('manifests/a.yaml')).toBe(TIDY);
    expect(await project.run([])).toEqual({ exit: 0, out: '2 files, nothing to change.\n', err: '' });
  });

  it('changes nothing with --check, and exits 1 where it would', async () => {
    const project = await projectWith({ 'manifests/a.yaml': UNTIDY, 'manifests/b.yaml': TIDY });
    expect(await project.run(['--check'])).toEqual({
      exit: 1,
      out: 'Not formatted: manifests/a.yaml\n1 of 2 files to change. `notiform fmt` formats them.\n',
      err: '',
    });
    expect(await project.read('manifests/a.yaml')).toBe(UNTIDY);
    const named = await project.run(['-c', 'notiform.yaml', '-e', 'local', '--check']);
    expect(named.out).toContain('`notiform -e local -c notiform.yaml fmt` formats them.');
    expect((await project.run(['--check', 'manifests/a.yaml'])).out).toContain(
      '`notiform fmt manifests/a.yaml` formats them.',
    );
    expect(await project.run(['--check', 'manifests/b.yaml'])).toEqual({
      exit: 0,
      out: '1 file, nothing to change.\n',
      err: '',
    });
  });

  it('leaves a file with a problem as it is, tells the problem, and does the others', async () => {
    const project = await projectWith({ 'manifests/a.yaml': UNTIDY, 'manifests/b.yaml': BROKEN });
    const ran = await project.run([]);
    expect(ran.exit).toBe(3);
    expect(ran.out).toBe('Formatted: manifests/a.yaml\n1 of 2 files changed. 1 cannot be formatted.\n');
    expect(ran.err).toContain('manifests/b.yaml:2:5: error: Anchors, aliases and merge keys are not supported: `&a`');
    expect(await project.read('manifests/b.yaml')).toBe(BROKEN);
    expect((await project.run(['--check'])).exit).toBe(3);
  });

  it.each([
    ['kind: GroupTag\n? id\n: tag\n', '2:1', 'a key behind `?`'],
    ['kind: GroupTag\n!!str id: tag\n', '2:1', 'a tag'],
    ['kind: GroupTag\nname: { "a\n  b": 1 }\n', '2:9', 'this key'],
    ['kind: GroupTag\nname: { : 1 }\n', '2:9', 'this key'],
  ])('reports a file that it can read and not rewrite: %j', async (text, at, what) => {
    const project = await projectWith({ 'manifests/a.yaml': text });
    const ran = await project.run([]);
    expect(ran).toMatchObject({ exit: 3, out: '1 file, nothing to change. 1 cannot be formatted.\n' });
    expect(ran.err).toContain(`manifests/a.yaml:${at}: error: \`fmt\` cannot rewrite ${what}\n`);
    expect(await project.read('manifests/a.yaml')).toBe(text);
    expect(await project.run(['-'], text)).toMatchObject({ exit: 3, out: '' });
  });

  it('asks for no project where it is told what to format, by file, folder or pattern', async () => {
    const project = await projectWith({ 'manifests/a.yaml': UNTIDY, 'manifests/b.yaml': UNTIDY });
    await rm(join(project.path, 'notiform.yaml'));
    expect((await project.run(['manifests/a.yaml'])).out).toContain('1 of 1 file changed.');
    expect((await project.run(['--check', 'manifests/*.yaml'])).out).toContain('1 of 2 files to change.');
    expect((await project.run(['manifests', 'manifests/a.yaml'])).out).toContain('1 of 2 files changed.');
    const without = await project.run([]);
    expect(without).toMatchObject({ exit: 3, out: '' });
    expect(without.err).toContain('notiform.yaml');
  });

  it('formats stdin to stdout', async () => {
    const project = await projectWith({});
    expect(await project.run(['-'], UNTIDY)).toEqual({ exit: 0, out: TIDY, err: '' });
    expect(await project.run(['-', '--check'], UNTIDY)).toMatchObject({
      exit: 1,
      out: 'Not formatted: <stdin>\n1 of 1 file to change. `notiform fmt -` formats them.\n',
    });
    const broken = await project.run(['-'], BROKEN);
    expect(broken).toMatchObject({ exit: 3, out: '' });
    expect(broken.err).toContain('<stdin>:2:5');
    expect(await project.run(['-', 'manifests'], UNTIDY)).toMatchObject({ exit: 64, out: '' });
  });

  it('has one document with --json', async () => {
    const project = await projectWith({ 'manifests/a.yaml': UNTIDY, 'manifests/b.yaml': BROKEN });
    const document: unknown = JSON.parse((await project.run(['--check', '--json'])).out);
    expect(document).toMatchObject({
      schemaVersion: 1,
      command: 'fmt',
      ok: false,
      check: true,
      files: 2,
      changed: ['manifests/a.yaml'],
      left: ['manifests/b.yaml'],
      problems: [{ code: 'yaml-anchor' }],
    });
    expect(JSON.parse((await project.run(['-', '--json'], UNTIDY)).out)).toEqual({
      schemaVersion: 1,
      command: 'fmt',
      ok: true,
      check: false,
      files: 1,
      changed: ['<stdin>'],
      left: [],
      formatted: TIDY,
      problems: [],
    });
  });

  it('makes CR LF to LF, drops a byte-order mark, and ends a file with a line break', async () => {
    const project = await projectWith({ 'manifests/a.yaml': `\ufeff${UNTIDY.trimEnd().replaceAll('\n', '\r\n')}` });
    expect((await project.run([])).exit).toBe(0);
    expect(await project.read('manifests/a.yaml')).toBe(TIDY);
  });

  it('keeps who may read a file, and what is a link', async () => {
    const project = await projectWith({ 'shared.yaml': UNTIDY });
    await chmod(join(project.path, 'shared.yaml'), 0o664);
    await symlink(join(project.path, 'shared.yaml'), join(project.path, 'manifests', 'a.yaml'));
    expect((await project.run([])).out).toContain('Formatted: manifests/a.yaml');
    expect(await project.read('shared.yaml')).toBe(TIDY);
    expect(await project.read('manifests/a.yaml')).toBe(TIDY);
    expect((await stat(join(project.path, 'shared.yaml'))).mode & 0o777).toBe(0o664);
  });

  it('shows no phone number of a test send beside a problem', async () => {
    const project = await projectWith({
      'manifests/a.yaml': 'kind: TestSend\nid: smoke\nto: ["01000000000"]\n--- &a x\n',
    });
    const { err } = await project.run([]);
    expect(err).toContain('to: ["***********"]');
    expect(err).not.toContain('01000000000');
  });
});

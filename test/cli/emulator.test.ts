import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { proofOf } from '../../src/emulator/defaults.ts';
import { createEmulatorControl, startEmulator } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { openProject, type Project, tagsOf } from './project.ts';
import { viewOf } from './streams.ts';

const KEY = 's'.repeat(40);
const CONFIG = `defaults: { environment: local, profile: shop }
environments:
  local:
    emulator: true
    profiles: { shop: { key: ${KEY} } }
    senders: { main: "15880000" }
    recipients: { qa: "01012345678" }
`;
const SECRET = 'c'.repeat(64);

/** A server that somebody planted: it remembers all that it is sent. */
async function trap(answer: (url: string) => string = () => '{"ok":true}'): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((incoming, outgoing) => {
    heard.push(incoming.url ?? '');
    incoming.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
    incoming.on('end', () => {
      outgoing.setHeader('x-emulator', 'notiform');
      outgoing.end(answer(incoming.url ?? ''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, heard };
}

async function opened(announced: object, mode = 0o600): Promise<Project> {
  const project = await openProject(CONFIG);
  await project.write('manifests/tags.yaml', tagsOf({ x: 'X' }));
  await mkdir(join(project.path, '.notiform'));
  const file = join(project.path, '.notiform/emulator.json');
  await writeFile(file, JSON.stringify({ pid: process.pid, secret: SECRET, ...announced }));
  await chmod(file, mode);
  return project;
}

/** Runs an emulator until it has greeted, and returns the greeting. */
async function greetingOf(words: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const stop = new AbortController();
  const view = viewOf({ cwd, env, signal: stop.signal });
  const running = runProgram([...words], view);
  await expect.poll(view.out).toMatch(/\n$/);
  stop.abort('SIGINT');
  expect(await running).toBe(0);
  return view.out();
}

const COMMANDS = [
  'plan',
  'apply --yes',
  'status',
  'profile recover shop',
  'emulator',
  'emulator requests',
  'emulator inbox',
];

it.each(['requests', 'inbox', 'approve x', 'reject x --comment no'])(
  'emulator %s outside of a project says how to name one',
  async (line) => {
    const project = await openProject(CONFIG);
    const { exit, err } = await project.run(['emulator', ...line.split(' ')], { cwd: tmpdir() });
    expect([exit, err]).toEqual([3, expect.stringContaining('name the file with --config')]);
  },
);

it.each(['', '  '])('emulator reject asks for a comment where %j is given', async (comment) => {
  const project = await openProject(CONFIG);
  const { exit, err } = await project.run(['emulator', 'reject', 'welcome', '--comment', comment]);
  expect([exit, err]).toEqual([64, expect.stringContaining('--comment')]);
  expect(err).toContain('error: A rejection requires a comment, and `--comment` is empty');
});

describe('a planted .notiform/emulator.json', () => {
  it.each(COMMANDS)('gets nothing from %s where others may have written it', async (line) => {
    const { url, heard } = await trap();
    const project = await opened({ url }, 0o644);
    const ran = await project.run(line.split(' '));
    expect([ran.exit, ran.err]).toEqual([7, expect.stringContaining('other users may read or change it (EMODE)')]);
    expect(heard).toEqual([]);
  });

  it('of another user is not used', { skip: process.getuid?.() !== 0 }, async () => {
    const { url, heard } = await trap();
    const project = await opened({ url });
    await chown(join(project.path, '.notiform/emulator.json'), 65_534, 65_534);
    const ran = await project.run(['plan']);
    expect([ran.exit, ran.err]).toEqual([7, expect.stringContaining('it belongs to another user (EOWNER)')]);
    expect(heard).toEqual([]);
  });

  it.each([
    'http://192.0.2.1:4010',
    'http://localhost:4010',
    'http://127.0.0.1.example.com:80',
    'http://127.0.0.1:1@example.com',
    'https://127.0.0.1:4010',
    'http://127.0.0.1:4010/x?',
  ])('with the address %s is not used', async (url) => {
    const project = await opened({ url });
    const ran = await project.run(['plan']);
    expect([ran.exit, ran.err]).toEqual([7, expect.stringContaining('its address is not on this machine')]);
  });

  it('without a secret is not used', async () => {
    const { url, heard } = await trap();
    const project = await opened({ url, secret: 'short' });
    expect((await project.run(['plan'])).err).toContain('it holds no secret of an emulator');
    expect(heard).toEqual([]);
  });

  it('that git tracks is not used', async () => {
    const { url, heard } = await trap();
    const project = await opened({ url });
    const git = (...words: string[]) => execFileSync('git', words, { cwd: project.path, stdio: 'ignore' });
    git('init');
    git('add', '-f', '.notiform/emulator.json');
    const ran = await project.run(['plan']);
    expect([ran.exit, ran.err]).toEqual([7, expect.stringContaining('git tracks it')]);
    expect(heard).toEqual([]);
  });

  it.each([
    ['a folder', 'x', '.notiform'],
    ['a file', 'x', '.notiform/emulator.json'],
  ])('that git tracks at the end of a link to %s is not used', async (_what, tracked, link) => {
    const { url, heard } = await trap();
    const project = await opened({ url });
    const at = (path: string): string => join(project.path, path);
    await rename(at(link), at('x'));
    await symlink(at('x'), at(link));
    const git = (...words: string[]) => execFileSync('git', words, { cwd: project.path, stdio: 'ignore' });
    git('init');
    git('add', '-f', tracked);
    const ran = await project.run(['plan']);
    expect([ran.exit, ran.err]).toEqual([7, expect.stringContaining('git tracks it')]);
    expect(heard).toEqual([]);
  });

  it.each<[string, (url: string) => string]>([
    ['nothing that fits', () => '{"ok":true}'],
    ['no JSON', () => 'hello'],
    ['the proof of another secret', () => JSON.stringify({ proof: proofOf('d'.repeat(64), 'x', 'y') })],
    ['without an end', () => 'x'.repeat(100_000)],
  ])('whose process answers %s learns a nonce and nothing else', async (_what, answer) => {
    const { url, heard } = await trap(answer);
    const project = await opened({ url });
    const stop = new AbortController();
    const sleep = (): Promise<void> => {
      stop.abort('SIGINT');
      return Promise.reject(stop.signal.reason);
    };
    const ports = { ...systemPorts, clock: { ...systemPorts.clock, sleep } };
    await project.run(['plan'], { ports, signal: stop.signal });
    expect(heard).toEqual([expect.stringMatching(/^\/_emulator\/proof\?nonce=[0-9a-f]{64}$/)]);
  });

  it('of a process that has ended is written over', async () => {
    const project = await opened({ url: 'http://192.0.2.1:1', pid: 2 ** 22 + 1 }, 0o644);
    expect((await project.run(['plan'])).exit).toBe(0);
  });
});

describe('an emulator', () => {
  it('shows numbers in full in its control API, and masked in the inbox of the command line', async () => {
    const emulator = await startEmulator({
      inspect: 'manual',
      secret: SECRET,
      ports: systemPorts,
      profiles: [],
      senders: [],
      recipients: [],
    });
    onTestFinished(() => emulator.close());
    const control = createEmulatorControl(emulator.url);
    const sent = { type: 'sms' as const, to: '01012345678', from: '0215880000', content: { message: '안녕하세요' } };
    expect(await control.seed({ messages: [sent] })).toMatchObject({ ok: true });
    expect(await control.inbox()).toMatchObject({ messages: [{ to: '01012345678', from: '0215880000' }] });
    const project = await opened({ url: emulator.url });
    for (const words of [
      ['emulator', 'inbox'],
      ['emulator', 'inbox', '--json'],
    ]) {
      const { exit, out } = await project.run(words);
      expect([exit, out]).toEqual([0, expect.stringContaining('010****5678')]);
      expect(out).not.toMatch(/01012345678|0215880000/);
    }
  });

  it('is joined by its proof, and its secret is sent to nobody', async () => {
    const emulator = await startEmulator({
      inspect: 'manual',
      profiles: [],
      senders: [],
      recipients: [],
      secret: SECRET,
      ports: systemPorts,
    });
    onTestFinished(() => emulator.close());
    const project = await opened({ url: emulator.url });
    const ran = await project.run(['apply', '--yes']);
    expect([ran.exit, ran.err.includes(SECRET)]).toEqual([0, false]);
    const answer = async (query: string) => (await fetch(`${emulator.url}/_emulator/proof${query}`)).status;
    expect([await answer(''), await answer('?nonce=x'), await answer(`?nonce=${'a'.repeat(64)}`)]).toEqual([
      400, 400, 200,
    ]);
  });

  it('announces itself to its user alone', async () => {
    const project = await openProject(CONFIG);
    await project.write('manifests/tags.yaml', tagsOf({ x: 'X' }));
    const file = join(project.path, '.notiform/emulator.json');
    let seen: { mode: number; text: string } | undefined;
    const writeAtomic: typeof systemPorts.files.writeAtomic = async (path, bytes, mode) => {
      await systemPorts.files.writeAtomic(path, bytes, mode);
      if (path === file) seen = { mode: (await stat(file)).mode & 0o777, text: await readFile(file, 'utf8') };
    };
    const ports = { ...systemPorts, files: { ...systemPorts.files, writeAtomic } };
    expect((await project.run(['plan'], { ports })).exit).toBe(0);
    expect([seen?.mode, JSON.parse(seen?.text ?? '')]).toEqual([
      0o600,
      expect.objectContaining({ secret: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ]);
  });
});

describe('the start of an emulator', () => {
  it('shows the key of each profile that --profile registers, in a project and without one', async () => {
    const project = await openProject(CONFIG);
    const words = ['emulator', '--profile', 'mall=MALLKEY:G', '--profile', 'ship=SHIPKEY'];
    for (const out of await Promise.all([greetingOf(words, project.path), greetingOf(words, tmpdir())]))
      expect(out).toContain('\n  group         mall  senderKey MALLKEY\n  profile       ship  senderKey SHIPKEY\n');
  });
});

describe('--host', () => {
  it('names the address that other machines call, at the start', async () => {
    const folder = await openProject(CONFIG);
    const out = await greetingOf(['emulator', '--host', 'emulator', '--host', 'shop.test'], folder.path);
    const [, port] = /runs at http:\/\/127\.0\.0\.1:(\d+)/.exec(out) ?? [];
    expect(out).toContain(`\n  for others    http://emulator:${port}  on every interface\n`);
    expect(out).toContain(`\n  for others    http://shop.test:${port}  on every interface\n`);
  });
});

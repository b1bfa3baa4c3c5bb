import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import type { Files } from '../../src/core/ports.ts';
import type { EmulatorServer } from '../../src/emulator/emulator.ts';
import { systemFiles, systemPorts } from '../../src/files/system.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, type Project, type Ran, tagsOf } from './project.ts';
import { viewOf } from './streams.ts';

const SHOP = { alias: 'shop', key: 's'.repeat(40), type: 'S' as const };
const PROFILES: EmulatorServer['profiles'] = [SHOP];

const STOPPING = 'Stopping: finishing what is in progress. Press Ctrl-C again to stop at once.';

async function opened(): Promise<Project> {
  const emulator = await openEmulator(PROFILES);
  const project = await openProject(`defaults: { environment: here }\n${hereOf(emulator, PROFILES)}`, EMULATOR_KEY);
  await project.write('manifests/a.yaml', tagsOf({ a: 'A' }));
  await project.write('manifests/b.yaml', tagsOf({ b: 'B' }));
  return project;
}

/** Runs a command that is told to stop when it asks the disk for its n-th file. */
async function stopped(project: Project, words: readonly string[], given: object = {}, nth = 1): Promise<Ran> {
  const stop = new AbortController();
  let reads = 0;
  const read: Files['read'] = (path, most) => {
    reads += 1;
    if (reads === nth) stop.abort('SIGINT');
    return systemFiles.read(path, most);
  };
  const ports = { ...systemPorts, files: { ...systemFiles, read } };
  return project.run(words, { ports, signal: stop.signal, ...given });
}

describe('the first signal', () => {
  it.each([
    'validate',
    'validate --format sarif',
    'fmt',
    'fmt --check',
    'import',
    'import ** --update',
    'plan',
    'apply --yes',
    'apply --yes --wait 1h',
    'status',
    'wait --timeout 1h',
    'send',
    'state show',
    'state export',
    'profile recover shop',
    'profile apply-brand shop',
    'emulator requests',
  ])('ends %s with 130, and it says that a second one stops at once', async (line) => {
    const project = await opened();
    const ran = await stopped(project, line.split(' '));
    expect([ran.exit, ran.err]).toEqual([130, expect.stringContaining(STOPPING)]);
  });

  it('ends validate between two files, and init before it writes', async () => {
    const project = await opened();
    const ran = await stopped(project, ['validate'], {}, 2);
    expect([ran.exit, ran.out]).toEqual([130, '']);
    const init = await stopped(project, ['init'], { cwd: `${project.path}/manifests` });
    expect([init.exit, init.out]).toEqual([130, '']);
  });

  it('ends fmt while it waits for stdin', async () => {
    const project = await opened();
    const stop = new AbortController();
    const stdin = new Readable({ read: () => stop.abort('SIGINT') });
    const ran = await project.run(['fmt', '-'], { stdin, signal: stop.signal });
    expect([ran.exit, ran.out, ran.err]).toEqual([130, '', expect.stringContaining(STOPPING)]);
  });

  it.each(['apply', 'state forget GroupTag/shop/a'])(
    'typed as Ctrl-C at the question of %s ends it with 130, and nothing is done',
    async (line) => {
      const project = await opened();
      if (line !== 'apply') await project.run(['apply', '--yes']);
      const ctrlC = Object.assign(Readable.from(['\u0003']), { isTTY: true });
      const ran = await project.run(line.split(' '), { terminal: true, stdin: ctrlC });
      expect(ran).toMatchObject({ exit: 130, err: expect.stringContaining('[y/N]') });
      const left = await project.run(['plan', '--detailed-exitcode']);
      expect(left.exit).toBe(line === 'apply' ? 2 : 0);
    },
  );

  it('is the ordinary end of an emulator', async () => {
    const project = await openProject('environments: { here: { emulator: true, profiles: {} } }\n');
    const stop = new AbortController();
    const greeted = new Writable({
      write: (_chunk, _encoding, done) => {
        stop.abort('SIGINT');
        done();
      },
    });
    const view = viewOf({ cwd: project.path, signal: stop.signal });
    expect([await runProgram(['emulator'], { ...view, stdout: greeted }), view.err()]).toEqual([0, '']);
  });

  it('is in the document of --json', async () => {
    const project = await opened();
    const ran = await stopped(project, ['validate', '--json'], {}, 1);
    const document = JSON.parse(ran.out) as { ok: boolean; problems: { code: string }[] };
    expect([ran.exit, document.ok, document.problems.map(({ code }) => code)]).toEqual([130, false, ['interrupted']]);
  });
});

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/core/ports.ts';
import { systemClock, systemFiles, systemPorts } from '../../src/files/system.ts';
import { filesWith } from './import-project.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, type Project, tagsOf } from './project.ts';

const PROFILES = [{ alias: 'shop', key: 'a'.repeat(40), type: 'S' as const }];
const HOLDER = { pid: 41, host: 'build-7', command: 'apply', user: 'kim' };
const LOCK = '.notiform/state/here/shop.json.lock';
const HELD = 'Waiting for the lock of here/shop, held by `apply` of kim on build-7 (process 41) since ';

async function openShop(more?: string, env: Record<string, string> = {}): Promise<Project> {
  const emulator = await openEmulator(PROFILES);
  const project = await openProject(hereOf(emulator, PROFILES, more), { ...EMULATOR_KEY, ...env });
  await project.write('manifests/tags.yaml', tagsOf({ news: 'News' }));
  return project;
}

function lockText(more: object = {}): string {
  return JSON.stringify({ ...HOLDER, startedAt: '2026-11-20T00:00:00.000Z', token: 't1', fence: 1, ...more });
}

/** A clock that does something at each wait for a lock, instead of waiting. */
function clockWith(onWait: (waited: number) => void | Promise<void>): Clock {
  let waits = 0;
  return {
    now: () => systemClock.now() + 2_000 * waits,
    sleep: async (ms, signal) => {
      if (ms !== 2_000) return systemClock.sleep(ms, signal);
      waits += 1;
      await onWait(waits);
      if (signal?.aborted) throw signal.reason;
    },
  };
}

describe('--lock-timeout', () => {
  it('of state forget waits for the lock of another run, and reads what that run wrote', async () => {
    const project = await openShop();
    await project.write(LOCK, lockText());
    const clock = clockWith(async (waited) => {
      if (waited !== 2) return;
      rmSync(join(project.path, LOCK));
      expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
    });
    const words = ['state', 'forget', 'news', '--yes', '--lock-timeout', '1m'];
    const ran = await project.run(words, { ports: { ...systemPorts, clock } });
    expect(ran.err).toContain(HELD);
    expect(ran).toMatchObject({ exit: 0, out: expect.stringContaining('Removed from the state.') });
  });

  it.each([[['plan']], [['apply', '--yes']], [['import']]])(
    'of %j waits for the lock of another run, shows it once, and goes on',
    async (words) => {
      const project = await openShop();
      await project.write(LOCK, lockText());
      const clock = clockWith((waited) => {
        if (waited === 3) rmSync(join(project.path, LOCK));
      });
      const ran = await project.run([...words, '--lock-timeout', '1m'], { ports: { ...systemPorts, clock } });
      expect(ran).toMatchObject({ exit: 0 });
      expect(ran.err.split(HELD)).toHaveLength(2);
      expect(ran.err).toContain('(at most 1 m)');
    },
  );
  it('ends with the refusal if the lock is still held, before it reads the service; 0s does not wait', async () => {
    const project = await openShop();
    await project.write(LOCK, lockText());
    let waits = 0;
    const clock = clockWith(() => {
      waits += 1;
    });
    const run = (time: string) =>
      project.run(['-v', 'apply', '--yes', '--lock-timeout', time], { ports: { ...systemPorts, clock } });
    const refused = await run('10s');
    expect(refused.exit).toBe(6);
    expect(waits).toBeGreaterThan(3);
    expect(refused.err).toContain('error: The state of here/shop is locked by `apply` of kim on build-7 (process 41)');
    expect(refused.err).not.toContain('POST');
    waits = 0;
    const none = await run('0s');
    expect([none.exit, waits]).toEqual([6, 0]);
    expect(none.err).not.toContain('Waiting');
  });

  it('shows nothing with -q, and ends with 130 on Ctrl-C', async () => {
    const project = await openShop();
    await project.write(LOCK, lockText());
    const stopping = new AbortController();
    const ports = { ...systemPorts, clock: clockWith(() => stopping.abort()) };
    const ran = await project.run(['-q', 'apply', '--yes', '--lock-timeout', '10m'], {
      ports,
      signal: stopping.signal,
    });
    expect(ran.exit).toBe(130);
    expect(ran.err).not.toContain('Waiting');
  });

  it('plans again if another run takes the lock and applies between the plan and its apply', async () => {
    const project = await openShop();
    const lock = join(project.path, LOCK);
    let tries = 0;
    const { files } = filesWith({
      createExclusive: async (path, bytes) => {
        if (path.endsWith('.json.lock') && ++tries === 1) {
          // The other run applies the same manifests.
          expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
          writeFileSync(lock, lockText());
        }
        return systemFiles.createExclusive(path, bytes);
      },
    });
    const clock = clockWith(() => rmSync(lock));
    const words = ['apply', '--yes', '--lock-timeout', '1m'];
    const ran = await project.run(words, { ports: { ...systemPorts, files, clock } });
    expect(ran).toMatchObject({ exit: 0, out: expect.stringContaining('No changes.') });
    expect(ran.err).toContain('Another run was faster. Planning again.');
    expect(ran.err).toContain(HELD);
  });

  /** A project without the manifest of a live group tag, which an import then writes. */
  async function openBeforeImport(): Promise<Project> {
    const project = await openShop();
    await project.write('manifests/tags.yaml', tagsOf({ news: 'News', promo: 'Promo' }));
    expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
    rmSync(join(project.path, '.notiform'), { recursive: true });
    await project.write('manifests/tags.yaml', tagsOf({ news: 'News' }));
    expect(await project.run(['apply', '--yes'])).toMatchObject({ exit: 0 });
    return project;
  }

  async function importPromo(project: Project): Promise<void> {
    expect(await project.run(['import'])).toMatchObject({ exit: 0, out: expect.stringContaining('Import: 1 written') });
  }

  it('reads the manifests again before it plans again', async () => {
    const project = await openBeforeImport();
    await project.write('manifests/tags.yaml', tagsOf({ news: 'News', extra: 'Extra' }));
    let tries = 0;
    const { files } = filesWith({
      createExclusive: async (path, bytes) => {
        if (path.endsWith('.json.lock') && ++tries === 1) await importPromo(project);
        return systemFiles.createExclusive(path, bytes);
      },
    });
    const clock = clockWith(() => undefined);
    const ran = await project.run(['apply', '--yes', '--lock-timeout', '1m'], {
      ports: { ...systemPorts, files, clock },
    });
    expect(ran).toMatchObject({ exit: 0, out: expect.stringContaining('Done: 1 created.') });
    expect(ran.err).toContain('Another run was faster. Planning again.');
  });
});

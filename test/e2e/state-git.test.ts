import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareRepository, repository } from '../repositories.ts';
import { smallShop } from './here.ts';

const CI = {
  GITHUB_ACTOR: 'ann',
  GITHUB_SERVER_URL: 'https://ci.example',
  GITHUB_REPOSITORY: 'shop/messages',
  GITHUB_RUN_ID: '7',
};

describe('the state in a ref of git', () => {
  it('is found by every clone, holds its lock, and is not found where it is lost', async () => {
    const shop = await smallShop();
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: shop.path, encoding: 'utf8' });
    bareRepository(join(shop.path, 'remote.git'));
    repository(shop.path, join(shop.path, 'remote.git'));
    await shop.edit('notiform.yaml', '    emulator: true', '    emulator: true\n    state: { store: git }');

    expect(await shop.runWith(CI, 'apply', '--yes')).toMatchObject({ exit: 0 });
    expect(await shop.run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
    git('fetch', '-q', 'origin', 'refs/notiform/local');
    expect(JSON.parse(git('show', 'FETCH_HEAD:shop.json'))).toMatchObject({ environment: 'local', profile: 'shop' });
    expect(git('for-each-ref')).toBe('');

    // Somebody holds the lock.
    const lock = {
      pid: 1,
      host: 'runner',
      command: 'apply',
      user: 'ann',
      run: 'https://ci.example/shop/messages/actions/runs/7',
    };
    const text = JSON.stringify({ ...lock, startedAt: '2026-11-20T00:00:00.000Z', token: 'abc', fence: 9 });
    const blob = (input: string): string =>
      execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: shop.path, input, encoding: 'utf8' }).trim();
    const rows = `100644 blob ${blob(git('show', 'FETCH_HEAD:shop.json'))}\tshop.json\n100644 blob ${blob(text)}\tshop.lock\n`;
    const tree = execFileSync('git', ['mktree'], { cwd: shop.path, input: rows, encoding: 'utf8' }).trim();
    const commit = git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit-tree', tree, '-m', 'x').trim();
    git('push', '-q', '--force', 'origin', `${commit}:refs/notiform/local`);
    await shop.edit('manifests/account.yaml', '3분', '5분');
    const refused = await shop.run('apply', '--yes');
    expect(refused).toMatchObject({ exit: 6 });
    const said = refused.stderr.replace(/\s+/g, ' ');
    expect(said).toContain('`apply` of ann on runner (process 1) since 2026-11-20 09:00:00 KST');
    expect(said).toContain('See https://ci.example/shop/messages/actions/runs/7.');

    // The ref is gone: everything that is declared is found again by its name and adopted as it is. Its
    // inspection may be a colleague's request: it is cancelled only if that is allowed.
    git('push', '-q', '--delete', 'origin', 'refs/notiform/local');
    const lost = await shop.run('plan');
    expect(lost.stdout.replace(/\s+/g, ' ')).toMatch(/No state: \d+ live resources would be adopted/);
    expect((await shop.run('apply', '--yes')).exit).not.toBe(1);
    expect(await shop.run('plan', '--detailed-exitcode')).toMatchObject({ exit: 2 });
    expect(await shop.run('apply', '--yes', '--allow', 'reverses')).toMatchObject({ exit: 0 });
    expect(await shop.run('plan', '--detailed-exitcode')).toMatchObject({ exit: 0 });
  });
});

import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyProject, NEVER_OPENS, NODE, PROGRAM } from './project.ts';

/** A descriptor that takes no output. Only Linux has a device that is always full; a file that is open for reading does elsewhere. */
const [UNWRITABLE, CODE] = existsSync('/dev/full') ? ['/dev/full', 'ENOSPC'] : [PROGRAM, 'EBADF'];

it('a full device behind stdout is exit 1 without a stack trace, and says how the command ended', () => {
  const full = openSync(UNWRITABLE, CODE === 'ENOSPC' ? 'w' : 'r');
  const ran = spawnSync(NODE, [PROGRAM, '--help'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
  closeSync(full);
  expect([ran.status, ran.stderr]).toEqual([
    1,
    `error: The output could not be written to stdout (${CODE})
  help: The command ended with exit code 0. Only its output is lost. Check its effects before you run it again
`,
  ]);
});

const PROJECT = `version: 1
defaults: { profile: shop, sender: main }
environments:
  local:
    emulator: true
    inspect: auto
    profiles: { shop: { key: ${'a'.repeat(40)} } }
    senders: { main: "15880000" }
    recipients: { qa: "01000000000" }
`;

it('a send whose result is lost does not end as one that sent nothing', async () => {
  const shop = await emptyProject();
  await shop.write('notiform.yaml', PROJECT);
  await mkdir(join(shop.path, 'manifests'));
  await shop.write(
    'manifests/order-paid.yaml',
    'kind: NotificationTemplate\nid: order-paid\nname: 주문 안내\ncategory: "001001"\nmessageType: BA\ncontent: 주문이 접수되었습니다.\n',
  );
  expect(await shop.run('apply', '--yes', '--wait')).toMatchObject({ exit: 0 });
  const words = ['send', 'order-paid', '--to', 'qa', '--yes', '--allow', 'locks-text', '--no-wait'];
  const full = openSync(UNWRITABLE, CODE === 'ENOSPC' ? 'w' : 'r');
  const ran = spawnSync(NODE, [PROGRAM, ...words], {
    cwd: shop.path,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(await shop.read('.notiform/sends.jsonl')).toContain('"event":"accepted"');
  expect(ran.stderr).toContain(
    'help: The command ended with exit code 0. Only its output is lost. Do not run it again: messages were sent, and .notiform/sends.jsonl has their outcomes',
  );
  expect(ran.status).toBe(9);
});

it('a deleted working directory is one line and exit 1, without a stack trace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notiform-gone-'));
  const ran = spawnSync('sh', ['-c', `rmdir "$PWD" && exec "$0" "$1" validate`, NODE, PROGRAM], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining('The current folder no longer exists')]);
  expect(ran.stderr).not.toContain('    at ');
});

it('a command that waits for a promise that never resolves is a bug, not a success', async () => {
  const shop = await emptyProject();
  await shop.write('never.cjs', NEVER_OPENS);
  await shop.write('notiform.yaml', PROJECT);
  await mkdir(join(shop.path, 'manifests'));
  await shop.write('manifests/tag.yaml', 'kind: GroupTag\nid: gold\nname: 골드\n');
  expect(await shop.runWith({ NODE_OPTIONS: '--require ./never.cjs' }, 'plan')).toEqual({
    exit: 70,
    signal: null,
    stdout: '',
    stderr: `error: This is a bug in notiform: the command did not finish
  help: Check its effects before you run it again
`,
  });
});

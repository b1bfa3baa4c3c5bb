import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'notiform.cjs');

/** A descriptor that takes no output. Only Linux has a device that is always full; a file that is open for reading does elsewhere. */
const [UNWRITABLE, CODE] = existsSync('/dev/full') ? ['/dev/full', 'ENOSPC'] : [PROGRAM, 'EBADF'];

it('a full device behind stdout is exit 1 without a stack trace, and says how the command ended', () => {
  const full = openSync(UNWRITABLE, CODE === 'ENOSPC' ? 'w' : 'r');
  const ran = spawnSync(process.execPath, [PROGRAM, '--help'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
  closeSync(full);
  expect([ran.status, ran.stderr]).toEqual([
    1,
    `error: The output could not be written to stdout (${CODE})
  help: The command ended with exit code 0, and only its output is lost. Check what it did before you repeat an \`apply\` or a \`send\`
`,
  ]);
});

it('a deleted working directory is one line and exit 1, without a stack trace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notiform-gone-'));
  const ran = spawnSync('sh', ['-c', `rmdir "$PWD" && exec "$0" "$1" validate`, process.execPath, PROGRAM], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining('The current folder does not exist any more')]);
  expect(ran.stderr).not.toContain('    at ');
});

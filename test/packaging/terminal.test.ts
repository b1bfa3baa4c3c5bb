import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { PROGRAM, smallShop } from '../e2e/project.ts';

/** Runs a program in a terminal of 24 rows, and prints all of its output. Its exit code is that of the program. */
const IN_TERMINAL = `
import fcntl, os, pty, struct, sys, termios
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        output = os.read(terminal, 65536)
    except OSError:
        break
    if not output:
        break
    os.write(1, output)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;

it.each([80, 0])('the built program shows its progress in a terminal of %i columns', async (columns) => {
  const project = await smallShop();
  const { PATH = '' } = process.env;
  for (const words of [['apply', '--yes'], ['status']]) {
    const ran = spawnSync(
      'python3',
      ['-c', IN_TERMINAL, String(columns), process.execPath, PROGRAM, '-e', 'local', ...words],
      { cwd: project.path, env: { PATH, TERM: 'xterm' }, encoding: 'utf8' },
    );
    expect([words, ran.status, ran.stderr], ran.stdout).toEqual([words, 0, '']);
    expect(ran.stdout).toContain('⠋');
    expect(ran.stdout).not.toContain('Error');
  }
});

import { constants } from 'node:os';
import { systemPorts } from '../core/ports.ts';
import { runProgram } from './program.ts';

/** The program's edge: process streams, signals and the exit code. Everything else is below. */
const stop = new AbortController();

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (!stop.signal.aborted) {
      stop.abort(name);
      return;
    }
    // The second one is meant: with the default handling back in its place, the same signal ends us at once.
    process.removeAllListeners(name);
    process.kill(process.pid, constants.signals[name]);
  });
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read us has gone (`notiform plan | head`): there is nobody to tell.
    if (error.code !== 'EPIPE') throw error;
  });
}

void runProgram(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  ports: systemPorts,
  signal: stop.signal,
}).then((exit) => {
  process.exitCode = exit;
});

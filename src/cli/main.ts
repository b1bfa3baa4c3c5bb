import { constants } from 'node:os';
import { Exit } from '../core/exit.ts';
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

/** What a command exits with if its output was lost on the way. */
let lost: number | undefined;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has gone (`notiform plan | head`): nobody misses the rest.
    if (error.code === 'EPIPE' || lost !== undefined) return;
    lost = Exit.failed;
    process.exitCode = lost;
    const name = stream === process.stdout ? 'stdout' : 'stderr';
    process.stderr.write(`error: The output could not be written to ${name} (${String(error.code)})\n`);
    reportFinished();
  });
}

/** The exit code of the command itself. */
let finished: number | undefined;

/** Reports how the command ended if only its output is lost: repeating `send` would deliver the message again. */
function reportFinished(): void {
  if (lost === undefined || finished === undefined) return;
  const ended = `The command ended with exit code ${finished}, and only its output is lost`;
  process.stderr.write(`  help: ${ended}. Check what it did before you repeat an \`apply\` or a \`send\`\n`);
}

/** The folder that the command is called in; undefined if it was deleted since. */
function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

async function run(): Promise<number> {
  const cwd = currentFolder();
  if (cwd === undefined) {
    process.stderr.write('error: The current folder does not exist any more\n  help: change to another folder\n');
    return Exit.failed;
  }
  const { env, stdin, stdout, stderr } = process;
  const view = { cwd, env, stdin, stdout, stderr, ports: systemPorts, signal: stop.signal };
  return runProgram(process.argv.slice(2), view);
}

void run().then((exit) => {
  finished = exit;
  reportFinished();
  process.exitCode = exit === Exit.done ? (lost ?? exit) : exit;
});

import module from 'node:module';
import { constants } from 'node:os';
import { Exit } from '../core/exit.ts';
import { systemPorts } from '../files/system.ts';

// Node 22.1 and later keep compiled code. Everything that is imported after this call gets it.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

/** The program's edge: process streams, signals and the exit code. Everything else is below. */
const stop = new AbortController();

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (!stop.signal.aborted) {
      stop.abort(name);
      return;
    }
    // A second signal ends the process at once: the default handling is back in place.
    process.removeAllListeners(name);
    process.kill(process.pid, constants.signals[name]);
  });
}

/** True as soon as output was lost. */
let lost = false;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has ended (`notiform plan | head`), so the rest is not needed.
    if (error.code === 'EPIPE' || lost) return;
    lost = true;
    process.exitCode = exitCode();
    const name = stream === process.stdout ? 'stdout' : 'stderr';
    process.stderr.write(`error: The output could not be written to ${name} (${String(error.code)})\n`);
    reportFinished();
  });
}

/** The exit code of the command itself. */
let finished: number | undefined;

/** True as soon as the command has sent a message. */
let sent = false;

/**
 * Returns the exit code of the program. A command whose output was lost has failed: otherwise a caller would trust an empty file.
 * After a send the code must not mean "not sent", because the caller does not know the outcome.
 */
function exitCode(): number {
  if (!lost) return finished ?? Exit.done;
  if (finished !== undefined && finished !== Exit.done) return finished;
  return sent ? Exit.unknown : Exit.failed;
}

/** Reports how the command ended if only its output is lost: repeating `send` would deliver the message again. */
function reportFinished(): void {
  if (!lost || finished === undefined) return;
  const ended = `The command ended with exit code ${finished}. Only its output is lost`;
  process.stderr.write(`  help: ${ended}. ${nextStep()}\n`);
}

function nextStep(): string {
  return sent
    ? 'Do not run it again: messages were sent, and .notiform/sends.jsonl has their outcomes'
    : 'Check its effects before you run it again';
}

// Node exits with 0 if a promise that the command waits for never resolves.
process.on('beforeExit', () => {
  if (finished !== undefined) return;
  finished = Exit.bug;
  process.exitCode = finished;
  process.stderr.write(`error: This is a bug in notiform: the command did not finish\n  help: ${nextStep()}\n`);
});

/** Returns the current folder, or undefined if it was deleted. */
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
    process.stderr.write('error: The current folder no longer exists\n  help: change to another folder\n');
    return Exit.failed;
  }
  const { env, stdin, stdout, stderr } = process;
  const [, started] = process.argv;
  const onSent = (): void => {
    sent = true;
  };
  const view = { cwd, env, stdin, stdout, stderr, ports: systemPorts, signal: stop.signal, started, onSent };
  const { runProgram } = await import('./program.ts');
  return runProgram(process.argv.slice(2), view);
}

void run().then((exit) => {
  finished = exit;
  reportFinished();
  process.exitCode = exitCode();
});

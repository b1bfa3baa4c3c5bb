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

/** True as soon as output was lost on the way. */
let lost = false;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has gone (`notiform plan | head`): nobody misses the rest.
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
 * The exit code of the program. A command that did its work and lost its output has failed, so that nobody trusts an empty file.
 * After a send the code must not read as "not sent": whoever called does not know the outcome.
 */
function exitCode(): number {
  if (!lost) return finished ?? Exit.done;
  if (finished !== undefined && finished !== Exit.done) return finished;
  return sent ? Exit.unknown : Exit.failed;
}

/** Reports how the command ended if only its output is lost: repeating `send` would deliver the message again. */
function reportFinished(): void {
  if (!lost || finished === undefined) return;
  const ended = `The command ended with exit code ${finished}, and only its output is lost`;
  const next = sent
    ? 'Do not repeat it: messages were sent, and .notiform/sends.jsonl has what became of them'
    : 'Check what it did before you repeat it';
  process.stderr.write(`  help: ${ended}. ${next}\n`);
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
  const onSent = (): void => {
    sent = true;
  };
  const view = { cwd, env, stdin, stdout, stderr, ports: systemPorts, signal: stop.signal, onSent };
  return runProgram(process.argv.slice(2), view);
}

void run().then((exit) => {
  finished = exit;
  reportFinished();
  process.exitCode = exitCode();
});

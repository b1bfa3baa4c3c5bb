import { Exit } from '../core/exit.ts';
import { systemPrograms } from '../core/program.ts';
import { systemPorts } from '../files/system.ts';
import { runAction } from './action.ts';
import { githubArtifacts } from './artifact.ts';

/** The Action's edge: the process of a step. The runner sends SIGINT, and after some seconds SIGTERM, if a job is cancelled. */
const stop = new AbortController();

for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort(name));

// Node exits with 0 if a promise that the Action waits for never resolves.
process.on('beforeExit', () => {
  if (process.exitCode !== undefined) return;
  process.exitCode = Exit.bug;
  process.stdout.write('::error::This is a bug in notiform: the Action did not finish\n');
});

void runAction({
  env: process.env,
  ports: systemPorts,
  signal: stop.signal,
  artifacts: githubArtifacts(),
  programs: systemPrograms(),
  write: (text) => process.stdout.write(text),
}).then((exit) => {
  process.exitCode = exit;
});

// Runs a program to its end and returns what the run used.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { account } from './project.mjs';

const usage = fileURLToPath(new URL('usage.cjs', import.meta.url));

/** True if `taskset` can keep programs on one core, on a machine with at least two. */
export const canPin = ['0', '1'].every((core) => {
  try {
    execFileSync('taskset', ['-c', core, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** Starts Node, on the given core if the machine allows it. */
export function startNode(args, options, core) {
  const command = canPin && core !== undefined ? ['taskset', '-c', String(core), process.execPath] : [process.execPath];
  return spawn(command[0], [...command.slice(1), ...args], options);
}

/** Runs Node to its end. Returns its seconds, seconds of processor time, peak megabytes, and bytes written to the state. */
export async function measure(args, cwd, core) {
  const began = performance.now();
  const child = startNode(
    ['--require', usage, ...args],
    // The usage arrives on a descriptor of its own.
    {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      env: { ...process.env, CI: '', BENCH_API_KEY: account.apiKey },
    },
    core,
  );
  let [errors, used] = ['', ''];
  child.stderr.on('data', (part) => {
    errors += part;
  });
  child.stdio[3].on('data', (part) => {
    used += part;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}\n${errors.slice(-2000)}`);
  const { kilobytes, microseconds, written } = JSON.parse(used);
  return {
    seconds: (performance.now() - began) / 1000,
    busy: microseconds / 1e6,
    megabytes: kilobytes / 1024,
    written,
  };
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

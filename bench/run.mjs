// How long whole commands take, compared with a floor: a program that makes the same calls on a bare pool, or parses the
// same files with `yaml`, and nothing else. Command and floor run in turn, so the ratio holds on a noisy machine too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seed, serve, writeProject } from './project.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1k' },
    rows: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    program: { type: 'string', default: here('../dist/notiform.cjs') },
  },
});
const runs = Number(values.runs);
const sizes = values.sizes.split(',').map((size) => Number(size.replace(/k$/, '000')));

/**
 * A row: the command, its floor, and what has to be there. `live`: the emulator has the templates; `empty`: without
 * manifests; `fixed`: the number of templates if it does not follow the size; `before`: restores the project.
 */
const rows = [
  { name: '--version', args: ['--version'], fixed: 1 },
  { name: 'validate', args: ['validate'], floor: 'parse' },
  { name: 'plan, nothing changed', args: ['-e', 'local', 'plan'], floor: 'listsAndParse', live: true, adopted: true },
  {
    name: 'plan --refresh full',
    args: ['-e', 'local', 'plan', '--refresh', 'full'],
    floor: 'details',
    live: true,
    adopted: true,
  },
  { name: 'import', args: ['-e', 'local', 'import'], floor: 'import', live: true, empty: true },
  { name: 'apply, 500 adds', args: ['-e', 'local', 'apply', '--yes'], floor: 'adds', fixed: 500 },
];

/** Runs a program to its end. Returns its seconds and the peak of its memory in megabytes. */
async function measure(args, cwd) {
  const began = performance.now();
  // The peak is written by the program's own process as it ends, on a descriptor of its own.
  const child = spawn(process.execPath, ['--require', here('peak.cjs'), ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: '' },
  });
  let [errors, peak] = ['', ''];
  child.stderr.on('data', (part) => (errors += part));
  child.stdio[3].on('data', (part) => (peak += part));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}\n${errors.slice(-2000)}`);
  return { seconds: (performance.now() - began) / 1000, megabytes: Number(peak) / 1024 };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

async function measureRow(row, size) {
  const count = row.fixed ?? size;
  const folder = await mkdtemp(join(tmpdir(), 'notiform-bench-'));
  await writeProject(folder, count, { manifests: !row.empty });
  const emulator = row.args.includes('local') ? await serve(values.program, folder) : undefined;
  try {
    if (row.live) await seed(emulator, count);
    if (row.adopted) await measure([values.program, '-e', 'local', 'apply', '--yes'], folder);
    await emulator?.control('checkpoint', { name: 'start' });
    const restore = async () => {
      if (row.adopted || emulator === undefined) return;
      await emulator.control('restore', { name: 'start' });
      const made = row.empty ? ['.notiform/state', 'manifests', 'floor'] : ['.notiform/state'];
      for (const path of made) await rm(join(folder, path), { recursive: true, force: true });
    };
    // Without a job, the floor is a start of Node.
    const floor =
      row.floor === undefined
        ? ['-e', '0']
        : [here('floor.mjs'), row.floor, emulator?.url ?? '', folder, String(count)];
    const pairs = [];
    // The first pair warms the disk and is not counted.
    for (let run = 0; run <= runs; run += 1) {
      await restore();
      const command = await measure([values.program, ...row.args], folder);
      await restore();
      pairs.push({ command, floor: await measure(floor, folder) });
    }
    return { count, pairs: pairs.slice(1) };
  } finally {
    await emulator?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function line(name, { count, pairs }) {
  const middle = (pick) => median(pairs.map(pick));
  const cells = [
    name,
    count,
    `${middle(({ command, floor }) => command.seconds / floor.seconds).toFixed(2)} ×`,
    middle(({ command }) => command.seconds).toFixed(2),
    middle(({ floor }) => floor.seconds).toFixed(2),
    middle(({ command }) => command.megabytes).toFixed(0),
    middle(({ floor }) => floor.megabytes).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

const { version } = JSON.parse(await readFile(here('../package.json'), 'utf8'));
console.log(`notiform ${version}, Node ${process.version}, medians of ${runs} runs in turn\n`);
console.log(
  '| command | templates | of its floor | seconds | floor | megabytes | floor |\n|---|---|---|---|---|---|---|',
);
for (const size of sizes)
  for (const row of rows) {
    const isRepeated = row.fixed !== undefined && size !== sizes[0];
    const isWanted = values.rows.split(',').some((word) => row.name.startsWith(word));
    if (isWanted && !isRepeated) console.log(line(row.name, await measureRow(row, size)));
  }

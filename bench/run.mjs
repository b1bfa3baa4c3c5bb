// How long whole commands take, compared with a floor: a program that makes the same calls on a bare pool, or parses the
// same files with `yaml`, and nothing else. Command and floor run in turn, so the ratio holds on a noisy machine too.
// With sizes of which one is twice another (`--sizes 10k,20k`), a second table shows how the rows grow.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { canPin, median } from './measure.mjs';
import { rows } from './rows.mjs';
import { takeTurns } from './turns.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1k' },
    rows: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    program: { type: 'string', default: here('../dist/notiform.js') },
  },
});
const runs = Number(values.runs);
const sizes = values.sizes.split(',').map((size) => Number(size.replace(/k$/, '000')));
const isWanted = (name) => values.rows.split(',').some((word) => name.startsWith(word));

const times = (ratio) => `${ratio.toFixed(2)} ×`;
const print = (...cells) => console.log(`| ${cells.join(' | ')} |`);
const head = (...cells) => console.log(`| ${cells.join(' | ')} |\n|${'---|'.repeat(cells.length)}`);

/** Prints the row of a command, and returns the medians of what it used. */
function report(row, count, pairs) {
  const middle = (pick) => median(pairs.map(pick));
  const used = {
    seconds: middle(({ command }) => command.seconds),
    busy: middle(({ command }) => command.busy),
    megabytes: middle(({ command }) => command.megabytes),
  };
  const most = row.megabytes?.[count];
  const own = [used.seconds.toFixed(2), `${used.megabytes.toFixed(0)}${most ? ` (goal ${most})` : ''}`];
  if (row.limit) {
    const refused = `${middle(({ limit }) => limit.refused)} refused, ${middle(({ limit }) => limit.mostInARow)} in a row`;
    const share = `${(100 * middle(({ limit }) => limit.share)).toFixed(1)} %`;
    print(row.name, count, `${100 * row.goal} %`, share, '', own[0], '', own[1], '', refused);
    return used;
  }
  const megabytes = (pick) => (middle(pick) / 1e6).toFixed(1);
  const written = row.tags
    ? `${megabytes(({ command }) => command.written)} MB written for a state of ${megabytes(({ state }) => state)} MB`
    : '';
  print(
    row.name,
    count,
    row.goal === undefined ? '' : times(row.goal),
    times(middle(({ command, floor }) => command.seconds / floor.seconds)),
    times(middle(({ command, floor }) => command.busy / floor.busy)),
    own[0],
    middle(({ floor }) => floor.seconds).toFixed(2),
    own[1],
    middle(({ floor }) => floor.megabytes).toFixed(0),
    written,
  );
  return used;
}

/** The first minutes of a newcomer: builds the program and runs the demo, as `npm run demo` does after `npm ci`. */
async function measureDemo() {
  const seconds = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    const [status] = await once(spawn('npm', ['run', 'demo'], { cwd: here('..'), stdio: 'ignore' }), 'close');
    if (status !== 0) throw new Error(`npm run demo exited with ${status}`);
    seconds.push((performance.now() - began) / 1000);
  }
  print('npm run demo', '', '5 s', '', '', median(seconds).toFixed(2), '', '', '', '');
}

const { version } = JSON.parse(await readFile(here('../package.json'), 'utf8'));
console.log(`notiform ${version}, Node ${process.version}, ${cpus().length} cores, medians of ${runs} runs in turn\n`);
head('row', 'templates', 'goal', 'of its floor', 'processor time', 'seconds', 'floor', 'megabytes', 'floor', 'besides');
const used = new Map();
for (const size of sizes)
  for (const row of rows) {
    const isRepeated = row.templates !== undefined && size !== sizes[0];
    if (!isWanted(row.name) || isRepeated || (row.core !== undefined && !canPin)) continue;
    const count = row.templates ?? size;
    const pairs = await takeTurns(row, { program: values.program, count, runs });
    used.set(`${row.name} ${count}`, report(row, count, pairs));
  }
if (isWanted('npm run demo')) await measureDemo();

const doubled = sizes.filter((size) => sizes.includes(size / 2));
if (doubled.length > 0) {
  console.log('\nGrowth. The goal is 2.2 × in every row.\n');
  head('row', 'templates', 'seconds', 'processor time', 'megabytes');
  for (const size of doubled)
    for (const { name } of rows) {
      const [half, whole] = [used.get(`${name} ${size / 2}`), used.get(`${name} ${size}`)];
      if (half && whole)
        print(
          name,
          `${size / 2} → ${size}`,
          ...['seconds', 'busy', 'megabytes'].map((key) => times(whole[key] / half[key])),
        );
    }
}

// Checks the types and the style of all files in parallel. Each check prints its output when it has finished.
import { spawn } from 'node:child_process';

/** The native compiler. One thread takes the least processor time; the checks run side by side anyway. */
const tsc = 'typescript-native/bin/tsc --singleThreaded';

const checks = [
  `${tsc} -p .`,
  `${tsc} -p test/browser`,
  `${tsc} -p src/emulator/desk/browser`,
  `${tsc} -p src/report/gallery/browser`,
  '.bin/biome check',
];

function run(check) {
  const [program, ...words] = check.split(' ');
  const child = spawn(`node_modules/${program}`, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      console.log(`${status === 0 ? 'passed' : 'failed'}: ${check}\n${text}`.trimEnd());
      resolve(status === 0);
    });
  });
}

const passed = await Promise.all(checks.map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;

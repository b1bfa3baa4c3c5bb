// The same job with notiform and without it: 500 templates, each in a file. The first run creates them and requests their
// inspections, the second finds nothing to do, and the third changes five. Each peer has an emulator of its own, which shows
// after each run that the job was done. `npm run bench:peers`
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../measure.mjs';
import { account, keyOf, manifestOf, serve, templateOf, writeConfig } from '../project.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const { values } = parseArgs({
  options: {
    templates: { type: 'string', default: '500' },
    runs: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const count = Number(values.templates);
const program = here('../../dist/notiform.js');
const ALCHEMY = 'alchemy@0.94.0';

/** The first line that a program prints about its version, or undefined if it is not installed. */
function versionOf(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')[0]
      .trim();
  } catch {
    return undefined;
  }
}

/** Installs alchemy in a folder of its own, without its optional peers, and returns the folder. */
async function installAlchemy() {
  const folder = join(tmpdir(), `notiform-peers-${ALCHEMY}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--prefer-offline'];
  execFileSync('npm', ['install', ...quiet, '--save-exact', ALCHEMY], { cwd: folder, stdio: 'ignore' });
  await copyFile(here('alchemy.mjs'), join(folder, 'alchemy.mjs'));
  return folder;
}

/** Each peer: its version, what its folder contains for the templates, and its command. */
const peers = [
  {
    name: 'notiform',
    version: async () => JSON.parse(await readFile(here('../../package.json'), 'utf8')).version,
    write: async (folder, templates) => {
      await mkdir(join(folder, 'manifests'), { recursive: true });
      for (const [index, { templateContent }] of templates.entries())
        await writeFile(join(folder, 'manifests', `order-${index}.yaml`), manifestOf(index, templateContent));
    },
    command: () => [process.execPath, program, '-e', 'local', 'apply', '--yes'],
  },
  {
    name: 'alchemy',
    version: async () => ALCHEMY.split('@')[1],
    write: writeFiles,
    command: async () => [process.execPath, join(await installAlchemy(), 'alchemy.mjs')],
  },
  {
    name: 'curl and jq',
    version: async () => {
      const [curl, jq] = [versionOf('curl', '--version'), versionOf('jq', '--version')];
      return curl && jq && `${curl.split(' ')[1]}, ${jq.replace('jq-', '')}`;
    },
    write: writeFiles,
    command: () => ['bash', here('sync.sh')],
  },
];

async function writeFiles(folder, templates) {
  await mkdir(join(folder, 'templates'), { recursive: true });
  for (const [index, template] of templates.entries())
    await writeFile(join(folder, 'templates', `order-${index}.json`), JSON.stringify(template));
}

/** Runs a command to its end and returns its seconds. */
async function run([command, ...args], cwd, origin) {
  const began = performance.now();
  const env = {
    ...process.env,
    CI: '',
    ORIGIN: origin,
    ACCOUNT: JSON.stringify({ ...account, senderKey: keyOf(0) }),
    DO_NOT_TRACK: '1',
    ALCHEMY_TELEMETRY_DISABLED: '1',
  };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output = (output + part).slice(-3000);
    });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${command} ended with ${status}\n${output}`);
  return (performance.now() - began) / 1000;
}

/** Throws unless the emulator has exactly these templates, each with its inspection requested. */
async function requireDone(emulator, templates) {
  const { snapshot } = await emulator.read('snapshot');
  const live = new Map(snapshot.templates.map((template) => [template.templateCode, template]));
  const wrong = templates.filter(({ templateCode, templateContent }) => {
    const found = live.get(templateCode);
    return found?.content.templateContent !== templateContent || found.inspectionStatus !== 'REQ';
  });
  if (wrong.length > 0 || live.size !== templates.length)
    throw new Error(`${live.size} templates are live; ${wrong.length} are missing or differ`);
}

/** Runs the three steps. Returns the seconds and the calls of each. */
async function doJob(peer) {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-peers-'));
  await writeConfig(folder, count);
  const emulator = await serve(program, folder);
  try {
    const command = await peer.command();
    const created = Array.from({ length: count }, (_, index) => templateOf(index));
    const changed = created.map((template, index) =>
      index % (count / 5) === 0
        ? { ...template, templateContent: `${template.templateContent}\n감사합니다.` }
        : template,
    );
    const steps = [];
    for (const templates of [created, created, changed]) {
      await peer.write(folder, templates);
      await emulator.control('journal', undefined, 'DELETE');
      const seconds = await run(command, folder, emulator.url);
      await requireDone(emulator, templates);
      const { entries } = await emulator.read('journal');
      steps.push({ seconds, calls: entries.length });
    }
    return steps;
  } finally {
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

console.log(
  `Node ${process.version}, ${cpus().length} cores, ${count} templates, medians of ${values.runs} runs in turn\n`,
);
console.log('| | version | create | calls | no change | calls | change 5 | calls |\n|---|---|---|---|---|---|---|---|');
const wanted = peers.filter(({ name }) => name.includes(values.only));
const versions = new Map();
for (const peer of wanted) versions.set(peer, await peer.version());
const jobs = new Map(wanted.map((peer) => [peer, []]));
for (let turn = 0; turn < Number(values.runs); turn += 1)
  for (const peer of wanted) {
    if (!versions.get(peer)) continue;
    const steps = await doJob(peer);
    jobs.get(peer).push(steps);
    console.error(`${peer.name}: ${steps.map(({ seconds }) => `${seconds.toFixed(1)} s`).join(', ')}`);
  }
for (const [peer, done] of jobs) {
  if (done.length === 0) continue;
  const cells = [0, 1, 2].flatMap((step) => [
    `${median(done.map((steps) => steps[step].seconds)).toFixed(1)} s`,
    median(done.map((steps) => steps[step].calls)),
  ]);
  console.log(`| ${[peer.name, versions.get(peer), ...cells].join(' | ')} |`);
}

// What an application's tests wait for: the emulator's start until its first accepted send, sends, and the reset between
// two tests. `--against PROGRAM` compares two builds, in turn: `npm run bench:emulator -- --against ../old/dist/notiform.js`
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { median, startNode } from './measure.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    sends: { type: 'string', default: '3000' },
    program: { type: 'string', default: fileURLToPath(new URL('../dist/notiform.js', import.meta.url)) },
    against: { type: 'string' },
  },
});
const SENDER_KEY = 'a'.repeat(40);
const RESETS = 30;

const template = { profile: 'shop', templateCode: 'order_paid', inspectionStatus: 'APR', templateContent: '결제 완료' };
const message = {
  account: 'emulator',
  type: 'at',
  from: '15880000',
  to: '01000000000',
  content: { at: { senderkey: SENDER_KEY, templatecode: 'order_paid', message: '결제 완료' } },
};

/** Calls the emulator. Throws unless it accepts. */
async function call(pool, path, body, headers = {}) {
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const given = await answer.body.json();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${JSON.stringify(given)}`);
  return given;
}

/** Seconds of processor time that a process took so far. */
async function busySeconds(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Starts an emulator, sends and resets. Returns what each took. */
async function measureOnce(program) {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-bench-'));
  const began = performance.now();
  const child = startNode([program, 'emulator', '--json'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] }, 0);
  const [line] = await once(child.stdout, 'data');
  const pool = new Pool(JSON.parse(String(line)).url, { connections: 16, pipelining: 1 });
  try {
    await call(pool, '/_emulator/seed', { templates: [template] });
    const basic = Buffer.from('emulator:emulator-password').toString('base64');
    const { accesstoken } = await call(pool, '/v1/token', {}, { authorization: `Basic ${basic}` });
    const headers = { authorization: `Bearer ${accesstoken}` };
    const send = (number) => call(pool, '/v3/message', { ...message, refkey: `order-${number}` }, headers);
    await send(0);
    const firstSend = { ms: performance.now() - began, busyMs: 1000 * (await busySeconds(child.pid)) };

    await call(pool, '/_emulator/settings', { rateLimit: { limit: 1_000_000, windowMs: 1000 } });
    const numbers = Array.from({ length: Number(values.sends) }, (_, index) => index + 1).values();
    const [from, busyFrom] = [performance.now(), await busySeconds(child.pid)];
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const number of numbers) await send(number);
      }),
    );
    const perSend = {
      ms: (performance.now() - from) / Number(values.sends),
      busyMs: (1000 * ((await busySeconds(child.pid)) - busyFrom)) / Number(values.sends),
    };

    const resets = [];
    for (let reset = 0; reset < RESETS; reset += 1) {
      const templates = Array.from({ length: 100 }, (_, index) => ({ ...template, templateCode: `order_${index}` }));
      await call(pool, '/_emulator/seed', { templates });
      const start = performance.now();
      await call(pool, '/_emulator/reset', {});
      resets.push(performance.now() - start);
    }
    return { firstSend, perSend, reset: { ms: median(resets) } };
  } finally {
    await pool.close();
    child.kill('SIGINT');
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

const rows = [
  ['start to the first send', ({ firstSend }) => firstSend.ms, (ms) => `${ms.toFixed(0)} ms`],
  ['the same, processor time', ({ firstSend }) => firstSend.busyMs, (ms) => `${ms.toFixed(0)} ms`],
  ['sends a second', ({ perSend }) => perSend.ms, (ms) => (1000 / ms).toFixed(0)],
  ['sends a second of processor time', ({ perSend }) => perSend.busyMs, (ms) => (1000 / ms).toFixed(0)],
  ['reset with 100 templates', ({ reset }) => reset.ms, (ms) => `${ms.toFixed(2)} ms`],
];

const [now, before] = [[], []];
// The first turn warms the disk and is not counted.
for (let run = 0; run <= Number(values.runs); run += 1) {
  now.push(await measureOnce(values.program));
  if (values.against) before.push(await measureOnce(values.against));
}
console.log(`\nMedians of ${values.runs} runs${values.against ? ' in turn' : ''}.\n`);
console.log(values.against ? '| | this | against | time |\n|---|---|---|---|' : '| | |\n|---|---|');
for (const [name, pick, show] of rows) {
  const [own, other] = [now, before].map((all) => median(all.slice(1).map(pick)));
  const cells = values.against ? [show(own), show(other), `${(own / other).toFixed(2)} ×`] : [show(own)];
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

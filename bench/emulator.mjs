// How fast the built emulator answers with 10,000 templates, on one core. `npm run bench`; docs: bench/README.md.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    templates: { type: 'string', default: '10000' },
    only: { type: 'string' },
    data: { type: 'boolean', default: false },
    program: { type: 'string', default: new URL('../dist/notiform.cjs', import.meta.url).pathname },
    node: { type: 'string', multiple: true, default: [] },
  },
});
const [seconds, connections, count] = [values.seconds, values.connections, values.templates].map(Number);
const here = (file) => new URL(file, import.meta.url).pathname;
const KEY = 'a'.repeat(40);
const account = { bizId: 'emulator', apiKey: 'emulator-key', senderKey: KEY };

/** The server has a core of its own where the machine can say so, and the load has the other ones. */
const pinned = (() => {
  try {
    execFileSync('taskset', ['-c', '0', 'true']);
    execFileSync('taskset', ['-c', '1', 'true']);
    return true;
  } catch {
    return false;
  }
})();
const onCore = (core, args) => (pinned ? ['taskset', ['-c', core, process.execPath, ...args]] : [process.execPath, args]);

async function serve(args, cwd) {
  const [command, given] = onCore('0', args);
  const child = spawn(command, given, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { url: JSON.parse(String(line)).url, stop: () => (child.kill('SIGINT'), once(child, 'exit')) };
}

async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function drive(origin, path, bodies) {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const input = { origin, path, headers, connections, seconds, bodies: bodies.map((body) => JSON.stringify(body)) };
  const [command, given] = onCore('1', [here('load.mjs')]);
  const child = spawn(command, given, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(input));
  return json(child.stdout);
}

const folder = await mkdtemp(join(tmpdir(), 'notiform-bench-'));
const stops = [];
try {
  await writeFile(
    join(folder, 'notiform.yaml'),
    `version: 1\nmanifests: .\nenvironments: { local: { emulator: true, profiles: { shop: { key: ${KEY} } }, senders: { main: "15880000" } } }\n`,
  );
  const hello = await serve([here('hello.mjs')], folder);
  stops.push(hello.stop);
  const emulator = await serve([...values.node, values.program, 'emulator', '--json'], folder);
  stops.push(emulator.stop);

  const began = performance.now();
  const templates = Array.from({ length: count }, (_, index) => ({
    profile: 'shop',
    templateCode: `order_${index}`,
    templateName: `주문 안내 ${index}`,
    templateContent: '#{이름}님, 주문하신 상품의 결제가 완료되었습니다.\n주문번호 #{주문번호}',
    inspectionStatus: 'APR',
    buttons: [{ name: '주문 보기', linkType: 'WL', linkMo: 'https://shop.example.com/o/#{주문번호}' }],
  }));
  const seeded = await post(`${emulator.url}/_emulator/seed`, { templates });
  if (!seeded.ok) throw new Error(seeded.message);
  const seedMs = Math.round(performance.now() - began);

  const prefix = '/v3/msgr/template';
  const page = (size) =>
    Array.from({ length: 100 }, (_, index) => ({ ...account, page: (index % Math.max(1, Math.floor(count / size))) + 1, count: size }));
  const cases = [
    ['bare node:http', hello.url, '/', [{ ...account, page: 1, count: 30 }]],
    ['list, count 100', emulator.url, `${prefix}/list`, page(100)],
    ['list, count 30', emulator.url, `${prefix}/list`, page(30)],
    ['list, by state and keyword', emulator.url, `${prefix}/list`, [{ ...account, templateStatus: 'RDY', keyword: '안내 99' }]],
    ['detail', emulator.url, `${prefix}/detail`, Array.from({ length: 1000 }, (_, index) => ({ ...account, templateCode: `order_${(index * 7919) % count}` }))],
    ['codeCheck', emulator.url, `${prefix}/codeCheck`, [{ ...account, templateCode: 'order_new' }]],
  ];
  console.log(`${count} templates were seeded in one call in ${seedMs} ms. ${connections} connections, ${seconds} s each${pinned ? ', server and load on a core each' : ''}.\n`);
  console.log('| request | requests/second | answer, characters | of a bare server |\n|---|---|---|---|');
  let bare = 0;
  for (const [name, origin, path, bodies] of cases) {
    if (bare !== 0 && values.only !== undefined && !name.includes(values.only)) continue;
    const { perSecond, bytes, failed } = await drive(origin, path, bodies);
    bare ||= perSecond;
    console.log(`| ${name} | ${perSecond} | ${bytes} | ${Math.round((100 * perSecond) / bare)} % |${failed ? ` ${failed} FAILED` : ''}`);
  }
} finally {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true });
}

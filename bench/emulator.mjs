// How fast the built emulator answers with 10,000 templates, on one core: `npm run bench:emulator`.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { canPin, startNode } from './measure.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    templates: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    program: { type: 'string', default: here('../dist/notiform.js') },
    node: { type: 'string', multiple: true, default: [] },
  },
});
const [seconds, connections, count] = [values.seconds, values.connections, values.templates].map(Number);
const KEY = 'a'.repeat(40);
const account = { bizId: 'emulator', apiKey: 'emulator-key', senderKey: KEY };

async function serve(args, cwd) {
  const child = startNode(args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] }, 0);
  const [line] = await once(child.stdout, 'data');
  const stop = async () => {
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  return { url: JSON.parse(String(line)).url, pid: child.pid, stop };
}

function drive({ url, pid }, path, bodies) {
  const child = startNode([here('load.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] }, 1);
  const texts = bodies.map((body) => JSON.stringify(body));
  child.stdin.end(JSON.stringify({ origin: url, pid, path, connections, seconds, bodies: texts }));
  return json(child.stdout);
}

const content = {
  templateContent: '#{이름}님, 주문하신 상품의 결제가 완료되었습니다.\n주문번호 #{주문번호}',
  buttons: [{ name: '주문 보기', linkType: 'WL', linkMo: 'https://shop.example.com/o/#{주문번호}' }],
};

/** All in one call. The milliseconds that it took. */
async function seed({ url }) {
  const templates = Array.from({ length: count }, (_, index) => {
    const [templateCode, templateName] = [`order_${index}`, `주문 안내 ${index}`];
    return { ...content, profile: 'shop', templateCode, templateName, inspectionStatus: 'APR' };
  });
  const began = performance.now();
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/_emulator/seed`, { method: 'POST', headers, body: JSON.stringify({ templates }) });
  const { ok, message } = await answer.json();
  if (!ok) throw new Error(message);
  return performance.now() - began;
}

function pages(size) {
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({ ...account, page: index + 1, count: size }));
}

const required = { templateMessageType: 'BA', templateEmphasizeType: 'NONE', categoryCode: '001001' };
const cases = [
  ['list, count 100', 'list', pages(100)],
  ['list, count 30', 'list', pages(30)],
  ['list, by keyword', 'list', [{ ...account, keyword: '안내 99' }]],
  [
    'detail',
    'detail',
    Array.from({ length: 1000 }, (_, index) => ({ ...account, templateCode: `order_${(index * 7919) % count}` })),
  ],
  ['add', 'add', [{ ...account, ...content, ...required, templateCode: 'new_@', templateName: 'new_@' }]],
];

function row(name, { perSecond, perBusySecond, characters, failed }, bare) {
  const ratio = `${Math.round((100 * perBusySecond) / bare)} %`;
  const cells = [name, perSecond, perBusySecond, characters].map((cell) =>
    typeof cell === 'number' ? Math.round(cell) : cell,
  );
  return `| ${[...cells, ratio].join(' | ')} |${failed > 0 ? ` ${failed} failed` : ''}`;
}

const folder = await mkdtemp(join(tmpdir(), 'notiform-bench-'));
const stops = [];
try {
  const local = `{ emulator: true, profiles: { shop: { key: ${KEY} } }, senders: { main: "15880000" } }`;
  await writeFile(join(folder, 'notiform.yaml'), `version: 1\nmanifests: .\nenvironments: { local: ${local} }\n`);
  const hello = await serve([here('hello.mjs')], folder);
  stops.push(hello.stop);
  const emulator = await serve([...values.node, values.program, 'emulator', '--json'], folder);
  stops.push(emulator.stop);
  const seedMs = await seed(emulator);
  console.log(
    `${count} templates were seeded in one call in ${Math.round(seedMs)} ms. ` +
      `${connections} connections, ${seconds} s for each request${canPin ? ', a core for the server and one for the load' : ''}.\n`,
  );
  console.log(
    '| request | a second | a second of processor time | characters | of a bare server |\n|---|---|---|---|---|',
  );
  const bare = await drive(hello, '/', pages(30));
  console.log(row('a bare `node:http` server', bare, bare.perBusySecond));
  for (const [name, path, bodies] of cases) {
    if (name.includes(values.only))
      console.log(row(name, await drive(emulator, `/v3/msgr/template/${path}`, bodies), bare.perBusySecond));
  }
} finally {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true });
}

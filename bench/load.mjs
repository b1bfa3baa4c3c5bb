// Drives one endpoint over connections that are kept alive, for a while, and prints what came of it as one JSON line.
// Input: JSON on stdin {origin, path, bodies, headers, connections, seconds}.
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';

const { origin, path, bodies, headers, connections, seconds } = JSON.parse(await text(process.stdin));
const pool = new Pool(origin, { connections, pipelining: 1 });
let done = 0;
let bytes = 0;
let failed = 0;

/** One connection's worth of requests, one after another, until the time is over. */
async function drive(index, until) {
  for (let turn = index; performance.now() < until; turn += connections) {
    const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: bodies[turn % bodies.length] });
    const answer = await body.text();
    if (statusCode !== 200 || !answer.startsWith('{"code":"200"')) failed += 1;
    done += 1;
    bytes += answer.length;
  }
}

const rounds = (ms) => Promise.all(Array.from({ length: connections }, (_, index) => drive(index, performance.now() + ms)));
await rounds(1000);
done = 0;
bytes = 0;
failed = 0;
const began = performance.now();
await rounds(seconds * 1000);
const took = (performance.now() - began) / 1000;
console.log(JSON.stringify({ perSecond: Math.round(done / took), bytes: Math.round(bytes / done), failed }));
await pool.close();

// Drives one endpoint over connections that are kept alive, for a while, and prints what came of it as one JSON line.
// Input: JSON on stdin {origin, pid, path, bodies, connections, seconds}. `@` in a body is the number of the request.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';

const { origin, pid, path, bodies, connections, seconds } = JSON.parse(await text(process.stdin));
const headers = { 'content-type': 'application/json; charset=utf-8' };
const pool = new Pool(origin, { connections, pipelining: 1 });
let number = 0;
let done = 0;
let bytes = 0;
let failed = 0;

/** One connection's requests, one after another, until the time is over. */
async function drive(until) {
  while (performance.now() < until) {
    number += 1;
    const body = bodies[number % bodies.length].replaceAll('@', String(number));
    const answer = await pool.request({ method: 'POST', path, headers, body });
    const given = await answer.body.text();
    if (answer.statusCode !== 200 || !given.startsWith('{"code":"200"')) failed += 1;
    done += 1;
    bytes += given.length;
  }
}

function round(ms) {
  const until = performance.now() + ms;
  return Promise.all(Array.from({ length: connections }, () => drive(until)));
}

/** Seconds of processor time that the server took so far; NaN where the machine does not tell. */
async function processorSeconds() {
  try {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

await round(1000);
[done, bytes, failed] = [0, 0, 0];
const [began, spent] = [performance.now(), await processorSeconds()];
await round(seconds * 1000);
const took = (performance.now() - began) / 1000;
const busy = (await processorSeconds()) - spent;
console.log(JSON.stringify({ perSecond: done / took, perBusySecond: done / busy, characters: bytes / done, failed }));
await pool.close();

import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { basic, openBench, openBenchWithSleep } from './support.ts';

describe('a template’s text on the wire', () => {
  it('comes back to the byte: emoji, decomposed Hangul, line breaks, quotes, the controls that may be', async () => {
    const { add, detail } = await openBench();
    const templateContent = '😀 한글 "따옴표" \\ \r\n\n 탭\t끝  \u2028\u0085#{이름}';
    await add({ templateContent });
    expect(await detail('order_paid')).toMatchObject({ templateContent });
  });
});

describe('connections', () => {
  it('say for how long they may be idle', async () => {
    const { url } = await openBench();
    const { headers, body } = await request(`${url}/_emulator/health`);
    await body.dump();
    expect(headers['keep-alive']).toBe('timeout=3');
  });

  it('answer a request that arrived while the emulator had no processor time, however long that was', async () => {
    const { url } = await openBench({ idleMs: 50 });
    const { hostname, port, host } = new URL(url);
    const one = `POST /v1/token HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${basic()}\r\ncontent-length: 0\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    socket.write(one);
    await once(socket, 'data');
    socket.write(one);
    // Client and emulator both stand still, longer than a connection may be idle.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK/);
    await once(socket.resume(), 'close');
  });

  it('are cut by close, which waits for nobody', async () => {
    const { url, emulator } = await openBench();
    const { hostname, port, host } = new URL(url);
    const hanging = connect(Number(port), hostname);
    hanging.on('error', () => undefined).resume();
    hanging.write(`POST /v1/token HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 10\r\n\r\n`);
    await request(`${url}/_emulator/health`).then(({ body }) => body.dump());
    await emulator.close();
    if (!hanging.closed) await once(hanging, 'close');
    await expect(request(`${url}/_emulator/health`)).rejects.toThrow();
  });
});

it.each([400, 503])('a refusal with %i does not wait for a body that never ends', async (status) => {
  const { url, control } = await openBenchWithSleep((ms) => ms === 1000);
  if (status === 503) await control.faults([{ kind: 'status', status }]);
  const headers = { authorization: 'Bearer none', 'content-type': 'application/json', 'content-length': '1000000' };
  const asking = httpRequest(`${url}/v3/message`, { method: 'POST', headers });
  onTestFinished(() => void asking.destroy());
  asking.on('error', () => undefined);
  asking.write('{');
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(status);
});

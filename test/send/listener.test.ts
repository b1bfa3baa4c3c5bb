import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/files/system.ts';
import { openListener, type ResultListener } from '../../src/send/listener.ts';
import type { ResultWait } from '../../src/send/results.ts';
import { handClock } from './support.ts';

const opened: ResultListener[] = [];

/** Opens a listener that expects the results of messages with these refkeys. */
async function open(...refKeys: string[]): Promise<ResultListener> {
  const listener = await openListener(0);
  for (const refKey of refKeys) listener.expect(refKey);
  opened.push(listener);
  return listener;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((listener) => listener.close()));
});

async function push(listener: ResultListener, body: string, method = 'POST'): Promise<number> {
  const response = await fetch(`${listener.url}/results`, method === 'GET' ? {} : { method, body });
  return response.status;
}

const result = (more: object): string =>
  JSON.stringify({ DEVICE: 'AT', CMSGID: 'key-1', PHONE: '01000000000', RESULT: '7000', REFKEY: 'ref-1', ...more });

/** A minute of real time, which no test comes near to. */
const patient = (signal = new AbortController().signal): ResultWait => ({
  deadline: systemClock.now() + 60_000,
  clock: systemClock,
  signal,
});

describe('the listener for results', () => {
  it('answers 200 to a result of a message of this run', async () => {
    const listener = await open('ref-1');
    const waited = listener.waitFor('ref-1', patient());
    expect(await push(listener, result({}))).toBe(200);
    expect(await waited).toMatchObject({ result: '7000', messagekey: 'key-1', refkey: 'ref-1' });
  });

  it('answers 404 to the results of others, so that the service keeps them', async () => {
    const listener = await open('ref-1');
    expect(await push(listener, result({ CMSGID: 'key-2', REFKEY: 'ref-2' }))).toBe(404);
    expect(await push(listener, result({ REFKEY: undefined }))).toBe(404);
    expect(await push(await open(), result({}))).toBe(404);
  });

  it('keeps a result that comes before the answer to the call', async () => {
    const listener = await open('ref-1');
    expect(await push(listener, result({}))).toBe(200);
    expect(await listener.waitFor('ref-1', patient())).toMatchObject({
      result: '7000',
    });
  });

  it('keeps one result of each message: the first, unless it is uncertain', async () => {
    const listener = await open('ref-1');
    const codes = ['7305', '7000', '7204'];
    for (const RESULT of codes) expect(await push(listener, result({ RESULT }))).toBe(200);
    expect(await listener.waitFor('ref-1', patient())).toMatchObject({
      result: '7000',
    });
  });

  it('gives up in time', async () => {
    const listener = await open('ref-1');
    const clock = handClock();
    const waiting = { deadline: clock.now() + 5000, clock, signal: new AbortController().signal };
    expect(await listener.waitFor('ref-1', waiting)).toBeUndefined();
    expect(clock.sleeps).toEqual([5000]);
  });

  it('gives up where the run is stopped', async () => {
    const listener = await open('ref-1');
    const stop = new AbortController();
    const waited = listener.waitFor('ref-1', patient(stop.signal));
    stop.abort();
    expect(await waited).toBeUndefined();
  });

  it.each([
    ['no JSON', 'POST', '{', 400],
    ['no result', 'POST', '{"PHONE":"01000000000"}', 400],
    ['too much', 'POST', `"${'x'.repeat(65 * 1024)}"`, 413],
    ['a question', 'GET', '', 405],
  ])('takes %s for no result', async (_what, method, body, status) => {
    expect(await push(await open(), body, method)).toBe(status);
  });

  it('outlives a push that breaks off', async () => {
    const listener = await open('ref-1');
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    socket.end('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{"RESULT":');
    await once(socket.resume(), 'close');
    expect(await push(listener, result({}))).toBe(200);
  });

  it('says so where the port is taken', async () => {
    const port = Number(new URL((await open()).url).port);
    await expect(openListener(port)).rejects.toMatchObject({
      name: 'NotiformError',
      problems: [
        {
          code: 'send-listener',
          severity: 'error',
          message: expect.stringContaining(`Results cannot be listened for on port ${port}: listen EADDRINUSE`),
        },
      ],
    });
  });
});

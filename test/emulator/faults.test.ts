import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/core/ports.ts';
import type { FaultRule } from '../../src/emulator/emulator.ts';
import { systemFiles } from '../../src/files/system.ts';
import { seededRandom } from '../random.ts';
import {
  type Bench,
  emulatorAccount,
  openBench,
  openBenchWithSleep,
  plainMessage,
  plainTemplate,
  postJson,
  SHOP,
  stillClock,
} from './support.ts';

type Seen = { status: number; type: string | undefined; text: string } | { died: string };

/** POSTs to `add` and tells what came back, whatever it is. */
async function add({ url }: Bench): Promise<Seen> {
  try {
    const { statusCode, headers, body } = await request(`${url}/v3/msgr/template/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...emulatorAccount, senderKey: SHOP, ...plainTemplate }),
    });
    return { status: statusCode, type: headers['content-type']?.toString(), text: await body.text() };
  } catch (error) {
    return { died: error instanceof Error && 'code' in error ? String(error.code) : String(error) };
  }
}

async function struck(rule: Omit<FaultRule, 'path'>): Promise<{ seen: Seen; added: boolean; journal: unknown }> {
  const bench = await openBench();
  expect(await bench.control.faults([{ path: 'template/add', ...rule }])).toEqual({ ok: true });
  const seen = await add(bench);
  const { code } = await bench.call('/template/detail', { templateCode: 'order_paid' });
  const journal = await bench.control.journal();
  const [first] = journal.ok ? journal.entries : [];
  return { seen, added: code === '200', journal: first && [first.status, first.code, first.fault] };
}

describe('faults', () => {
  it('status, before acting or after', async () => {
    const seen = { status: 500, type: 'application/json; charset=utf-8', text: '{"code":"500","message":"fault"}' };
    expect(await struck({ kind: 'status' })).toEqual({ seen, added: false, journal: [500, null, 'status'] });
    expect(await struck({ kind: 'status', status: 504, acts: true })).toEqual({
      seen: { ...seen, status: 504, text: '{"code":"504","message":"fault"}' },
      added: true,
      journal: [504, '200', 'status'],
    });
  });

  it('drop-before and drop-after', async () => {
    const seen = { died: 'UND_ERR_SOCKET' };
    expect(await struck({ kind: 'drop-before' })).toEqual({ seen, added: false, journal: [null, null, 'drop-before'] });
    expect(await struck({ kind: 'drop-after' })).toEqual({ seen, added: true, journal: [null, '200', 'drop-after'] });
  });

  it('truncate: half of the answer, then nothing', async () => {
    expect(await struck({ kind: 'truncate' })).toEqual({
      seen: { died: expect.stringMatching(/UND_ERR|ECONNRESET/) },
      added: true,
      journal: [null, '200', 'truncate'],
    });
  });

  it('garbage: acts, and answers with no JSON', async () => {
    const { seen, added } = await struck({ kind: 'garbage' });
    expect(seen).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      text: '\u0000\u0001 {"code": "200", garbage',
    });
    expect(() => JSON.parse('text' in seen ? seen.text : '{}')).toThrow();
    expect(added).toBe(true);
  });

  it('html: a proxy’s page', async () => {
    const { seen, added } = await struck({ kind: 'html' });
    expect(seen).toEqual({
      status: 502,
      type: 'text/html; charset=utf-8',
      text: expect.stringMatching(/^<!doctype html>/),
    });
    expect(added).toBe(false);
    expect((await struck({ kind: 'html', status: 200, acts: true })).added).toBe(true);
  });

  it('rate-limit: 429 with what to wait for, in the words of each API', async () => {
    const bench = await openBench();
    await bench.control.faults([{ kind: 'rate-limit', times: 2, resetSeconds: 7 }]);
    const resource = await postJson(`${bench.url}/v3/msgr/template/add`, {});
    const message = await postJson(`${bench.url}/v3/message`, plainMessage);
    for (const { status, headers } of [resource, message]) {
      expect([
        status,
        headers.get('ratelimit-reset'),
        headers.get('ratelimit-remaining'),
        headers.get('ratelimit-limit'),
        headers.get('retry-after'),
      ]).toEqual([429, '7', '0', '100', null]);
    }
    expect([resource.body, message.body]).toEqual([
      { code: '429', message: 'the number of requests is exceeded' },
      { code: 5002, description: 'too many requests' },
    ]);
    const asked = { templateCode: 'order_paid', request: { to: '010****0000' } };
    expect(await bench.control.journal()).toMatchObject({ entries: [{ request: {} }, asked] });
  });

  it.each([
    [500, undefined, 9000],
    [502, undefined, 5003],
    [503, undefined, 5004],
    [504, undefined, 5005],
    [400, '3008', 3008],
    [400, undefined, 2000],
  ])('status %j %j of the message API has the code %j', async (status, code, expected) => {
    const bench = await openBench();
    await bench.control.faults([{ kind: 'status', status, ...(code === undefined ? {} : { code }) }]);
    const answer = await postJson(`${bench.url}/v3/message`, plainMessage);
    expect([answer.status, answer.body]).toEqual([status, { code: expected, description: 'fault' }]);
  });

  it('delay: answers as ever, later', async () => {
    const slept: number[] = [];
    const bench = await openBenchWithSleep((ms) => slept.push(ms) > 0);
    await bench.control.faults([{ path: 'template/add', kind: 'delay', delayMs: 5000 }]);
    expect(await bench.add()).toMatchObject({ code: '200' });
    expect(slept).toContain(5000);
  });

  it('delay: ends when the client gives up', async () => {
    let isOver = false;
    const sleep: Clock['sleep'] = (ms, signal) => {
      if (ms === 5000) signal?.addEventListener('abort', () => (isOver = true));
      return stillClock.sleep(ms, signal);
    };
    const ports = { clock: { ...stillClock, sleep }, random: seededRandom(1), files: systemFiles };
    const bench = await openBench({ ports });
    await bench.control.faults([{ kind: 'delay', delayMs: 5000 }]);
    const left = new AbortController();
    const asked = request(`${bench.url}/v3/msgr/template/list`, { method: 'POST', signal: left.signal });
    await expect.poll(() => bench.control.journal()).toMatchObject({ entries: [{ fault: 'delay' }] });
    left.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => isOver).toBe(true);
  });

  it('strike the n-th, so often, at their paths alone', async () => {
    const bench = await openBench();
    await bench.control.faults([{ path: 'template/*', nth: 2, times: 2, kind: 'status' }]);
    const codes: unknown[] = [];
    for (let count = 0; count < 5; count += 1) {
      codes.push((await bench.call('/template/list'))['code'], (await bench.call('/profile'))['code']);
    }
    expect(codes).toEqual(['200', '200', '500', '200', '500', '200', '200', '200', '200', '200']);
  });

  it('spare the control API', async () => {
    const bench = await openBench();
    await bench.control.faults([{ kind: 'status', times: 0 }]);
    expect(await bench.control.health()).toMatchObject({ ok: true });
    expect(await bench.call('/profile')).toMatchObject({ code: '500' });
    await bench.control.faults([]);
    expect(await bench.call('/profile')).toMatchObject({ code: '200' });
  });
});

describe('a fault for some requests', () => {
  it.each<[what: string, rule: Omit<FaultRule, 'kind'>, fails: boolean]>([
    ['the receiver', { to: '+82 10-0000-0000' }, true],
    ['another receiver', { to: '01000000001' }, false],
    ['the refkey', { refkey: 'ref-1' }, true],
    ['another refkey', { refkey: 'ref' }, false],
    ['a part of the body', { body: { type: 'at', content: { at: { templatecode: 'order_paid' } } } }, true],
    ['another part', { body: { content: { at: { templatecode: 'order_paid', header: 'a' } } } }, false],
    ['one of several that does not fit', { refkey: 'ref-1', body: { type: 'ai' } }, false],
  ])('that has %s', async (_what, rule, fails) => {
    const bench = await openBench();
    await bench.control.faults([{ kind: 'status', status: 503, ...rule }]);
    const { status } = await bench.message(plainMessage);
    expect(status).toBe(fails ? 503 : 200);
  });
});

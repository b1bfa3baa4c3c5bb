import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { Journal } from '../../src/emulator/control/journal.ts';
import { png } from '../images.ts';
import { account, NOON, openBench, openBenchWithSleep, plainMessage, postJson, SHOP } from './support.ts';

describe('the journal', () => {
  it('holds every request of both APIs and nothing secret', async () => {
    const { control, add, call, token, url } = await openBench();
    await add();
    await call('/template/stop', { templateCode: 'order_paid' });
    await token();
    const entry = (seq: number, path: string, code: string, templateCode: string | null): JsonObject => ({
      seq,
      at: NOON,
      ms: 0,
      method: 'POST',
      path,
      templateCode,
      status: 200,
      code,
      fault: null,
      unknown: [],
    });
    await postJson(`${url}/v3/other/01000000000`, {});
    const journal = await control.journal();
    expect(journal).toMatchObject({
      ok: true,
      entries: [
        entry(1, '/v3/msgr/template/add', '200', 'order_paid'),
        entry(2, '/v3/msgr/template/stop', '509', 'order_paid'),
        entry(3, '/v1/token', '200', null),
        { ...entry(4, '/v3/other/010****0000', '2000', null), status: 404 },
      ],
    });
    expect(await control.journal({ after: 2 })).toMatchObject({ entries: [{ seq: 3 }, { seq: 4 }] });
    await control.clearJournal();
    expect(await control.journal()).toEqual({ ok: true, entries: [] });
  });
});

it('stays after a restore, and is empty after a reset', async () => {
  const { control, call } = await openBench();
  await control.checkpoint('start');
  await call('/template/list', { sort: 'name' });
  await control.restore('start');
  expect(await control.journal()).toMatchObject({ entries: [{ seq: 1 }] });
  await control.reset();
  expect(await control.journal()).toEqual({ ok: true, entries: [] });
});

describe('the journal’s filters', () => {
  it('are path, template, code, a number to begin after, and how many', async () => {
    const { add, call, url } = await openBench();
    await add();
    await call('/template/stop', { templateCode: 'order_paid' });
    await call('/template/list');
    const found = async (query: string): Promise<number[]> => {
      const answer = await fetch(`${url}/_emulator/journal?${query}`);
      const { entries } = (await answer.json()) as { entries: { seq: number }[] };
      return entries.map(({ seq }) => seq);
    };
    expect(await found('')).toEqual([1, 2, 3]);
    expect(await found('path=template/*')).toEqual([1, 2, 3]);
    expect(await found('path=template/stop')).toEqual([2]);
    expect(await found('templateCode=order_paid')).toEqual([1, 2]);
    expect(await found('code=509')).toEqual([2]);
    expect(await found('after=1&limit=1')).toEqual([2]);
    expect(await found('after=3')).toEqual([]);
  });

  it('find a send by the template of its content, accepted or refused, and not by that of a fallback', async () => {
    const { control, message } = await openBench();
    const at = (templatecode: string | number) => ({
      ...plainMessage,
      content: { at: { senderkey: SHOP, templatecode, message: '안녕하세요.' } },
    });
    await message(at('order_paid'));
    await message({ ...at('order_paid'), from: '' });
    await message(at(7));
    await message({ ...at('other'), resend: { first: 'at' }, recontent: at('order_paid').content });
    const { entries } = (await control.journal()) as { entries: { path: string; templateCode: string | null }[] };
    const sends = entries.filter(({ path }) => path === '/v3/message');
    expect(sends.map(({ templateCode }) => templateCode)).toEqual(['order_paid', 'order_paid', null, 'other']);
    expect(await control.waitForRequest({ path: '/v3/message', templateCode: 'order_paid' })).toMatchObject({
      entry: { path: '/v3/message', code: '1000', templateCode: 'order_paid' },
    });
  });

  it('lose their older half when they are too many, and those that stay keep their place', () => {
    const journal = new Journal();
    const entry = {
      at: 0,
      ms: 0,
      method: 'POST',
      path: '/',
      templateCode: null,
      status: 200,
      code: '200',
      fault: null,
      unknown: [],
      request: {},
      answer: null,
    };
    for (let count = 0; count < 20_001; count += 1) journal.add(entry);
    const entries = journal.entries();
    expect([entries.length, entries[0]?.seq, entries.at(-1)?.seq]).toEqual([10_000, 10_002, 20_001]);
    expect(journal.entries({ after: 20_000 }).map(({ seq }) => seq)).toEqual([20_001]);
    expect(journal.entries({ after: 5 })).toHaveLength(10_000);
    expect(entries.filter(({ request }) => request !== null)).toHaveLength(1000);
    journal.clear();
    journal.add(entry);
    expect(journal.entries({ after: 20_001 }).map(({ seq }) => seq)).toEqual([20_002]);
  });
});

describe('waiting for a request', () => {
  it('ends with the first that meets the filter, one that is there or one that comes', async () => {
    const { control, add, call } = await openBenchWithSleep((ms) => ms === 0);
    await add();
    expect(await control.waitForRequest({ path: 'template/add' })).toMatchObject({ ok: true, entry: { seq: 1 } });
    const waiting = control.waitForRequest({ path: 'template/list', after: 1 });
    await call('/template/detail', { templateCode: 'order_paid' });
    await call('/template/list');
    expect(await control.waitForRequest({ path: '/v3/**', code: '1000', status: 200, timeoutMs: 0 })).toEqual({
      ok: false,
      message: 'no such request within 0 ms: the nearest is POST /v3/msgr/template/list with code "200"',
    });
    expect(await waiting).toMatchObject({
      ok: true,
      entry: {
        seq: 3,
        at: NOON,
        ms: 0,
        method: 'POST',
        path: '/v3/msgr/template/list',
        templateCode: null,
        status: 200,
        code: '200',
        fault: null,
      },
    });
  });
});

describe('unknown fields', () => {
  it('are answered as ever, and are in the journal', async () => {
    const { control, add, call, url, message, token } = await openBench();
    for (const code of ['a', 'b']) {
      const buttons = [1, 2].map((place) => ({ name: `${place}`, linkType: 'BK', colour: 'red' }));
      expect(await add({ templateCode: code, templateName: code, buttons, colour: 'red' })).toMatchObject({
        code: '200',
      });
    }
    expect(await call('/template/list', { sort: 'name' })).toMatchObject({ code: '200' });
    expect(await call('/profile', { verbose: true })).toMatchObject({ code: '200' });
    const form = account({ title: 'a' });
    form.set('image', new Blob([png(800, 400)]), 'image.png');
    await fetch(`${url}/v3/msgr/image/noticetalk/template`, { method: 'POST', body: form });
    const { body } = await message({ ...plainMessage, priority: 1 });
    await postJson(
      `${url}/v2/report`,
      { account: 'emulator', messagekey: String(body['messagekey']), verbose: true },
      { authorization: `Bearer ${await token()}` },
    );
    const listed = await control.journal();
    const fields = listed.ok ? listed.entries.filter(({ unknown }) => unknown.length > 0) : [];
    expect(fields.map(({ path, unknown }) => [path, ...unknown])).toEqual([
      ['/v3/msgr/template/add', 'buttons[0].colour', 'buttons[1].colour', 'colour'],
      ['/v3/msgr/template/add', 'buttons[0].colour', 'buttons[1].colour', 'colour'],
      ['/v3/msgr/template/list', 'sort'],
      ['/v3/msgr/profile', 'verbose'],
      ['/v3/msgr/image/noticetalk/template', 'title'],
      ['/v3/message', 'priority'],
      ['/v2/report', 'verbose'],
    ]);
  });
});

describe('the bodies of an entry', () => {
  it('are the fields of a request and its answer, without secrets and phone numbers', async () => {
    const { control, message, add } = await openBench();
    await add();
    await message(plainMessage);
    const journal = await control.journal();
    const [added, issued, sent] = journal.ok ? journal.entries : [];
    expect(added).toMatchObject({
      request: { bizId: 'emulator', apiKey: '****', templateCode: 'order_paid' },
      answer: { code: '200', data: { inspectionStatus: 'REG' } },
    });
    expect(issued).toMatchObject({ request: null, answer: { accesstoken: '****', type: 'Bearer' } });
    expect(sent).toMatchObject({
      request: { to: '010****0000', refkey: 'ref-1', content: { at: { templatecode: 'order_paid' } } },
      answer: { code: 1000, refkey: 'ref-1' },
    });
  });
});

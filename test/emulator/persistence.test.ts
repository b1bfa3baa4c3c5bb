import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Files } from '../../src/core/ports.ts';
import { emulatorCredentials, startEmulator } from '../../src/emulator/emulator.ts';
import { Persistence } from '../../src/emulator/persistence.ts';
import { Store } from '../../src/emulator/store.ts';
import { systemFiles } from '../../src/files/system.ts';
import { temporaryPath } from '../../src/files/temporary-files.ts';
import { png } from '../images.ts';
import { seededRandom } from '../random.ts';
import { imageForm, NOON, openBench, PHONE, plainMessage, plainTemplate, SHOP, temporaryFolder } from './support.ts';

async function dataFile(): Promise<string> {
  return join(await temporaryFolder(), 'emulator.json');
}

describe('the data file', () => {
  it('brings everything back: templates, requests, images, messages, numbers', async () => {
    const data = await dataFile();
    const first = await openBench({ data });
    await first.add();
    await first.call('/template/request', { templateCode: 'order_paid', comment: '확인' });
    const { image } = await first.upload('/image/noticetalk/template', imageForm(png(800, 400)));
    await first.message(plainMessage);
    const before = await first.control.snapshot();
    await first.emulator.close();

    const second = await openBench({ data, profiles: [], senders: [], recipients: [] });
    expect(await second.control.snapshot()).toEqual(before);
    expect(await second.control.requests()).toMatchObject({
      requests: [{ templateCode: 'order_paid', comment: '확인' }],
    });
    const path = new URL(String(image)).pathname;
    expect(new Uint8Array(await (await fetch(second.url + path)).arrayBuffer())).toEqual(png(800, 400));
  });

  it('has no uploaded files left after a reset', async () => {
    const data = await dataFile();
    const { upload, add, control } = await openBench({ data });
    const names = async (): Promise<string[]> =>
      (await readdir(dirname(data))).filter((name) => !name.endsWith('.lock')).sort();
    await add();
    await upload('/image/noticetalk/template', imageForm(png(800, 400)));
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...emulatorCredentials, senderKey: SHOP }))
      form.set(name, String(value));
    form.set('templateCode', 'order_paid');
    form.set('comment', '확인');
    form.append('attachment', new Blob([png(10, 10)]), 'a.png');
    expect(await upload('/template/request_with_file', form)).toEqual({ code: '200' });
    expect(await names()).toEqual(['emulator.json', 'emulator.json.attachments', 'emulator.json.images']);
    await control.reset();
    expect(await names()).toEqual(['emulator.json']);
  });

  it('holds what was answered at the moment of the answer, in a file of its owner alone', async () => {
    const data = await dataFile();
    const { add } = await openBench({ data });
    await add();
    const [header = '', line = ''] = (await readFile(data, 'utf8')).split('\n');
    expect(JSON.parse(header)).toEqual({ format: 'notiform-emulator', version: 3 });
    expect(JSON.parse(line).changes).toContainEqual([
      'templates',
      expect.any(String),
      expect.objectContaining({ templateCode: 'order_paid' }),
    ]);
    expect((await stat(data)).mode & 0o777).toBe(0o600);
  });

  it('has the order of a restored checkpoint', async () => {
    const data = await dataFile();
    const first = await openBench({ data });
    const keysOf = async ({ control }: typeof first): Promise<string[]> => {
      const answer = await control.inbox();
      return answer.ok ? answer.messages.map(({ messagekey }) => messagekey) : [];
    };
    const seeded = ['a', 'b', 'c'].map((messagekey) => ({
      ...{ messagekey, type: 'sms', to: PHONE, content: { message: '안녕' }, result: '4100' },
    }));
    await first.control.seed({ messages: seeded });
    await first.control.checkpoint('three');
    await first.control.deleteMessage('a');
    await first.control.restore('three');
    expect(await keysOf(first)).toEqual(['c', 'b', 'a']);
    await first.emulator.close();
    expect(await keysOf(await openBench({ data }))).toEqual(['c', 'b', 'a']);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"format":"other","version":1}',
    '{"format":"notiform-emulator","version":3}',
    '{"format":"notiform-emulator","version":2}',
  ])('is refused where it is not ours: %j', async (text) => {
    const folder = await temporaryFolder();
    const data = join(folder, 'emulator.json');
    await writeFile(data, text);
    await expect(openBench({ data })).rejects.toMatchObject({ problems: [{ code: 'emulator-data' }] });
    expect(await readFile(data, 'utf8')).toBe(text);
  });

  it('does without a last line that was cut off, and goes on after it', async () => {
    const data = await dataFile();
    const first = await openBench({ data });
    await first.add();
    await first.call('/template/request', { templateCode: 'order_paid' });
    await first.emulator.close();
    const text = await readFile(data, 'utf8');
    await writeFile(data, text.slice(0, -5));
    const second = await openBench({ data });
    expect(await second.detail('order_paid')).toMatchObject({ inspectionStatus: 'REG' });
    await second.call('/template/delete', { templateCode: 'order_paid' });
    await second.emulator.close();
    const third = await openBench({ data });
    expect(await third.call('/template/list')).toMatchObject({ totalCount: 0 });
  });

  it('names a damaged line, and leaves it out where that is asked for', async () => {
    const data = await dataFile();
    const first = await openBench({ data });
    await first.add();
    await first.call('/template/request', { templateCode: 'order_paid' });
    await first.emulator.close();
    const text = await readFile(data, 'utf8');
    const damaged = ['{"serial":1,"cha', 'null', (text.split('\n')[1] ?? '').replace('order_paid', 'order_pain')];
    for (const line of damaged) {
      await writeFile(data, `${text}${line}\n`);
      const message = `Line ${text.split('\n').length} of ${data} is damaged`;
      await expect(openBench({ data })).rejects.toMatchObject({ problems: [{ code: 'emulator-data', message }] });
    }
    const found = await readFile(data, 'utf8');
    const second = await openBench({ data, skipDamaged: true });
    expect(await second.detail('order_paid')).toMatchObject({ inspectionStatus: 'REQ' });
    expect(await readFile(`${data}.damaged`, 'utf8')).toBe(found);
    await second.add({ templateCode: 'other' });
    await second.emulator.close();
    await (await openBench({ data })).emulator.close();
  });

  it('has one owner under all its names, and loses what a killed process left half written', async () => {
    const data = await dataFile();
    const link = join(await temporaryFolder(), 'link.json');
    await symlink(data, link);
    const left = `${temporaryPath(data, '00000000').replace(`.${process.pid}.`, `.${2 ** 22 + 1}.`)}`;
    await writeFile(left, 'half');
    const first = await openBench({ data: link });
    expect(await readdir(dirname(data))).toEqual(['emulator.json.lock']);
    await expect(openBench({ data })).rejects.toMatchObject({ problems: [{ code: 'emulator-running' }] });
    await first.add();
    await first.emulator.close();
    expect(await (await openBench({ data })).detail('order_paid')).toMatchObject({ templateCode: 'order_paid' });
  });

  it('has the time to which its clock was moved', async () => {
    const data = await dataFile();
    const first = await openBench({ data });
    await first.control.clock({ advance: 86_400_000 });
    await first.emulator.close();
    const second = await openBench({ data });
    expect(await second.control.time()).toMatchObject({ offsetMs: 86_400_000 });
    await second.control.reset();
    expect(await second.control.time()).toMatchObject({ offsetMs: 0 });
  });

  it('grows by what changed, and is written anew before it holds more past than present', async () => {
    const writes: [how: string, bytes: number][] = [];
    const files: Files = {
      ...systemFiles,
      writeAtomic: async (_path, bytes) => void writes.push(['anew', bytes.length]),
      append: async (_path, text) => void writes.push(['append', text.length]),
    };
    const store = new Store();
    const persistence = new Persistence(store, files, 'data');
    const number = 'x'.repeat(1024 * 1024);
    for (let round = 0; round < 7; round += 1) {
      store.senders.put(number);
      await persistence.saved();
    }
    expect(writes.map(([how]) => how)).toEqual(['anew', 'append', 'append', 'anew', 'append', 'append', 'anew']);
  });
});

/** The numbers that a write tells of, without the header of a whole file. */
function numbersIn(text: string): string[] {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  return JSON.parse(line).changes.map(([, key]: [string, string]) => key);
}

describe('joined writes', () => {
  it('put all that changes during one write into the next', async () => {
    const written: string[] = [];
    const gates: (() => void)[] = [];
    const files: Files = {
      ...systemFiles,
      writeAtomic: (_path, bytes) => write(String(bytes)),
      append: (_path, text) => write(text),
    };
    const write = (text: string): Promise<void> =>
      new Promise((resolve) => {
        written.push(text);
        gates.push(resolve);
      });
    const store = new Store();
    const persistence = new Persistence(store, files, 'data');
    const change = (number: string): Promise<void> => {
      store.senders.put(number);
      return persistence.saved();
    };
    const all = [change('1'), change('2'), change('3')];
    await Promise.resolve();
    expect(written).toHaveLength(1);
    gates[0]?.();
    await all[0];
    await new Promise((resolve) => setImmediate(resolve));
    gates[1]?.();
    await Promise.all(all);
    expect(written.map(numbersIn)).toEqual([['1'], ['2', '3']]);
  });

  it('try again after one that failed', async () => {
    let failures = 1;
    const files: Files = {
      ...systemFiles,
      writeAtomic: async () => {
        failures -= 1;
        if (failures === 0) throw new Error('disk full');
      },
    };
    const store = new Store();
    const persistence = new Persistence(store, files, 'data');
    store.senders.put('1');
    await expect(persistence.saved()).rejects.toThrow('disk full');
    await expect(persistence.saved()).resolves.toBeUndefined();
  });

  it('write everything again after one that was to be added and failed', async () => {
    const written: string[] = [];
    const files: Files = {
      ...systemFiles,
      writeAtomic: async (_, text) => void written.push(String(text)),
      append: async () => {
        throw new Error('disk full');
      },
    };
    const store = new Store();
    const persistence = new Persistence(store, files, 'data');
    store.senders.put('first');
    await persistence.saved();
    store.senders.put('lost');
    await expect(persistence.saved()).rejects.toThrow('disk full');
    await persistence.saved();
    expect(written).toEqual([expect.not.stringContaining('"lost"'), expect.stringContaining('"lost"')]);
  });
});

describe('the port', () => {
  it('is told where it is taken', async () => {
    const { url } = await openBench();
    const port = Number(new URL(url).port);
    const ports = {
      clock: { now: () => NOON, sleep: () => Promise.resolve() },
      random: seededRandom(1),
      files: systemFiles,
    };
    const options = { inspect: 'manual' as const, profiles: [], senders: [], recipients: [], ports };
    await expect(startEmulator({ ...options, port })).rejects.toMatchObject({
      problems: [{ code: 'emulator-port', message: `the emulator cannot listen on port ${port} (EADDRINUSE)` }],
    });
  });

  it('is on loopback, both APIs at one address', async () => {
    const { emulator, call } = await openBench();
    expect(emulator).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      resourceUrl: emulator.url,
      messageUrl: emulator.url,
    });
    expect(await call('/template/detail', plainTemplate)).toMatchObject({ code: '508' });
  });

  it('takes other credentials, and other words on the wire', async () => {
    const credentials = { ...emulatorCredentials, bizId: 'mine' };
    const { emulator, call } = await openBench({
      credentials,
      wire: { segment: 'talk', product: 'card', adminId: 'a', couponScheme: 'c' },
    });
    const list = (path: string, bizId: string) =>
      fetch(emulator.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ bizId, apiKey: credentials.apiKey, senderKey: 'shop-key' }),
      }).then((response) => response.json());
    expect(await list('/v3/talk/template/list', 'mine')).toMatchObject({ code: '200' });
    expect(await list('/v3/talk/template/list', 'emulator')).toMatchObject({ code: '101' });
    expect(await list('/v3/talk/image/card', 'mine')).toMatchObject({
      message: 'the content type must be multipart/form-data',
    });
    expect(await call('/template/list')).toMatchObject({
      code: 2000,
      description: 'invalid message: no such endpoint',
    });
  });
});

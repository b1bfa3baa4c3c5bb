import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmulator } from '../../src/emulator/library.ts';
import type { Emulator, StartOptions } from '../../src/emulator/public-types.ts';
import { thisProcess } from '../../src/files/this-machine.ts';
import { basic, postJson, temporaryFolder } from './support.ts';

const template = {
  profile: 'shop',
  templateCode: 'order_paid',
  templateContent: '#{이름}님, 결제가 완료되었습니다.',
  inspectionStatus: 'APR',
} as const;

async function open(options?: StartOptions): Promise<Emulator> {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.stop());
  return emulator;
}

/** Sends as an application does: over HTTP, with a token. */
async function send(
  emulator: Emulator,
  refkey: string,
  message = '홍길동님, 결제가 완료되었습니다.',
): Promise<unknown> {
  const { account, password } = emulator.credentials;
  const { body: token } = await postJson(`${emulator.url}/v1/token`, undefined, {
    authorization: basic(account, password),
  });
  const content = { at: { senderkey: emulator.senderKey, templatecode: 'order_paid', message } };
  const body = { account, type: 'at', from: emulator.sender, to: '01000000000', refkey, content };
  const { body: answer } = await postJson(`${emulator.url}/v3/message`, body, {
    authorization: `Bearer ${String(token['accesstoken'])}`,
  });
  return answer['code'];
}

describe('startEmulator of notiform/emulator', () => {
  it('resets while a request is on its way: the request is answered, and leaves nothing behind', async () => {
    const emulator = await open({ seed: { templates: [template] } });
    await emulator.faults.set([{ path: '/v3/message', kind: 'delay', delayMs: 1000, times: 1 }]);
    const sending = [send(emulator, 'one'), send(emulator, 'two')];
    // The rule delays the answer of one of the two.
    await Promise.race(sending);
    await emulator.reset();
    expect(await Promise.all(sending)).toEqual([1000, 1000]);
    expect(await emulator.inbox.list()).toEqual([]);
    expect(await send(emulator, 'next')).toBe(1000);
  });

  it('delivers to the recipients of its start alone', async () => {
    const emulator = await open({ seed: { templates: [template] }, recipients: ['010-9999-9999'] });
    expect(await send(emulator, 'order-1')).toBe(1000);
    expect(await emulator.inbox.waitFor({ result: 'any', timeoutMs: 5000 })).toMatchObject({ result: '7308' });
  });

  it('receives what an application sends, and waits for the delivery', async () => {
    const emulator = await open({ seed: { templates: [template] } });
    expect(await send(emulator, 'order-1')).toBe(1000);
    const filter = { refkey: 'order-1', result: 'any', timeoutMs: 5000 };
    expect(await emulator.inbox.waitFor(filter)).toMatchObject({
      text: '홍길동님, 결제가 완료되었습니다.',
      result: '7000',
    });
    expect(await emulator.inbox.list({ to: '010-0000-0000' })).toHaveLength(1);
    expect(await emulator.inbox.clear()).toBe(1);
    expect(await emulator.inbox.list()).toEqual([]);
  });

  it('starts with the snapshot of another emulator', async () => {
    const one = await open({ seed: { templates: [template] } });
    expect(await send(one, 'order-1')).toBe(1000);
    const other = await open({ seed: { snapshot: await one.snapshot() } });
    expect(await other.snapshot()).toEqual(await one.snapshot());
    expect(await other.inbox.list()).toMatchObject([{ refkey: 'order-1' }]);
    expect(await send(other, 'order-2')).toBe(1000);
  });

  it('runs several emulators side by side, and stops each once', async () => {
    const [one, other] = await Promise.all([open({ seed: { templates: [template] } }), open()]);
    expect(one.url).not.toBe(other.url);
    expect(await send(one, 'only-one')).toBe(1000);
    expect([(await one.inbox.list()).length, (await other.inbox.list()).length]).toEqual([1, 0]);
    await Promise.all([one.stop(), one.stop()]);
    await one[Symbol.asyncDispose]();
    await expect(fetch(one.url)).rejects.toThrow();
    expect((await fetch(`${other.url}/_emulator/health`)).status).toBe(200);
  });

  it('decides inspections of the first profile, and names a rejection without a comment', async () => {
    const waiting = (templateCode: string) => ({ ...template, templateCode, inspectionStatus: 'REQ' as const });
    const emulator = await open({ seed: { templates: [waiting('a'), waiting('b'), template] } });
    expect((await emulator.inspections.list()).map(({ templateCode }) => templateCode)).toEqual(['a', 'b']);
    await emulator.inspections.approve({ templateCode: 'a' });
    await expect(emulator.inspections.reject({ templateCode: 'b', comment: ' ' })).rejects.toThrow(
      'comment is required',
    );
    await emulator.inspections.reject({ profile: 'shop', templateCode: 'b', comment: '수신 사유를 적어 주세요.' });
    expect(await emulator.inspections.list()).toEqual([]);
    await expect(emulator.inspections.approve({ templateCode: 'c' })).rejects.toThrow('no such template: c');
    await expect(emulator.inspections.approve({ templateCode: 'order_paid' })).rejects.toThrow(
      'order_paid is not waiting for a verdict: it is APR',
    );
  });

  it('injects faults, and lists the requests that met them', async () => {
    const emulator = await open({ seed: { templates: [template] } });
    await emulator.faults.set([{ path: '/v3/message', kind: 'status', status: 503 }]);
    expect(await send(emulator, 'order-1')).toBe(5004);
    expect(await send(emulator, 'order-1')).toBe(1000);
    expect((await emulator.journal.list({ path: '/v3/message' })).map(({ fault }) => fault)).toEqual(['status', null]);
    expect(await emulator.journal.waitFor({ code: '1000', path: '/v3/message' })).toMatchObject({ status: 200 });
    await emulator.faults.set([{ kind: 'status', times: 0 }]);
    await emulator.faults.clear();
    await emulator.journal.clear();
    expect(await send(emulator, 'order-2')).toBe(1000);
    expect(await emulator.journal.list()).toHaveLength(2);
  });

  it('has the profiles and senders of its data file, after a reset too', async () => {
    const data = join(await temporaryFolder(), 'emulator.json');
    const profiles = [{ alias: 'mall', key: 'b'.repeat(40), type: 'S' as const }];
    const first = await open({ data, profiles, senders: ['15990000'] });
    await first.seed({ templates: [{ ...template, profile: 'mall' }] });
    await first.stop();
    const second = await open({ data });
    expect([second.senderKey, second.sender]).toEqual(['b'.repeat(40), '15990000']);
    expect(await send(second, 'order-1')).toBe(1000);
    await second.reset();
    await second.seed({ templates: [{ ...template, profile: 'mall' }] });
    expect(await send(second, 'order-2')).toBe(1000);
    expect(await second.inspections.list()).toEqual([]);
    await expect(second.seed({ templates: [template] })).rejects.toThrow('shop');
  });

  it('refuses a data file that another emulator uses, until that one stops', async () => {
    const data = join(await temporaryFolder(), 'emulator.json');
    const first = await open({ data });
    await expect(startEmulator({ data })).rejects.toThrow(
      `An emulator that runs already uses the data file ${data}. Name another file. It runs in this process: stop it first`,
    );
    await first.stop();
    await (await open({ data })).stop();

    const dead = { ...thisProcess(), pid: 2 ** 22 + 1, command: 'emulator', startedAt: '2026-11-20', token: 'abc' };
    await writeFile(`${data}.lock`, JSON.stringify(dead));
    await (await open({ data })).stop();
    expect(await readdir(dirname(data))).not.toContainEqual(expect.stringContaining('.lock'));
  });

  it('resets to its own start: settings, seed and profiles, also over HTTP', async () => {
    const profiles = [{ alias: 'mall', key: 'b'.repeat(40), type: 'S' as const }];
    const seed = { templates: [{ ...template, profile: 'mall' }] };
    const emulator = await open({ profiles, senders: ['15990000'], settings: { deliveryMs: 0 }, seed });
    expect([emulator.senderKey, emulator.sender]).toEqual(['b'.repeat(40), '15990000']);
    const changes = { deliveryMs: 5, suspended: true };
    for (const reset of [emulator.reset, () => postJson(`${emulator.url}/_emulator/reset`, undefined)]) {
      expect(await emulator.configure(changes)).toMatchObject(changes);
      await emulator.seed({ templates: [{ ...template, profile: 'mall', templateCode: 'other' }] });
      await reset();
      expect(await emulator.configure({})).toMatchObject({ deliveryMs: 0, suspended: false });
      const health = await fetch(`${emulator.url}/_emulator/health`);
      expect(await health.json()).toMatchObject({ templates: 1, profiles: [{ alias: 'mall' }] });
      expect(await send(emulator, 'after')).toBe(1000);
    }
  });

  it('restores a checkpoint, and shares no object with its caller', async () => {
    const emulator = await open();
    const seed = { messages: [{ type: 'sms', to: '01000000000', messagekey: 'm1', content: { message: '안녕' } }] };
    expect(await emulator.seed(seed)).toEqual({ messages: 1 });
    await emulator.checkpoint('seeded');
    const [first] = await emulator.inbox.list();
    if (first) first.content['message'] = 'changed';
    for (const { content } of seed.messages) content.message = 'changed';
    expect((await emulator.inbox.list())[0]?.content).toEqual({ message: '안녕' });
    await emulator.inbox.clear();
    await emulator.restore('seeded');
    expect(await emulator.inbox.list()).toHaveLength(1);
    await expect(emulator.restore('none')).rejects.toThrow('no such checkpoint: none');
  });

  it('refuses a start with a mistake, and names the member', async () => {
    const starts: [object, string][] = [
      [[], 'the argument must be an object'],
      [{ sed: {} }, 'startEmulator does not know the member `sed`. Allowed: '],
      [{ settings: { deliveryMs: -1 } }, 'settings.deliveryMs must be an integer from 0'],
      [{ seed: { templates: [{ ...template, profile: 'mall' }] } }, 'templates[0].profile: there is no profile mall'],
      [{ recipients: ['phone'] }, 'recipients[0] must be a phone number'],
    ];
    for (const [options, message] of starts)
      await expect(startEmulator(options).then((emulator) => emulator.stop())).rejects.toThrow(
        `The emulator did not start: ${message}`,
      );
    const { url } = await open();
    await expect(startEmulator({ port: Number(new URL(url).port) })).rejects.toThrow('cannot listen on port');
  });

  it('ends a wait when it stops', async () => {
    const emulator = await open();
    const wait = emulator.inbox.waitFor({ timeoutMs: 600_000 });
    await Promise.all([expect(wait).rejects.toThrow('no such message'), emulator.stop()]);
  });
});

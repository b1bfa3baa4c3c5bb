import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemFiles } from '../../src/files/system.ts';
import { png } from '../images.ts';
import { seededRandom } from '../random.ts';
import {
  imageForm,
  NOON,
  objectOf,
  openBench,
  PHONE,
  plainMessage,
  postJson,
  SENDER,
  temporaryFolder,
} from './support.ts';
import { receiver } from './webhook-support.ts';

const nothing = { profiles: [], senders: [], recipients: [] };

describe('a restart with --data', () => {
  it('keeps every kind of entity, and the bytes of images', async () => {
    const data = join(await temporaryFolder(), 'emulator.json');
    const first = await openBench({ data });
    const planted = await postJson(`${first.url}/_emulator/seed`, {
      channels: [{ id: '@cafe', phone: PHONE }],
      profiles: [{ alias: 'cafe', key: 'cafe-key', type: 'S' }],
      groupTags: [{ profile: 'cafe', groupTagName: '봄 세일' }],
      pluginCallbacks: [
        { profile: 'cafe', pluginId: 'p', pluginType: 'SECURE_IMAGE', callbackUrl: 'https://shop.example.com/p' },
      ],
      images: [{ id: 'drawn.png', use: 'notification/template' }],
      videos: [{ profile: 'cafe', vid: 'v1' }],
      templates: [{ profile: 'cafe', templateCode: 'order_paid' }],
      publicTemplates: [
        { templateCode: 'open', templateName: '공개', status: 'A', categoryCode: '001001', releasedAt: NOON },
      ],
      brandTemplates: [
        { profile: 'cafe', templateCode: 'sale', templateName: '세일', chatBubbleType: 'TEXT', content: '안녕' },
      ],
      messages: [{ type: 'sms', to: PHONE, content: { message: '안녕' }, result: '4100' }],
    });
    expect(planted.body).toMatchObject({ ok: true });
    const { image } = await first.upload('/image/noticetalk/template', imageForm(png(800, 400)));
    const before = await first.control.snapshot();
    await first.emulator.close();

    const second = await openBench({ data, ...nothing });
    expect(await second.control.snapshot()).toEqual(before);
    const bytes = await (await fetch(second.url + new URL(String(image)).pathname)).arrayBuffer();
    expect(new Uint8Array(bytes)).toEqual(png(800, 400));
    expect((await fetch(`${second.url}/images/drawn.png`)).status).toBe(200);
  });

  it('goes on with results and verdicts that were to come', async () => {
    const data = join(await temporaryFolder(), 'emulator.json');
    const first = await openBench({ data, inspect: 'auto' });
    await first.add();
    await first.call('/template/request', { templateCode: 'order_paid' });
    await first.message({ ...plainMessage, type: 'sms', content: { sms: { message: '안녕' } } });
    await first.emulator.close();

    const second = await openBench({ data, inspect: 'auto' });
    expect(await second.detail('order_paid')).toMatchObject({ inspectionStatus: 'REQ' });
    await second.control.clock({ advance: 1000 });
    expect(await second.detail('order_paid')).toMatchObject({ inspectionStatus: 'APR' });
    expect(await second.control.inbox()).toMatchObject({ messages: [{ result: '4100' }] });
  });

  it('does not keep what belongs to the process: settings, faults, journal, checkpoints', async () => {
    const data = join(await temporaryFolder(), 'emulator.json');
    const ports = {
      clock: { now: () => NOON, sleep: () => new Promise<void>(() => undefined) },
      random: seededRandom(1),
      files: systemFiles,
    };
    const first = await openBench({ data, ports });
    await first.add();
    await first.control.settings({ suspended: true });
    await first.control.faults([{ kind: 'html', times: 0 }]);
    await first.control.checkpoint('start');
    await first.emulator.close();

    const second = await openBench({ data, ports });
    expect(await second.call('/template/list')).toMatchObject({ code: '200', totalCount: 1 });
    expect(await second.control.journal()).toMatchObject({ entries: { length: 1 } });
    expect(await second.control.restore('start')).toMatchObject({ ok: false });
  });

  it('goes on with the clock’s tasks after a reset, which brings the real time back', async () => {
    const { control, message } = await openBench();
    await control.clock({ set: '2026-12-24 21:00:00' });
    expect(await control.time()).toMatchObject({ korean: '2026-12-24 21:00:00' });
    await control.reset();
    expect(await control.time()).toMatchObject({ now: NOON, offsetMs: 0 });
    await message({ ...plainMessage, from: SENDER, type: 'sms', content: { sms: { message: '안녕' } } });
    await control.clock({ advance: 300 });
    expect(await control.inbox({ result: 'any' })).toMatchObject({ total: 1 });
    expect(await control.clock({ real: true })).toMatchObject({ now: NOON, offsetMs: 0 });
  });
});

describe('a snapshot', () => {
  it('starts another emulator with the same entities, as a seed does', async () => {
    const first = await openBench();
    await first.control.seed({ templates: [{ profile: 'shop', templateCode: 'order_paid', inspectionStatus: 'APR' }] });
    await first.message(plainMessage);
    await first.control.clock({ advance: 300 });
    const written = objectOf(await (await fetch(`${first.url}/_emulator/snapshot`)).json());
    const second = await openBench({ seed: written });
    expect(await second.control.snapshot()).toEqual(await first.control.snapshot());
    await second.control.seed({ templates: [{ profile: 'shop', templateCode: 'later' }] });
    expect(await postJson(`${second.url}/_emulator/snapshot`, written)).toMatchObject({ body: { ok: true } });
    expect(await second.control.snapshot()).toEqual(written);
  });

  it.each([
    [{}, 'snapshot.serial'],
    [{ serial: 1, orders: [] }, 'snapshot.orders'],
    [{ serial: 1, templates: [{}] }, 'snapshot.templates[0]'],
    [{ serial: 1, senders: ['15880000', 1] }, 'snapshot.senders[1]'],
  ])('that is none changes nothing: %j', async (snapshot, place) => {
    const { control } = await openBench();
    const before = await control.snapshot();
    const message = `${place} is not of this version of the emulator`;
    expect(await control.loadSnapshot(snapshot)).toEqual({ ok: false, message });
    expect(await control.snapshot()).toEqual(before);
  });
});

it('pushes the result of a message of `--seed` once', async () => {
  const { url, next, count } = await receiver();
  const messages = [1, 2].map((index) => ({ type: 'sms', to: PHONE, content: { message: `알림 ${index}` } }));
  const { control } = await openBench({ webhook: url, seed: { messages } });
  await control.clock({ advance: 300 });
  await next();
  await next();
  await expect.poll(async () => JSON.stringify(await control.inbox()).match(/"pushed":true/g)?.length).toBe(2);
  expect(count()).toBe(2);
});

import { expect, onTestFinished, test } from 'vitest';
import {
  createEmulatorControl,
  emulatorCredentials,
  type FaultRule,
  startEmulator,
} from '../../src/emulator/emulator.ts';
import { systemClock, systemPorts } from '../../src/files/system.ts';
import { sender } from '../../src/kinds/endpoint.ts';
import { publicTemplateRow, templateEndpoints } from '../../src/kinds/notification-template/endpoints.ts';
import { groupEndpoints, profileEndpoints } from '../../src/kinds/sender-profile/endpoints.ts';
import type { SendRequest } from '../../src/send/endpoints.ts';
import { messageApi } from '../../src/send/endpoints.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { api } from '../api.ts';
import { HandClock, type Made, make, mall, never, shop, template, told } from './support.ts';

/** The client against the emulator, which was written from the documents independently. */

/** With a clock, both sides go by it. */
async function emulator(
  clock?: HandClock,
): Promise<Made & { control: ReturnType<typeof createEmulatorControl>; url: string }> {
  const running = await startEmulator({
    inspect: 'manual',
    profiles: [shop, mall],
    senders: ['15880000'],
    recipients: ['01000000000'],
    ports: { ...systemPorts, clock: clock ?? systemClock },
  });
  onTestFinished(() => running.close());
  const { resourceUrl, messageUrl, url } = running;
  const made = make({
    resourceUrl,
    messageUrl,
    credentials: emulatorCredentials,
    ...(clock && { ports: { ...systemPorts, clock } }),
  });
  return { ...made, control: createEmulatorControl(url), url };
}

const order = { ...sender(shop), templateCode: 'order_paid' };
const message: SendRequest = {
  type: 'at',
  from: '15880000',
  to: '01000000000',
  refkey: 'ref-1',
  content: { at: { senderkey: shop.key, templatecode: 'order_paid', message: '홍길동님, 결제가 완료되었습니다.' } },
};

test('a template goes the whole way, from codeCheck to a delivered message', async () => {
  const { service, control } = await emulator();
  const { template: templates } = api(service);
  await service.call(templateEndpoints.codeCheck, order, never);
  expect(await templates.add(shop, template, never)).toMatchObject({
    ...template,
    inspectionStatus: 'REG',
    status: 'R',
  });
  const page = await templates.list(shop, never);
  expect(page).toMatchObject({ total: 1, pages: 1, unreadable: [] });
  expect(page.rows).toMatchObject([{ name: 'order_paid', state: 'REG' }]);
  expect(await service.call(templateEndpoints.list, { ...sender(shop), page: 1 }, never)).toMatchObject({
    currentPage: 1,
  });
  await templates.update(shop, { ...template, templateName: '주문 완료', newTemplateCode: 'order_done' }, never);
  await templates.update(shop, { ...template, templateCode: 'order_done', newTemplateCode: 'order_paid' }, never);
  await templates.request(shop, 'order_paid', '확인 부탁드립니다', never);
  await service.call(templateEndpoints.cancelRequest, order, never);
  await templates.requestWithFile(
    shop,
    'order_paid',
    '첨부합니다',
    [{ name: '증빙.pdf', bytes: Buffer.from('%PDF-1.7') }],
    never,
  );
  expect(await templates.detail(shop, 'order_paid', never)).toMatchObject({ inspectionStatus: 'REQ', status: 'R' });
  await control.verdict({ profile: 'shop', templateCode: 'order_paid', verdict: 'approve' });
  await service.call(templateEndpoints.cancelApproval, order, never);
  await templates.request(shop, 'order_paid', undefined, never);
  await control.verdict({ profile: 'shop', templateCode: 'order_paid', verdict: 'approve' });
  const { messagekey, code } = await messageApi(service).send(message, never);
  expect(code).toBe(1000);
  await control.clock({ advance: 1000 });
  await expect
    .poll(() => messageApi(service).report(messagekey, never))
    .toMatchObject({ result: { messagekey, refkey: 'ref-1' } });
  await templates.stop(shop, 'order_paid', never);
  await service.call(templateEndpoints.reuse, order, never);
  await service.call(templateEndpoints.convertAddCh, { senderKey: shop.key, templateCode: 'order_paid' }, never);
  expect(await templates.detail(shop, 'order_paid', never)).toMatchObject({ templateMessageType: 'AD', status: 'A' });
});

test('what the emulator refuses comes with its code and words', async () => {
  const { service } = await emulator();
  const { template: templates } = api(service);
  expect(await told(templates.detail(shop, 'nobody', never))).toMatchObject({
    kind: 'refused',
    service: { code: '508' },
  });
  await templates.add(shop, template, never);
  expect(await told(templates.add(shop, template, never))).toMatchObject({ kind: 'refused', service: { code: '504' } });
  expect(await told(service.call(templateEndpoints.codeCheck, order, never))).toMatchObject({ kind: 'refused' });
  expect(await told(templates.stop(shop, 'order_paid', never))).toMatchObject({
    kind: 'refused',
    service: { code: '509' },
  });
  expect(await told(service.call(templateEndpoints.release, order, never))).toMatchObject({
    kind: 'refused',
    service: { code: '509' },
  });
  await templates.delete(shop, 'order_paid', never);
  expect((await templates.list(shop, never)).total).toBe(0);
});

test('profiles, groups, categories and public templates are read', async () => {
  const { service } = await emulator();
  const ask = <T>(endpoint: Endpoint<T>, fields = {}) => service.call(endpoint, fields, never);
  expect(await ask(profileEndpoints.get, { senderKey: shop.key })).toMatchObject({
    senderKey: shop.key,
    profileStatus: 'A',
  });
  expect((await ask(profileEndpoints.use)).success.map(({ senderKey }) => senderKey)).toEqual([shop.key]);
  expect(await ask(profileEndpoints.multi, { senderKey: [shop.key, 'nobody'] })).toMatchObject({
    success: [{ senderKey: shop.key }],
    fail: [{ senderKey: 'nobody' }],
  });
  expect((await ask(groupEndpoints.all)).map(({ groupKey }) => groupKey)).toEqual([mall.key]);
  expect((await ask(groupEndpoints.list)).map(({ groupKey }) => groupKey)).toEqual([mall.key]);
  const [first] = await ask(templateEndpoints.categories);
  expect(await ask(templateEndpoints.category, { categoryCode: first?.code ?? '' })).toEqual(first);
  const [one] = await ask(profileEndpoints.categories);
  expect(await ask(profileEndpoints.category, { categoryCode: one?.code ?? '' })).toEqual(one);
  const { data } = await ask(templateEndpoints.publicList, { page: 1, count: 10, since: '20200101000000' });
  expect(data.map((row) => publicTemplateRow.safeParse(row).error)).toEqual(data.map(() => undefined));
});

const LIST = 'template/list';
const ADD = 'template/add';

test.each<[string, FaultRule]>([
  ['500', { kind: 'status', status: 500 }],
  ['502', { kind: 'status', status: 502 }],
  ['503', { kind: 'status', status: 503 }],
  ['504', { kind: 'status', status: 504 }],
  ['429', { kind: 'rate-limit', resetSeconds: 2 }],
  ['a reset before', { kind: 'drop-before' }],
  ['a reset after', { kind: 'drop-after' }],
  ['garbage', { kind: 'garbage' }],
  ['truncation', { kind: 'truncate' }],
  ['a proxy’s page', { kind: 'html' }],
])('a read outlives %s twice', async (_name, fault) => {
  const { service, control, trace } = await emulator();
  expect(await control.faults([{ ...fault, path: LIST, times: 2 }])).toEqual({ ok: true });
  expect((await api(service).template.list(shop, never)).total).toBe(0);
  expect(trace).toHaveLength(3);
});

test.each<[string, FaultRule, string, number]>([
  ['500 before acting', { kind: 'status', status: 500 }, 'unclear', 0],
  ['500 after acting', { kind: 'status', status: 500, acts: true }, 'unclear', 1],
  ['a reset before acting', { kind: 'drop-before' }, 'unclear', 0],
  ['a reset after acting', { kind: 'drop-after' }, 'unclear', 1],
  ['truncation', { kind: 'truncate' }, 'unclear', 1],
  ['a proxy’s page', { kind: 'html' }, 'unclear', 0],
  ['a proxy’s page with 200', { kind: 'html', status: 200, acts: true }, 'unfit', 1],
  ['garbage', { kind: 'garbage' }, 'unfit', 1],
])('a write is not repeated after %s', async (_name, fault, kind, made) => {
  const { service, control, trace } = await emulator();
  await control.faults([{ ...fault, path: ADD, times: 0 }]);
  expect(await told(api(service).template.add(shop, template, never))).toMatchObject({ kind });
  expect(trace).toHaveLength(1);
  expect((await api(service).template.list(shop, never)).total).toBe(made);
});

test('a write that was turned away unread (429) is made once', async () => {
  const { service, control, clock } = await emulator();
  await control.faults([{ kind: 'rate-limit', path: ADD, times: 2, resetSeconds: 3 }]);
  await api(service).template.add(shop, template, never);
  expect((await api(service).template.list(shop, never)).total).toBe(1);
  expect(clock.slept.filter((ms) => ms >= 3000)).toHaveLength(2);
});

test('the message API’s own window is kept to: no request is turned away', async () => {
  const clock = new HandClock();
  const { service, control } = await emulator(clock);
  await control.settings({ rateLimit: { limit: 3, windowMs: 60_000 } });
  const codes = async (): Promise<string[]> => {
    const journal = await control.journal();
    return journal.ok ? journal.entries.map(({ path, code }) => `${path} ${code}`) : [];
  };
  const all = Promise.all(Array.from({ length: 8 }, () => told(messageApi(service).report('nobody', never))));
  const expected = ['/v1/token 200', ...Array.from({ length: 8 }, () => '/v2/report 2000')];
  for (const done of [3, 6, 9]) {
    await expect.poll(codes).toEqual(expected.slice(0, done));
    await expect.poll(() => clock.sleeping).toBe(9 - done);
    await clock.turn(60_000);
  }
  await all;
});

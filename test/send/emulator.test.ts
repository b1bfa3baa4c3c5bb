import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceFailure } from '../../src/core/failure.ts';
import type { Clock } from '../../src/core/ports.ts';
import type { SendResult } from '../../src/core/send-result.ts';
import type { FallbackMessage } from '../../src/core/test-send.ts';
import { neutralWire } from '../../src/core/wire.ts';
import {
  createEmulatorControl,
  type EmulatorControl,
  emulatorCredentials,
  startEmulator,
} from '../../src/emulator/emulator.ts';
import type { TemplateSeed } from '../../src/emulator/public-types.ts';
import { systemClock, systemPorts } from '../../src/files/system.ts';
import { templateEndpoints } from '../../src/kinds/notification-template/endpoints.ts';
import type { ApprovedTemplate } from '../../src/send/channel.ts';
import { brand } from '../../src/send/channels/brand/channel.ts';
import { notification } from '../../src/send/channels/notification/channel.ts';
import { rcs } from '../../src/send/channels/payload/channel.ts';
import { exitOfSends } from '../../src/send/describe.ts';
import { messageApi, messageEndpoints } from '../../src/send/endpoints.ts';
import { openJournal } from '../../src/send/journal.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import { runSends, type SendContext } from '../../src/send/run.ts';
import { type Client, createClient } from '../../src/wire/client.ts';
import { seededRandom } from '../random.ts';
import {
  environment,
  fallbacksFor,
  KEY,
  memoryFiles,
  noFiles,
  orderPaid,
  preparation,
  prepareSends,
  template,
  testSend,
  writtenSend,
} from './support.ts';

/** Sends through the real client to the emulator, which was written from the documents independently. */

const shop = { alias: 'shop', key: KEY, type: 'S' } as const;
const never = new AbortController().signal;

/** The clock of this machine, where a pause is a moment: the emulator answers at once. */
const quick: Clock = {
  now: () => systemClock.now(),
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal),
};

interface Bench {
  service: Client;
  control: EmulatorControl;
  running: SendContext;
  /** The sends of the sample template against what the emulator has. */
  prepare(more?: Parameters<typeof preparation>[0]): Promise<PreparedSend[]>;
}

async function bench(seed: Partial<TemplateSeed> = {}): Promise<Bench> {
  const emulator = await startEmulator({
    inspect: 'manual',
    profiles: [{ ...shop }],
    senders: ['15880000'],
    recipients: ['01000000000'],
    ports: systemPorts,
  });
  onTestFinished(() => emulator.close());
  const service = createClient({
    token: messageEndpoints.token,
    resourceUrl: emulator.resourceUrl,
    messageUrl: emulator.messageUrl,
    credentials: emulatorCredentials,
    wire: neutralWire,
    limits: { inFlight: 4, perSecond: 1000, timeoutMs: 10_000 },
    insecureTls: false,
    ports: systemPorts,
  });
  onTestFinished(() => service.close());
  const control = createEmulatorControl(emulator.url);
  await control.settings({ deliveryMs: 0 });
  const seeded = await control.seed({ templates: [{ ...registered, ...seed }] });
  if (!seeded.ok) throw new Error(seeded.message);
  const files = memoryFiles();
  return {
    service,
    control,
    running: {
      message: messageApi(service),
      keyOf: noFiles,
      journal: openJournal({ files, path: 'sends.jsonl', clock: quick, environment: 'local' }),
      clock: quick,
      signal: never,
      confirmed: ['locks-text'],
      waitMs: 5000,
    },
    prepare: async (more) => {
      const approved = await notification.templates.read(service, shop, 'order_paid', never);
      return prepareSends(preparation({ approved, random: seededRandom(7), environment, ...more })).sends;
    },
  };
}

const registered: TemplateSeed = {
  profile: 'shop',
  templateCode: 'order_paid',
  templateName: '주문 결제 안내',
  templateMessageType: 'BA',
  templateEmphasizeType: 'TEXT',
  templateTitle: '#{금액}원',
  templateSubtitle: '결제 완료',
  templateContent: '#{이름}님, 주문하신 상품의\n결제가 완료되었습니다.',
  templateHeader: '결제 안내',
  categoryCode: '001001',
  buttons: [
    {
      name: '주문 보기',
      linkType: 'WL',
      linkMo: 'https://shop.example.com/o/#{주문번호}',
      linkPc: 'https://shop.example.com',
    },
    { name: '고객센터 연결', linkType: 'TN', telNumber: '1588-0000' },
  ],
  inspectionStatus: 'APR',
  status: 'R',
};

const short = ({ outcome, asExpected, delivery, problem }: SendResult): unknown[] => [
  outcome,
  asExpected,
  delivery?.code ?? null,
  problem?.code ?? null,
];

const oneNewlineMore = template({ ...orderPaid, content: `${orderPaid['content']}\n` });

describe('a test send through the client to the emulator', () => {
  it('of an approved template is delivered, and makes the template active', async () => {
    const { service, running, prepare } = await bench();
    const sends = await prepare();
    expect(sends.map(({ proof, risks }) => [proof, risks])).toEqual([[[], ['locks-text']]]);
    expect((await runSends(sends, running)).map(short)).toEqual([['delivered', true, '7000', null]]);
    expect((await notification.templates.read(service, shop, 'order_paid', never))?.state).toBe('ACT');
  });

  it('with one newline more is not sent, and names the line', async () => {
    const { control, running, prepare } = await bench();
    const results = await runSends(await prepare({ template: oneNewlineMore }), running);
    expect(results.map(short)).toEqual([['unproved', null, null, null]]);
    expect(results.flatMap(({ proof }) => proof.map(({ message }) => message))).toEqual([
      'It differs at line 3, column 1: the approved template ends there, the message continues with a line break',
    ]);
    expect(await control.inbox()).toMatchObject({ messages: [] });
  });

  it('that is forced past its proof is accepted, and fails in its result', async () => {
    const { running, prepare } = await bench();
    const forced = (await prepare({ template: oneNewlineMore })).map((send) => ({ ...send, proof: [] }));
    expect((await runSends(forced, running)).map(short)).toEqual([['failed', false, '7204', null]]);
  });

  it('that is expected to fail does as expected', async () => {
    const { control, running, prepare } = await bench();
    const sends = await prepare({ test: testSend({ expect: 'failed:7318' }) });
    await control.template({ profile: 'shop', templateCode: 'order_paid', block: true });
    expect((await runSends(sends, running)).map(short)).toEqual([['failed', true, '7318', null]]);
  });

  it('whose answer is lost is not sent again and not known', async () => {
    const { control, running, prepare } = await bench();
    await control.faults([{ path: '/v3/message', kind: 'drop-after' }]);
    expect((await runSends(await prepare(), running)).map(short)).toEqual([['unknown', null, null, 'send-uncertain']]);
    const inbox = await control.inbox();
    expect(inbox.ok && inbox.messages.length).toBe(1);
    expect((await running.journal.sends()).map(({ outcome }) => outcome)).toEqual(['unknown']);
  });
});

describe('a fallback at the emulator', () => {
  const content = { messagebaseid: 'SS000000', chatbotid: '15880000', header: '0', message: { title: '결제 안내' } };
  const fails = (type: string): object => ({ type, result: '4400' });
  const endOf = ({ outcome, asExpected, delivery, problem }: SendResult): unknown[] => [
    outcome,
    asExpected,
    delivery && [delivery.code, delivery.channel, delivery.fallback],
    problem?.code ?? null,
  ];
  const withFallback = (fallback: FallbackMessage[], more: object = {}) => {
    const test = testSend({ fallback, ...more });
    return { test, fallbacks: fallbacksFor(test) };
  };

  it('is not used if the message arrives', async () => {
    const { running, prepare } = await bench();
    const sends = await prepare(withFallback([{ type: 'lms', text: '결제가 완료되었습니다.' }]));
    expect((await runSends(sends, running)).map(endOf)).toEqual([['delivered', true, ['7000', 'at', null], null]]);
  });

  it.each([
    ['delivered', false],
    ['failed:4400', false],
  ])('of a template is a failure of the template, with `expect: %s` too', async (expected, asExpected) => {
    const { control, running, prepare } = await bench();
    await control.settings({ results: [fails('at')] as never });
    const sends = await prepare(withFallback([{ type: 'lms', text: '#{이름}님, 결제' }], { expect: expected }));
    const results = await runSends(sends, running);
    expect(results.map(endOf)).toEqual([['failed', asExpected, ['4100', 'lms', 'first'], 'send-fell-back']]);
    expect(exitOfSends(results)).toBe(8);
    expect(results[0]?.problem?.message).toBe(
      'NotificationTemplate/shop/order-paid was not delivered to qa as at: the first fallback, lms, was delivered instead',
    );
    expect(await control.inbox()).toMatchObject({ messages: [{ device: 'lms', text: '홍길동님, 결제' }] });
  });

  it('may be the second, after an rcs that fails too', async () => {
    const { control, running, prepare } = await bench();
    await control.settings({ results: [fails('at'), fails('rcs')] as never });
    const fallback = [
      { type: 'rcs', content },
      { type: 'sms', text: '결제' },
    ];
    const sends = await prepare(withFallback(fallback));
    expect((await runSends(sends, running)).map(endOf)).toEqual([
      ['failed', false, ['4100', 'sms', 'second'], 'send-fell-back'],
    ]);
  });

  it('of a message without a template delivers it', async () => {
    const { control, running, service } = await bench();
    await control.settings({ results: [fails('rcs')] as never });
    const { channel: _channel, template: _template, approved: _approved, ...rest } = preparation();
    const approved = await notification.templates.read(service, shop, 'order_paid', never);
    const fallback = [{ type: 'at', template: 'NotificationTemplate/shop/order-paid' }];
    const test = writtenSend({ type: 'rcs', content }, { fallback });
    const fallbacks = fallbacksFor(test, [template()], approved);
    const { sends, problems } = prepareSends({ ...rest, channel: rcs, random: seededRandom(7), test, fallbacks });
    expect(problems).toEqual([]);
    expect((await runSends(sends, running)).map(endOf)).toEqual([['delivered', true, ['7000', 'at', 'first'], null]]);
  });
});

describe('what is approved', () => {
  it('is read from the service, in manifest form', async () => {
    const { service } = await bench();
    expect(await notification.templates.read(service, shop, 'order_paid', never)).toEqual<ApprovedTemplate>({
      code: 'order_paid',
      state: 'RDY',
      content: { ...orderPaid, code: 'order_paid', buttons: orderPaid['buttons'] ?? [] },
    });
  });

  it.each([
    ['is nothing if the list lacks it', []],
    ['is a failure if the list cannot be read', [{ path: 'template/list', kind: 'garbage', times: 0 }]],
  ] as const)('of a brand message %s', async (_, faults) => {
    const { service, control } = await bench();
    await control.faults([...faults]);
    const read = brand.templates.read(service, shop, 'brand_gone', never);
    if (faults.length === 0) expect(await read).toBeUndefined();
    else await expect(read).rejects.toBeInstanceOf(ServiceFailure);
  });

  it('has the notice that a conversion put at the end of the body, and a message with it is delivered', async () => {
    const { service, running, prepare } = await bench({ status: 'A' });
    await service.call(templateEndpoints.convertAddCh, { senderKey: shop.key, templateCode: 'order_paid' }, never);
    const approved = await notification.templates.read(service, shop, 'order_paid', never);
    expect(approved?.notice).toMatch(/채널 추가하고 이 채널의/);
    const channel = template({
      ...orderPaid,
      messageType: 'AD',
      buttons: [{ type: 'AC' }, ...((orderPaid['buttons'] ?? []) as object[])] as never,
    });
    const sends = await prepare({ template: channel });
    expect(sends.map(({ proof }) => proof)).toEqual([[]]);
    expect((await runSends(sends, running)).map(short)).toEqual([['delivered', true, '7000', null]]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RunContext } from '../../../src/core/kind.ts';
import { basis, type Live, type Resource, type ResourceState } from '../../../src/core/resource.ts';
import { neutralWire } from '../../../src/core/wire.ts';
import {
  createEmulatorControl,
  type EmulatorControl,
  type EmulatorServer,
  emulatorCredentials,
  startEmulator,
} from '../../../src/emulator/emulator.ts';
import type { TemplateSeed } from '../../../src/emulator/public-types.ts';
import { systemClock, systemFiles } from '../../../src/files/system.ts';
import { encode } from '../../../src/kinds/fields.ts';
import { normalise } from '../../../src/kinds/notification-template/codec.ts';
import { templateFields } from '../../../src/kinds/notification-template/fields.ts';
import { notificationTemplate, templateDiscovery } from '../../../src/kinds/notification-template/kind.ts';
import { factsOf } from '../../../src/kinds/notification-template/states.ts';
import { messageEndpoints } from '../../../src/send/endpoints.ts';
import { type Client, createClient } from '../../../src/wire/client.ts';
import { seededRandom } from '../../random.ts';
import { nothingBound } from '../bound.ts';
import { noFile, shop, signal } from '../recorded.ts';
import { allRisks, route } from './policies.ts';
import { goals, liveContent, liveStates, texts, want } from './standings.ts';

/** The operation table against the emulator, which was written from the documents by somebody else. */

/** A plugin has to be known before a button names it. */
const securePlugin = {
  pluginId: 'secure-image',
  pluginType: 'SECURE_IMAGE',
  callbackUrl: 'https://example.com/image',
} as const;

let emulator: EmulatorServer;
let control: EmulatorControl;
let service: Client;

beforeAll(async () => {
  const ports = { clock: systemClock, random: seededRandom(1), files: systemFiles };
  emulator = await startEmulator({ inspect: 'manual', profiles: [shop], senders: [], recipients: [], ports });
  control = createEmulatorControl(emulator.url);
  service = createClient({
    token: messageEndpoints.token,
    resourceUrl: emulator.resourceUrl,
    messageUrl: emulator.messageUrl,
    credentials: emulatorCredentials,
    wire: neutralWire,
    limits: { inFlight: 4, perSecond: 100_000, timeoutMs: 10_000 },
    insecureTls: false,
    ports,
  });
});

afterAll(async () => {
  await service.close();
  await emulator.close();
});

function context(desired: Resource, live: Live | undefined, bound = nothingBound): RunContext<Client> {
  const readFile = async () => Buffer.from('%PDF-1.7');
  return {
    service,
    profile: shop,
    desired,
    live,
    bound,
    readFile,
    openFile: noFile,
    clock: systemClock,
    signal,
    answered: () => {},
  };
}

async function read(name: string): Promise<Live | undefined> {
  if (templateDiscovery.by !== 'list') throw new Error('templates are found by a list');
  return templateDiscovery.read(service, shop, name, nothingBound, signal);
}

/** Puts a template into the state, without asking the rules. */
async function plant(at: ResourceState): Promise<void> {
  await control.reset();
  await control.seed({ pluginCallbacks: [{ profile: shop.key, ...securePlugin }] });
  if (!at) return;
  const body = encode(templateFields, at.content, nothingBound);
  const seed = { ...body, ...factsOf(at), profile: 'shop', templateCode: at.name } as TemplateSeed;
  expect(await control.seed({ templates: [seed] })).toEqual({ ok: true, templates: 1 });
}

/** Goes a planned route call by call; after each, the live template has to stand where the plan said. */
async function go(at: ResourceState, wanted: Resource): Promise<string[]> {
  const found = route(at, wanted, { allows: allRisks, versions: false });
  if (found.found === 'blocked') return [];
  let live = at && (await read(at.name));
  for (const step of found.steps) {
    const operation = notificationTemplate.operations.find((row) => row.name === step.operation);
    expect(basis(live)).toBe(step.from.basis);
    const binding = await operation?.run(context(wanted, live));
    const name = (binding && notificationTemplate.nameOf(binding)) ?? live?.name ?? '';
    live = await read(name);
    expect(step.to).toContainEqual({ state: live?.status.state ?? 'absent', basis: basis(live) });
  }
  const verdict = notificationTemplate.meets(live, wanted).meets;
  expect(verdict).toBe(found.found === 'waiting' ? 'waiting' : 'yes');
  return found.steps.map((step) => step.operation);
}

describe.each([...liveStates])('from %s', (_, at) => {
  test.each(goals)('every route to %s leads where it says', async (goal) => {
    for (const text of at && goal !== 'removed' ? texts : texts.slice(0, 1)) {
      await plant(at);
      await go(at, want(goal, text));
    }
  });
});

test('attachments go in with the request', async () => {
  await plant(undefined);
  const attachments = [{ path: 'evidence.pdf', sha256: 'e' }];
  const wanted = want('approved', 'same', { inputs: { comment: '첨부 확인 부탁드립니다', attachments } });
  expect(await go(undefined, wanted)).toEqual(['template.add', 'template.request_with_file']);
  expect((await read('order_paid'))?.comments).toMatchObject([{ content: '첨부 확인 부탁드립니다', status: 'REQ' }]);
});

describe('what is registered comes back as it was declared', () => {
  test.each<[string, JsonObject]>([
    ['a title', { emphasis: { type: 'TEXT', title: '#{금액}원', subtitle: '결제 완료' }, preview: '결제' }],
    [
      'a list of items',
      {
        emphasis: { type: 'ITEM_LIST' },
        header: '결제 안내',
        highlight: { title: '#{상품}', description: '결제 완료' },
        items: [
          { title: '주문번호', description: '#{주문번호}' },
          { title: '상품', description: '#{상품}' },
        ],
        itemSummary: { title: '합계', description: '#{금액}원' },
      },
    ],
    ['a link and security', { link: { mobile: 'https://m.example.com', ios: 'shop://o' }, security: true }],
    [
      'every kind of button',
      {
        messageType: 'MI',
        extra: '문의는 고객센터로',
        buttons: [
          { type: 'AC' },
          { type: 'DS', name: '배송 조회' },
          { type: 'AL', name: '앱', link: { android: 'shop://o', ios: 'shop://o', pc: 'https://p.example.com' } },
          { type: 'P1', name: '보안 이미지', plugin: 'secure-image' },
          { type: 'TN', name: '상담원 연결', tel: '1588-0000' },
        ],
      },
    ],
    [
      'line breaks, quotes and emoji',
      { content: '\n첫 줄 "따옴표" <b>\n\n - 둘째 줄 😀\t#{이름}\n', extra: '끝\n', messageType: 'EX' },
    ],
  ])('%s', async (_, members) => {
    await plant(undefined);
    const content = normalise({ ...liveContent, ...members });
    const wanted = want('approved', 'same', { content });
    expect(await go(undefined, wanted)).toEqual(['template.add', 'template.request']);
    expect((await read('order_paid'))?.content).toEqual(content);
  });
});

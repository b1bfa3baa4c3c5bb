import { Readable } from 'node:stream';
import type { JsonObject } from '../../src/core/json.ts';
import type { Clock, Files } from '../../src/core/ports.ts';
import { NotiformError, type Problem } from '../../src/core/problem.ts';
import type { Resource } from '../../src/core/resource.ts';
import type { ProofFailure } from '../../src/core/send-result.ts';
import type { TestSend, WrittenMessage } from '../../src/core/test-send.ts';
import type { ApprovedTemplate, Values } from '../../src/send/channel.ts';
import { notification } from '../../src/send/channels/notification/channel.ts';
import { text } from '../../src/send/channels/text/channel.ts';
import { subjectsOf } from '../../src/send/choice.ts';
import type { MessageApi } from '../../src/send/endpoints.ts';
import type { OfTemplate, OfWritten, Parties, SendSubject } from '../../src/send/parties.ts';
import { type Preparation, type Prepared, type PreparedSend, prepareSends as prepare } from '../../src/send/prepare.ts';
import { proveMessage } from '../../src/send/proof.ts';
import { declaredAs } from '../kinds/recorded.ts';
import { seededRandom } from '../random.ts';

export const NOW = Date.parse('2026-11-20T09:00:00+09:00');

/** A clock that stands still but for those who sleep: a sleep moves it on at once. */
export function handClock(start = NOW): Clock & { sleeps: number[] } {
  let now = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      sleeps.push(ms);
      now += ms;
    },
  };
}

/** Files in memory; only what the journal uses does anything. */
export function memoryFiles(): Files & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const unused = (): Promise<never> => Promise.reject(new Error('not a file operation of sending'));
  return {
    texts,
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
    append: async (path, text) => {
      texts.set(path, (texts.get(path) ?? '') + text);
    },
    names: unused,
    stream: () => Readable.from([]),
    size: async (path) => {
      const text = texts.get(path);
      return text === undefined ? undefined : Buffer.byteLength(text);
    },
    realPath: unused,
    writePath: unused,
    syncFolder: async () => undefined,
    writeAtomic: unused,
    createExclusive: unused,
    rename: async (from, to) => {
      const text = texts.get(from);
      if (text === undefined) return false;
      texts.delete(from);
      texts.set(to, text);
      return true;
    },
    extend: unused,
    remove: unused,
    removeEmptyFolder: unused,
    requireWritable: unused,
  };
}

const SOURCE = { file: 'manifests/order.yaml', line: 3, column: 1 };

/** The content of a message of `orderPaid` to 홍길동. */
export const paidContent = (senderkey: string) => ({
  at: {
    senderkey,
    templatecode: 'order_paid',
    message: '홍길동님, 주문하신 상품의\n결제가 완료되었습니다.',
    title: '12,000원',
    header: '결제 안내',
    button: [
      {
        name: '주문 보기',
        type: 'WL',
        url_mobile: 'https://shop.example.com/o/A-1',
        url_pc: 'https://shop.example.com',
      },
      { name: '고객센터 연결', type: 'TN', tel_number: '1588-0000' },
    ],
  },
});

export const orderPaid: JsonObject = {
  name: '주문 결제 안내',
  category: '001001',
  messageType: 'BA',
  emphasis: { type: 'TEXT', title: '#{금액}원', subtitle: '결제 완료' },
  content: '#{이름}님, 주문하신 상품의\n결제가 완료되었습니다.',
  header: '결제 안내',
  buttons: [
    {
      type: 'WL',
      name: '주문 보기',
      link: { mobile: 'https://shop.example.com/o/#{주문번호}', pc: 'https://shop.example.com' },
    },
    { type: 'TN', name: '고객센터 연결', tel: '1588-0000' },
  ],
};

export function template(content: JsonObject = orderPaid, more: Partial<Resource> = {}): Resource {
  return declaredAs('NotificationTemplate', 'order-paid', {
    source: SOURCE,
    goal: 'approved',
    content,
    name: 'order_paid',
    samples: [{ name: '기본', values: { 이름: '홍길동', 금액: '12,000', 주문번호: 'A-1' } }],
    ...more,
  });
}

/** A test send of a message without a template. */
export function writtenSend(message: WrittenMessage, more: Partial<TestSend> = {}): TestSend {
  const { template: _, ...without } = testSend();
  return { ...without, id: 'notice', message, ...more };
}

/** Prepares a text message. */
export function prepareText(message: WrittenMessage, more: Partial<TestSend> = {}): Prepared {
  const { channel: _channel, template: _template, approved: _approved, ...rest } = preparation();
  const test = writtenSend(message, more);
  return prepareSends({ ...rest, channel: text, test, fallbacks: fallbacksFor(test) });
}

/** The fallbacks of a test send, their templates as the service has them. */
export function fallbacksFor(
  test: TestSend,
  resources: readonly Resource[] = [],
  live: ApprovedTemplate | undefined = undefined,
): SendSubject[] {
  const [, ...fallbacks] = subjectsOf(test, resources);
  return fallbacks.map((one) => ('template' in one ? { ...one, approved: live } : one));
}

export function testSend(more: Partial<TestSend> = {}): TestSend {
  return {
    id: 'order-paid-smoke',
    source: { file: 'manifests/sends.yaml', line: 1, column: 1 },
    template: 'NotificationTemplate/shop/order-paid',
    to: ['qa'],
    expect: 'delivered',
    buttons: {},
    allow: [],
    ...more,
  };
}

export function approved(content: JsonObject = orderPaid, state = 'ACT'): ApprovedTemplate {
  return { code: 'order_paid', content, state };
}

export const KEY = 'a'.repeat(40);

/** An environment with two profiles of type S, a group, a sender and some recipients. */
export const environment: Parties = {
  name: 'local',
  profiles: new Map([
    ['shop', { type: 'S' }],
    ['outlet', { type: 'S' }],
    ['mall', { type: 'G' }],
  ]),
  profile: (alias) => {
    const keys: Record<string, string> = { shop: KEY, outlet: 'b'.repeat(40), mall: 'c'.repeat(40) };
    const key = keys[alias];
    if (key === undefined) throw new NotiformError(unknown('profiles', alias), 3);
    return { alias, key, type: alias === 'mall' ? 'G' : 'S' };
  },
  sender: (name) => named('senders', name, { main: '15880000' }),
  recipient: (name) =>
    named('recipients', name, {
      qa: '01000000000',
      dev: '01000000001',
      ops: '01000000002',
    }),
};

function named(member: string, name: string, known: Record<string, string>): string {
  const number = known[name];
  if (number === undefined) throw new NotiformError(unknown(member, name), 3);
  return number;
}

function unknown(member: string, name: string): Problem {
  return {
    code: 'config-unknown-name',
    severity: 'error',
    message: `The environment local has no \`${name}\` among its ${member}`,
  };
}

/** The preparation of a message, and of the fallbacks of its test send. */
export type Preparing<Subject extends OfTemplate | OfWritten = OfTemplate | OfWritten> = Omit<Preparation, 'subjects'> &
  Omit<Subject, 'base'> & { fallbacks?: readonly SendSubject[] };
export type OfTemplates = Preparing<OfTemplate>;

export function prepareSends({ fallbacks = [], ...main }: Preparing<OfTemplate> | Preparing<OfWritten>): Prepared {
  return prepare({ ...main, subjects: [{ ...main, base: [] }, ...fallbacks] });
}

export function preparation(more: Partial<OfTemplates> = {}): OfTemplates {
  return {
    channel: notification,
    test: testSend(),
    template: template(),
    approved: approved(),
    environment,
    defaultSender: 'main',
    maxRecipients: 5,
    clock: handClock(),
    random: seededRandom(1),
    ...more,
  };
}

/** Proves a payload of a notification template. */
export function prove(payload: JsonObject, approved: ApprovedTemplate, values?: Values): ProofFailure[] {
  return proveMessage(payload, notification, { approved, ...(values && { values }) });
}

/** The sends of a preparation that has no problems. */
export function prepared(more: Partial<OfTemplates> = {}): PreparedSend[] {
  const { sends, problems } = prepareSends(preparation(more));
  if (sends.length === 0) throw new Error(`nothing was prepared: ${problems.map(({ message }) => message).join('; ')}`);
  return sends;
}

/** Uploads nothing: templates have no files. */
export const noFiles = (): Promise<never> => Promise.reject(new Error('this has no files'));

export function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('the list is empty');
  return one;
}

/** A message API that answers what it is told to. */
export function messageApi(answers: Partial<MessageApi>): MessageApi {
  const unused = (): Promise<never> => Promise.reject(new Error('this was not to be called'));
  return { send: unused, report: unused, upload: unused, ...answers };
}

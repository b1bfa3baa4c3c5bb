import { describe, expect, it } from 'vitest';
import { type FailureKind, ServiceFailure } from '../../src/core/failure.ts';
import type { SendResult } from '../../src/core/send-result.ts';
import { FileFailure } from '../../src/files/file-failure.ts';
import { describeProof, exitOfSends } from '../../src/send/describe.ts';
import type { MessageApi } from '../../src/send/endpoints.ts';
import { openJournal } from '../../src/send/journal.ts';
import type { PreparedSend } from '../../src/send/prepare.ts';
import type { DeliveryResult } from '../../src/send/report.ts';
import { runSends, type SendContext } from '../../src/send/run.ts';
import {
  approved,
  first,
  handClock,
  memoryFiles,
  messageApi,
  noFiles,
  orderPaid,
  prepared,
  template,
  testSend,
} from './support.ts';

const PATH = '/project/.notiform/sends.jsonl';

function accepting(
  results: (DeliveryResult | undefined)[] = [{ result: '7000' }],
): MessageApi & { sent: string[]; asked: number } {
  const sent: string[] = [];
  const left = [...results];
  const api = {
    ...messageApi({}),
    sent,
    asked: 0,
    send: async (payload: { to: string; refkey: string }) => {
      sent.push(payload.to);
      return { code: 1000, description: 'success', messagekey: `key-${sent.length}`, refkey: payload.refkey };
    },
    report: async () => {
      api.asked += 1;
      const result = left.length > 1 ? left.shift() : left[0];
      return result ? { result } : {};
    },
  };
  return api;
}

function failing(kind: FailureKind, service?: { code: string; message: string }): MessageApi {
  return messageApi({
    send: () =>
      Promise.reject(
        new ServiceFailure(kind, {
          code: 'service-refused',
          severity: 'error',
          message: 'The socket died',
          ...(service ? { service } : {}),
        }),
      ),
  });
}

interface World {
  running: SendContext;
  lines(): string[];
}

function world(message: MessageApi, more: Partial<SendContext> = {}): World {
  const files = memoryFiles();
  const clock = more.clock ?? handClock();
  const running: SendContext = {
    message,
    keyOf: noFiles,
    journal: openJournal({ files, path: PATH, clock, environment: 'local' }),
    clock,
    signal: new AbortController().signal,
    confirmed: [],
    waitMs: 300_000,
    ...more,
  };
  const lines = (): string[] =>
    (files.texts.get(PATH) ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { event, to, messagekey, result } = JSON.parse(line);
        return [event, to, messagekey, result].filter(Boolean).join(' ');
      });
  return { running, lines };
}

async function run(message: MessageApi, sends: PreparedSend[] = prepared(), more: Partial<SendContext> = {}) {
  const { running, lines } = world(message, more);
  const results = await runSends(sends, running);
  return { results, lines: lines(), exit: exitOfSends(results) };
}

const short = ({ outcome, asExpected, problem }: SendResult): unknown[] => [outcome, asExpected, problem?.code ?? null];

describe('a send', () => {
  it('is written down, called once, and its result waited for', async () => {
    const message = accepting([
      undefined,
      undefined,
      { result: '7000', device: 'AT', media: 'NOTICETALK', unixtime: '1795132805' },
    ]);
    const { results, lines, exit } = await run(message);
    expect(message.sent).toEqual(['01000000000']);
    expect(message.asked).toBe(3);
    expect(lines).toEqual(['sending qa', 'accepted qa key-1', 'result qa key-1 7000']);
    expect(exit).toBe(0);
    expect(results).toEqual([
      {
        send: 'order-paid-smoke',
        source: { file: 'manifests/sends.yaml', line: 1, column: 1 },
        template: 'NotificationTemplate/shop/order-paid',
        templateCode: 'order_paid',
        sample: '기본',
        type: 'at',
        from: { name: 'main', number: '15880000' },
        to: { name: 'qa', number: '010****0000' },
        text: '홍길동님, 주문하신 상품의\n결제가 완료되었습니다.',
        at: null,
        payload: expect.objectContaining({
          to: '010****0000',
          content: { at: expect.objectContaining({ senderkey: 'aaaa****' }) },
        }),
        outcome: 'delivered',
        expect: 'delivered',
        asExpected: true,
        acceptance: {
          code: 1000,
          description: 'success',
          messageKey: 'key-1',
          refKey: expect.stringMatching(/^nf[0-9a-f]{30}$/),
        },
        fallbacks: [],
        delivery: {
          code: '7000',
          device: 'AT',
          media: 'NOTICETALK',
          at: '2026-11-20T00:00:05.000Z',
          channel: 'at',
          fallback: null,
        },
        tookMs: 1750,
        earlier: null,
        proof: [],
        risks: [],
        problem: null,
      },
    ]);
  });

  it('shows no number of a receiver and no key, and writes down none', async () => {
    const { running, lines } = world(accepting());
    const results = await runSends(prepared(), running);
    const shown = JSON.stringify([results, await running.journal.sends(), lines()]);
    expect(shown).not.toContain('01000000000');
    expect(shown).not.toContain('a'.repeat(5));
  });

  it('is held back where it is not proved', async () => {
    const edited = template({ ...orderPaid, header: '결제' });
    const { results, lines, exit } = await run(messageApi({}), prepared({ template: edited }));
    expect(results.map(short)).toEqual([['unproved', null, null]]);
    expect(first(results).proof.map(({ message }) => message)).toEqual([
      'It differs at column 3: the approved template continues with a space, the message ends there',
    ]);
    expect(lines).toEqual([]);
    expect(exit).toBe(1);
  });

  it('is held back until somebody says yes to what it locks', async () => {
    const ready = (): PreparedSend[] => prepared({ approved: approved(orderPaid, 'RDY') });
    const refused = await run(messageApi({}), ready());
    expect(refused.results.map(short)).toEqual([['not-sent', null, 'send-locks-text']]);
    expect(refused.exit).toBe(7);
    expect(refused.lines).toEqual([]);
    const confirmed = await run(accepting(), ready(), { confirmed: ['locks-text'] });
    expect(confirmed.results.map(short)).toEqual([['delivered', true, null]]);
    expect(first(confirmed.results).risks).toEqual(['locks-text']);
  });

  it('is not sent while another message of the run is not confirmed', async () => {
    const locking = prepared({ approved: approved(orderPaid, 'RDY') });
    const { results, lines, exit } = await run(accepting(), [...prepared(), ...locking]);
    expect(results.map(short)).toEqual([
      ['not-sent', null, 'send-unconfirmed'],
      ['not-sent', null, 'send-locks-text'],
    ]);
    expect([lines, exit]).toEqual([[], 7]);
  });

  it.each<[string, string, unknown[], number]>([
    ['7000', 'delivered', ['delivered', true, null], 0],
    ['4100', 'delivered', ['delivered', true, null], 0],
    ['7204', 'delivered', ['failed', false, null], 8],
    ['7322', 'failed:7322', ['failed', true, null], 0],
    ['7314', 'failed:7322', ['failed', false, null], 8],
    ['7000', 'failed:7322', ['delivered', false, null], 8],
    ['7305', 'delivered', ['unknown', null, 'send-uncertain'], 9],
    ['7305', 'failed:7305', ['unknown', true, 'send-uncertain'], 0],
  ])('with the result %s, where %s is expected', async (result, expected, outcome, code) => {
    const { results, exit } = await run(accepting([{ result }]), prepared({ test: testSend({ expect: expected }) }));
    expect(results.map(short)).toEqual([outcome]);
    expect(exit).toBe(code);
  });

  it.each<[string, boolean | null, number]>([
    ['delivered', false, 8],
    ['failed:2000', true, 0],
    ['failed:3014', false, 8],
  ])('that the service refuses, where %s is expected', async (expected, asExpected, code) => {
    const message = failing('refused', { code: '2000', message: 'invalid message' });
    const { results, lines, exit } = await run(message, prepared({ test: testSend({ expect: expected }) }));
    expect(results.map(short)).toEqual([['refused', asExpected, 'service-refused']]);
    expect(lines).toEqual(['sending qa', 'refused qa 2000']);
    expect(exit).toBe(code);
  });

  it.each<FailureKind>(['unclear', 'unfit', 'interrupted'])(
    'whose call ends %s is not known, and not called again',
    async (kind) => {
      const { results, lines, exit } = await run(failing(kind));
      expect(results.map(short)).toEqual([['unknown', null, 'send-uncertain']]);
      expect(first(results).problem?.message).toBe(
        'It is not known whether the message to qa was sent: The socket died',
      );
      expect(lines).toEqual(['sending qa', 'unknown qa']);
      expect(exit).toBe(9);
    },
  );

  it('keeps the service’s words where a call ends unclear with some', async () => {
    const { results } = await run(failing('unclear', { code: '9000', message: 'internal' }));
    expect(first(results).problem?.service).toEqual({ code: '9000', message: 'internal' });
  });

  it('that reached nobody was not sent', async () => {
    const { results, lines, exit } = await run(failing('unreachable'));
    expect(results.map(short)).toEqual([['not-sent', null, 'service-refused']]);
    expect(lines).toEqual(['sending qa', 'not-sent qa']);
    expect(exit).toBe(1);
  });

  it('lets a failure that is no failure of the service through', async () => {
    const broken = messageApi({ send: () => Promise.reject(new TypeError('broken')) });
    await expect(run(broken)).rejects.toEqual(new TypeError('broken'));
  });

  it('is not called where it cannot be written down', async () => {
    const full = () => Promise.reject(new Error('disk full'));
    const journal = { write: full, addResult: full, sends: async () => [], cut: full };
    await expect(run(messageApi({}), prepared(), { journal })).rejects.toEqual(new Error('disk full'));
  });

  /** A journal that takes so many lines; the disk is full then. */
  function fullAfter(lines: number) {
    const files = memoryFiles();
    let left = lines;
    const append: typeof files.append = async (path, text) => {
      left -= 1;
      if (left < 0) throw new FileFailure('written', path, 'ENOSPC');
      return files.append(path, text);
    };
    const journal = openJournal({ files: { ...files, append }, path: PATH, clock: handClock(), environment: 'local' });
    return { journal };
  }

  it.each([
    [
      0,
      [
        ['not-sent', null, 'file-unwritten'],
        ['not-sent', null, 'send-stopped'],
      ],
      0,
      1,
    ],
    [
      1,
      [
        ['accepted', null, 'file-unwritten'],
        ['not-sent', null, 'file-unwritten'],
      ],
      1,
      9,
    ],
    [
      2,
      [
        ['accepted', null, null],
        ['not-sent', null, 'file-unwritten'],
      ],
      1,
      1,
    ],
    [
      3,
      [
        ['accepted', null, null],
        ['accepted', null, 'file-unwritten'],
      ],
      2,
      9,
    ],
  ])('keeps what became of each message if the journal takes only %i lines', async (lines, expected, calls, exit) => {
    const message = accepting();
    const sends = prepared({ test: testSend({ to: ['qa', 'dev'] }) });
    const found = await run(message, sends, { ...fullAfter(lines), waitMs: null });
    expect(found.results.map(short)).toEqual(expected);
    expect(message.sent).toHaveLength(calls);
    expect(found.exit).toBe(exit);
    for (const { outcome, acceptance } of found.results) {
      expect(acceptance?.messageKey).toEqual(outcome === 'accepted' ? expect.stringMatching(/^key-/) : undefined);
    }
  });

  it('is delivered as expected, with a warning, if the journal takes no result', async () => {
    const { results, exit } = await run(accepting(), prepared(), fullAfter(2));
    expect(results.map(short)).toEqual([['delivered', true, 'file-unwritten']]);
    expect(results[0]?.problem).toMatchObject({
      severity: 'warning',
      message: '`.notiform/sends.jsonl` cannot be written: no space is left (ENOSPC)',
    });
    expect(exit).toBe(0);
  });

  it('is not called once the run is stopped', async () => {
    const { results, lines, exit } = await run(messageApi({}), prepared(), { signal: AbortSignal.abort() });
    expect(results.map(short)).toEqual([['not-sent', null, 'interrupted']]);
    expect(lines).toEqual([]);
    expect(exit).toBe(130);
  });

  it.each([undefined, null, ''])('is accepted by an answer whose refkey is %j', async (refkey) => {
    const answer = { code: 1000, description: '', messagekey: 'k', refkey };
    const { results } = await run({ ...accepting(), send: async () => answer });
    expect(first(results).acceptance?.refKey).toMatch(/^nf/);
  });

  it('has an unknown outcome if the answer has the refkey of another message', async () => {
    const answer = { code: 1000, description: '', messagekey: 'k', refkey: 'another' };
    const { results, lines, exit } = await run({ ...accepting(), send: async () => answer });
    expect(results.map(short)).toEqual([['unknown', null, 'send-uncertain']]);
    expect(lines).toEqual(['sending qa', 'unknown qa']);
    expect(exit).toBe(9);
  });

  it('that is stopped while it waits for its next call was not sent', async () => {
    const problem = { code: 'interrupted', severity: 'error', message: 'Stopped before send was done' } as const;
    const stopped = messageApi({ send: () => Promise.reject(new ServiceFailure('interrupted', problem)) });
    const { results, lines, exit } = await run(stopped);
    expect(results.map(short)).toEqual([['not-sent', null, 'interrupted']]);
    expect(lines).toEqual(['sending qa', 'not-sent qa']);
    expect(exit).toBe(130);
  });
});

describe('the wait for a result', () => {
  it('asks with growing pauses, and gives up in time', async () => {
    const clock = handClock();
    const message = accepting([undefined]);
    const { results, lines, exit } = await run(message, prepared(), { clock, waitMs: 60_000 });
    expect(clock.sleeps).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 14_250]);
    expect(results.map(short)).toEqual([['accepted', null, 'send-no-result']]);
    expect(first(results).problem).toMatchObject({
      message: 'The message to qa was accepted, and no result of its delivery came in 60 seconds',
      hint: 'Ask again with `notiform report key-1`, or look for the key at the send inquiry of the service',
    });
    expect(lines).toEqual(['sending qa', 'accepted qa key-1']);
    expect(exit).toBe(9);
  });

  it('is left out where nobody waits', async () => {
    const message = accepting();
    const { results, exit } = await run(message, prepared(), { waitMs: null });
    expect(results.map(short)).toEqual([['accepted', null, null]]);
    expect(message.asked).toBe(0);
    expect(exit).toBe(0);
  });

  it('goes on after a question that failed', async () => {
    let asked = 0;
    const message = {
      ...accepting(),
      report: async () => {
        asked += 1;
        if (asked < 3) throw new ServiceFailure('unreachable', { code: 'bug', severity: 'error', message: 'gone' });
        return { result: { result: '7000' } };
      },
    };
    const { results } = await run(message);
    expect(results.map(short)).toEqual([['delivered', true, null]]);
    expect(asked).toBe(3);
  });

  it('shows why the last question failed, if no result came in time', async () => {
    const clock = handClock();
    const gone = new ServiceFailure('unclear', { code: 'service-unclear', severity: 'error', message: 'HTTP 502' });
    const message = { ...accepting(), report: () => Promise.reject(gone) };
    const { results, exit } = await run(message, prepared(), { clock, waitMs: 60_000 });
    expect(first(results).problem?.message).toBe(
      'The message to qa was accepted, and no result of its delivery came in 60 seconds: HTTP 502',
    );
    expect(exit).toBe(9);
  });

  it.each(['3010', '2000', '3000'])(
    'stops when the service refuses the question (%s), and shows its words',
    async (code) => {
      const clock = handClock();
      const service = { code, message: 'no' };
      const problem = {
        code: 'service-refused',
        severity: 'error',
        message: `The service refused report: no (code ${code})`,
        service,
      } as const;
      const message = { ...accepting(), report: () => Promise.reject(new ServiceFailure('refused', problem)) };
      const { results, lines, exit } = await run(message, prepared(), { clock });
      expect(clock.sleeps).toEqual([250]);
      expect(results.map(short)).toEqual([['accepted', null, 'send-no-result']]);
      expect(first(results).problem).toMatchObject({
        message: `The message to qa was accepted, and its result cannot be requested: The service refused report: no (code ${code})`,
        service,
      });
      expect(lines).toEqual(['sending qa', 'accepted qa key-1']);
      expect(exit).toBe(9);
    },
  );

  it('does not take the result of another message', async () => {
    const message = accepting([{ result: '7204', refkey: 'another' }, { result: '7318' }]);
    const { results } = await run(message);
    expect(results.map(({ delivery }) => delivery?.code)).toEqual(['7318']);
    expect(message.asked).toBe(2);
  });

  it('lets a failure that is none of the service’s through', async () => {
    const message = { ...accepting(), report: () => Promise.reject(new TypeError('broken')) };
    await expect(run(message)).rejects.toEqual(new TypeError('broken'));
  });

  it('ends when the run is stopped', async () => {
    const stop = new AbortController();
    const message = {
      ...accepting(),
      report: async () => {
        stop.abort();
        return {};
      },
    };
    const { results, exit } = await run(message, prepared(), { signal: stop.signal });
    expect(results.map(short)).toEqual([['accepted', null, 'interrupted']]);
    expect(first(results).problem?.message).toBe(
      'The message to qa was accepted, and no result of its delivery came before the run was stopped',
    );
    expect(exit).toBe(130);
  });

  it('ends when the run is stopped in a pause', async () => {
    const stop = new AbortController();
    const clock = handClock();
    const sleepy = {
      ...clock,
      sleep: async (_ms: number, signal?: AbortSignal) => {
        stop.abort(new Error('stopped'));
        signal?.throwIfAborted();
      },
    };
    const { results } = await run(accepting(), prepared(), { signal: stop.signal, clock: sleepy });
    expect(results.map(short)).toEqual([['accepted', null, 'interrupted']]);
  });

  it('does not swallow a clock that breaks', async () => {
    const broken = { ...handClock(), sleep: () => Promise.reject(new Error('no clock')) };
    await expect(run(accepting(), prepared(), { clock: broken })).rejects.toEqual(new Error('no clock'));
  });

  it('begins when a scheduled message goes out, if that is soon', async () => {
    const clock = handClock();
    const soon = prepared({ test: testSend({ at: '2026-11-20T09:01+09:00' }), clock });
    const { results } = await run(accepting([undefined]), soon, { clock, waitMs: 90_000 });
    expect(clock.sleeps.reduce((sum, ms) => sum + ms, 0)).toBe(150_000);
    expect(results.map(short)).toEqual([['accepted', null, 'send-no-result']]);
  });

  it('is left out for a message that goes out later', async () => {
    const message = accepting();
    const later = prepared({ test: testSend({ at: '2026-11-21T09:00+09:00' }) });
    const { results, exit } = await run(message, later);
    expect(results.map((result) => [...short(result), result.at])).toEqual([
      ['accepted', null, null, '2026-11-21T00:00:00.000Z'],
    ]);
    expect(message.asked).toBe(0);
    expect(exit).toBe(0);
  });

  it.each([
    [undefined, null],
    ['', null],
    ['soon', null],
    ['99999999999999', null],
  ])('shows no time for a result of %s', async (unixtime, at) => {
    const result = { result: '7000', ...(unixtime === undefined ? {} : { unixtime }) };
    const { results } = await run(accepting([result]));
    expect(first(results).delivery).toMatchObject({ code: '7000', device: null, media: null, at });
  });
});

describe('sends to several people', () => {
  const three = (): PreparedSend[] => prepared({ test: testSend({ to: ['qa', 'dev', 'ops'] }) });

  it('go out one after the other', async () => {
    const message = accepting();
    const { results, lines } = await run(message, three());
    expect(message.sent).toEqual(['01000000000', '01000000001', '01000000002']);
    expect(results.map(({ to, outcome }) => [to.name, outcome])).toEqual([
      ['qa', 'delivered'],
      ['dev', 'delivered'],
      ['ops', 'delivered'],
    ]);
    expect(lines.filter((line) => line.startsWith('accepted'))).toEqual([
      'accepted qa key-1',
      'accepted dev key-2',
      'accepted ops key-3',
    ]);
  });

  it('go on after one that was refused', async () => {
    const { results } = await run(failing('refused', { code: '2000', message: 'no' }), three());
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
  });

  it('end with refused credentials, which are refused for every message', async () => {
    const problem = { code: 'service-credentials', severity: 'error', message: 'no' } as const;
    const send = () => Promise.reject(new ServiceFailure('refused', problem));
    const { results, exit } = await run(messageApi({ send }), three());
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'not-sent', 'not-sent']);
    expect(exit).toBe(1);
  });

  it.each<[FailureKind, string, number]>([
    ['unclear', 'unknown', 9],
    ['unreachable', 'not-sent', 1],
  ])('end with one that ends %s', async (kind, outcome, code) => {
    const { results, lines, exit } = await run(failing(kind), three());
    expect(results.map((result) => [result.outcome, result.problem?.code])).toEqual([
      [outcome, kind === 'unclear' ? 'send-uncertain' : 'service-refused'],
      ['not-sent', 'send-stopped'],
      ['not-sent', 'send-stopped'],
    ]);
    expect(lines).toHaveLength(2);
    expect(exit).toBe(code);
  });
});

describe('a dry run', () => {
  it('proves, and shows the payload with what is private masked', () => {
    const result = describeProof(first(prepared()));
    expect([result.outcome, result.asExpected]).toEqual(['proved', null]);
    expect(exitOfSends([result])).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { ServiceFailure } from '../../src/core/failure.ts';
import { errorProblem } from '../../src/core/problem.ts';
import type { SendResult } from '../../src/core/send-result.ts';
import type { TestSend } from '../../src/core/test-send.ts';
import { brand } from '../../src/send/channels/brand/channel.ts';
import { exitOfSends } from '../../src/send/describe.ts';
import type { MessageApi } from '../../src/send/endpoints.ts';
import { checkReservedHours, serviceClock } from '../../src/send/hours.ts';
import { openJournal } from '../../src/send/journal.ts';
import { judgeSend } from '../../src/send/judge.ts';
import type { Prepared } from '../../src/send/prepare.ts';
import { runSends } from '../../src/send/run.ts';
import {
  environment,
  handClock,
  memoryFiles,
  messageApi,
  noFiles,
  preparation,
  prepareSends,
  prepareText,
  testSend,
} from './support.ts';

/** Milliseconds since the epoch of a time in Korea on 20 November 2026. */
const korea = (time: string): number => Date.parse(`2026-11-20T${time}+09:00`);

function night(more: Partial<TestSend> = {}): TestSend {
  const { template: _, ...test } = testSend({
    id: 'night',
    profile: 'shop',
    brand: { mode: 'free', target: 'friend', body: { bubble: 'TEXT', content: '안녕하세요.' } },
    ...more,
  });
  return test;
}

/** Prepares a brand message without a template, at a time of the service's clock. */
function prepareAt(now: number, more: Partial<TestSend> = {}, dryRun = false): Prepared {
  const { channel: _channel, template: _template, approved: _approved, ...rest } = preparation();
  return prepareSends({ ...rest, channel: brand, test: night(more), clock: { now: () => now }, dryRun });
}

const found = ({ sends, problems }: Prepared): unknown[] => [
  sends.length,
  ...problems.map(({ code, severity, message, hint }) => [code, severity, message, hint]),
];

describe('a brand message', () => {
  it.each([
    ['07:59:59', '2026-11-20T08:00+09:00'],
    ['20:50:00', '2026-11-21T08:00+09:00'],
    ['20:50:01', '2026-11-21T08:00+09:00'],
    ['23:59:59', '2026-11-21T08:00+09:00'],
    ['00:00:00', '2026-11-20T08:00+09:00'],
  ])('is not sent at %s, and the next opening is %s', (time, next) => {
    const about = `is ${time} in Korea, and brand messages (ut) are delivered from 08:00 until before 20:50`;
    expect(found(prepareAt(korea(time)))).toEqual([
      0,
      ['send-hours', 'error', `It ${about}`, `Pass \`--at ${next}\`, or send it then`],
    ]);
    const at = `2026-11-20T${time}`;
    // "08:00 to 20:50" does not say if its end belongs to it.
    const [count, severity] = time === '20:50:00' ? [1, 'warning'] : [0, 'error'];
    expect(found(prepareAt(korea('00:00:00') - 1, { at }))).toEqual([
      count,
      ['send-hours', severity, `\`at: ${at}\` ${about}`, `Write a time in these hours, as \`${next}\``],
    ]);
    expect(found(prepareAt(korea('12:00:00'), { at: next }))).toEqual(
      next.startsWith('2026-11-21') ? [1] : [0, expect.arrayContaining(['send-time'])],
    );
  });

  it.each(['08:00:00', '20:49:59'])('is sent at %s', (time) => {
    expect(found(prepareAt(korea(time)))).toEqual([1]);
    expect(found(prepareAt(korea('00:00:00'), { at: `2026-11-20T${time}` }))).toEqual([1]);
    expect(found(prepareAt(korea('23:00:00'), { at: `2026-11-21T${time}` }))).toEqual([1]);
  });

  it.each<[string, Partial<TestSend>]>([
    ['that is expected to miss its hours', { expect: 'failed:7322' }],
    ['to a phone of another country', { country: '1' }],
  ])('%s is sent at any time', (_, more) => {
    expect(found(prepareAt(korea('21:00:00'), more))).toEqual([1]);
  });

  it.each(['82', '+82', '0082', 'KR'])('with the country %s has the hours of Korea', (country) => {
    const codes = prepareAt(korea('21:00:00'), { country }).problems.map(({ code }) => code);
    expect(codes).toContain('send-hours');
  });

  it('is a warning of a dry run at night, and an error if its time is declared', () => {
    expect(found(prepareAt(korea('21:00:00'), {}, true))).toEqual([
      1,
      expect.arrayContaining(['send-hours', 'warning']),
    ]);
    const declared = prepareAt(korea('12:00:00'), { at: '2026-11-20T21:00' }, true);
    expect(found(declared)).toEqual([0, expect.arrayContaining(['send-hours', 'error'])]);
  });

  it('that expects another failure keeps its hours', () => {
    expect(found(prepareAt(korea('21:00:00'), { expect: 'failed:7308' }))[0]).toBe(0);
  });

  it('is checked by validate if its time is declared, with the place of that time', () => {
    const judge = (more: Partial<TestSend>) =>
      judgeSend({
        subjects: [{ channel: brand, test: night(more), base: [] }],
        test: night(more),
        environment,
        defaultSender: 'main',
        clock: handClock(korea('21:00:00')),
        locate: (_, at) => ({ file: 'send/night.yaml', line: at[0] === 'at' ? 7 : 1, column: 1 }),
      });
    expect(judge({})).toEqual([]);
    expect(judge({ at: '2026-11-23T21:00' })).toMatchObject([
      { code: 'send-hours', severity: 'error', path: 'at', place: { file: 'send/night.yaml', line: 7 } },
    ]);
  });

  /** Sends at a time of the service's clock. */
  function run({ sends }: Prepared, message: MessageApi, now: () => number): Promise<SendResult[]> {
    const clock = handClock(now());
    return runSends(sends, {
      message,
      keyOf: noFiles,
      journal: openJournal({ files: memoryFiles(), path: '/sends.jsonl', clock, environment: 'local' }),
      clock,
      serviceClock: { now },
      signal: new AbortController().signal,
      confirmed: [],
      waitMs: null,
    });
  }

  it.each<[string, Partial<TestSend>, string, string]>([
    ['its hours', {}, '20:50:00', 'send-hours'],
    ['its time', { at: '2026-11-20T20:49:50+09:00' }, '20:49:50', 'send-time'],
  ])(
    'is not called again when %s passed while the service asked to wait; others are sent',
    async (_, more, end, code) => {
      let now = korea('20:49:40');
      const sms = prepareText({ type: 'sms', text: '안녕' }, { to: ['dev'] });
      const answers: number[] = [];
      const message = messageApi({
        send: async ({ type, refkey }, __, mayBegin) => {
          if (type === 'sms') return { code: 1000, description: '', messagekey: 'k', refkey };
          answers.push(429);
          now = korea(end);
          if (mayBegin?.() === true) throw new Error('it is called again');
          throw new ServiceFailure('interrupted', errorProblem('interrupted', 'Stopped', ''));
        },
      });
      const prepared = prepareAt(now, more);
      const results = await run({ sends: [...prepared.sends, ...sms.sends], problems: [] }, message, () => now);
      expect(results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
        ['not-sent', code],
        ['accepted', undefined],
      ]);
      expect([answers, exitOfSends(results)]).toEqual([[429], 3]);
    },
  );

  it('whose hours end during the run is not sent', async () => {
    const results = await run(prepareAt(korea('20:49:59')), messageApi({}), () => korea('20:50:00'));
    expect(results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([['not-sent', 'send-hours']]);
    expect(exitOfSends(results)).toBe(3);
  });
});

describe('a message of another type', () => {
  it('has no hours', () => {
    const clock = { now: () => korea('03:00:00') };
    expect(prepareSends(preparation({ clock })).sends).toHaveLength(1);
  });

  it('whose fallback has hours is checked too', () => {
    const payload = { type: 'rcs', resend: { first: 'ut' }, recontent: { ut: {} }, content: {} };
    const at = (time: string): string => `${korea(time) / 1000}`;
    const check = (sendtime: string) => checkReservedHours({ ...payload, sendtime }, korea('00:00:00'));
    expect(check(at('20:50:00'))).toMatchObject([{ path: 'sendtime', severity: 'warning' }]);
    expect(check(at('20:50:01'))).toEqual([
      {
        code: 'send-value',
        path: 'sendtime',
        message:
          'It is 20:50:01 in Korea, and the brand message (ut) of the fallback is delivered from 08:00 until before 20:50',
        hint: `The next opening is ${korea('08:00:00') / 1000 + 86_400}, 2026-11-21T08:00+09:00`,
      },
    ]);
    expect(check(at('08:00:00'))).toEqual([]);
    // A past time is sent at once.
    expect(checkReservedHours({ ...payload, sendtime: at('03:00:00') }, korea('09:00:00'))).toEqual([]);
    expect(checkReservedHours(payload, korea('03:00:00'))).toEqual([]);
  });
});

describe('a reservation', () => {
  const days = 24 * 3_600_000;
  it.each<[string, number, unknown[]]>([
    ['30 days ahead', 30 * days, [1]],
    ['one second more', 30 * days + 1000, [0, expect.arrayContaining(['send-time', 'error'])]],
    ['31 days ahead', 31 * days, [0, expect.arrayContaining(['send-time', 'error'])]],
    ['of this moment', 0, [0, expect.arrayContaining(['send-time', 'error'])]],
    ['of the next second', 1000, [1]],
  ])('%s', (_, ahead, expected) => {
    const now = korea('12:00:00');
    const at = new Date(now + ahead).toISOString().replace('.000Z', 'Z');
    expect(found(prepareAt(now, { at }))).toEqual(expected);
  });

  it('is counted by the clock of the service, if that is known', () => {
    const clock = handClock(1);
    expect(serviceClock({ now: () => 2 }, clock).now()).toBe(2);
    expect(serviceClock({ now: () => undefined }, clock).now()).toBe(1);
  });
});

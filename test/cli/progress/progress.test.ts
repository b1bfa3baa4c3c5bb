import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Invocation } from '../../../src/cli/invocation.ts';
import { HEARTBEAT_MS, openLines, openProgress } from '../../../src/cli/progress/progress.ts';
import { createStatus } from '../../../src/cli/progress/status.ts';
import type { ProgressEvent } from '../../../src/cli/progress/words.ts';
import { type Clock, seededRandom } from '../../../src/core/ports.ts';
import type { Problem } from '../../../src/core/problem.ts';
import type { ChangeReceipt } from '../../../src/core/receipt.ts';
import type { Live } from '../../../src/core/resource.ts';
import type { SendResult } from '../../../src/core/send-result.ts';
import type { EngineEvent } from '../../../src/engine/types.ts';
import { systemFiles } from '../../../src/files/system.ts';
import { Redaction } from '../../../src/text/redaction.ts';

/** A clock that stands still until it is turned. */
function handClock(): Clock & { turn(ms: number): Promise<void> } {
  let now = 0;
  const sleepers = new Set<{ at: number; wake(): void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    turn: async (ms) => {
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.at > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await settled();
    },
  };
}

/** Until everything that is ready has run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const STYLE = { color: false, width: 80 };
const PAID = 'NotificationTemplate/shop/order-paid';
const PROBLEM: Problem = {
  code: 'service-refused',
  severity: 'error',
  message: 'The service refused template.request',
  service: { code: '509', message: '안 됩니다' },
};
const ADD = { address: PAID, operation: 'template.add', title: 'add', step: 1, of: 2 };

function said(...events: ProgressEvent[]): string[] {
  const lines: string[] = [];
  const progress = openLines((text) => lines.push(text), STYLE, handClock());
  for (const event of events) progress.onEvent(event);
  progress.end();
  return lines.map((line) => line.trimEnd());
}

describe('progress where there is no terminal', () => {
  it('is a line for each change, when it has ended', () => {
    expect(
      said(
        { type: 'observing', kind: 'NotificationTemplate', profile: 'shop' },
        { type: 'listed', kind: 'NotificationTemplate', profile: 'shop', rows: 12, pages: 1 },
        { type: 'reading', kind: 'NotificationTemplate', profile: 'shop', details: 0 },
        { type: 'reading', kind: 'NotificationTemplate', profile: 'shop', details: 3 },
        { type: 'page-read', kind: 'NotificationTemplate', profile: 'shop', done: 12, of: 12 },
        { type: 'detail-read', kind: 'NotificationTemplate', profile: 'shop', done: 1, of: 3 },
        { type: 'applying', changes: 1 },
        { type: 'change-started', address: PAID, action: 'create', steps: 2 },
        { type: 'step-started', ...ADD },
        { type: 'step-ended', ...ADD, receipt: { ...ADD, outcome: 'done', state: 'REG' } },
        {
          type: 'step-ended',
          ...ADD,
          receipt: { operation: 'template.request', title: 'request inspection', outcome: 'done', state: 'REQ' },
        },
        {
          type: 'change-ended',
          address: PAID,
          receipt: {
            address: PAID,
            action: 'create',
            outcome: 'done',
            steps: [{ operation: 'template.request', title: 'request inspection', outcome: 'done', state: 'REQ' }],
          },
        },
      ),
    ).toEqual([
      'NotificationTemplate/shop: 12 listed',
      'NotificationTemplate/shop/order-paid: created, waits for a verdict',
    ]);
  });

  it('tells what was found, once, and nothing of what was not', async () => {
    const listed = (kind: string, rows: number): EngineEvent => ({
      type: 'listed',
      kind,
      profile: 'shop',
      rows,
      pages: 1,
    });
    const look = (templates: number): EngineEvent[] => [
      { type: 'observing', kind: 'GroupTag', profile: 'shop' },
      listed('GroupTag', 0),
      { type: 'reading', kind: 'GroupTag', profile: 'shop', details: 0 },
      { type: 'observing', kind: 'NotificationTemplate', profile: 'shop' },
      listed('NotificationTemplate', templates),
      { type: 'reading', kind: 'NotificationTemplate', profile: 'shop', details: templates },
    ];
    expect(said(...look(12), ...look(12), ...look(13))).toEqual([
      'NotificationTemplate/shop: 12 listed',
      'NotificationTemplate/shop: 13 listed',
    ]);
    const clock = handClock();
    const lines: string[] = [];
    const progress = openLines((text) => lines.push(text.trimEnd()), STYLE, clock);
    for (const event of look(12)) progress.onEvent(event);
    await clock.turn(HEARTBEAT_MS);
    progress.end();
    expect(lines).toEqual([
      'NotificationTemplate/shop: 12 listed',
      'Reading NotificationTemplate/shop: 0 of 12 details',
    ]);
  });

  it('has the words of the service and of the inspector', () => {
    const live: Live = {
      name: 'order_paid',
      content: {},
      status: { state: 'REJ' },
      comments: [
        { content: '변수를\n설명해 주세요', createdAt: '', status: 'REJ', userName: '' },
        { content: ' ', createdAt: '', status: 'REP', userName: '' },
      ],
    };
    expect(
      said(
        {
          type: 'step-resolving',
          address: PAID,
          operation: 'template.request',
          title: 'request inspection',
          until: 40_000,
        },
        {
          type: 'change-ended',
          address: PAID,
          receipt: {
            address: PAID,
            action: 'create',
            outcome: 'refused',
            steps: [{ ...ADD, outcome: 'refused', problem: PROBLEM }],
          },
        },
        {
          type: 'change-ended',
          address: PAID,
          receipt: { address: PAID, action: 'create', outcome: 'not-run', steps: [] },
        },
        {
          type: 'change-ended',
          address: PAID,
          receipt: {
            address: PAID,
            action: 'delete',
            outcome: 'stale',
            steps: [],
            problem: { ...PROBLEM, severity: 'warning' },
          },
        },
        { type: 'verdict', address: PAID, state: 'REJ', verdict: 'rejected', live },
        { type: 'verdict', address: PAID, state: 'REJ', verdict: 'rejected', live: undefined },
        { type: 'verdict', address: PAID, state: 'RDY', verdict: 'done', live },
        {
          type: 'warning',
          problem: { code: 'image-unfetched', severity: 'warning', message: 'The image was not fetched' },
        },
        { type: 'look-failed', problem: PROBLEM },
        { type: 'interrupted' },
      ),
    ).toEqual([
      'NotificationTemplate/shop/order-paid: request inspection: no clear answer, checking the outcome for at most 40 s',
      'NotificationTemplate/shop/order-paid: refused by the service at “add”: error: The service refused template.request: 509 안 됩니다',
      'NotificationTemplate/shop/order-paid: stale: changed since it was planned: warning: The service refused template.request: 509 안 됩니다',
      'NotificationTemplate/shop/order-paid: REJ rejected: “변수를⏎설명해 주세요”',
      'NotificationTemplate/shop/order-paid: REJ rejected',
      'NotificationTemplate/shop/order-paid: RDY approved and never sent',
      'warning: The image was not fetched',
      'could not read, trying again: error: The service refused template.request: 509 안 됩니다',
      'interrupted: starting no new changes; finishing those in progress',
    ]);
  });

  it('gives the code and the words of the service once', () => {
    const service = { code: '600', message: 'templateImageUrl is not an image' };
    const message = 'The service refused template.update: templateImageUrl is not an image (code 600)';
    const problem: Problem = { ...PROBLEM, message, service };
    const receipt: ChangeReceipt = { address: PAID, action: 'update', outcome: 'refused', steps: [], problem };
    expect(said({ type: 'change-ended', address: PAID, receipt })).toEqual([
      `NotificationTemplate/shop/order-paid: refused by the service: error: ${message}`,
    ]);
  });

  it('says that it waits when it begins and when fewer are left, not at every look', () => {
    const waiting = (waits: string[], elapsedMs: number): EngineEvent => ({
      type: 'waiting',
      outstanding: waits.map((waitsFor) => ({ address: PAID, waitsFor })),
      nextLookMs: 30_000,
      elapsedMs,
      limitMs: 1_800_000,
    });
    const three = ['verdict', 'encoding', 'verdict'];
    expect(said(waiting(three, 0), waiting(three, 30_000), waiting(['approval'], 90_000))).toEqual([
      'Waiting for 2 verdicts and 1 encoding, 0 s of 30 m',
      'Waiting for 1 approval of brand sending, 1 m 30 s of 30 m',
      'The service does not report that it refused an application for brand messages. To apply again, run `notiform profile apply-brand order-paid`.',
    ]);
  });

  it('names the command of the inspector on an emulator, where only the user decides', () => {
    const lines: string[] = [];
    const style = { ...STYLE, isEmulator: true, naming: { environment: 'local' } };
    const progress = openLines((text) => lines.push(text.trimEnd()), style, handClock());
    const waiting = (...addresses: string[]): EngineEvent => ({
      type: 'waiting',
      outstanding: addresses.map((address) => ({ address, waitsFor: 'verdict' })),
      nextLookMs: 300_000,
      elapsedMs: 0,
      limitMs: 1_800_000,
    });
    progress.onEvent(waiting(PAID, 'NotificationTemplate/shop/b@v2'));
    progress.onEvent(waiting('NotificationTemplate/shop/b@v2'));
    progress.end();
    const command = 'You are the inspector: `notiform -e local emulator approve';
    expect(lines).toEqual([
      'Waiting for 2 verdicts, 0 s of 30 m',
      "You are the inspector. To approve all: `notiform -e local emulator approve '*'`",
      'Waiting for 1 verdict, 0 s of 30 m',
      `${command} b\``,
    ]);
  });

  it('gives a sign of life after 30 s of silence, until it ends', async () => {
    const clock = handClock();
    const lines: string[] = [];
    const progress = openLines((text) => lines.push(text.trimEnd()), STYLE, clock);
    progress.onEvent({
      type: 'waiting',
      outstanding: [{ address: PAID, waitsFor: 'verdict' }],
      nextLookMs: 300_000,
      elapsedMs: 0,
      limitMs: 1_800_000,
    });
    await clock.turn(HEARTBEAT_MS - 1);
    expect(lines).toEqual(['Waiting for 1 verdict, 0 s of 30 m']);
    await clock.turn(1);
    await clock.turn(HEARTBEAT_MS);
    progress.end();
    await clock.turn(HEARTBEAT_MS);
    expect(lines).toEqual([
      'Waiting for 1 verdict, 0 s of 30 m',
      'Waiting for 1 verdict, 30 s of 30 m',
      'Waiting for 1 verdict, 1 m of 30 m',
    ]);
  });

  it('does not give one while there is news', async () => {
    const clock = handClock();
    const lines: string[] = [];
    const progress = openLines((text) => lines.push(text.trimEnd()), STYLE, clock);
    const ended: EngineEvent = {
      type: 'change-ended',
      address: 'Image/shop/a',
      receipt: { address: 'Image/shop/a', action: 'create', outcome: 'done', steps: [] },
    };
    progress.onEvent({ type: 'applying', changes: 3 });
    progress.onEvent({ type: 'change-started', address: PAID, action: 'create', steps: 2 });
    progress.onEvent(ended);
    await clock.turn(20_000);
    progress.onEvent({ type: 'step-started', ...ADD });
    progress.onEvent({ ...ended, address: 'Image/shop/b' });
    await clock.turn(20_000);
    expect(lines).toHaveLength(2);
    await clock.turn(10_000);
    expect(lines.slice(2)).toEqual(['Applying: 2 of 3 done, 1 in progress']);
    progress.end();
  });
});

describe('the work in progress', () => {
  const list = { kind: 'NotificationTemplate', profile: 'shop' };
  const words = (...events: ProgressEvent[]): string => {
    const status = createStatus();
    for (const event of events) status.take(event, 0);
    return status.words(5000);
  };

  it('names what is read, and counts its rows and details', () => {
    expect(words()).toBe('Starting');
    expect(words({ type: 'observing', ...list })).toBe('Reading');
    expect(words({ type: 'observing', ...list }, { type: 'page-read', ...list, done: 100, of: 300 })).toBe(
      'Reading NotificationTemplate/shop: 100 of 300 rows',
    );
    expect(
      words(
        { type: 'observing', ...list },
        { type: 'reading', ...list, details: 300 },
        { type: 'detail-read', ...list, done: 54, of: 300 },
      ),
    ).toBe('Reading NotificationTemplate/shop: 54 of 300 details');
  });

  it('counts the changes that ended, and those whose call has begun and has not ended', () => {
    const started: ProgressEvent = { type: 'step-started', ...ADD };
    const end = (outcome: ChangeReceipt['outcome']): ProgressEvent => ({
      type: 'change-ended',
      address: PAID,
      receipt: { address: PAID, action: 'create', outcome, steps: [] },
    });
    expect(words({ type: 'applying', changes: 3 }, started)).toBe('Applying: 0 of 3 done, 1 in progress');
    expect(words({ type: 'applying', changes: 3 }, started, end('done'), end('not-run'))).toBe(
      'Applying: 1 of 3 done, 0 in progress',
    );
  });
});

describe('progress in a terminal', () => {
  it('redraws a last line, prints what ended above it, and leaves nothing behind', async () => {
    const written: string[] = [];
    const clock = handClock();
    const put = (text: string): void => void written.push(text);
    const progress = openLines(put, STYLE, clock, put);
    progress.onEvent({ type: 'applying', changes: 2 });
    expect(written.splice(0)).toEqual(['\x1b[2KApplying: 0 of 2 done, 0 in progress\r']);
    progress.onEvent({ type: 'step-started', ...ADD });
    await clock.turn(500);
    expect(written.splice(0)).toEqual(['\x1b[2KApplying: 0 of 2 done, 1 in progress\r']);
    progress.onEvent({
      type: 'change-ended',
      address: PAID,
      receipt: { address: PAID, action: 'create', outcome: 'done', steps: [] },
    });
    expect(written.splice(0)).toEqual([
      '\x1b[2K',
      `${PAID}: created\n`,
      '\x1b[2KApplying: 1 of 2 done, 0 in progress\r',
    ]);
    progress.end();
    progress.end();
    await clock.turn(1000);
    expect(written).toEqual(['\x1b[2K']);
  });
});

describe('which progress it is', () => {
  function invocation(flags: { quiet?: boolean }): {
    given: Pick<Invocation, 'terminal' | 'ports' | 'flags' | 'redaction'>;
    said: string[];
  } {
    const lines: string[] = [];
    return {
      said: lines,
      given: {
        flags: { json: false, verbose: false, quiet: false, ...flags },
        ports: { clock: handClock(), random: seededRandom(1), files: systemFiles },
        redaction: new Redaction(),
        terminal: {
          result: () => undefined,
          say: (text) => lines.push(text),
          style: () => STYLE,
          live: true,
          canAsk: false,
          ask: async () => undefined,
          secret: async () => undefined,
          input: async () => new Uint8Array(),
          stderr: new PassThrough(),
          protocol: { input: new PassThrough(), output: new PassThrough() },
        },
      },
    };
  }
  const event: EngineEvent = { type: 'interrupted' };

  it('is none when it is to be quiet', () => {
    const { given, said: lines } = invocation({ quiet: true });
    const progress = openProgress(given);
    progress.onEvent(event);
    progress.end();
    expect(lines).toEqual([]);
  });

  it('is plain where the stream is no terminal, and begins anew after an end', () => {
    const { given, said: lines } = invocation({});
    const progress = openProgress(given);
    progress.end();
    progress.onEvent(event);
    progress.end();
    progress.onEvent(event);
    progress.end();
    expect(lines).toHaveLength(2);
  });

  it('stays ended once it is closed, whatever a read that was given up still tells', () => {
    const { given, said: lines } = invocation({});
    const progress = openProgress(given);
    progress.onEvent(event);
    progress.close();
    progress.onEvent(event);
    expect(lines).toHaveLength(1);
  });
});

describe('the progress of sends', () => {
  const ended = (id: string, of: number): ProgressEvent => ({
    type: 'send-ended',
    send: { send: id, to: { name: 'qa', number: '' }, outcome: 'delivered' } as SendResult,
    of,
  });

  it('is a line for each message of a suite, and none for a single message', () => {
    expect(said({ type: 'sending', sends: 2 }, ended('one', 2), ended('two', 2))).toEqual([
      'one to qa: delivered',
      'two to qa: delivered',
    ]);
    expect(said({ type: 'sending', sends: 1 }, ended('one', 1))).toEqual([]);
  });
});

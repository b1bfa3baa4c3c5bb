import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HEARTBEAT_MS, openProgress, type Progress } from '../../../src/cli/progress/progress.ts';
import { openSpinner } from '../../../src/cli/progress/spinner.ts';
import { createTitle } from '../../../src/cli/progress/title.ts';
import type { ProgressEvent } from '../../../src/cli/progress/words.ts';
import { type Clock, seededRandom } from '../../../src/core/ports.ts';
import type { Problem } from '../../../src/core/problem.ts';
import type { Live } from '../../../src/core/resource.ts';
import type { SendResult } from '../../../src/core/send-result.ts';
import type { EngineEvent } from '../../../src/engine/types.ts';
import { systemFiles } from '../../../src/files/system.ts';
import type { Style } from '../../../src/report/style.ts';
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

/** Progress of a stream that is no terminal, with the lines that it prints. */
function plain(given: { clock?: Clock; style?: Style; quiet?: boolean } = {}): {
  progress: Progress & { close(): void };
  lines: string[];
} {
  const { clock = handClock(), style = STYLE, quiet = false } = given;
  const lines: string[] = [];
  const progress = openProgress({
    flags: { json: false, verbose: false, quiet },
    ports: { clock, random: seededRandom(1), files: systemFiles },
    redaction: new Redaction(),
    terminal: {
      result: () => undefined,
      say: (text) => lines.push(text.trimEnd()),
      style: () => style,
      live: true,
      canAsk: false,
      ask: async () => undefined,
      secret: async () => undefined,
      input: async () => new Uint8Array(),
      stderr: new PassThrough(),
      protocol: { input: new PassThrough(), output: new PassThrough() },
    },
  });
  return { progress, lines };
}

function said(...events: ProgressEvent[]): string[] {
  const { progress, lines } = plain();
  for (const event of events) progress.onEvent(event);
  progress.end();
  return lines;
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
    const { progress, lines } = plain({ clock });
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
      'NotificationTemplate/shop/order-paid: not applied: changed since the plan: warning: The service refused template.request: 509 안 됩니다',
      'NotificationTemplate/shop/order-paid: REJ rejected: “변수를⏎설명해 주세요”',
      'NotificationTemplate/shop/order-paid: REJ rejected',
      'NotificationTemplate/shop/order-paid: RDY approved and never sent',
      'warning: The image was not fetched',
      'could not read, trying again: error: The service refused template.request: 509 안 됩니다',
      'interrupted: starting no new changes; finishing those in progress',
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
    const style = { ...STYLE, isEmulator: true, naming: { environment: 'local' } };
    const { progress, lines } = plain({ style });
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
    const { progress, lines } = plain({ clock });
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
});

describe('the title of what is in progress', () => {
  const show = (...events: EngineEvent[]): string[] => {
    const title = createTitle();
    for (const event of events) title.take(event, 0);
    return [title.words(0)];
  };

  it('begins with nothing', () => {
    expect(show()).toEqual(['Starting']);
  });

  it('names what is read', () => {
    expect(
      show(
        { type: 'observing', kind: 'Image', profile: 'shop' },
        { type: 'observing', kind: 'NotificationTemplate', profile: 'shop' },
      ),
    ).toEqual(['Reading Image/shop, NotificationTemplate/shop']);
    expect(
      show(
        { type: 'observing', kind: 'Image', profile: 'shop' },
        { type: 'listed', kind: 'Image', profile: 'shop', rows: 0, pages: 1 },
      ),
    ).toEqual(['Reading']);
  });

  const at = (kind: string, done: number, of: number) => ({ kind, profile: 'shop', done, of });
  const observing = (kind: string): EngineEvent => ({ type: 'observing', kind, profile: 'shop' });
  const reading = (kind: string, details: number): EngineEvent => ({ type: 'reading', kind, profile: 'shop', details });

  it('counts the rows and details that are read', () => {
    const listing: EngineEvent[] = [
      observing('NotificationTemplate'),
      observing('GroupTag'),
      { type: 'page-read', ...at('NotificationTemplate', 100, 250) },
    ];
    expect(show(...listing)).toEqual(['Reading NotificationTemplate/shop, GroupTag/shop: 100 of 250 rows']);
    const details: EngineEvent[] = [reading('NotificationTemplate', 240), reading('GroupTag', 60)];
    const read: EngineEvent[] = [
      { type: 'detail-read', ...at('NotificationTemplate', 40, 240) },
      { type: 'detail-read', ...at('GroupTag', 14, 60) },
    ];
    expect(show(...listing, ...details, ...read)).toEqual([
      'Reading NotificationTemplate/shop, GroupTag/shop: 54 of 300 details',
    ]);
    // What has been read stays in the count.
    expect(show(...listing, ...details, ...read, { type: 'detail-read', ...at('GroupTag', 60, 60) })).toEqual([
      'Reading NotificationTemplate/shop: 100 of 300 details',
    ]);
  });

  it('counts the lists if they are many, and begins anew with the next plan', () => {
    const kinds = ['A', 'B', 'C', 'D'];
    expect(show(...kinds.map(observing), ...kinds.map((kind) => reading(kind, 5)))).toEqual([
      'Reading 4 lists: 0 of 20 details',
    ]);
    expect(
      show(
        ...kinds.map(observing),
        ...kinds.map((kind) => reading(kind, 5)),
        { type: 'applying', changes: 1 },
        observing('A'),
      ),
    ).toEqual(['Reading A/shop']);
  });

  it('does not count changes that an interruption leaves out', () => {
    const ended = (id: number, outcome: 'done' | 'not-run'): EngineEvent => ({
      type: 'change-ended',
      address: `Image/shop/${id}`,
      receipt: { address: `Image/shop/${id}`, action: 'create', outcome, steps: [] },
    });
    const left = Array.from({ length: 200 }, (_, id) => ended(id + 100, 'not-run'));
    expect(show({ type: 'applying', changes: 300 }, ended(1, 'done'), ...left)).toEqual([
      'Applying: 1 of 300 done, 0 in progress',
    ]);
  });

  it('counts as under way only changes whose call has begun and has not ended', () => {
    const started = Array.from(
      { length: 40 },
      (_, id): EngineEvent => ({ type: 'change-started', address: `Image/shop/${id}`, action: 'create', steps: 1 }),
    );
    const step = { operation: 'image.upload', title: 'upload', step: 1, of: 1 };
    const first: EngineEvent = { type: 'step-started', address: 'Image/shop/0', ...step };
    const second: EngineEvent = { type: 'step-started', address: 'Image/shop/1', ...step };
    const ended: EngineEvent = { ...first, type: 'step-ended', receipt: { ...step, outcome: 'done' } };
    expect(show({ type: 'applying', changes: 40 }, ...started)).toEqual(['Applying: 0 of 40 done, 0 in progress']);
    expect(show({ type: 'applying', changes: 40 }, ...started, first, second, ended)).toEqual([
      'Applying: 0 of 40 done, 1 in progress',
    ]);
  });
});

describe('progress in a terminal', () => {
  /** A stream that looks like a terminal to listr2. */
  function screen(): { stream: NodeJS.WriteStream; drawn(): string } {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 30 });
    const chunks: string[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    return { stream: stream as unknown as NodeJS.WriteStream, drawn: () => chunks.join('') };
  }

  async function until(condition: () => boolean): Promise<void> {
    await expect.poll(condition, { interval: 1 }).toBe(true);
  }

  it('is redrawn, and leaves nothing behind', async () => {
    const { stream, drawn } = screen();
    const clock = handClock();
    let title = 'first title';
    const end = openSpinner(stream, STYLE, clock, () => title);
    await until(() => drawn().includes('first title'));
    title = 'second title';
    await clock.turn(100);
    await until(() => drawn().includes('second title'));
    end();
    await settled();
    const atEnd = drawn();
    end();
    await settled();
    expect(drawn()).toBe(atEnd);
    expect(atEnd.slice(atEnd.lastIndexOf('second title') + 'second title'.length)).not.toMatch(/\p{L}{2}/u);
  });

  it('lets a line through at once, above what it draws', async () => {
    const { stream, drawn } = screen();
    const end = openSpinner(stream, STYLE, handClock(), () => 'the title');
    await until(() => drawn().includes('the title'));
    const before = drawn().length;
    // A terminal's cursor is hidden through the same stream. It is no line, and nothing is drawn again for it.
    stream.write('\u001B[?25l');
    await until(() => drawn().length > before);
    expect(drawn().slice(before)).toBe('\u001B[?25l');
    stream.write('Stopping: finishing what is in progress.\n');
    const shown = (): string => drawn().slice(before);
    await until(() => (shown().split('in progress.\n')[1] ?? '').includes('the title'));
    // What was drawn is erased first.
    const [erasing = ''] = shown().split('Stopping');
    expect([erasing.includes('\u001B[2K'), stripVTControlCharacters(erasing)]).toEqual([true, '']);
    end();
    stream.write('the receipt\n');
    await until(() => drawn().endsWith('the receipt\n'));
  });
});

describe('which progress it is', () => {
  const event: EngineEvent = { type: 'interrupted' };

  it('is none when it is to be quiet', () => {
    const { progress, lines } = plain({ quiet: true });
    progress.onEvent(event);
    progress.end();
    expect(lines).toEqual([]);
  });

  it('is plain where the stream is no terminal, and begins anew after an end', () => {
    const { progress, lines } = plain();
    progress.end();
    progress.onEvent(event);
    progress.end();
    progress.onEvent(event);
    progress.end();
    expect(lines).toHaveLength(2);
  });

  it('stays ended once it is closed, whatever a read that was given up still tells', () => {
    const { progress, lines } = plain();
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

  it('is a count in the title', () => {
    const title = createTitle();
    title.take({ type: 'sending', sends: 50 }, 0);
    title.take(ended('one', 50), 0);
    expect(title.words(0)).toBe('Sending: 1 of 50 ended');
  });
});

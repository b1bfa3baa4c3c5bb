import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ProgressEvent } from '../../../src/cli/progress/progress.ts';
import { HEARTBEAT_MS, openProgress, type Progress } from '../../../src/cli/progress/progress.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { Clock } from '../../../src/core/ports.ts';
import type { SendResult } from '../../../src/core/send-result.ts';
import type { EngineEvent } from '../../../src/engine/types.ts';
import { systemFiles } from '../../../src/files/system.ts';
import type { Style } from '../../../src/report/style.ts';
import { Redaction } from '../../../src/text/redaction.ts';
import { seededRandom } from '../../random.ts';

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
      live: false,
      canAsk: false,
      ask: async () => undefined,
      secret: async () => undefined,
      input: async () => new Uint8Array(),
      bottom: () => undefined,
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
        { type: 'page-read', kind: 'NotificationTemplate', profile: 'shop', done: 12, of: 12 },
        { type: 'detail-read', kind: 'NotificationTemplate', profile: 'shop', done: 1, of: 3 },
        { type: 'applying', changes: 1 },
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
    ).toEqual(['NotificationTemplate/shop/order-paid: created, waits for a verdict']);
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

describe('progress in a terminal', () => {
  it('is redrawn below the lines, and leaves nothing behind', async () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 30 });
    const erased = '\r\u001B[2K';
    const chunks: string[] = [];
    stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    const drawn = (): string => chunks.join('');
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
    const random = seededRandom(1);
    const terminal = openTerminal({ ...streams, env: {}, color: false });
    const progress = openProgress({
      flags: { json: false, verbose: false, quiet: false },
      ports: { clock: handClock(), random, files: systemFiles },
      redaction: new Redaction(),
      terminal,
    });
    progress.onEvent({ type: 'observing', kind: 'NotificationTemplate', profile: 'shop' });
    await expect.poll(drawn, { interval: 1 }).toContain('Reading NotificationTemplat');
    // It fits into one line.
    expect(drawn()).not.toContain('NotificationTemplate');
    progress.onEvent({ type: 'applying', changes: 2 });
    await expect.poll(drawn, { interval: 1 }).toContain('Applying: 0 of 2');
    // Whoever speaks is heard at once, and the title is below it again.
    chunks.length = 0;
    terminal.say('Stopping: finishing what is in progress.');
    expect(drawn()).toContain(`${erased}Stopping: finishing what is in progress.\n`);
    expect(drawn().split('progress.\n')[1]).toContain('Applying: 0 of 2');
    progress.end();
    progress.end();
    expect(drawn().endsWith(erased)).toBe(true);
    chunks.length = 0;
    terminal.say('the receipt');
    expect(drawn()).toBe('the receipt\n');
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
});

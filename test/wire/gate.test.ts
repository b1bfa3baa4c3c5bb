import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Gate } from '../../src/wire/gate.ts';
import { HandClock, never, START, settled } from './support.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** Runs that end when they are told to. */
function work(): { run: () => Promise<void>; begun: () => number; end: () => void } {
  const ends: (() => void)[] = [];
  let begun = 0;
  return {
    run: () => {
      begun += 1;
      return new Promise((resolve) => ends.push(resolve));
    },
    begun: () => begun,
    end: () => ends.shift()?.(),
  };
}

test('so many are under way at once, and no more', async () => {
  const gate = new Gate(new HandClock(), { inFlight: 2, perSecond: 50 });
  const { run, begun, end } = work();
  const all = Promise.all([1, 2, 3].map(() => gate.pass(run, FOREVER, never)));
  await settled();
  expect(begun()).toBe(2);
  end();
  await settled();
  expect(begun()).toBe(3);
  end();
  end();
  expect(await all).toEqual([{ done: undefined }, { done: undefined }, { done: undefined }]);
});

test('within any second no more begin than allowed, however they come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 40 }),
      async (perSecond, gaps) => {
        const clock = new HandClock();
        const gate = new Gate(clock, { inFlight: 100, perSecond });
        const begun: number[] = [];
        const calls: Promise<unknown>[] = [];
        for (const gap of gaps) {
          await clock.turn(gap);
          calls.push(gate.pass(async () => begun.push(clock.now()), FOREVER, AbortSignal.any([never])));
        }
        await clock.turn(60_000);
        await Promise.all(calls);
        expect(begun).toHaveLength(gaps.length);
        for (const [index, at] of begun.entries()) {
          const before = begun[index - perSecond];
          if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(1000);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('the calls of a second are spaced evenly after a short burst, and the whole limit is used', async () => {
  const clock = new HandClock();
  const gate = new Gate(clock, { inFlight: 100, perSecond: 20 });
  const begun: number[] = [];
  for (let call = 0; call < 60; call += 1) {
    void gate.pass(async () => begun.push(clock.now() - START), FOREVER, AbortSignal.any([never]));
  }
  await settled();
  expect(begun).toEqual([0, 0]);
  await clock.turn(3000);
  expect(begun.slice(0, 6)).toEqual([0, 0, 50, 100, 150, 200]);
  expect(begun.filter((at) => at < 1000)).toHaveLength(20);
  expect(begun.filter((at) => at >= 1000 && at < 2000)).toHaveLength(20);
  expect(begun).toHaveLength(60);
});

test('a call that waits for its turn can leave, and does not take the turn', async () => {
  const clock = new HandClock();
  const gate = new Gate(clock, { inFlight: 1, perSecond: 50 });
  const first = work();
  const second = work();
  const holding = gate.pass(first.run, FOREVER, never);
  const leaving = new AbortController();
  const waiting = gate.pass(second.run, FOREVER, leaving.signal);
  await settled();
  leaving.abort(new Error('left'));
  first.end();
  await expect(waiting).rejects.toThrow('left');
  await holding;
  await settled();
  expect(second.begun()).toBe(0);
});

test('a call that has begun is not left: its own end counts', async () => {
  const gate = new Gate(new HandClock(), { inFlight: 1, perSecond: 50 });
  const { run, end } = work();
  const stop = new AbortController();
  const passing = gate.pass(run, FOREVER, stop.signal);
  await settled();
  stop.abort();
  end();
  expect(await passing).toEqual({ done: undefined });
});

const window = (remaining: number, reset: number, limit = 100) => ({
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(reset),
});

/** How many of ten calls begin at once after these headers. */
async function beginAfter(...headers: Record<string, string>[]): Promise<{ at: () => number; clock: HandClock }> {
  const clock = new HandClock();
  const gate = new Gate(clock, { inFlight: 100, perSecond: 100 });
  for (const one of headers) gate.learn(one, clock.now());
  let begun = 0;
  for (let call = 0; call < 10; call += 1) {
    void gate.pass(
      async () => {
        begun += 1;
      },
      FOREVER,
      AbortSignal.any([never]),
    );
  }
  await settled();
  return { at: () => begun, clock };
}

test('what the server says is left is not overdrawn, and the rest waits for the new window', async () => {
  const { at, clock } = await beginAfter(window(4, 30));
  expect(at()).toBe(4);
  await clock.turn(29_999);
  expect(at()).toBe(4);
  await clock.turn(1);
  expect(at()).toBe(10);
});

test('those who waited do not all rush into the new window: it has as many as the last one', async () => {
  const { at, clock } = await beginAfter(window(0, 30, 4));
  const seen: number[] = [];
  for (const ms of [29_999, 1, 29_999, 1, 29_999, 1]) {
    await clock.turn(ms);
    seen.push(at());
  }
  expect(seen).toEqual([0, 4, 4, 8, 8, 10]);
});

test('an answer that was overtaken does not give back what is used', async () => {
  expect((await beginAfter(window(2, 30), window(7, 30))).at()).toBe(2);
});

test.each([
  [{ 'ratelimit-remaining': '0' }],
  [{ 'ratelimit-reset': '30' }],
  [{ 'ratelimit-remaining': 'none', 'ratelimit-reset': '30' }],
  [{ 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' }],
  [{ 'ratelimit-remaining': '-1', 'ratelimit-reset': '30' }],
  [{}],
])('headers that say nothing whole hold nobody up: %j', async (headers) => {
  expect((await beginAfter(headers as Record<string, string>)).at()).toBe(10);
});

test('a new window counts from what the server says of it', async () => {
  const clock = new HandClock();
  const gate = new Gate(clock, { inFlight: 100, perSecond: 100 });
  gate.learn(window(0, 1), clock.now());
  await clock.turn(1000);
  gate.learn(window(1, 1), clock.now());
  const begun: number[] = [];
  for (let call = 0; call < 2; call += 1) void gate.pass(async () => begun.push(clock.now() - START), FOREVER, never);
  await clock.turn(5000);
  expect(begun).toEqual([1000, 2000]);
});

/**
 * Makes 500 calls to a server that allows 50 in a window of a second, and reports the seconds left in whole ones. A window begins
 * with the first call after the end of the last one.
 */
async function callLimited(roundTripMs: number, inFlight: number): Promise<{ ms: number; refused: number }> {
  const clock = new HandClock();
  const gate = new Gate(clock, { inFlight, perSecond: Number.POSITIVE_INFINITY });
  let [ends, used, refused, last] = [0, 0, 0, 0];
  const call = async (): Promise<void> => {
    const began = clock.now();
    await clock.sleep(roundTripMs / 2);
    last = clock.now();
    if (last >= ends) [ends, used] = [last + 1000, 0];
    used += 1;
    if (used > 50) refused += 1;
    const headers = window(Math.max(50 - used, 0), Math.ceil((ends - last) / 1000), 50);
    await clock.sleep(roundTripMs / 2);
    gate.learn(headers, began);
  };
  const calls = Array.from({ length: 500 }, () => gate.pass(call, FOREVER, never));
  await clock.turn(60_000);
  await Promise.all(calls);
  return { ms: last - START, refused };
}

test.each([
  [2, 8],
  [2, 40],
  [50, 16],
  [50, 40],
])(
  'calls of %d ms, %d at a time, use 97 %% of what a server allows, and none is refused',
  async (roundTripMs, inFlight) => {
    const { ms, refused } = await callLimited(roundTripMs, inFlight);
    expect(refused).toBe(0);
    // The tenth window is used as soon as it begins.
    expect(ms).toBeLessThan(9000 / 0.97 + 4 * roundTripMs);
  },
);

test('a wait that would end after the latest time is given back at once', async () => {
  const gate = new Gate(new HandClock(), { inFlight: 1, perSecond: 1 });
  const { run, begun } = work();
  gate.close(60_000);
  expect(await gate.pass(run, START + 59_999, never)).toEqual({ waitMs: 60_000 });
  expect(begun()).toBe(0);
});

test('being turned away twice closes for the longer time', async () => {
  const clock = new HandClock();
  const gate = new Gate(clock, { inFlight: 1, perSecond: 1 });
  gate.close(5000);
  gate.close(1000);
  expect(await gate.pass(async () => 1, START, never)).toEqual({ waitMs: 5000 });
  gate.close(9000);
  expect(await gate.pass(async () => 1, START, never)).toEqual({ waitMs: 9000 });
});

test('limits below one are one', async () => {
  const gate = new Gate(new HandClock(), { inFlight: 0, perSecond: 0 });
  expect(await gate.pass(async () => 'through', FOREVER, never)).toEqual({ done: 'through' });
});

test('an infinite limit delays no call', async () => {
  const gate = new Gate(new HandClock(), { inFlight: 10_000, perSecond: Number.POSITIVE_INFINITY });
  const { run, begun } = work();
  for (let call = 0; call < 3000; call += 1) void gate.pass(run, FOREVER, AbortSignal.any([never]));
  await settled();
  expect(begun()).toBe(3000);
});

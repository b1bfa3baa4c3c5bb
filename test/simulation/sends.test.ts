import { describe, expect, it } from 'vitest';
import { exitOfSends } from '../../src/send/describe.ts';
import { seeds } from '../random.ts';
import { type Ran, SendWorld } from './sends.ts';

/** The outcomes that say that the service accepted a message, and that it did not. */
const SENT = ['accepted', 'delivered', 'failed'];
const NOT_SENT = ['refused', 'not-sent', 'unproved', 'skipped'];

/** Checks what a run showed against what the service accepted. */
function expectTruth({ sends, results, accepted }: Ran, label: string): void {
  const keys = accepted.map(({ refkey }) => refkey);
  expect(new Set(keys).size, `${label}: a refkey is accepted once`).toBe(keys.length);
  expect(new Set(accepted.map(({ to }) => to)).size, `${label}: each recipient gets one message`).toBe(accepted.length);
  if (!results) return;
  let isStopped = false;
  for (const [index, { outcome, asExpected, delivery, problem }] of results.entries()) {
    const refkey = sends[index]?.payload.refkey ?? '';
    const mine = accepted.find((one) => one.refkey === refkey);
    const say = `${label}, ${refkey}: ${outcome}`;
    if (SENT.includes(outcome)) expect(mine, say).toBeDefined();
    if (NOT_SENT.includes(outcome)) expect(mine, say).toBeUndefined();
    if (delivery && outcome !== 'skipped') expect(delivery.code, say).toBe(mine?.result);
    if (outcome === 'delivered') expect([mine?.result, asExpected], say).toEqual(['7000', true]);
    if (isStopped) expect(['not-sent', 'skipped'], say).toContain(outcome);
    if (outcome === 'unknown' && !delivery) isStopped = true;
    if (outcome === 'not-sent' && problem?.code !== 'send-stopped') isStopped = true;
  }
  const exit = exitOfSends(results);
  const isDelivered = sends.every(({ payload }) =>
    accepted.some(({ refkey, result }) => refkey === payload.refkey && result === '7000'),
  );
  if (results.every(({ outcome }) => outcome !== 'skipped'))
    expect(exit === 0, `${label}: exit ${exit}`).toBe(isDelivered && exit === 0);
  if (exit === 1 || exit === 3)
    expect(
      results.every(({ outcome }) => outcome !== 'unknown'),
      label,
    ).toBe(true);
}

describe('sends in worlds that fail', () => {
  it('tell the truth, repeat no refkey, and warn before a message is sent again', async () => {
    const seen = { accepted: 0, killed: 0, warned: 0, exits: new Set<number>() };
    for (const seed of seeds(50)) {
      const world = new SendWorld(seed, false);
      /** The refkey of the last message to each recipient. */
      const last = new Map<string, string>();
      let before = await world.journaled();
      for (let turn = 0; turn < 3; turn += 1) {
        const label = `seed ${seed}, run ${turn}`;
        const ran = await world.run();
        expectTruth(ran, label);
        seen.accepted += ran.accepted.length;
        if (ran.results) seen.exits.add(exitOfSends(ran.results));
        else seen.killed += 1;
        // A killed run may have learned the result, and shown nothing. The journal has it then, and `report` shows it.
        for (const { to } of ran.accepted) {
          const outcome = before.get(last.get(to) ?? '')?.outcome;
          if (!last.has(to) || outcome === 'delivered' || outcome === 'failed') continue;
          expect(ran.warned, `${label}: ${to} gets a second message`).toContain(nameOf(ran, to));
          seen.warned += 1;
        }
        before = await world.journaled();
        for (const { refkey, to } of ran.accepted) last.set(to, refkey);
        for (const { refkey, outcome, result } of before.values())
          expectJournaled(world, refkey, outcome, result, label);
      }
      const journaled = await world.journaled();
      const keys = world.accepted.map(({ refkey }) => refkey);
      expect(new Set(keys).size, `seed ${seed}: a refkey is accepted once`).toBe(keys.length);
      for (const key of keys) expect(journaled.has(key), `seed ${seed}: ${key} is in the journal`).toBe(true);
    }
    expect(seen.killed).toBeGreaterThan(8);
    expect(seen.accepted).toBeGreaterThan(80);
    expect(seen.warned).toBeGreaterThan(8);
    expect([...seen.exits]).toEqual(expect.arrayContaining([0, 1, 8, 9, 130]));
  });

  it('with --unless-sent never send a message twice, wherever they are killed', async () => {
    let accepted = 0;
    for (const seed of seeds(40)) {
      const world = new SendWorld(seed, true);
      for (let turn = 0; turn < 4; turn += 1) expectTruth(await world.run(), `seed ${seed}, run ${turn}`);
      const reached = world.accepted.filter(({ result }) => result !== '7204').map(({ to }) => to);
      expect(new Set(reached).size, `seed ${seed}: ${JSON.stringify(world.accepted)}`).toBe(reached.length);
      accepted += reached.length;
    }
    expect(accepted).toBeGreaterThan(50);
  });
});

/** Checks a send of the journal against what the service accepted. */
function expectJournaled(
  world: SendWorld,
  refkey: string,
  outcome: string,
  result: string | undefined,
  label: string,
): void {
  const mine = world.accepted.find((one) => one.refkey === refkey);
  const say = `${label}, journal, ${refkey}: ${outcome}`;
  if (SENT.includes(outcome)) expect(mine, say).toBeDefined();
  if (NOT_SENT.includes(outcome)) expect(mine, say).toBeUndefined();
  if (outcome === 'delivered' || outcome === 'failed') expect(result, say).toBe(mine?.result);
}

function nameOf({ sends }: Ran, number: string): string | undefined {
  return sends.find(({ to }) => to.number === number)?.to.name;
}

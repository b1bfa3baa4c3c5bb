import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda } from '../../src/emulator/agenda.ts';

/** Takes all that is due by a moment. */
function runDue(agenda: Agenda, now: number): void {
  for (let run = agenda.take(now); run !== undefined; run = agenda.take(now)) run();
}

describe('the agenda', () => {
  it('gives tasks in the order of their moments, and of one moment as they came', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: 0, max: 20 }), (moments, now) => {
        const agenda = new Agenda();
        const ran: [moment: number, place: number][] = [];
        for (const [place, moment] of moments.entries()) agenda.add(moment, () => ran.push([moment, place]));
        const wanted = moments.map((moment, place): [number, number] => [moment, place]).sort(([a], [b]) => a - b);
        runDue(agenda, now);
        expect(ran).toEqual(wanted.filter(([moment]) => moment <= now));
        expect(agenda.first?.due).toBe(wanted.find(([moment]) => moment > now)?.[0]);
        runDue(agenda, 20);
        expect(ran).toEqual(wanted);
      }),
    );
  });

  it('gives 200,000 tasks in seconds', () => {
    const agenda = new Agenda();
    const began = process.cpuUsage();
    for (let due = 200_000; due > 0; due -= 1) agenda.add(due, () => undefined);
    runDue(agenda, 200_000);
    expect(agenda.first).toBeUndefined();
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });

  it('gives nothing before its moment', () => {
    const agenda = new Agenda();
    agenda.add(5, () => undefined);
    expect([agenda.take(4), agenda.first?.due]).toEqual([undefined, 5]);
  });
});

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

  it('lets go of a task, wherever it stands, and of one that is gone already', () => {
    const moments = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean()));
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 20 }), (tasks, now) => {
        const agenda = new Agenda();
        const ran: number[] = [];
        const added = tasks.map(([moment], place) => agenda.add(moment, () => ran.push(place)));
        const wanted = [...tasks.keys()].filter((place) => !tasks[place]?.[1]);
        for (const [place, task] of added.entries()) if (tasks[place]?.[1]) agenda.remove(task);
        expect(agenda.size).toBe(wanted.length);
        runDue(agenda, now);
        for (const task of added.filter(({ due }) => due <= now)) agenda.remove(task);
        runDue(agenda, 20);
        const dueOf = (place: number): number => tasks[place]?.[0] ?? 0;
        expect(ran).toEqual(wanted.sort((a, b) => dueOf(a) - dueOf(b)));
        expect(agenda.size).toBe(0);
      }),
    );
  });

  it('gives nothing before its moment', () => {
    const agenda = new Agenda();
    agenda.add(5, () => undefined);
    expect([agenda.take(4), agenda.first?.due]).toEqual([undefined, 5]);
  });
});

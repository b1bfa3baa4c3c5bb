import { describe, expect, it } from 'vitest';
import { serviceTime } from '../../src/core/zone.ts';
import { ourTime, withTimes } from '../../src/report/time.ts';

describe('a time', () => {
  it.each([
    ['2026-11-20 09:00:12', '2026-11-20 09:00 KST'],
    ['2026-11-20 09:00', '2026-11-20 09:00 KST'],
    ['', ''],
    ['yesterday', 'yesterday'],
  ])('of the service says its zone: %j', (text, shown) => {
    expect(serviceTime(text, {})).toBe(shown);
  });

  it.each([
    ['2026-11-20T00:00:00.000Z', '2026-11-20 09:00:00 KST'],
    ['2026-11-20T00:00:00Z', '2026-11-20 09:00:00 KST'],
    ['2026-11-20T15:00:00Z', '2026-11-21 00:00:00 KST'],
    ['2026-11-20T09:00:00+09:00', '2026-11-20T09:00:00+09:00'],
  ])('of ours does too: %s', (text, shown) => {
    expect(ourTime(text, {})).toBe(shown);
  });

  it.each([
    ['UTC', '2026-11-20 00:00 UTC', '2026-11-20 00:00:00 UTC'],
    ['Europe/Berlin', '2026-11-20 01:00 UTC+1', '2026-11-20 01:00:00 UTC+1'],
    ['America/New_York', '2026-11-19 19:00 UTC-5', '2026-11-19 19:00:00 UTC-5'],
    ['Asia/Seoul', '2026-11-20 09:00 KST', '2026-11-20 09:00:00 KST'],
  ])('is shown in the zone %s', (timezone, ofService, own) => {
    expect(serviceTime('2026-11-20 09:00:12', { timezone })).toBe(ofService);
    expect(ourTime('2026-11-20T00:00:00.000Z', { timezone })).toBe(own);
  });

  it('of the service that no calendar has stays as it is, in every zone', () => {
    expect(serviceTime('2026-13-40 99:99', { timezone: 'UTC' })).toBe('2026-13-40 99:99');
  });

  it('inside a sentence is shown too, if notiform wrote it: other texts stay', () => {
    const text = 'locked since 2026-11-20T00:00:00.000Z, wanted at 2026-11-20T00:00:00Z';
    expect(withTimes(text, {})).toBe('locked since 2026-11-20 09:00:00 KST, wanted at 2026-11-20T00:00:00Z');
    expect(withTimes(text, { timezone: 'UTC' })).toContain('locked since 2026-11-20 00:00:00 UTC,');
  });
});

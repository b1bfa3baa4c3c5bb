import { describe, expect, it } from 'vitest';
import { ourTime, serviceTime } from '../../src/report/time.ts';

describe('a time', () => {
  it.each([
    ['2026-11-20 09:00:12', '2026-11-20 09:00 KST'],
    ['2026-11-20 09:00', '2026-11-20 09:00 KST'],
    ['', ''],
    ['yesterday', 'yesterday'],
  ])('of the service says its zone: %j', (text, shown) => {
    expect(serviceTime(text)).toBe(shown);
  });

  it.each([
    ['2026-11-20T00:00:00.000Z', '2026-11-20 00:00:00 UTC'],
    ['2026-11-20T00:00:00Z', '2026-11-20 00:00:00 UTC'],
    ['2026-11-20T09:00:00+09:00', '2026-11-20T09:00:00+09:00'],
  ])('of ours does too: %s', (text, shown) => {
    expect(ourTime(text)).toBe(shown);
  });
});

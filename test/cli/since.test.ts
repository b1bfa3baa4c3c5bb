import { describe, expect, it } from 'vitest';
import { beginOf, dayText, since, until } from '../../src/cli/options.ts';
import { instantOf } from '../../src/core/instant.ts';

describe('--since', () => {
  it.each([
    ['24h', 1_000_000_000 - 86_400_000],
    // Longer than a `Date` can tell: `report` would end with a bug.
    ['999999999d', 0],
    ['2026-12-01', Date.parse('2026-11-30T15:00:00Z')],
    ['2026-12-01T09:00', Date.parse('2026-12-01T00:00:00Z')],
    ['2026-12-01T09:00:30Z', Date.parse('2026-12-01T09:00:30Z')],
    ['2026-12-01T09:00+01:00', Date.parse('2026-12-01T08:00:00Z')],
  ])('takes %s', (text, begin) => {
    expect(beginOf(since(text), 1_000_000_000)).toBe(begin);
  });

  it.each(['last week', '', '2026-13-45', '12:00', '2026-12-01T9:00'])('does not take %j', (text) => {
    expect(() => since(text)).toThrow('Expected a time:');
  });

  it.each([
    ['today', '2026-11-20T00:00+09:00', '2026-11-20T23:59:59+09:00', '2026-11-20'],
    ['yesterday', '2026-11-19T00:00+09:00', '2026-11-19T23:59:59+09:00', '2026-11-19'],
    ['7d', '2026-11-13T00:30+09:00', '2026-11-13T00:30+09:00', '2026-11-13'],
    ['24h', '2026-11-19T00:30+09:00', '2026-11-19T00:30+09:00', '2026-11-19'],
    ['2026-11-01', '2026-11-01T00:00+09:00', '2026-11-01T23:59:59+09:00', '2026-11-01'],
  ])('reads %s as a Korean day, shortly after midnight in Korea', (text, begin, end, day) => {
    const now = Date.parse('2026-11-20T00:30+09:00');
    expect(beginOf(since(text), now)).toBe(Date.parse(begin));
    expect(beginOf(until(text), now)).toBe(Date.parse(end));
    expect(dayText(text, now)).toBe(day);
  });

  it('reads the service’s own dates as Korean time', () => {
    expect(instantOf('2026-12-01 09:00:00')).toBe(Date.parse('2026-12-01T00:00:00Z'));
  });
});

import { describe, expect, it } from 'vitest';
import { beginOf, instantOf, since } from '../../src/cli/since.ts';

describe('--since', () => {
  it.each([
    ['24h', 1_000_000_000 - 86_400_000],
    ['2026-12-01', Date.parse('2026-11-30T15:00:00Z')],
    ['2026-12-01T09:00', Date.parse('2026-12-01T00:00:00Z')],
    ['2026-12-01T09:00:30Z', Date.parse('2026-12-01T09:00:30Z')],
    ['2026-12-01T09:00+01:00', Date.parse('2026-12-01T08:00:00Z')],
  ])('takes %s', (text, begin) => {
    expect(beginOf(since(text), 1_000_000_000)).toBe(begin);
  });

  it.each(['yesterday', '', '2026-13-45', '12:00', '2026-12-01T9:00'])('does not take %j', (text) => {
    expect(() => since(text)).toThrow('Expected a time:');
  });

  it('reads the service’s own dates as Korean time', () => {
    expect(instantOf('2026-12-01 09:00:00')).toBe(Date.parse('2026-12-01T00:00:00Z'));
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KOREA, zonedTime } from '../../src/core/zone.ts';

it('formats a moment in Korea as in any zone that is nine hours ahead', () => {
  const moments = fc.integer({ min: Date.UTC(1989, 0), max: Date.UTC(10_002, 0) });
  const exact = fc.constantFrom('minute' as const, 'second' as const);
  fc.assert(
    fc.property(moments, exact, (at, exact) => {
      expect(zonedTime(at, KOREA, exact)).toBe(zonedTime(at, 'Etc/GMT-9', exact).replace('UTC+9', 'KST'));
    }),
  );
});

it('knows the summer time of Korea, which ended in 1988', () => {
  const midnight = [1987, 1988, 1989].map((year) => zonedTime(Date.UTC(year, 6), KOREA, 'minute'));
  expect(midnight).toEqual(['1987-07-01 10:00 KST', '1988-07-01 10:00 KST', '1989-07-01 09:00 KST']);
});

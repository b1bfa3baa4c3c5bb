import { expect, it } from 'vitest';
import { KOREA, zonedTime } from '../../src/core/zone.ts';

it('knows the summer time of Korea, which ended in 1988', () => {
  const midnight = [1987, 1988, 1989].map((year) => zonedTime(Date.UTC(year, 6), KOREA, 'minute'));
  expect(midnight).toEqual(['1987-07-01 10:00 KST', '1988-07-01 10:00 KST', '1989-07-01 09:00 KST']);
});

import { expect, it } from 'vitest';
import { clockCheck } from '../../src/account/service-checks.ts';

it('a clock is found if it is more than a minute ahead of the service, or behind', () => {
  const results = [-62, -60, 59, 61].map((seconds) => clockCheck(0, seconds * 1000).result);
  expect(results).toEqual(['finding', 'ok', 'ok', 'finding']);
});

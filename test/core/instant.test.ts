import { expect, it } from 'vitest';
import { instantOf } from '../../src/core/instant.ts';

const NINE = Date.parse('2030-01-15T12:00:00Z');

it.each([
  ['2030-01-15 21:00', NINE],
  ['2030-01-15 21:00:00', NINE],
  ['2030-01-15T21:00:00+09:00', NINE],
  ['2030-01-15T12:00Z', NINE],
  ['2030-01-15 12:00:00+00:00', NINE],
  ['2030-01-15T21:00:00.123456+09:00', NINE + 123],
  ['2030-01-15 21:00:00.5', NINE + 500],
  ['2030-01-15', NINE - 21 * 3_600_000],
  ['2030-02-30', undefined],
  ['2030-13-01', undefined],
  ['2030-01-15 25:00', undefined],
  ['2030-01-15 21', undefined],
  ['2030-01-15 21:00.5', undefined],
])('%s is a moment in Korea, or with its offset', (text, ms) => {
  expect(instantOf(text)).toBe(ms);
});

import type { TestSend } from '../core/test-send.ts';
import { type SendMistake, sendMistake } from './about.ts';

export type Expectation = { ends: 'delivered' } | { ends: 'failed'; code: string };

/** Result codes that mean delivery (message API 6, rule 2). */
const DELIVERED: ReadonlySet<string> = new Set(['4100', '6600', '7000', '8000', '5000']);

export function isDelivered(code: string): boolean {
  return DELIVERED.has(code);
}

/** Delivery is uncertain, for up to 30 days (message API 6, rule 4). */
export const UNCERTAIN = '7305';

/** Returns the outcome of a delivery's result code. */
export function outcomeOf(result: string): 'delivered' | 'failed' | 'unknown' {
  if (result === UNCERTAIN) return 'unknown';
  return isDelivered(result) ? 'delivered' : 'failed';
}

/** Reads `delivered` or `failed:7322`. Returns a mistake if it is neither. */
export function readExpectation(test: TestSend): Expectation | SendMistake {
  const expected = expectationIn(test.expect);
  if (expected && !(expected.ends === 'failed' && isDelivered(expected.code))) return expected;
  const why =
    expected?.ends === 'failed' ? `expects a failure, and ${expected.code} means delivery` : 'is not understood';
  const hint = 'Write `delivered` or `failed:7322`';
  return sendMistake(['expect'], 'send-expectation', `\`expect: ${test.expect}\` ${why}`, { hint });
}

export function expectationIn(text: string): Expectation | undefined {
  if (text === 'delivered') return { ends: 'delivered' };
  const code = /^failed:(\d{4})$/.exec(text)?.[1];
  return code === undefined ? undefined : { ends: 'failed', code };
}

/** True if a code, of a delivery's result or of a refusal, is the expected one. */
export function isExpected(expected: Expectation, code: string): boolean {
  return expected.ends === 'delivered' ? isDelivered(code) : code === expected.code;
}

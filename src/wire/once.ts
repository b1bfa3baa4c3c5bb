import { isObject } from '../core/json.ts';

/**
 * What a documented error proves about a send: nothing was accepted, and
 * - `refused`: the request is not repeated
 * - `token`: it is repeated once with a new token
 * - `throttled`: it is repeated after the wait of the header
 * - `busy`: it is repeated after a growing wait
 */
type OnceMeaning = 'refused' | 'token' | 'throttled' | 'busy';

/**
 * The documented errors of a send by code, each with its HTTP status (message API 4.2 and 7). Only these prove that the service
 * accepted nothing (assumption 342). After every other answer the message may have been accepted, so it is never repeated.
 */
export const ONCE = new Map<number, readonly [status: number, means: OnceMeaning]>([
  [3002, [400, 'token']],
  [3005, [400, 'token']],
  [3008, [400, 'busy']],
  [5002, [429, 'throttled']],
  [9000, [500, 'busy']],
  [5003, [502, 'busy']],
  [5004, [503, 'busy']],
  [5005, [504, 'busy']],
]);
for (const code of [2000, 3000, 3001, 3003, 3004, 3006, 3007, 3009, 3010, 3011, 3012, 3013, 3014, 3015])
  ONCE.set(code, [400, 'refused']);

/** Returns what a documented error of a send proves. Undefined for an error of another status, form or code. */
export function onceMeaning(status: number, body: unknown): OnceMeaning | undefined {
  if (!isObject(body) || typeof body['code'] !== 'number' || typeof body['description'] !== 'string') return undefined;
  const [documented, means] = ONCE.get(body['code']) ?? [];
  return status === documented ? means : undefined;
}

import { ServiceFailure } from '../../core/failure.ts';
import type { Clock } from '../../core/ports.ts';
import { Gate } from '../../wire/gate.ts';

/** Runs calls as fast as the service allows. `done` reports each answer. */
export type Pace = <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;

const SECOND_MS = 1000;
/** Pauses after a refusal: one second, two, … up to this. Another program may use the limit of this address too. */
const LONGEST_PAUSE = 10;
/** About five minutes of pauses. A refusal that lasts longer is not one of the limit. */
const MOST_TRIES = 36;

/**
 * The pace of daily and monthly statistics: one request a second and IP (resource API 8). A request begins a second
 * after the answer to the last one, because the service counts a request when it arrives.
 */
export function periodPace(clock: Clock): Pace {
  const gate = new Gate(clock, { inFlight: 1, perSecond: 1 });
  return through(gate, () => gate.close(SECOND_MS));
}

function through(gate: Gate, after: () => void): Pace {
  const once = async <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const passed = await gate.pass(() => call().finally(after), Number.POSITIVE_INFINITY, signal);
    if ('done' in passed) return passed.done;
    throw new Error('a pace without a deadline gave up');
  };
  return async (call, signal) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(call, signal);
      } catch (error) {
        const isThrottled = error instanceof ServiceFailure && error.problem.code === 'service-throttled';
        if (tries === MOST_TRIES || !isThrottled) throw error;
        gate.close(Math.min(tries, LONGEST_PAUSE) * SECOND_MS);
      }
    }
  };
}

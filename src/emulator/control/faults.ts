import { matchesGlob } from '../../core/address.ts';
import { seededRandom } from '../../core/ports.ts';

/**
 * - `status`: answers with `status` (500 where none is given), before acting
 * - `rate-limit`: 429 with the code of that API and `RateLimit-Reset`, before acting
 * - `delay`: waits `delayMs`, then goes on
 * - `drop-before`, `drop-after`: kills the socket before or after acting
 * - `garbage`, `truncate`: acts, then answers with bytes that are no JSON, or with half of the answer
 * - `html`: a proxy's page, before acting
 */
export const FAULT_KINDS = [
  'status',
  'rate-limit',
  'delay',
  'drop-before',
  'drop-after',
  'garbage',
  'truncate',
  'html',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultRule {
  /** Glob over the path's last parts: `template/add`, `/v3/**`; every path where left out. */
  path?: string;
  /** The first request that is struck, counted from 1 among those that fit. */
  nth?: number;
  /** How many requests are struck from there on; all of them for 0. 1 where left out. */
  times?: number;
  /** Chance of each to be struck, from 0 to 1, out of the seed. 1 where left out. */
  chance?: number;
  kind: FaultKind;
  status?: number;
  /** The code of the answer's body, for `status`. */
  code?: string;
  delayMs?: number;
  /** Seconds in `RateLimit-Reset`, for `rate-limit`. */
  resetSeconds?: number;
  /** Whether the request is acted on first, for `status` and `html`. */
  acts?: boolean;
}

interface Armed {
  rule: FaultRule;
  seen: number;
  struck: number;
}

/** The rules under which requests fail. The same rules, seed and requests give the same faults. */
export class Faults {
  #armed: Armed[] = [];
  #random = seededRandom(0);

  set(rules: readonly FaultRule[], seed: number): void {
    this.#armed = rules.map((rule) => ({ rule, seen: 0, struck: 0 }));
    this.#random = seededRandom(seed);
  }

  rules(): { rule: FaultRule; seen: number; struck: number }[] {
    return this.#armed;
  }

  clear(): void {
    this.#armed = [];
  }

  /** The first rule that strikes a request; undefined where none does. Every fitting rule counts it. */
  strike(path: string): FaultRule | undefined {
    let found: FaultRule | undefined;
    for (const armed of this.#armed) {
      const { rule } = armed;
      if (rule.path !== undefined && !matchesGlob(path, rule.path)) continue;
      armed.seen += 1;
      if (found !== undefined || !this.#strikes(armed)) continue;
      armed.struck += 1;
      found = rule;
    }
    return found;
  }

  #strikes({ rule, seen, struck }: Armed): boolean {
    const { nth = 1, times = 1, chance = 1 } = rule;
    if (seen < nth || (times !== 0 && struck >= times)) return false;
    return chance >= 1 || this.#random.next() < chance;
  }
}

import { matchesGlob } from '../../core/address.ts';
import type { Json } from '../../core/json.ts';
import { seededRandom } from '../../core/ports.ts';
import { count, flag, integer, matching, needed, oneOf, text, textLike } from '../members.ts';
import type { FaultKind, FaultRule } from '../public-types.ts';
import type { Rule } from '../shape.ts';

export const FAULT_KINDS = [
  'status',
  'rate-limit',
  'delay',
  'drop-before',
  'drop-after',
  'garbage',
  'truncate',
  'html',
] as const satisfies readonly FaultKind[];

export const faultShape = {
  path: text,
  nth: integer(1, Number.MAX_SAFE_INTEGER),
  times: count,
  chance: matching(
    (value): value is number => typeof value === 'number' && value >= 0 && value <= 1,
    'a number from 0 to 1',
    { type: 'number', minimum: 0, maximum: 1 },
  ),
  kind: needed(oneOf(...FAULT_KINDS)),
  status: matching(isStatusWithBody, 'an HTTP status from 200 to 599 whose answer has a body', {
    type: 'integer',
    minimum: 200,
    maximum: 599,
  }),
  code: textLike(/^\d{1,9}$/, 'a string of digits'),
  delayMs: count,
  resetSeconds: count,
  acts: flag,
} satisfies Record<keyof FaultRule, Rule>;

/** 204, 205 and 304 have no body that could report a fault. */
function isStatusWithBody(value: Json): value is number {
  const status = Number.isInteger(value) ? Number(value) : 0;
  return status >= 200 && status <= 599 && ![204, 205, 304].includes(status);
}

interface Armed {
  rule: FaultRule;
  seen: number;
  struck: number;
}

/** Rules that make requests fail. The same rules, seed and requests produce the same faults. */
export class Faults {
  #armed: Armed[] = [];
  #random = seededRandom(0);

  set(rules: readonly FaultRule[], seed: number): void {
    this.#armed = rules.map((rule) => ({ rule, seen: 0, struck: 0 }));
    this.#random = seededRandom(seed);
  }

  rules(): Armed[] {
    return this.#armed;
  }

  clear(): void {
    this.#armed = [];
  }

  /** Returns the first rule that makes a request fail. Every matching rule counts the request. */
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

import { matchesGlob } from '../../core/address.ts';
import type { Json } from '../../core/json.ts';
import { suggest } from '../../text/suggest.ts';
import { count, flag, integer, matching, members, needed, oneOf, textLike } from '../members.ts';
import type { FaultKind, FaultRule } from '../public-types.ts';
import { firstOf, type Rule } from '../shape.ts';

/** The members of each kind, beside those of every rule. */
const KIND_MEMBERS: Readonly<Record<FaultKind, readonly (keyof FaultRule)[]>> = {
  status: ['status', 'code', 'acts'],
  'rate-limit': ['resetSeconds'],
  delay: ['delayMs'],
  'drop-before': [],
  'drop-after': [],
  garbage: [],
  truncate: [],
  html: ['status', 'acts'],
};

export const FAULT_KINDS = Object.keys(KIND_MEMBERS) as FaultKind[]; // the keys of the table

/** A path that requests of both APIs can have. Those of the control API neither fail nor are in the journal. */
export const apiPath = textLike(
  /^(?!\/?_emulator(?:\/|$))(?!.*:\/\/).*\S/,
  'a glob over the paths of both APIs, without the host; the control API has no faults and no journal',
);

/** Statuses without a body that could report a fault. */
const BODILESS: readonly number[] = [204, 205, 304];

const faultShape = {
  path: apiPath,
  nth: integer(1, Number.MAX_SAFE_INTEGER),
  times: count,
  kind: needed(oneOf(...FAULT_KINDS)),
  status: matching(isStatusWithBody, 'an HTTP status from 200 to 599 whose answer has a body', {
    type: 'integer',
    minimum: 200,
    maximum: 599,
    not: { enum: [...BODILESS] },
  }),
  code: textLike(/^\d{1,9}$/, 'a string of digits'),
  delayMs: count,
  resetSeconds: count,
  acts: flag,
} satisfies Record<keyof FaultRule, Rule>;

const OWNERS = [...new Set(Object.values(KIND_MEMBERS).flat())].map(
  (name) => [name, FAULT_KINDS.filter((kind) => KIND_MEMBERS[kind].includes(name))] as const,
);

export const faultRule = members(faultShape, {
  dependentSchemas: Object.fromEntries(
    OWNERS.map(([name, kinds]) => [name, { properties: { kind: { enum: kinds } } }]),
  ),
});

/** Names the first member of a rule that has no effect on its kind. Two rules never combine, so it would be ignored. */
export function misfitIn(rules: readonly FaultRule[]): string | undefined {
  return firstOf(rules, (rule, index) => {
    const misfit = OWNERS.find(([one, kinds]) => rule[one] !== undefined && !kinds.includes(rule.kind));
    if (misfit === undefined) return undefined;
    const [name, owners] = misfit;
    return `rules[${index}].${name} has no effect on the kind ${rule.kind}: it belongs to ${owners.join(' and ')}`;
  });
}

/** Names the first path without `*` and `?` that is almost an endpoint. A request of the client would never match it. */
export function misspeltIn(rules: readonly FaultRule[], endpoints: readonly string[]): string | undefined {
  return firstOf(rules, ({ path }, index) => {
    if (path === undefined || /[*?]/.test(path) || endpoints.some((one) => matchesGlob(one, path))) return undefined;
    const parts = path.split('/').length;
    const meant = suggest(
      path,
      endpoints.map((one) => one.split('/').slice(-parts).join('/')),
    );
    return meant && `rules[${index}].path matches no endpoint: did you mean ${meant}?`;
  });
}

function isStatusWithBody(value: Json): value is number {
  const status = Number.isInteger(value) ? Number(value) : 0;
  return status >= 200 && status <= 599 && !BODILESS.includes(status);
}

interface Armed {
  rule: FaultRule;
  seen: number;
  struck: number;
}

/** Rules that make requests fail. */
export class Faults {
  #armed: Armed[] = [];

  set(rules: readonly FaultRule[]): void {
    this.#armed = rules.map((rule) => ({ rule, seen: 0, struck: 0 }));
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
      const { nth = 1, times = 1 } = rule;
      if (found !== undefined || armed.seen < nth || (times !== 0 && armed.struck >= times)) continue;
      armed.struck += 1;
      found = rule;
    }
    return found;
  }
}

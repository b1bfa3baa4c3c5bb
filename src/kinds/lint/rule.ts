import type { ProblemCode } from '../../core/codes.ts';
import type { Covered, Rule } from '../../core/declaration.ts';
import { type Finding, type Problem, problemAt } from '../../core/problem.ts';

/** A rule with the function that finds it in a manifest, as its kind reads it. The schema finds a rule without `find`. */
export interface LintRule<R> extends Rule {
  code: ProblemCode;
  find?(reading: R): readonly Hit[];
}

/** A finding of a rule: a warning. Code and hint are those of the rule if they are left out. */
export type Hit = Omit<Finding, 'severity'> & Required<Pick<Problem, 'at'>>;

/** Problems with any of these codes at any of these fields. */
export function covering(codes: readonly ProblemCode[], ...fields: string[]): Covered[] {
  return fields.flatMap((at) => codes.map((code) => ({ code, at })));
}

export const SOURCES = {
  resource: (section: string) => `resource API ${section}`,
  message: (section: string) => `message API ${section}`,
  guides: 'public inspection guides of similar services',
} as const;

export const AS_OF = '2026-11-20';

/** The common part of rules about texts that an inspector is likely to reject. */
export const LIKELY_REJECTED = {
  level: 'warning',
  code: 'likely-rejected',
  source: SOURCES.guides,
} as const;

/** Returns every finding in a manifest that met its schema, in the order of the rules. */
export function findingsOf<R>(rules: readonly LintRule<R>[], reading: R): Problem[] {
  const found: Problem[] = [];
  for (const { id, code, help, find } of rules) {
    if (!find) continue;
    for (const hit of find(reading))
      found.push(problemAt(hit.at, { code, hint: help.en, ...hit, severity: 'warning', rule: id }));
  }
  return found;
}

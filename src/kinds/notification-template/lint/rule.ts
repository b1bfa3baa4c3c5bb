import type { ProblemCode } from '../../../core/codes.ts';
import type { Rule } from '../../../core/declaration.ts';
import { type Problem, problemAt } from '../../../core/problem.ts';
import type { TemplateReading } from './reading.ts';

/** A rule with the function that finds it in what its kind reads; without one, what it covers is found elsewhere. */
export interface LintRule<R = TemplateReading> extends Rule {
  /** The problem code of what it finds. */
  code: ProblemCode;
  find?(template: R): readonly Hit[];
}

/** What a rule found. What it does not say is the rule's own: code and hint. */
export type Hit = Partial<Problem> & Required<Pick<Problem, 'at' | 'message'>>;

/** What people know who read the service's documents, and inspectors' answers. */
export const SOURCES = {
  resource: (section: string) => `resource API ${section}`,
  message: (section: string) => `message API ${section}`,
  guides: 'public inspection guides of like services',
} as const;

/** The day on which all sources were last read. */
export const AS_OF = '2026-11-20';

/** Everything that some rules find in a manifest that met its schema, in the order of the rules. */
export function findingsOf<R>(rules: readonly LintRule<R>[], template: R): Problem[] {
  return rules.flatMap((rule) => (rule.find?.(template) ?? []).map((hit) => findingOf(rule, hit)));
}

/** A hit is a warning, unless it says that the service itself holds to it. */
function findingOf({ id, code, help }: Pick<LintRule, 'id' | 'code' | 'help'>, hit: Hit): Problem {
  return problemAt(hit.at, { code, severity: 'warning', hint: help, ...hit, rule: id });
}
